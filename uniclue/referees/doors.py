"""Doors: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, around, cells, first_fit, grid, halved
from uniclue.referees.boards import is_connected, links, nearly, points, ray, shape, sides, size
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """The rooms seen through some open doors; at times one number is wrong."""
    board = shape(rng, 8)
    inside = links(board)
    share = rng.choice((0.1, 0.3, 0.5))
    closed = first_fit(
        lambda: {side for side in sides(board) if side not in inside or rng.random() < share},
        lambda closed: _is_whole(closed, board),
        30,
    )
    printed = sprinkled(rng, cells(board), rng.choice((0.5, 0.8, 1, 1)))
    numbers = nearly(rng, [_seen(cell, closed, board) for cell in printed])
    clues: dict[Any, Any] = dict(zip(printed, numbers, strict=True))
    for cell in printed:
        clues[cell] = "?" if rng.random() < 0.05 else clues[cell]
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to close doors; the sides of the board are closed."""
    board = size(puzzle["grid"])
    inside = links(board)
    edge = {side: 1 for side in sides(board) if side not in inside}
    for chosen in product((0, 1), repeat=len(inside)):
        yield halved(board, edge | dict(zip(inside, chosen, strict=True)))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the sides of the board are closed, and each number of rooms is seen."""
    board = size(puzzle["grid"])
    closed = {side for side, value in points(answer).items() if value == 1}
    if not {*sides(board)}.difference(links(board)) <= closed or not _is_whole(closed, board):
        return False
    return all(
        number == "?" or _seen(cell, closed, board) == number
        for cell, number in grid(puzzle["grid"]).items()
    )


def _is_whole(closed: set[Point], board: tuple[int, int]) -> bool:
    """Whether all rooms are connected through open doors."""
    near = {
        (r, c): [(i, j) for i, j in around((r, c)) if ((r + i) / 2, (c + j) / 2) not in closed]
        for r, c in cells(board)
    }
    return is_connected(near, near.__getitem__)


def _seen(cell: Cell, closed: set[Point], board: tuple[int, int]) -> int:
    """How many other rooms are seen from one."""
    number = 0
    for way in "nwes":
        r, c = cell
        for i, j in ray(cell, way, cells(board)):
            if ((r + i) / 2, (c + j) / 2) in closed:
                break
            number += 1
            r, c = i, j
    return number
