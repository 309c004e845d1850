"""Patchwork: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, cells, filled, known, lines, numberings, printed
from uniclue.referees.boards import regions, size, some_answer, text

BOARDS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 4), (4, 2), (3, 3), (2, 6), (6, 2), (1, 3), (4, 4))


def draw(rng: Random) -> dict[str, Any]:
    """Strips across or down, and some numbers of a board that is mostly right."""
    board = rng.choice(BOARDS)
    n = rng.choice([n for n in (1, 2, 2, 3) if board[0] % n == 0 == board[1] % n])
    down = {(r, c): rng.random() < 0.5 for r, c in cells(board) if r % n == c % n == 0}
    first = {(r, c): (r - r % n, c - c % n) for r, c in cells(board)}
    strips = {
        at: (first[at][0], at[1], 1) if down[first[at]] else (at[0], first[at][1], 0)
        for at in first
    }
    letters = dict(zip(dict.fromkeys(strips.values()), "abcdefghijklmnop", strict=False))
    names = {cell: letters[strip] for cell, strip in strips.items()}
    bare = {"regions": text(board, names), "grid": text(board, {})}
    rows = some_answer(rng, answers(bare), lambda rows: is_right(bare, rows))
    return bare | {"grid": text(board, printed(rng, rows, rng.choice((0.7, 0.9, 1))))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to number the cells of the strips."""
    return numberings(size(puzzle["grid"]), regions(puzzle["regions"]).values())


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether strips and lines hold all numbers equally often, and neighbours differ."""
    values = filled(answer)
    strips = regions(puzzle["regions"]).values()
    n = len(next(iter(strips)))
    return (
        all(sorted(values[cell] for cell in strip) == [*range(1, n + 1)] for strip in strips)
        and all(
            {*Counter(values[cell] for cell in line).values()} == {len(line) // n}
            and len({values[cell] for cell in line}) == n
            for line in lines(size(answer))
        )
        and not any(
            values.get(at) == number for cell, number in values.items() for at in around(cell)
        )
        and all(values[cell] == number for cell, number in known(puzzle["grid"]).items())
    )
