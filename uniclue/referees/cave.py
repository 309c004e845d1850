"""Cave: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, filled, first_fit, grid, groups, is_connected
from uniclue.referees.boards import nearly, parts, ray, shadings, shape, size, some_shaded
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    bare = {"grid": ["." * board[1]] * board[0]}
    share = rng.choice((0.2, 0.4, 0.5))
    rows = first_fit(lambda: some_shaded(rng, board, share), lambda rows: is_right(bare, rows))
    white = set(groups(filled(rows)).get(0, []))
    clues = sprinkled(rng, sorted(white), rng.choice((0.2, 0.5, 0.9)))
    numbers = nearly(rng, [_seen(cell, white) for cell in clues])
    words = {
        cell: "?" if rng.random() < 0.2 else max(1, number or 1)
        for cell, number in zip(clues, numbers, strict=True)
    }
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the cave is connected, rocks reach the edge, and numbers count the cells seen."""
    (rows, columns), values = size(answer), filled(answer)
    white = {cell for cell, value in values.items() if value == 0}
    return (
        is_connected(white)
        and all(
            any(r in (0, rows - 1) or c in (0, columns - 1) for r, c in rock)
            for rock in parts(values.keys() - white)
        )
        and all(
            cell in white and number in ("?", _seen(cell, white))
            for cell, number in grid(puzzle["grid"]).items()
        )
    )


def _seen(cell: Cell, white: set[Cell]) -> int:
    """How many white cells a white cell sees, itself included."""
    return 1 + sum(len(ray(cell, way, white)) for way in "nwes")
