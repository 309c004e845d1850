"""Heyablock: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Rows,
    around,
    filled,
    first_fit,
    grid,
    groups,
    is_connected,
    known,
    lines,
    opened,
    regions,
    shadings,
    shape,
    size,
    some_counts,
    some_regions,
    some_shaded,
    text,
)


def draw(rng: Random) -> dict[str, Any]:
    """Rooms, with the numbers of shaded cells of a board that is mostly right."""
    board = shape(rng)
    rooms = some_regions(rng, board, rng.randint(1, 4))
    bare = {"regions": text(board, rooms), "grid": text(board, {})}
    share = rng.choice((0.3, 0.5))
    rows = first_fit(lambda: some_shaded(rng, board, share), lambda rows: is_right(bare, rows), 300)
    numbers = some_counts(rng, rooms, groups(filled(rows)).get(1, []))
    return bare | {"grid": text(board, opened(rng, numbers))}


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
