"""Entry Exit: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, board_with_full_loop, crossings, drawn, ends, first_fit
from uniclue.referees.boards import grid, groups, halved, is_one_loop, lines_on, links, passed, size
from uniclue.referees.boards import some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """Rooms that a loop visits once; at times they are any rooms."""
    board, loop = board_with_full_loop(rng)
    answer = halved(board, {link: int(link in loop) for link in links(board)})
    number = rng.choice((1, 2, 3, 4, 5, 6))

    def make() -> dict[str, Any]:
        return {"regions": text(board, some_regions(rng, board, number))}

    return first_fit(make, lambda puzzle: is_right(puzzle, answer), rng.choice((5, 200, 500)))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["regions"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop passes all cells and comes into every room once."""
    line, name = drawn(answer), grid(puzzle["regions"])
    rooms = groups(name)
    times = 2 if len(rooms) > 1 else 0  # In and out; a room that is the only one has no border.
    return (
        is_one_loop(map(ends, line))
        and passed(line) == name.keys()
        and all(crossings(inside, line) == times for inside in rooms.values())
    )
