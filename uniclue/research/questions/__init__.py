"""The questions of research."""
