"""Heyawake: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, filled, grid, is_connected, known, lines
from uniclue.referees.boards import shadings, shape, size, some_regions, some_rooms


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    return some_rooms(
        rng, board, some_regions(rng, board, rng.randint(1, 6)), is_right, (0.25,), 300
    )


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether cells are shaded by the rules, and as many in rooms as numbers state."""
    values = filled(answer)
    shaded = {cell for cell, value in values.items() if value == 1}
    white = values.keys() - shaded
    name = grid(puzzle["regions"])
    counts = Counter(name[cell] for cell in shaded)
    return (
        not any(near in shaded for cell in shaded for near in around(cell))
        and is_connected(white)
        and all(_crosses_one_border(line, white, name) for line in lines(size(answer)))
        and all(counts[name[cell]] == number for cell, number in known(puzzle["grid"]).items())
    )


def _crosses_one_border(line: list[Cell], white: set[Cell], name: dict[Cell, Any]) -> bool:
    """Whether no white cells that follow each other in a line cross more than one border."""
    crossed = 0
    for one, other in pairwise(line):
        if other not in white:
            crossed = 0
        elif one in white and name[one] != name[other]:
            crossed += 1
        if crossed > 1:
            return False
    return True
