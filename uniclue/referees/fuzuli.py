"""Fuzuli: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, nearly, size, squares, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    n, highest = rng.choice(((1, 1), (2, 1), (2, 2), (3, 1), (3, 3), *[(3, 2), (4, 2), (4, 3)] * 3))
    rows = next(squares(_symbols(n, highest), rng))
    share = rng.choice((0.2, 0.4, 0.7))
    clues = {cell: n for cell, n in filled(rows).items() if n != "." and rng.random() < share}
    numbers = [min(highest, max(1, n or 1)) for n in nearly(rng, [*clues.values()])]
    words: dict[Any, Any] = dict(zip(clues, numbers, strict=True))
    return {"grid": text((n, n), words), "highest": highest}


def _symbols(n: int, highest: int) -> list[Any]:
    return [*range(1, highest + 1), *"." * (n - highest)]


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All squares with each number once in every line."""
    yield from squares(_symbols(size(puzzle["grid"])[0], puzzle["highest"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each number stands once in every line, and no block is full."""
    values, every = filled(answer), _symbols(len(answer), puzzle["highest"])
    return (
        all(
            sorted(map(str, cells)) == sorted(map(str, every))
            for cells in [*answer, *zip(*answer, strict=True)]
        )
        and not any(
            all(row[c] != "." != row[c + 1] for row in two)
            for two in pairwise(answer)
            for c in range(len(answer) - 1)
        )
        and all(values[cell] == n for cell, n in grid(puzzle["grid"]).items())
    )
