"""Sudoku: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, fillings, groups, latin_squares
from uniclue.referees.boards import lines


def draw(rng: Random) -> dict[str, Any]:
    """A board of four or six digits, printed in part."""
    rows, columns = rng.choice(((2, 2), (2, 2), (2, 3), (3, 2)))
    n = rows * columns
    order = rng.sample(range(1, n + 1), n)
    bands = [rng.sample(range(rows), rows) for _ in range(columns)]
    shifts = [columns * i + band for band, shuffled in enumerate(bands) for i in shuffled]
    digits = [[order[(shift + c) % n] for c in range(n)] for shift in shifts]
    blanks = rng.randint(1, 4) if n == 6 else rng.randint(6, 16)
    for r, c in rng.sample(cells((n, n)), blanks):
        digits[r][c] = 0
    if rng.random() < 0.3:
        for r, c in rng.sample(cells((n, n)), 2):
            digits[r][c] = rng.randint(1, n) if digits[r][c] else 0
    return {"box": [rows, columns], "grid": digits}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares of four digits; all ways to fill the blanks of larger boards."""
    printed = puzzle["grid"]
    n = len(printed)
    if n == 4:
        yield from latin_squares(n, range(1, n + 1))
    else:
        whole = range(1, n + 1)
        values = {(r, c): [printed[r][c]] if printed[r][c] else whole for r, c in cells((n, n))}
        yield from fillings((n, n), values)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether printed digits are kept, and no digit stands twice in a row, column or box."""
    digits = filled(answer)
    n = len(answer)
    return all(
        digits[r, c] == puzzle["grid"][r][c] for r, c in digits if puzzle["grid"][r][c]
    ) and all(
        len({digits[cell] for cell in group}) == n
        for group in [*lines((n, n)), *_boxes(n, *puzzle["box"])]
    )


def _boxes(n: int, rows: int, columns: int) -> list[list[Cell]]:
    """The cells of every box."""
    return [*groups({(r, c): (r // rows, c // columns) for r, c in cells((n, n))}).values()]
