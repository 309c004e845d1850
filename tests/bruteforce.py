"""Counting solutions without any model: every grid, judged by the kind's rule check."""

from __future__ import annotations

from uniclue.core.model import Value
from uniclue.core.puzzle import Grid, Puzzle


def solutions(puzzle: Puzzle, most: int = 10**9) -> list[Grid]:
    """All solutions (but no more than ``most``), by trying every value in every cell.

    A partly filled grid is left as soon as the rule check calls it broken.
    """
    places, domain = list(puzzle.places), puzzle.domain
    rows, cols = puzzle.shape
    cells: list[list[Value | None]] = [[None] * cols for _ in range(rows)]
    found: list[Grid] = []

    def fill(i: int) -> None:
        grid = tuple(map(tuple, cells))
        if len(found) >= most or puzzle.check(grid):
            return
        if i == len(places):
            found.append(grid)
            return
        r, c = places[i]
        for value in domain:
            cells[r][c] = value
            fill(i + 1)
        cells[r][c] = None

    fill(0)
    return found
