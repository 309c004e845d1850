"""Graders of difficulty, one module each; ``grade.py`` holds their class and registry."""
