"""Linesweeper: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, board_with_loop, cells, drawn, ends, grid, is_one_loop
from uniclue.referees.boards import lines_on, nearly, passed, size, sprinkled, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """Numbers in cells that a loop leaves; at times one is wrong, or any cell has one."""
    board, loop = board_with_loop(rng)
    left = sprinkled(rng, sorted(set(cells(board)) - passed(loop)), rng.choice((0.5, 1)))
    numbers = nearly(rng, [len(passed(loop).intersection(touching(cell))) for cell in left])
    clues: dict[Any, Any] = dict(zip(left, numbers, strict=True))
    for cell in left:
        if rng.random() < 0.1:
            clues[cell] = "?"
    if rng.random() < 0.2:
        clues[rng.choice(cells(board))] = rng.choice((0, 2, 3, 5, "?"))
    clues = {cell: min(8, n) if n != "?" else n for cell, n in clues.items()}
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links that keep off the numbers, with an even number at every cell."""
    board = size(puzzle["grid"])
    return lines_on(board, set(cells(board)).difference(grid(puzzle["grid"])))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop passes as many cells around each number as it says."""
    line = drawn(answer)
    return is_one_loop(map(ends, line)) and all(
        number == "?" or len(passed(line).intersection(touching(cell))) == number
        for cell, number in grid(puzzle["grid"]).items()
    )
