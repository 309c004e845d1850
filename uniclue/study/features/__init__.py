"""Named features of puzzles: what they are, what they cost, where they come from."""
