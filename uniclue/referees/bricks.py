"""Bricks: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, known, latin_squares, printed, size, squares, text


def draw(rng: Random) -> dict[str, Any]:
    """A wall with some numbers of a square that is mostly right; at times one is wrong."""
    n = rng.choice((1, 2, 3, 3, 4, 4))
    half = {"half": True} if rng.random() < 0.4 else {}
    bare = {"grid": text((n, n), {})} | half
    rows = next(squares(range(1, n + 1), rng))
    for tried in squares(range(1, n + 1), rng):
        if is_right(bare, tried):
            rows = tried
            break
    return bare | {"grid": text((n, n), printed(rng, rows, rng.choice((0.6, 0.8))))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares."""
    n = size(puzzle["grid"])[0]
    yield from latin_squares(n, range(1, n + 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the board is a Latin square, and bricks of two cells have an odd and an even one."""
    every, values = set(range(1, len(answer) + 1)), filled(answer)
    first = 1 if puzzle.get("half") else 0
    return (
        all(set(line) == every for line in [*answer, *zip(*answer, strict=True)])
        and all(
            (row[i] + row[i + 1]) % 2 == 1
            for r, row in enumerate(answer)
            for i in range((r + first) % 2, len(row) - 1, 2)
        )
        and all(values[cell] == number for cell, number in known(puzzle["grid"]).items())
    )
