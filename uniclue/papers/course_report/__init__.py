"""The anonymous course report on sudoku: shifting, and a score of singles and advanced steps."""
