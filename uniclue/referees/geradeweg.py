"""Geradeweg: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, board_with_loop, cells, drawn, ends, grid
from uniclue.referees.boards import is_one_loop, lines_on, passed, size, sprinkled, straight_on
from uniclue.referees.boards import text, turns


def draw(rng: Random) -> dict[str, Any]:
    """Lengths of pieces of a loop; at times one is wrong."""
    board, loop = board_with_loop(rng)
    clues: dict[Cell, Any] = {}
    for cell in sprinkled(rng, sorted(passed(loop)), rng.choice((0.4, 0.8))):
        long = _lengths(cell, loop)
        if len(set(long)) == 1:
            clues[cell] = rng.choice((long[0], long[0], "?"))
    if rng.random() < 0.25:
        clues[rng.choice(cells(board))] = rng.choice((1, 2, 3, "?"))
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop passes all clues, and all pieces at a clue have the length that it says."""
    line = drawn(answer)
    if not is_one_loop(map(ends, line)):
        return False
    for cell, number in grid(puzzle["grid"]).items():
        long = set(_lengths(cell, line))
        if len(long) != 1 or (number != "?" and long != {number}):
            return False
    return True


def _lengths(cell: Cell, line: set[Point]) -> list[int]:
    """The lengths of the straight pieces at a cell: two where the line turns."""
    long = [*straight_on(cell, line).values()]
    return long if turns(cell, line) or not long else [sum(long)]
