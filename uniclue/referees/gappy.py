"""Gappy: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, beside, filled, hidden, line, lines, nearly, shape
from uniclue.referees.boards import touching

Chosen = tuple[tuple[int, int], ...]


def draw(rng: Random) -> dict[str, Any]:
    """Mostly the gaps of a right board; none is smaller than 8x8, and of these there are two."""
    side = rng.choice((8, 9, 9, 9))
    if rng.random() < 0.2:
        board = shape(rng, square=True)
        return beside(board, [rng.choice((None, 0, 1, 2, 5)) for _ in lines(board)])
    chosen = rng.choice(_boards(side))
    gaps = [cells[1] - cells[0] - 1 for cells in (*chosen, *_columns(chosen, side))]
    clues = nearly(rng, hidden(rng, gaps, rng.choice((0.1, 0.3, 0.5, 0.7))))
    return beside((side, side), clues)


@cache
def _boards(side: int) -> list[Chosen]:
    """The two shaded columns of every row: nothing touches, and no column has three."""
    ways = [(a, b) for a, b in combinations(range(side), 2) if b - a > 1]

    def more(rows: Chosen) -> Iterator[Chosen]:
        if len(rows) == side:
            yield rows
            return
        for way in ways:
            is_apart = not rows or all(abs(a - b) > 1 for a, b in product(rows[-1], way))
            if is_apart and all(sum(c in row for row in rows) < 2 for c in way):
                yield from more((*rows, way))

    return [*more(())]


def _columns(rows: Chosen, width: int) -> list[list[int]]:
    """The shaded rows of every column."""
    return [[r for r, row in enumerate(rows) if c in row] for c in range(width)]


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with two shaded cells in every line, none of which touch."""
    width = len(line(puzzle["top"]))
    for rows in _boards(width):
        yield [[int(c in row) for c in range(width)] for row in rows]


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether two cells of every line are shaded, as far apart as the clues say, and none touch."""
    shaded = {cell for cell, value in filled(answer).items() if value == 1}
    clues = line(puzzle["left"]) + line(puzzle["top"])
    return all(
        sum(cells) == 2 and gap in (None, len(cells) - 2 - cells.index(1) - cells[::-1].index(1))
        for cells, gap in zip([*answer, *map(list, zip(*answer, strict=True))], clues, strict=True)
    ) and not any(shaded.intersection(touching(cell)) for cell in shaded)
