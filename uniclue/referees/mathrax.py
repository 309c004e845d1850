"""Mathrax: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, grid, latin_squares, nearly, size
from uniclue.referees.boards import sprinkled, squares, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random; now and then with a sign that is off by one."""
    n = rng.choice((2, 3, 3, 4, 4, 4))
    rows = next(squares(range(1, n + 1), rng))
    given = sprinkled(rng, cells((n, n)), rng.choice((0, 0.1, 0.2)))
    numbers = [min(n, max(1, value or 1)) for value in nearly(rng, [rows[r][c] for r, c in given])]
    signs: dict[Cell, str] = {}
    for r, c in sprinkled(rng, cells((n - 1, n - 1)), rng.choice((0.4, 0.7, 1))):
        pairs = _pairs(rows, r, c)
        fits = [sign for sign in _signs(pairs[0]) if all(sign in _signs(pair) for pair in pairs)]
        if fits or rng.random() < 0.05:
            signs[r, c] = rng.choice(fits or [*_signs(pairs[0])])
    for cell in signs if rng.random() < 0.2 else ():
        signs[cell] = rng.choice(("e", "o", "3+", "1-", "2*", "2/"))
    return {
        "grid": text((n, n), dict(zip(given, numbers, strict=True))),
        "signs": text((n - 1, n - 1), signs),
    }


def _pairs(rows: Rows, r: int, c: int) -> list[tuple[int, int]]:
    """The numbers above left and below right of a corner, and the two others."""
    return [(rows[r][c], rows[r + 1][c + 1]), (rows[r][c + 1], rows[r + 1][c])]


def _signs(pair: tuple[int, int]) -> Iterator[str]:
    """All signs that are true of two numbers."""
    low, high = sorted(pair)
    yield from (f"{low + high}+", f"{high - low}-", f"{low * high}*")
    if high % low == 0:
        yield f"{high // low}/"
    if low % 2 == high % 2:
        yield "eo"[low % 2]


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares."""
    n = size(puzzle["grid"])[0]
    yield from latin_squares(n, range(1, n + 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the board is a Latin square with the printed numbers, and all signs are true."""
    every, values = set(range(1, len(answer) + 1)), filled(answer)
    return (
        all(set(line) == every for line in [*answer, *zip(*answer, strict=True)])
        and all(values[cell] == number for cell, number in grid(puzzle["grid"]).items())
        and all(
            str(sign) in _signs(pair)
            for (r, c), sign in grid(puzzle["signs"]).items()
            for pair in _pairs(answer, r, c)
        )
    )
