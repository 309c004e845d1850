"""Eulero: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, grid, latin_squares, size, text


def draw(rng: Random) -> dict[str, Any]:
    """Some digits of one board; now and then another one."""
    n = rng.choice((1, 2, *[3] * 8))
    every = [*answers({"grid": text((n, n), {})})]
    rows = rng.choice(every) if every else [[11, 22], [22, 11]]
    clues: dict[Any, int] = {}
    share = rng.choice((0.2, 0.4, 0.6))
    for cell in cells((n, n)):
        first, second = divmod(filled(rows)[cell], 10)
        first, second = (d if rng.random() < share else 0 for d in (first, second))
        if first or second:
            clues[cell] = 10 * first + second
    if clues and rng.random() < 0.3:
        clues[rng.choice([*clues])] = rng.choice((10, 1)) * rng.randint(1, n)
    return {"grid": text((n, n), clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All pairs of Latin squares in which every pair of digits stands once."""
    n = size(puzzle["grid"])[0]
    every = [*latin_squares(n, range(1, n + 1))]
    for one in every:
        for other in every:
            rows = [
                [10 * a + b for a, b in zip(*both, strict=True)]
                for both in zip(one, other, strict=True)
            ]
            if len({pair for row in rows for pair in row}) == n * n:
                yield rows


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether first and second digits are Latin squares, and pairs and clues are right."""
    values, n = filled(answer), len(answer)
    return (
        all(
            len({divmod(pair, 10)[i] for pair in line}) == n
            for line in [*answer, *zip(*answer, strict=True)]
            for i in (0, 1)
        )
        and len({*values.values()}) == n * n
        and all(
            clue in (0, digit)
            for cell, number in grid(puzzle["grid"]).items()
            for clue, digit in zip(divmod(number, 10), divmod(values[cell], 10), strict=True)
        )
    )
