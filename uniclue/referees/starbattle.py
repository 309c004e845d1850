"""Star Battle: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Rows,
    counts,
    filled,
    regions,
    shape,
    size,
    some_answer,
    some_regions,
    sprinkled,
    text,
    touching,
)


def draw(rng: Random) -> dict[str, Any]:
    """Regions, mostly grown from the stars of an answer; at times too few or too many."""
    n = rng.choice((1, 2, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5))
    board = (n, n) if rng.random() < 0.85 else shape(rng, 9)
    stars = {"stars": 2 if 2 <= board[1] <= 4 and rng.random() < 0.2 else 1}
    puzzle: dict[str, Any] = stars if rng.random() < 0.5 or stars["stars"] == 2 else {}
    blank = puzzle | {"regions": text(board, {})}
    answer = some_answer(rng, answers(blank), lambda each: is_right(blank, each))
    first = [cell for cell, value in filled(answer).items() if value == 1]
    number = board[0] + rng.choice((0, 0, 0, 0, 0, 0, 0, 0, -1, 1))
    names = some_regions(rng, board, max(1, number), first if rng.random() < 0.7 else ())
    if rng.random() < 0.15:
        names = {cell: names[cell] for cell in sprinkled(rng, names, 0.8)}
    return puzzle | {"regions": text(board, names)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with the stars of each row."""
    rows, columns = size(puzzle["regions"])
    chosen = combinations(range(columns), puzzle.get("stars", 1))
    for held in product([*chosen], repeat=rows):
        yield [[int(c in row) for c in range(columns)] for row in held]


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether rows, columns and regions hold their stars, which do not touch."""
    stars = {cell for cell, value in filled(answer).items() if value == 1}
    held = [len(stars.intersection(part)) for part in regions(puzzle["regions"]).values()]
    held += counts(size(puzzle["regions"]), stars)
    return all(n == puzzle.get("stars", 1) for n in held) and not any(
        stars.intersection(touching(star)) for star in stars
    )
