"""Sheep and Wolves: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, borders, cells, corners_of, grid, halved
from uniclue.referees.boards import hidden, is_one_loop, nearly, points, shape, sides, size
from uniclue.referees.boards import some_answer, text


def draw(rng: Random) -> dict[str, Any]:
    """Some numbers of a loop; at times one is wrong."""
    board = shape(rng, 9)
    blank = {"grid": text(board, {})}
    drawn = _drawn(some_answer(rng, answers(blank), partial(is_right, blank)))
    numbers = [len(drawn.intersection(around(cell, 0.5))) for cell in cells(board)]
    printed = nearly(rng, hidden(rng, numbers, rng.choice((0.2, 0.5, 0.8))))
    clues: dict[Any, Any] = dict(zip(cells(board), printed, strict=True))
    for cell in cells(board):
        if clues[cell] is None and rng.random() < 0.5:
            clues[cell] = "s" if _is_inside(cell, drawn) == (rng.random() < 0.95) else "w"
    shown = {cell: min(3, n) if isinstance(n, int) else n for cell, n in clues.items()}
    return {"grid": text(board, {cell: n for cell, n in shown.items() if n is not None})}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with closed lines."""
    board = size(puzzle["grid"])
    for drawn in borders(cells(board)):
        yield halved(board, {side: int(side in drawn) for side in sides(board)})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the sides drawn are one loop around all sheep, with as many around each number."""
    drawn = _drawn(answer)
    return is_one_loop(map(corners_of, drawn)) and all(
        len(drawn.intersection(around(cell, 0.5))) == word
        if isinstance(word, int)
        else _is_inside(cell, drawn) == (word == "s")
        for cell, word in grid(puzzle["grid"]).items()
    )


def _drawn(answer: Rows) -> set[Any]:
    """The sides that are drawn."""
    return {side for side, value in points(answer).items() if value == 1}


def _is_inside(cell: Cell, drawn: set[Any]) -> bool:
    """Whether a cell is inside the loop: an odd number of its sides lie above."""
    r, c = cell
    return sum((i - 0.5, c) in drawn for i in range(r + 1)) % 2 == 1
