"""The source documents' tables, run again: one file for each, theirs beside ours."""
