"""Trinairo: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, Shape, around, filled, grid, lines, size, sprinkled
from uniclue.referees.boards import text


def draw(rng: Random) -> dict[str, Any]:
    """Some numbers of one board, with an x where that is true, mostly."""
    board = rng.choice(((3, 3), (3, 6), (3, 6), (6, 3), (6, 3)))
    rows = rng.choice(_boards(board))
    clues: dict[Cell, Any] = {}
    values = filled(rows)
    for cell, number in sprinkled(rng, values.items(), rng.choice((0.2, 0.4, 0.6))):
        is_alone = _is_alone(cell, values)
        clues[cell] = f"{number}x" if is_alone == (rng.random() < 0.97) else number
    return {"grid": text(board, clues)}


def _is_alone(cell: Cell, values: dict[Cell, int]) -> bool:
    """Whether no neighbour holds the same number."""
    return all(values.get(near) != values[cell] for near in around(cell))


@cache
def _boards(board: Shape) -> list[Rows]:
    """All boards on which the three numbers stand equally often in every line."""
    if board[0] > 3:
        return [[*map(list, zip(*rows, strict=True))] for rows in _boards((board[1], board[0]))]
    columns = product(permutations((1, 2, 3)), repeat=board[1])
    every = ([*map(list, zip(*some, strict=True))] for some in columns)
    return [
        rows for rows in every if all(row.count(n) * 3 == board[1] for row in rows for n in row)
    ]


@cache
def _lines(width: int) -> list[list[int]]:
    """All lines on which the three numbers stand equally often."""
    return [*map(list, {*permutations((1, 2, 3) * (width // 3))})]


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with the three numbers equally often in every line; in every row, if large."""
    words, (height, width) = grid(puzzle["grid"]), size(puzzle["grid"])
    is_large = min(height, width) > 3
    every: Iterable[Rows] = map(list, product(_lines(width), repeat=height)) if is_large else ()
    for rows in every or _boards((height, width)):
        if all(rows[r][c] == int(str(word)[0]) for (r, c), word in words.items()):
            yield rows


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether lines hold numbers equally often, and printed ones have an equal neighbour or not."""
    values = filled(answer)
    return all(
        [values[cell] for cell in some].count(number) * 3 == len(some)
        for some in lines(size(puzzle["grid"]))
        for number in (1, 2, 3)
    ) and all(
        values[cell] == int(str(word)[0]) and _is_alone(cell, values) == (str(word)[1:] == "x")
        for cell, word in grid(puzzle["grid"]).items()
    )
