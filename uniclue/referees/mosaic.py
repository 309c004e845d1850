"""Mosaic: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, filled, grid, hidden, nearly, shadings, shape, size
from uniclue.referees.boards import some_shaded, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """The numbers of cells shaded at random; some are hidden and one may be wrong."""
    board = shape(rng)
    shaded = filled(some_shaded(rng, board, rng.choice((0.3, 0.5, 0.8))))
    found = [_around(cell, shaded) for cell in shaded]
    clues = nearly(rng, hidden(rng, found, rng.choice((0, 0.3, 0.6))))
    numbers = zip(shaded, clues, strict=True)
    return {"grid": text(board, {cell: min(9, n) for cell, n in numbers if n is not None})}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each number counts the shaded cells in and around it."""
    shaded = filled(answer)
    numbers = grid(puzzle["grid"])
    return all(_around(cell, shaded) == number for cell, number in numbers.items())


def _around(cell: Cell, shaded: dict[Cell, int]) -> int:
    """How many of a cell and those around it are shaded."""
    return sum(shaded.get(near, 0) for near in [cell, *touching(cell)])
