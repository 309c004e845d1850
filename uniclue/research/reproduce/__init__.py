"""The tables of the source papers, computed again: one module each, theirs beside ours."""
