"""Round Trip: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from uniclue.referees.boards import Point, Rows, drawn, ends, hidden, is_one_loop, joints, line
from uniclue.referees.boards import lines, lines_on, nearly, shape, some_answer, text_line

SIDES = ("left", "top", "right", "bottom")


def draw(rng: Random) -> dict[str, Any]:
    """The first pieces of a loop that may cross itself; at times one is wrong."""
    board = max(shape(rng, 16), shape(rng, 16), key=min)
    bare = {side: "." * board[i % 2] for i, side in enumerate(SIDES)}
    loop = drawn(some_answer(rng, lines_on(board), lambda answer: is_right(bare, answer)))
    clues = nearly(rng, hidden(rng, _first(board, loop), rng.choice((0.3, 0.6, 0.8))))
    clues = [number and max(2, number) for number in clues]
    height, width = board
    parts = (height, width, height, width)
    return {
        side: text_line(clues[sum(parts[:i]) : sum(parts[: i + 1])]) for i, side in enumerate(SIDES)
    }


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on((len(line(puzzle["left"])), len(line(puzzle["top"]))))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the line is one loop whose first pieces have the lengths printed."""
    board = len(line(puzzle["left"])), len(line(puzzle["top"]))
    loop = drawn(answer)
    times = Counter(cell for link in loop for cell in ends(link))
    crossed = {cell for cell, number in times.items() if number == 4}
    clues = [number for side in SIDES for number in line(puzzle[side])]
    pairs = zip(clues, _first(board, loop), strict=True)
    return is_one_loop(joints(loop, crossed)) and all(a in (None, b) for a, b in pairs)


def _first(board: tuple[int, int], loop: set[Point]) -> list[int | None]:
    """How many cells the first piece in each line has, from the left, top, right and bottom."""
    found: list[int | None] = []
    for way in (1, -1):
        for cells in lines(board):
            order, number = cells[::way], 0
            for (r, c), (i, j) in pairwise(order):
                if ((r + i) / 2, (c + j) / 2) in loop:
                    number += 1
                elif number:
                    break
            found.append(number + 1 if number else None)
    return found
