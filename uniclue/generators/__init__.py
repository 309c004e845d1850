"""Recipes that generate puzzles; one or more modules for each kind."""
