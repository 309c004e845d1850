"""Kurochute: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, filled, first_fit, grid, is_connected
from uniclue.referees.boards import nearly, shadings, shape, size, some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    bare = {"grid": ["." * board[1]] * board[0]}
    rows = first_fit(lambda: some_shaded(rng, board, 0.25), lambda rows: is_right(bare, rows))
    shaded = {cell for cell, value in filled(rows).items() if value}
    at = sprinkled(rng, [cell for cell in filled(rows) if cell not in shaded], 0.6)
    right = [[n for n in range(1, max(board)) if _hit(cell, n, shaded) == 1] for cell in at]
    printed = nearly(rng, [rng.choice(ways) if ways else None for ways in right])
    clues = {cell: "?" if n is None else max(1, n) for cell, n in zip(at, printed, strict=True)}
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether cells are shaded by the rules, one at the distance that each number states."""
    values = filled(answer)
    shaded = {cell for cell, value in values.items() if value == 1}
    return (
        not any(near in shaded for cell in shaded for near in around(cell))
        and is_connected(values.keys() - shaded)
        and all(
            cell not in shaded and (number == "?" or _hit(cell, number, shaded) == 1)
            for cell, number in grid(puzzle["grid"]).items()
        )
    )


def _hit(cell: Cell, distance: int, shaded: set[Cell]) -> int:
    """How many of the cells straight away by that distance are shaded."""
    return len(shaded.intersection(around(cell, distance)))
