"""Runs over real puzzles and measurements; run from the project's root, never installed."""
