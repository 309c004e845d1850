"""Double Back: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, board_with_full_loop, crossings, drawn, ends, first_fit
from uniclue.referees.boards import grid, groups, halved, is_one_loop, lines_on, links, passed, size
from uniclue.referees.boards import some_regions, text

TIMES = 4
"""How often the loop crosses the border of a room, which it visits twice."""


def draw(rng: Random) -> dict[str, Any]:
    """Rooms that a loop visits twice; at times they are any rooms."""
    board, loop = board_with_full_loop(rng)
    answer = halved(board, {link: int(link in loop) for link in links(board)})  # of no hole
    number = rng.choice((1, 2, 2, 2, 2, 3))

    def make() -> dict[str, Any]:
        names = some_regions(rng, board, number)
        if rng.random() < 0.2:
            names.pop(rng.choice([*names]))
        return {"regions": text(board, names)}

    return first_fit(make, lambda puzzle: is_right(puzzle, answer), rng.choice((5, 300, 1500)))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links between cells of rooms, with an even number at every cell."""
    return lines_on(size(puzzle["regions"]), grid(puzzle["regions"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop passes all cells and visits every room twice."""
    line, name = drawn(answer), grid(puzzle["regions"])
    rooms = groups(name)
    return (
        is_one_loop(map(ends, line))
        and passed(line) == name.keys()
        and all(crossings(inside, line) == TIMES for inside in rooms.values())
    )
