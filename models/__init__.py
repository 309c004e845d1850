"""Puzzle kinds, one file each, and the 0/1 model they compile to."""
