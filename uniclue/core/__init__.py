"""The 0/1 model, the base of a puzzle, and words; it knows no kind and no constraint."""
