"""Tenner Grid: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, hidden, line, nearly, size, some_answer
from uniclue.referees.boards import sprinkled, text, text_line, touching


def draw(rng: Random) -> dict[str, Any]:
    """Some digits of a board on which mostly no equal digits touch, and some sums."""
    board = rng.choice(
        ((1, 1), (1, 5), (1, 4), (2, 2), (3, 1), (3, 3), (3, 3), (4, 3), *[(2, 4)] * 6)
    )
    puzzle: dict[str, Any] = {"grid": text(board, {}), "bottom": "." * board[1]}
    rows = some_answer(rng, answers(puzzle), lambda rows: is_right(puzzle, rows))
    given = sprinkled(rng, filled(rows).items(), rng.choice((0.1, 0.3, 0.6)))
    clues = hidden(rng, [sum(column) for column in zip(*rows, strict=True)], rng.choice((0, 0.3)))
    return {"grid": text(board, dict(given)), "bottom": text_line(nearly(rng, clues))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with every digit once in each row."""
    height, width = size(puzzle["grid"])
    for rows in product(permutations(range(width)), repeat=height):
        yield [list(row) for row in rows]


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether rows hold every digit, columns have their sums, and equal digits do not touch."""
    digits = filled(answer)
    sums = [sum(column) for column in zip(*answer, strict=True)]
    return (
        all(digits[cell] == digit for cell, digit in grid(puzzle["grid"]).items())
        and all(sorted(row) == [*range(len(row))] for row in answer)
        and all(a in (None, b) for a, b in zip(line(puzzle["bottom"]), sums, strict=True))
        and not any(digits.get(near) == d for cell, d in digits.items() for near in touching(cell))
    )
