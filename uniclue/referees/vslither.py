"""Vertex Slitherlink: the rules over a filled board."""

from __future__ import annotations

from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, closed_lines, corners_of, is_one_loop, known
from uniclue.referees.boards import sides_drawn, some_numbered_loop

answers = closed_lines


def draw(rng: Random) -> dict[str, Any]:
    """Some numbers of a loop; at times one is wrong."""
    return some_numbered_loop(rng, is_right, _passed)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the sides drawn are one loop, which passes as many corners as each number says."""
    drawn = sides_drawn(answer)
    return all(
        _passed(cell, drawn) == number for cell, number in known(puzzle["grid"]).items()
    ) and is_one_loop(map(corners_of, drawn))


def _passed(cell: Cell, drawn: set[Any]) -> int:
    """How many corners of a cell are passed."""
    r, c = cell
    corners = {corner for side in drawn for corner in corners_of(side)}
    return len(corners.intersection((r + i, c + j) for i in (-0.5, 0.5) for j in (-0.5, 0.5)))
