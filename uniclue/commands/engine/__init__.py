"""How questions are put: to one puzzle, to many, to two solvers at once; and what is printed."""
