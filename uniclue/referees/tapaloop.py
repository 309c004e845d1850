"""Tapa-Like Loop: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, board_with_loop, cells, drawn, ends, grid
from uniclue.referees.boards import is_one_loop, lines_on, parts, passed, size, sprinkled, text
from uniclue.referees.boards import touching


def draw(rng: Random) -> dict[str, Any]:
    """Clues in cells that a loop leaves; at times one is wrong."""
    board, loop = board_with_loop(rng, 20)
    clues: dict[Cell, str] = {}
    for cell in sprinkled(rng, sorted(set(cells(board)) - passed(loop)), rng.choice((0.5, 1))):
        numbers = _visits(cell, loop) or [0]
        printed = [str(n) if rng.random() < 0.8 else "?" for n in numbers]
        clues[cell] = ",".join(printed)
    if rng.random() < 0.15:
        clues[rng.choice(cells(board))] = rng.choice(("0", "?", "1", "3", "1,1", "?,2"))
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links that keep off the clues, with an even number at every cell."""
    board = size(puzzle["grid"])
    return lines_on(board, set(cells(board)).difference(grid(puzzle["grid"])))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop visits the cells around clues in pieces of the lengths printed."""
    line = drawn(answer)
    if not is_one_loop(map(ends, line)):
        return False
    for cell, word in grid(puzzle["grid"]).items():
        left = _visits(cell, line) or [0]
        printed = str(word).split(",")
        if len(printed) != len(left):
            return False
        for number in printed:
            if number == "?":
                continue
            if int(number) not in left:
                return False
            left.remove(int(number))
        if 0 in left:
            return False
    return True


def _visits(cell: Cell, line: set[Point]) -> list[int]:
    """In how many cells at a time a line passes those around a cell, each time that it does."""
    near = passed(line).intersection(touching(cell))
    beside = {
        one: [c for link in line if one in ends(link) for c in ends(link) if c in near]
        for one in near
    }
    return [len(part) for part in parts(near, beside.__getitem__)]
