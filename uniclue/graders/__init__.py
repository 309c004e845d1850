"""Ratings of difficulty, one file for each; ``grade.py`` says what a grader is and finds them."""
