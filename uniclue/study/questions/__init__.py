"""The questions of the study."""
