"""Curving Road: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, fillings, first_fit, grid
from uniclue.referees.boards import is_connected, shape, size, some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Circles that a shading keeps apart; at times they are any cells."""
    board = shape(rng, 12)
    bare = {"grid": text(board, {})}
    answer = first_fit(lambda: some_shaded(rng, board, 0.3), lambda a: is_right(bare, a), 50)
    shaded = {cell for cell, value in filled(answer).items() if value}
    circles: dict[Cell, str] = {}
    for cell in sprinkled(rng, cells(board), rng.choice((0.4, 0.9))):
        puzzle = {"grid": text(board, {**circles, cell: "o"})}
        if cell not in shaded and is_right(puzzle, answer):
            circles[cell] = "o"
    if rng.random() < 0.2:
        circles[rng.choice(cells(board))] = "o"
    return {"grid": text(board, circles)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All shadings that leave circles white."""
    board, circles = size(puzzle["grid"]), grid(puzzle["grid"])
    return fillings(board, {cell: (0,) if cell in circles else (0, 1) for cell in cells(board)})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells keep apart, white ones together, and ways between circles bend twice."""
    values, circles = filled(answer), grid(puzzle["grid"])
    shaded = {cell for cell, value in values.items() if value == 1}
    white = values.keys() - shaded
    if shaded & circles.keys() or any(shaded.intersection(around(cell)) for cell in shaded):
        return False
    if not is_connected(white):
        return False
    return all(
        shaded.intersection(way)
        for one, other in combinations(circles, 2)
        for way in (_bent(one, other), _bent(other, one))
    )


def _bent(one: Cell, other: Cell) -> set[Cell]:
    """The cells of the way along the row of one cell, then along the column of the other."""
    (r, c), (i, j) = one, other
    row = {(r, k) for k in range(min(c, j), max(c, j) + 1)}
    return row | {(k, j) for k in range(min(r, i), max(r, i) + 1)}
