"""Chocona: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, known, parts, shadings, shape, size
from uniclue.referees.boards import some_regions, some_rooms


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    return some_rooms(rng, board, some_regions(rng, board, rng.randint(1, 9)), is_right)


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells form rectangles, and as many lie in regions as numbers say."""
    shaded = {cell for cell, value in filled(answer).items() if value == 1}
    name = grid(puzzle["regions"])
    counts = Counter(name[cell] for cell in shaded)
    return all(
        len(part) == len({r for r, _ in part}) * len({c for _, c in part}) for part in parts(shaded)
    ) and all(counts[name[cell]] == number for cell, number in known(puzzle["grid"]).items())
