"""Renzoku: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, ends, filled, grid, latin_squares, links, size, sprinkled
from uniclue.referees.boards import squares, text


def draw(rng: Random) -> dict[str, Any]:
    """The dots of a Latin square, now and then with one too many or too few."""
    n = rng.choice((1, 2, 3, 3, 4, 4, 4, 4))
    values = filled(next(squares(range(1, n + 1), rng)))
    told = [
        [list(one), list(other)]
        for one, other in map(ends, links((n, n)))
        if (abs(values[one] - values[other]) == 1) != (rng.random() < 0.01)
    ]
    given = dict(sprinkled(rng, values.items(), rng.choice((0, 0, 0.1, 0.2))))
    if given and rng.random() < 0.1:
        given[rng.choice([*given])] = rng.randint(1, n)
    puzzle: dict[str, Any] = {"grid": text((n, n), given)}
    return puzzle | ({"dots": told} if told else {})


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares."""
    n = size(puzzle["grid"])[0]
    yield from latin_squares(n, range(1, n + 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the board is a Latin square with dots between just the numbers that follow."""
    every, values = set(range(1, len(answer) + 1)), filled(answer)
    dots = {frozenset(map(tuple, pair)) for pair in puzzle.get("dots", [])}
    return (
        all(set(line) == every for line in [*answer, *zip(*answer, strict=True)])
        and all(values[cell] == number for cell, number in grid(puzzle["grid"]).items())
        and all(
            (abs(values[one] - values[other]) == 1) == (frozenset((one, other)) in dots)
            for one, other in map(ends, links((len(answer), len(answer))))
        )
    )
