"""Easy as ABC: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, hidden, line, squares, text_line

SIDES = ("top", "bottom", "left", "right")


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    n, number = rng.choice(((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), *[(3, 2), (4, 2)] * 3))
    n, number = rng.choice(((n, number), (3, 1), (3, 3), (4, 1), (4, 3), (4, 4)))
    letters = rng.choice(("abcd", "wxyz", "AbCd"))[:number]
    rows = next(squares(_symbols(letters, n), rng)) if number <= n else [[*letters[:n]]] * n
    share = rng.choice((0.1, 0.4, 0.7))
    puzzle: dict[str, Any] = {"letters": letters}
    for side, lines in zip(SIDES, _lines(rows), strict=True):
        seen = hidden(rng, [_first(cells) for cells in lines], share)
        if rng.random() < 0.1:
            seen[rng.randrange(n)] = rng.choice(letters)
        puzzle[side] = text_line(seen)
    return puzzle


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All squares with each letter once in every line; any rows if it has no room for all."""
    letters, n = puzzle["letters"], len(line(puzzle["top"]))
    if len(letters) <= n:
        yield from squares(_symbols(letters, n))
    else:
        yield from (
            [list(row) for row in rows] for rows in product(product(letters, repeat=n), repeat=n)
        )


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every letter stands once in each line, and is seen first where it should be."""
    return all(
        cells.count(letter) == 1
        for lines in _lines(answer)[::2]
        for cells in lines
        for letter in puzzle["letters"]
    ) and all(
        letter in (None, _first(cells))
        for side, lines in zip(SIDES, _lines(answer), strict=True)
        for letter, cells in zip(line(puzzle[side]), lines, strict=True)
    )


def _lines(rows: Rows) -> list[list[list[Any]]]:
    """For each of the sides the lines as seen from there."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    return [columns, [column[::-1] for column in columns], rows, [row[::-1] for row in rows]]


def _symbols(letters: str, n: int) -> str:
    """The symbols of a line of n cells."""
    return letters + "." * (n - len(letters))


def _first(cells: list[Any]) -> Any:
    """The first letter."""
    return next((value for value in cells if value != "."), None)
