"""Sessions on SAT and ILP solvers, limits, verdicts, and many puzzles at once."""
