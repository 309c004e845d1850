"""Xue, Jiang and Li 2009: sudokus by digging holes, and their grade from 0 to 5."""
