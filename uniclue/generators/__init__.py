"""Making puzzles; one file for each kind."""
