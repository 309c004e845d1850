"""Propagation on rows."""
