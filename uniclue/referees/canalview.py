"""Canal View: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, filled, first_fit, grid, has_pool, is_connected
from uniclue.referees.boards import nearly, ray, shadings, shape, size, some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng, 10)
    bare = {"grid": ["." * board[1]] * board[0]}
    rows = first_fit(lambda: some_shaded(rng, board, 0.55), lambda rows: is_right(bare, rows))
    canal = {cell for cell, value in filled(rows).items() if value}
    cells = sprinkled(rng, [cell for cell in filled(rows) if cell not in canal], 0.7)
    printed = nearly(rng, [_seen(cell, canal) if rng.random() < 0.9 else None for cell in cells])
    clues = {cell: "?" if n is None else n for cell, n in zip(cells, printed, strict=True)}
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether a canal is shaded by the rules, of which numbers see as much as they state."""
    canal = {cell for cell, value in filled(answer).items() if value == 1}
    return (
        is_connected(canal)
        and not has_pool(canal)
        and all(
            cell not in canal and (number == "?" or _seen(cell, canal) == number)
            for cell, number in grid(puzzle["grid"]).items()
        )
    )


def _seen(cell: Cell, canal: set[Cell]) -> int:
    """How many cells of the canal lie next to a cell in a row, in all four directions."""
    return sum(len([*takewhile(canal.__contains__, ray(cell, way, canal))]) for way in "nesw")
