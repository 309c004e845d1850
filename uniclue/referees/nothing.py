"""All or Nothing: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, board_with_loop, crossings, drawn, ends, first_fit, grid
from uniclue.referees.boards import groups, halved, is_one_loop, lines_on, links, passed, size
from uniclue.referees.boards import some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """Rooms that a loop passes wholly or leaves out; at times they are any rooms."""
    board, loop = board_with_loop(rng)
    answer = halved(board, {link: int(link in loop) for link in links(board)})
    number = rng.choice((1, 2, 3, 4, 5))

    def make() -> dict[str, Any]:
        return {"regions": text(board, some_regions(rng, board, number))}

    return first_fit(make, lambda puzzle: is_right(puzzle, answer), rng.choice((5, 300, 600)))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["regions"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop passes rooms wholly and once, or not, and misses no two neighbours."""
    line, name = drawn(answer), grid(puzzle["regions"])
    if not is_one_loop(map(ends, line)):
        return False
    rooms = groups(name)
    seen = {room for room, inside in rooms.items() if passed(line).issuperset(inside)}
    if any(name[cell] not in seen for cell in passed(line)):
        return False
    borders = [ends(link) for link in links(size(puzzle["regions"]))]
    return all(crossings(rooms[room], line) in (0, 2) for room in seen) and all(
        name[one] == name[other] or {name[one], name[other]} & seen for one, other in borders
    )
