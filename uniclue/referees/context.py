"""Context: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, first_fit, grid, is_connected
from uniclue.referees.boards import nearly, shadings, shape, size, some_shaded, sprinkled, text
from uniclue.referees.boards import touching


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng, 9)
    bare = {"grid": ["." * board[1]] * board[0]}
    rows = first_fit(lambda: some_shaded(rng, board, 0.3), lambda rows: is_right(bare, rows))
    shaded = {cell for cell, value in filled(rows).items() if value}
    at = sprinkled(rng, cells(board), rng.choice((0.4, 0.7)))
    clues = nearly(rng, [_count(cell, shaded) for cell in at])
    return {"grid": text(board, {c: min(4, n or 0) for c, n in zip(at, clues, strict=True)})}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether cells are shaded by the rules, as many around numbers as they say."""
    values = filled(answer)
    shaded = {cell for cell, value in values.items() if value == 1}
    return (
        not any(near in shaded for cell in shaded for near in around(cell))
        and is_connected(values.keys() - shaded)
        and all(_count(cell, shaded) == n for cell, n in grid(puzzle["grid"]).items())
    )


def _count(cell: Cell, shaded: set[Cell]) -> int:
    """The shaded cells beside a white cell, or at the corners of a shaded one."""
    beside = shaded.intersection(around(cell))
    return len(shaded.intersection(touching(cell)) - beside if cell in shaded else beside)
