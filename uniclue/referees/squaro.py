"""SquarO: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, grid, nearly, shadings, shape, size
from uniclue.referees.boards import some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Numbers of circles drawn at random."""
    board = shape(rng, 6)
    circles = filled(some_shaded(rng, (board[0] + 1, board[1] + 1), rng.choice((0.3, 0.5, 0.7))))
    clues = sprinkled(rng, cells(board), rng.choice((0.6, 0.9, 1)))
    numbers = nearly(rng, [_around(cell, circles) for cell in clues])
    return {"grid": text(board, {c: min(4, n or 0) for c, n in zip(clues, numbers, strict=True)})}


def _around(cell: Cell, circles: dict[Cell, int]) -> int:
    """How many circles there are at the corners of a square."""
    r, c = cell
    return sum(circles[at] for at in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to place circles (1)."""
    height, width = size(puzzle["grid"])
    return shadings((height + 1, width + 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether numbers say how many corners of their squares hold a circle."""
    circles = filled(answer)
    return all(_around(cell, circles) == n for cell, n in grid(puzzle["grid"]).items())
