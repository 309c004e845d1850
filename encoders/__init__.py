"""Views of a model: CNF for SAT solvers, a 0/1 program for ILP solvers."""
