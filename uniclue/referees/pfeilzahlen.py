"""Pfeilzahlen: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, Shape, cells, filled, fillings, grid, nearly, ray
from uniclue.referees.boards import size, some_answer, sprinkled, text

WAYS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def draw(rng: Random) -> dict[str, Any]:
    """How many arrows of one way to place them point at some cells."""
    board = rng.choice(((3, 3), (3, 4), (4, 3), *[(4, 4)] * 4, (3, 5), (5, 3)))
    rows = some_answer(rng, answers({"grid": text(board, {})}), bool)
    counts = _counts(board, rows)
    clues = sprinkled(rng, _inside(board), rng.choice((0.5, 0.8, 1, 1)))
    numbers = nearly(rng, [counts[cell] for cell in clues])
    return {"grid": text(board, dict(zip(clues, numbers, strict=True)))}


def _inside(board: Shape) -> list[Cell]:
    """The cells for numbers."""
    return [(r, c) for r, c in cells(board) if 0 < r < board[0] - 1 and 0 < c < board[1] - 1]


def _pointed(board: Shape, cell: Cell, way: str) -> list[Cell]:
    """The cells for numbers that an arrow points at."""
    return [at for at in ray(cell, way, cells(board)) if at in _inside(board)]


def _counts(board: Shape, rows: Rows) -> Counter[Cell]:
    """How many arrows point at each cell."""
    return Counter(at for cell, way in filled(rows).items() for at in _pointed(board, cell, way))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to place arrows around that point inside."""
    board = size(puzzle["grid"])
    around = [
        (r, c) for r, c in cells(board) if (r in (0, board[0] - 1)) != (c in (0, board[1] - 1))
    ]
    return fillings(
        board, {cell: [way for way in WAYS if _pointed(board, cell, way)] for cell in around}
    )


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether all arrows point at cells for numbers, as many at each as its number says."""
    board = size(puzzle["grid"])
    counts = _counts(board, answer)
    return all(_pointed(board, cell, way) for cell, way in filled(answer).items()) and all(
        counts[cell] == number for cell, number in grid(puzzle["grid"]).items()
    )
