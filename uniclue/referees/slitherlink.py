"""Slitherlink: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, borders, cells, corners_of, halved, hidden
from uniclue.referees.boards import is_one_loop, known, nearly, opened, points, shape, sides, size
from uniclue.referees.boards import some_answer, text


def draw(rng: Random) -> dict[str, Any]:
    """Some numbers of a loop; at times one is wrong."""
    board = shape(rng)
    blank = {"grid": text(board, {})}
    drawn = _drawn(some_answer(rng, answers(blank), partial(is_right, blank)))
    numbers = [len(drawn.intersection(around(cell, 0.5))) for cell in cells(board)]
    printed = nearly(rng, hidden(rng, numbers, rng.choice((0.2, 0.5, 0.8))))
    clues = zip(cells(board), printed, strict=True)
    return {"grid": text(board, opened(rng, {cell: n for cell, n in clues if n is not None}))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with closed lines."""
    board = size(puzzle["grid"])
    for drawn in borders(cells(board)):
        yield halved(board, {side: int(side in drawn) for side in sides(board)})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the sides drawn are one loop, with as many around each number."""
    drawn = _drawn(answer)
    return all(
        len(drawn.intersection(around(cell, 0.5))) == number
        for cell, number in known(puzzle["grid"]).items()
    ) and is_one_loop(map(corners_of, drawn))


def _drawn(answer: Rows) -> set[Any]:
    """The sides that are drawn."""
    return {side for side, value in points(answer).items() if value == 1}
