"""SquarO: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Cell,
    Point,
    Rows,
    cells,
    grid,
    halved_fillings,
    nearly,
    points,
    shape,
    size,
    sprinkled,
    text,
)


def draw(rng: Random) -> dict[str, Any]:
    """Numbers of circles drawn at random."""
    board = shape(rng, 6)
    share = rng.choice((0.3, 0.5, 0.7))
    circles = {at for cell in cells(board) for at in _corners(cell) if rng.random() < share}
    told = sprinkled(rng, cells(board), rng.choice((0.6, 0.9, 1)))
    numbers = nearly(rng, [len(circles.intersection(_corners(cell))) for cell in told])
    return {"grid": text(board, {c: min(4, n or 0) for c, n in zip(told, numbers, strict=True)})}


def _corners(cell: Cell) -> list[Point]:
    return [(cell[0] + i, cell[1] + j) for i, j in product((-0.5, 0.5), repeat=2)]


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put circles on corners."""
    board = size(puzzle["grid"])
    every = sorted({corner for cell in cells(board) for corner in _corners(cell)})
    return halved_fillings(board, dict.fromkeys(every, (0, 1)))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether numbers say how many corners of their cells hold a circle."""
    circles = points(answer)
    return all(
        sum(circles[corner] for corner in _corners(cell)) == number
        for cell, number in grid(puzzle["grid"]).items()
    )
