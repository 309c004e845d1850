"""Grand Tour: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, around, borders, cells, corners_of, grid
from uniclue.referees.boards import halved, is_one_loop, points, shape, sides, size, some_answer
from uniclue.referees.boards import text


def draw(rng: Random) -> dict[str, Any]:
    """Some sides of a loop; at times one is wrong."""
    board = shape(rng, 9)
    bare = {"grid": text(board, {})}
    answer = some_answer(rng, answers(bare), lambda answer: is_right(bare, answer))
    loop = {side for side, value in points(answer).items() if value == 1}
    some = {side for side in sorted(loop) if rng.random() < 0.3}
    if rng.random() < 0.3:
        some.add(rng.choice(sides(board)))
    words: dict[Cell, str] = {}
    for cell in cells(board):
        near = zip("nwes", around(cell, 0.5), strict=True)
        words[cell] = "".join(
            way
            for way, side in sorted(near, key=lambda one: "nsew".index(one[0]))
            if side in some and rng.random() < 0.9
        )
    return {"grid": text(board, {cell: word for cell, word in words.items() if word})}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All borders of sets of cells."""
    board = size(puzzle["grid"])
    for loop in borders(cells(board)):
        yield halved(board, {side: int(side in loop) for side in sides(board)})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop passes all corners and takes the sides printed."""
    values, board = points(answer), size(puzzle["grid"])
    loop = {side for side, value in values.items() if value == 1}
    clues: set[Point] = set()
    for cell, word in grid(puzzle["grid"]).items():
        clues |= {side for way, side in zip("nwes", around(cell, 0.5), strict=True) if way in word}
    corners = {corner for side in loop for corner in corners_of(side)}
    return (
        clues <= loop
        and len(corners) == (board[0] + 1) * (board[1] + 1)
        and is_one_loop(map(corners_of, loop))
    )
