"""Kurarin: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, board_with_loop, cells, drawn, ends, grid, halved
from uniclue.referees.boards import is_one_loop, links, outlines, passed, points, size, text


def draw(rng: Random) -> dict[str, Any]:
    """Dots by the cells that a loop leaves; at times one is wrong."""
    board, loop = board_with_loop(rng)
    shaded = set(cells(board)) - passed(loop)
    wide = 2 * board[0] - 1, 2 * board[1] - 1
    dots: dict[Cell, str] = {}
    share = rng.choice((0.1, 0.2, 0.3))
    for at in cells(wide):
        near = _cells_at(at)
        if rng.random() < share:
            more = 2 * len(shaded.intersection(near)) - len(near)
            dots[at] = "wgb"[(more > 0) - (more < 0) + 1]
    if rng.random() < 0.2:
        dots[rng.choice(cells(wide))] = rng.choice("wgb")
    return {"grid": text(wide, dots)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with closed lines; all other cells are shaded."""
    board = _board(puzzle)
    for line in outlines(board):
        shaded = {cell: int(cell not in passed(line)) for cell in cells(board)}
        yield halved(board, {link: int(link in line) for link in links(board)} | shaded)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether a loop passes all cells but the shaded ones, and these are as the dots tell."""
    line = drawn(answer)
    shaded = {place for place, value in points(answer).items() if value == 1} - line
    inside = set(cells(_board(puzzle)))
    if not is_one_loop(map(ends, line)) or passed(line) != inside - shaded:
        return False
    for cell, word in grid(puzzle["grid"]).items():
        near = _cells_at(cell)
        black = len(shaded.intersection(near))
        white = len(near) - black
        if word != ("b" if black > white else "w" if black < white else "g"):
            return False
    return True


def _board(puzzle: dict[str, Any]) -> tuple[int, int]:
    """Rows and columns, of a grid in which every second one lies between cells."""
    rows, columns = size(puzzle["grid"])
    return (rows + 1) // 2, (columns + 1) // 2


def _cells_at(at: Cell) -> list[Cell]:
    """The cells at a dot."""
    return [*product({at[0] // 2, (at[0] + 1) // 2}, {at[1] // 2, (at[1] + 1) // 2})]
