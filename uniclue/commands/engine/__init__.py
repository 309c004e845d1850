"""Runs questions on one puzzle or many, or with two solvers at once, and prints the answers."""
