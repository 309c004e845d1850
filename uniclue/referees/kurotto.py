"""Kurotto: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, fillings, grid, hidden
from uniclue.referees.boards import nearly, parts, shape, size, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Circles on a board at random, with the numbers of its shaded areas."""
    board = shape(rng)
    circles = sprinkled(rng, cells(board), rng.choice((0.3, 0.5, 0.6)))
    shaded = sprinkled(rng, [cell for cell in cells(board) if cell not in circles], 0.5)
    sizes = [_beside(cell, _areas({*shaded})) for cell in circles]
    clues = nearly(rng, hidden(rng, sizes, rng.choice((0, 0.1, 0.5))))
    words = ("o" if number is None else number for number in clues)
    return {"grid": text(board, dict(zip(circles, words, strict=True)))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1) that are no circles."""
    board, circles = size(puzzle["grid"]), grid(puzzle["grid"])
    yield from fillings(board, {cell: (0, 1) for cell in cells(board) if cell not in circles})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the shaded areas beside each number have as many cells in total."""
    areas = _areas({cell for cell, value in filled(answer).items() if value == 1})
    return all(
        _beside(cell, areas) == number
        for cell, number in grid(puzzle["grid"]).items()
        if number != "o"
    )


def _areas(shaded: set[Cell]) -> dict[Cell, set[Cell]]:
    """The area of each shaded cell."""
    return {cell: part for part in parts(shaded) for cell in part}


def _beside(circle: Cell, areas: dict[Cell, set[Cell]]) -> int:
    """How many cells the areas beside a circle have together."""
    return len(set().union(*(areas.get(near, set()) for near in around(circle))))
