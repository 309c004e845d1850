"""Circles and Squares."""

from uniclue.kit import Annotated, Board, Circles, Connected, Constraints, InDomain, Pzpr, TextGrid
from uniclue.kit import cells, letters, name, no_pools, separate_squares


class CircleSquare(Board, frozen=True, kw_only=True, tag="circlesquare"):
    """Circles and Squares: shade connected cells around white squares.

    Rules:
        shaded: the shaded cells are connected
        pool: no 2x2 block is all shaded
        square: connected white cells form a square
        circle: a black circle is on a shaded cell, a white one on a white cell
    """

    rules_by_size = True
    sites = (Pzpr("circlesquare"),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Circles()]

    def rules(self) -> Constraints:
        yield Connected("shaded", "the shaded area", cells(self.size))
        yield from no_pools(self.size)
        yield separate_squares("square", "the white areas", self.size, 0)

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            says = "shaded" if word == "b" else "white"
            yield InDomain("circle", name(cell), [cell], (int(word == "b"),), says)
