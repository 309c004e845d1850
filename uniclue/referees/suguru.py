"""Suguru: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import factorial, prod
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Rows,
    filled,
    grid,
    groups,
    numberings,
    printed,
    regions,
    shape,
    size,
    some_answer,
    some_regions,
    text,
    touching,
)


def draw(rng: Random) -> dict[str, Any]:
    """Regions that can be numbered in no more than 5,000 ways."""
    while True:
        board = max(shape(rng, 16), shape(rng, 16), key=min)
        names = some_regions(rng, board, rng.randint(1, board[0] * board[1]))
        if prod(factorial(len(part)) for part in groups(names).values()) > 5000:
            continue
        puzzle = {"regions": text(board, names), "grid": text(board, {})}
        answer = some_answer(rng, answers(puzzle), partial(is_right, puzzle))
        if is_right(puzzle, answer) or rng.random() < 0.05:
            break
    return puzzle | {"grid": text(board, printed(rng, answer, rng.choice((0.5, 0.8, 1))))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with 1 to n in regions of n cells."""
    return numberings(size(puzzle["grid"]), regions(puzzle["regions"]).values())


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions hold 1 to n, equal numbers do not touch, and clues stay."""
    numbers = filled(answer)
    return (
        all(numbers[cell] == clue for cell, clue in grid(puzzle["grid"]).items())
        and all(
            sorted(numbers[cell] for cell in part) == [*range(1, len(part) + 1)]
            for part in regions(puzzle["regions"]).values()
        )
        and not any(
            numbers.get(near) == number
            for cell, number in numbers.items()
            for near in touching(cell)
        )
    )
