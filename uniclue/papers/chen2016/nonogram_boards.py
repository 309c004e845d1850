"""Random nonograms by the recipe of the generator that Chen 2016 used: ``n num p1 p2 seed``.

Board i of a set (i from 0) has int((p1 + (p2 - p1) i / (num - 1)) n^2) black cells, or int(p1 n^2)
if it is the only one. The cells, row by row, black ones first, are shuffled by the shuffle of
Python 2: from the last cell k to the second, cell k is exchanged with cell int(random() (k + 1)).
Python 3 shuffles differently, but its generator (the Mersenne Twister) and ``random()`` are the
same, so a seed gives Chen's boards on every platform. It is seeded once for a whole set.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby

from uniclue.core.puzzle import Grid
from uniclue.models.nonogram import LineClue, Nonogram


def boards(size: int, number: int, first: float, last: float, seed: int) -> Iterator[Grid]:
    """The boards of a set, 1 black and 0 white.

    Args:
        size: Rows, and columns.
        number: How many boards.
        first: Share of black cells of the first board, 0 to 1.
        last: Share of black cells of the last board.
        seed: For the Mersenne Twister.

    Raises:
        ValueError: A size or number below 1, or a share outside 0 to 1.
    """
    if size < 1 or number < 1:
        raise ValueError(f"expected a size and a number of 1 or more, got {size} and {number}")
    if not (0 <= first <= 1 and 0 <= last <= 1):
        raise ValueError(f"expected shares from 0 to 1, got {first} and {last}")
    return _boards(size, number, first, last, random.Random(seed))


def _boards(
    size: int, number: int, first: float, last: float, rng: random.Random
) -> Iterator[Grid]:
    for i in range(number):
        share = first if number == 1 else first + (last - first) * i / (number - 1)
        black = int(share * size * size)
        cells = [1] * black + [0] * (size * size - black)
        for k in range(len(cells) - 1, 0, -1):
            j = int(rng.random() * (k + 1))
            cells[k], cells[j] = cells[j], cells[k]
        yield tuple(tuple(cells[r : r + size]) for r in range(0, len(cells), size))


def puzzles(size: int, number: int, first: float, last: float, seed: int) -> Iterator[Nonogram]:
    """The clues of :func:`boards`, with the number from 1 as ``id``; sizes up to 150.

    Many of them have solutions besides the board they were made from.

    Raises:
        ValueError: As for :func:`boards`, or a size above 150.
    """
    if size > 150:
        raise ValueError(f"expected a size of at most 150, got {size}")
    of_set = boards(size, number, first, last, seed)
    return (clues(board, i) for i, board in enumerate(of_set, 1))


def clues(board: Grid, name: int | None = None) -> Nonogram:
    """The clues of a complete grid as a nonogram; a number becomes its ``id``."""
    rows, cols = map(_clue, board), map(_clue, zip(*board, strict=True))
    extra = {} if name is None else {"id": name}
    return Nonogram(rows=tuple(rows), cols=tuple(cols), extra=extra)


def _clue(line: tuple[object, ...]) -> LineClue:
    return tuple(len(list(cells)) for value, cells in groupby(line) if value == 1)
