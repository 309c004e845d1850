"""Kakuru: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, fillings, grid, nearly, shape, size
from uniclue.referees.boards import some_solved, sprinkled, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """Up to three empty cells, and sums of one way to fill them in the others, mostly."""
    most = 9 if rng.random() < 0.3 else 7

    def make() -> dict[str, Any]:
        board = shape(rng, most)
        white = rng.sample(cells(board), min(board[0] * board[1], rng.choice((1, 2, 3, 3))))
        return {"grid": text(board, {cell: "x" for cell in cells(board) if cell not in white})}

    puzzle, rows = some_solved(rng, make, answers, is_right)
    digits = filled(rows)
    clues = sprinkled(rng, grid(puzzle["grid"]), rng.choice((0.3, 0.6, 0.9)))
    sums = nearly(rng, [sum(digits.get(near, 0) for near in touching(cell)) for cell in clues])
    words = grid(puzzle["grid"])
    words |= {cell: n for cell, n in zip(clues, sums, strict=True) if n}
    if rng.random() < 0.05:
        words |= dict.fromkeys(rng.sample([*words], min(1, len(words))), rng.randint(1, 44))
    return {"grid": text(size(puzzle["grid"]), words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put digits from 1 to 9 into the empty cells."""
    board, words = size(puzzle["grid"]), grid(puzzle["grid"])
    white = [cell for cell in cells(board) if cell not in words]
    return fillings(board, dict.fromkeys(white, range(1, 10)))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether numbers are the sums of different digits around, and equal digits do not touch."""
    digits = filled(answer)
    return all(
        number == "x" or (sum(held) == number and len(set(held)) == len(held))
        for cell, number in grid(puzzle["grid"]).items()
        for held in [[digits[near] for near in touching(cell) if near in digits]]
    ) and not any(digits.get(near) == n for cell, n in digits.items() for near in touching(cell))
