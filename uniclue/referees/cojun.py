"""Kojun: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, filled, known, numberings, regions, size
from uniclue.referees.boards import some_numbered


def draw(rng: Random) -> dict[str, Any]:
    """Regions that can be numbered in no more than 5,000 ways."""
    return some_numbered(rng, is_right)


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with 1 to n in regions of n cells."""
    return numberings(size(puzzle["grid"]), regions(puzzle["regions"]).values())


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions hold 1 to n, the larger one above, neighbours differ, and clues stay."""
    numbers = filled(answer)
    return (
        all(numbers[cell] == clue for cell, clue in known(puzzle["grid"]).items())
        and all(
            sorted(numbers[cell] for cell in part) == [*range(1, len(part) + 1)]
            and all(numbers[r, c] > numbers[r + 1, c] for r, c in part if (r + 1, c) in part)
            for part in regions(puzzle["regions"]).values()
        )
        and not any(numbers.get(near) == n for cell, n in numbers.items() for near in around(cell))
    )
