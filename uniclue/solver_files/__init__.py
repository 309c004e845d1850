"""Questions for outside programs, and their answers."""
