"""Minesweeper: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, fillings, grid, known, nearly, opened
from uniclue.referees.boards import shape, size, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """Mines at random, with the numbers around them, and half of the time how many they are."""
    board = shape(rng, 16)
    least = max(0, board[0] * board[1] - 12)
    safe = {*rng.sample(cells(board), rng.randint(least, board[0] * board[1]))}
    mines = [cell for cell in cells(board) if cell not in safe and rng.random() < 0.5]
    clues = nearly(rng, [sum(near in mines for near in touching(cell)) for cell in sorted(safe)])
    numbers = zip(sorted(safe), clues, strict=True)
    members: dict[str, Any] = {
        "grid": text(board, opened(rng, {cell: min(8, n or 0) for cell, n in numbers}))
    }
    if rng.random() < 0.5:
        members["mines"] = rng.choice((*nearly(rng, [len(mines)] * 3), None))
    return members


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put mines (1) into cells without a number."""
    board, numbers = size(puzzle["grid"]), grid(puzzle["grid"])
    yield from fillings(board, {cell: (0, 1) for cell in cells(board) if cell not in numbers})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each number, and the board's, if given, is that of its mines."""
    mines = {cell for cell, value in filled(answer).items() if value == 1}
    return puzzle.get("mines") in (None, len(mines)) and all(
        sum(near in mines for near in touching(cell)) == number
        for cell, number in known(puzzle["grid"]).items()
    )
