"""Tapa: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, fillings, grid, has_pool
from uniclue.referees.boards import is_connected, nearly, parts, shape, size, some_answer, text
from uniclue.referees.boards import touching


def draw(rng: Random) -> dict[str, Any]:
    """Clues of the most cut of some walls, some of them with ?; at times a number is wrong."""
    board = shape(rng, 16)
    number = round(board[0] * board[1] * rng.choice((0.2, 0.35, 0.5)))
    places = rng.sample(cells(board), max(number, board[0] * board[1] - 12))
    blank = {"grid": text(board, dict.fromkeys(places, "#"))}
    bare = {"grid": text(board, {})}
    walls = [_wall(some_answer(rng, answers(blank), partial(is_right, bare))) for _ in range(4)]
    wall = max(walls, key=lambda wall: sum(len(_lengths(wall, cell)) for cell in places))
    clues = {}
    for cell in places:
        lengths = _lengths(wall, cell)
        rng.shuffle(lengths)
        printed = nearly(rng, lengths) if rng.random() < 0.5 else lengths
        clues[cell] = ",".join("?" if rng.random() < 0.2 else str(n) for n in printed)
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards of shaded cells, without the clues."""
    board, clues = size(puzzle["grid"]), grid(puzzle["grid"])
    return fillings(board, {cell: (0, 1) for cell in cells(board) if cell not in clues})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the wall is connected, without a block of 2x2, and fits all clues."""
    wall = _wall(answer)
    return (
        is_connected(wall)
        and not has_pool(wall)
        and all(_fits(str(clue), _lengths(wall, at)) for at, clue in grid(puzzle["grid"]).items())
    )


def _wall(answer: Rows) -> set[Cell]:
    """The cells that are shaded."""
    return {cell for cell, value in filled(answer).items() if value == 1}


def _lengths(wall: set[Cell], cell: Cell) -> list[int]:
    """How long the pieces of the wall around a cell are; [0] if there are none."""
    pieces = parts(wall.intersection(touching(cell)))
    return [len(piece) for piece in pieces] or [0]


def _fits(clue: str, lengths: list[int]) -> bool:
    """Whether a clue has a number, or ?, for every piece; ? alone may be 0."""
    printed = [int(word) for word in clue.split(",") if word != "?"]
    return len(clue.split(",")) == len(lengths) and all(
        printed.count(n) <= lengths.count(n) for n in printed
    )
