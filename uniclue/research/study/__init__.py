"""Studies of difficulty: labelled puzzles in, tables of features out, and what these tell."""
