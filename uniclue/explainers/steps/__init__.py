"""Steps from a puzzle to its solution, each with the smallest reason that was found for it."""
