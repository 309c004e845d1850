"""Aqre: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, is_connected, known, lines, shadings, shape
from uniclue.referees.boards import size, some_regions, some_rooms


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = rng.choice(((1, 5), (5, 1), (2, 5), (5, 2), (3, 4), (4, 3), (2, 6), shape(rng)))
    return some_rooms(rng, board, some_regions(rng, board, rng.randint(1, 8)), is_right)


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells are connected, no four are alike, and regions hold their numbers."""
    values = filled(answer)
    shaded = {cell for cell, value in values.items() if value == 1}
    name = grid(puzzle["regions"])
    counts = Counter(name[cell] for cell in shaded)
    return (
        is_connected(shaded)
        and not any(
            len({values[cell] for cell in line[i : i + 4]}) == 1
            for line in lines(size(answer))
            for i in range(len(line) - 3)
        )
        and all(counts[name[cell]] == number for cell, number in known(puzzle["grid"]).items())
    )
