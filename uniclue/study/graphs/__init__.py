"""Constraint graphs of puzzles, taken from their models."""
