"""Chen 2016, once more."""

from __future__ import annotations

import random
from itertools import combinations, groupby, pairwise, product
from math import factorial
from typing import Any

SIZES = (4, 5, 6, 7)


def nodes(n: int, last: int) -> int:
    """Rows filled by the search row by row, two runs of 1 in every line, ``last`` in the last row.

    Partial boards with the same columns so far are counted together: for each column how many
    cells it has, and whether the last one is black.
    """
    now, total = {((0, 0),) * n: 1}, 0
    for row in range(n):
        number = 2 if row < n - 1 else last
        after: dict[tuple[tuple[int, int], ...], int] = {}
        ways = [some for some in combinations(range(n), number) if 1 not in _gaps(some)]
        for columns, times in now.items():
            for some in ways:
                new = tuple((k + (i in some), i in some) for i, (k, _) in enumerate(columns))
                touching = any(columns[i][1] or columns[i][0] == 2 for i in some)
                if not touching and all(_can_end(k, black, n - row - 1) for k, black in new):
                    after[new] = after.get(new, 0) + times
        now, total = after, total + sum(after.values())
    return total


def _gaps(some: tuple[int, ...]) -> set[int]:
    return {b - a for a, b in pairwise(some)}


def _can_end(number: int, is_black: bool, left: int) -> bool:
    need = 2 - number
    return need == 0 or left >= 2 * need - 1 + is_black


def growth_rows() -> dict[str, Any]:
    whole, short = (tuple(nodes(n, k) / factorial(n + 1) for n in SIZES) for k in (2, 1))
    return {"rows-over-bound": whole, "rows-without-solution": short}


def middle_hard() -> dict[str, Any]:
    """Boards of 10x10 with 70 black cells, by what all fillings of a line have in common."""
    rng, solved = random.Random(1), 0
    for _ in range(12):
        cells = [1] * 70 + [0] * 30
        rng.shuffle(cells)
        solved += is_solved([cells[i : i + 10] for i in range(0, 100, 10)])
    return {"solved": solved, "solved-by-share": (solved / 12,)}


def runs(line: tuple[int, ...]) -> list[int]:
    return [len([*cells]) for black, cells in groupby(line) if black]


FILLINGS: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
for filling in product((0, 1), repeat=10):
    FILLINGS.setdefault(tuple(runs(filling)), []).append(filling)


def is_solved(board: list[list[int]]) -> bool:
    lines = [*board, *zip(*board, strict=True)]
    ways = [FILLINGS[tuple(runs(tuple(line)))] for line in lines]
    known: dict[tuple[int, int], int] = {}
    before = -1
    while len(known) > before:
        before = len(known)
        for k, some in enumerate(ways):
            at = [(k, i) if k < 10 else (i, k - 10) for i in range(10)]
            fits = [
                w for w in some if all(known.get(p, c) == c for p, c in zip(at, w, strict=True))
            ]
            for i, place in enumerate(at):
                if len({way[i] for way in fits}) == 1:
                    known[place] = fits[0][i]
    return len(known) == 100
