"""Explains why a puzzle has no solution or several, repairs it, and rates its clues."""
