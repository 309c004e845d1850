"""Zhou and Tong: kakuro as a linear system, a search with three prunings, the level p."""
