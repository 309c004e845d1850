"""Sessions of SAT and ILP solvers, limits, verdicts, and batches of puzzles."""
