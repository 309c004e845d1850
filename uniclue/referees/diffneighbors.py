"""Different Neighbors: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, plain_answers, regions, some_plain, touching

NUMBERS = range(1, 5)


def draw(rng: Random) -> dict[str, Any]:
    """A few regions, mostly with a way to number them, and the numbers of most of them."""
    return some_plain(rng, (16, 6), NUMBERS, (0, 1, 2, 2, 3, 4), is_right)


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with a number in every region, in all of its cells."""
    return plain_answers(puzzle, NUMBERS)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions hold one number each, and others that touch it another."""
    values, owners = filled(answer), grid(puzzle["regions"])
    return (
        all(values[cell] == number for cell, number in grid(puzzle["grid"]).items())
        and all(
            len({values[cell] for cell in region}) == 1
            for region in regions(puzzle["regions"]).values()
        )
        and not any(
            values.get(near) == value and owners[near] != owners[cell]
            for cell, value in values.items()
            for near in touching(cell)
        )
    )
