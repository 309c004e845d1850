"""Mid-loop: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, board_with_loop, cells, drawn, ends, grid
from uniclue.referees.boards import is_one_loop, lines_on, links, passed, size, straight_on, text


def draw(rng: Random) -> dict[str, Any]:
    """Dots in the middle of straight pieces of a loop; at times one is elsewhere."""
    board, loop = board_with_loop(rng)
    middles = sorted(_middles(loop))
    dots: dict[Cell, str] = {}
    share = rng.choice((0.2, 0.4, 0.7))
    if rng.random() < 0.2:
        middles.append(rng.choice([*cells(board), *links(board)]))
    for r, c in middles:
        if rng.random() < share:
            dots[int(2 * r), int(2 * c)] = "b"
    return {"grid": text((2 * board[0] - 1, 2 * board[1] - 1), dots)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    rows, columns = size(puzzle["grid"])
    return lines_on(((rows + 1) // 2, (columns + 1) // 2))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the line is one loop, and each dot is in the middle of a straight piece of it."""
    line = drawn(answer)
    dots = {(r / 2, c / 2) for r, c in grid(puzzle["grid"])}
    return is_one_loop(map(ends, line)) and dots <= _middles(line)


def _middles(line: set[Point]) -> set[Point]:
    """The middles of the straight pieces of a line."""
    found = set()
    for r, c in passed(line):
        on = straight_on((r, c), line)
        if "e" in on and "w" not in on:
            found.add((float(r), c + on["e"] / 2))
        if "s" in on and "n" not in on:
            found.add((r + on["s"] / 2, float(c)))
    return found
