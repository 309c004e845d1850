"""Smullyan: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, cells, filled, first_fit, grid, is_connected
from uniclue.referees.boards import nearly, shadings, shape, size, some_shaded, sprinkled, text
from uniclue.referees.boards import touching


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random: true numbers where cells are white, others elsewhere."""
    board = shape(rng, 9)
    bare = {"grid": ["." * board[1]] * board[0]}
    rows = first_fit(lambda: some_shaded(rng, board, 0.3), lambda rows: is_right(bare, rows))
    shaded = {cell for cell, value in filled(rows).items() if value}
    numbers = {}
    for cell in sprinkled(rng, cells(board), rng.choice((0.5, 0.8))):
        true = len(shaded.intersection([cell, *touching(cell)]))
        numbers[cell] = rng.choice([n for n in range(5) if (n == true) != (cell in shaded)] or [9])
    clues = nearly(rng, [*numbers.values()])
    return {"grid": text(board, dict(zip(numbers, clues, strict=True)))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether cells are shaded by the rules, and numbers are white just where they are true."""
    values = filled(answer)
    shaded = {cell for cell, value in values.items() if value == 1}
    return (
        not any(near in shaded for cell in shaded for near in around(cell))
        and is_connected(values.keys() - shaded)
        and all(
            (len(shaded.intersection([cell, *touching(cell)])) == number) == (cell not in shaded)
            for cell, number in grid(puzzle["grid"]).items()
        )
    )
