"""Encoders of a model: CNF for SAT solvers, 0/1 programs for ILP solvers, and file formats."""
