"""Ayeheya: the rules over a filled board."""

from __future__ import annotations

from random import Random
from typing import Any

from uniclue.referees import heyawake
from uniclue.referees.boards import Rows, filled, grid, groups, shape, some_rectangles, some_rooms

answers = heyawake.answers


def draw(rng: Random) -> dict[str, Any]:
    """Rectangular rooms, with the numbers of their shaded cells; at times one is wrong."""
    board = shape(rng)
    rooms = zip("abcdefghijkl", some_rectangles(rng, board), strict=False)
    names = {cell: word for word, room in rooms for cell in room}
    return some_rooms(rng, board, names, is_right, (0.25,), 300)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether a Heyawake is solved, and each room is shaded alike upside down."""
    values = filled(answer)
    for room in groups(grid(puzzle["regions"])).values():
        top, left = (min(side) for side in zip(*room, strict=True))
        low, right = (max(side) for side in zip(*room, strict=True))
        if any(values[r, c] != values[top + low - r, left + right - c] for r, c in room):
            return False
    return heyawake.is_right(puzzle, answer)
