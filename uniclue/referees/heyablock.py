"""Heyablock: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, filled, grid, is_connected, known, lines, regions
from uniclue.referees.boards import shadings, shape, size, some_regions, some_rooms


def draw(rng: Random) -> dict[str, Any]:
    """Rooms, with the numbers of shaded cells of a board that is mostly right."""
    board = shape(rng)
    return some_rooms(
        rng, board, some_regions(rng, board, rng.randint(1, 4)), is_right, (0.3, 0.5), 300
    )


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each room has its block, and white cells are connected and cross one border."""
    values, room, clues = filled(answer), grid(puzzle["regions"]), known(puzzle["grid"])
    shaded = {cell for cell, value in values.items() if value == 1}
    white = values.keys() - shaded
    for cells in regions(puzzle["regions"]).values():
        block = shaded.intersection(cells)
        numbers = {clues[cell] for cell in cells if cell in clues}
        if not (block or 0 in numbers) or not is_connected(block) or numbers - {len(block)}:
            return False
    if any(near in shaded and room[near] != room[c] for c in shaded for near in around(c)):
        return False
    for line in lines(size(answer)):
        crossed = 0
        for one, other in pairwise(line):
            crossed = (
                0 if other in shaded or one in shaded else crossed + (room[one] != room[other])
            )
            if crossed > 1:
                return False
    return is_connected(white)
