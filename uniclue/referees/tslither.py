"""Touch Slitherlink: the rules over a filled board."""

from __future__ import annotations

from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, closed_lines, corners_of, is_one_loop, known
from uniclue.referees.boards import parts, sides_drawn, some_numbered_loop

answers = closed_lines


def draw(rng: Random) -> dict[str, Any]:
    """Some numbers of a loop; at times one is wrong."""
    return some_numbered_loop(rng, is_right, _touched)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the sides drawn are one loop, which comes to cells as often as numbers say."""
    drawn = sides_drawn(answer)
    return all(
        _touched(cell, drawn) == number for cell, number in known(puzzle["grid"]).items()
    ) and is_one_loop(map(corners_of, drawn))


def _touched(cell: Cell, drawn: set[Any]) -> int:
    """How often a loop comes to a cell: how many pieces of its outline it passes."""
    r, c = cell
    corners = {(r + i, c + j) for i in (-0.5, 0.5) for j in (-0.5, 0.5)}
    passed = corners.intersection(corner for side in drawn for corner in corners_of(side))
    along = [corners_of(side) for side in drawn.intersection(around(cell, 0.5))]
    near = {corner: [p for pair in along if corner in pair for p in pair] for corner in passed}
    return len(parts(passed, near.__getitem__))
