"""Balance Loop: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, board_with_loop, cells, drawn, ends, grid
from uniclue.referees.boards import is_one_loop, lines_on, passed, size, sprinkled, straight_on
from uniclue.referees.boards import text


def draw(rng: Random) -> dict[str, Any]:
    """Circles on a loop; at times one is wrong."""
    board, loop = board_with_loop(rng)
    clues: dict[Cell, str] = {}
    for cell in sprinkled(rng, sorted(passed(loop)), rng.choice((0.3, 0.6))):
        one, other = straight_on(cell, loop).values()
        number = one + other + (rng.random() < 0.04)
        clues[cell] = ("w" if one == other else "b") + rng.choice(("", str(number)))
    if rng.random() < 0.2:
        clues[rng.choice(cells(board))] = rng.choice(("w", "b", "b3", "w2", "w3"))
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop passes all circles, with pieces that are equal in white ones alone."""
    line = drawn(answer)
    if not is_one_loop(map(ends, line)):
        return False
    for cell, word in grid(puzzle["grid"]).items():
        long = [*straight_on(cell, line).values()]
        if not long or (long[0] == long[1]) != (word[0] == "w"):
            return False
        if word[1:] and sum(long) != int(word[1:]):
            return False
    return True
