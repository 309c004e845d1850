"""Kuromasu: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, filled, first_fit, grid, hidden
from uniclue.referees.boards import is_connected, nearly, opened, ray, shadings, shape, size
from uniclue.referees.boards import some_shaded, text


def draw(rng: Random) -> dict[str, Any]:
    """Numbers from a board that keeps the other rules."""
    board = shape(rng)
    bare = {"grid": text(board, {})}
    answer = first_fit(
        lambda: some_shaded(rng, board, rng.choice((0.2, 0.35))), lambda rows: is_right(bare, rows)
    )
    white = [cell for cell, value in filled(answer).items() if value == 0]
    seen = [_seen(cell, {*white}) for cell in white]
    clues = nearly(rng, hidden(rng, seen, rng.choice((0.4, 0.7, 0.9))))
    numbers = zip(white, clues, strict=True)
    return {
        "grid": text(board, opened(rng, {cell: max(1, n) for cell, n in numbers if n is not None}))
    }


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells do not touch, white ones are connected, and numbers count what they see.

    A number's cell is white; it counts itself.
    """
    values = filled(answer)
    white = {cell for cell, value in values.items() if value == 0}
    return (
        all(cell in white or white.issuperset({*around(cell)} & {*values}) for cell in values)
        and is_connected(white)
        and all(
            cell in white and number in ("?", _seen(cell, white))
            for cell, number in grid(puzzle["grid"]).items()
        )
    )


def _seen(cell: Cell, white: set[Cell]) -> int:
    """How many white cells are seen from one, itself included."""
    return 1 + sum(len(ray(cell, way, white)) for way in "nwes")
