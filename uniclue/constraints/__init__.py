"""The vocabulary of constraints, one file each."""
