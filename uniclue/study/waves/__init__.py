"""Propagation in waves, on many boards at once, and probing: what graphs and features show."""
