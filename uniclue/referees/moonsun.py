"""Moon or Sun: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, board_with_loop, cells, crossings, drawn, ends, first_fit
from uniclue.referees.boards import grid, groups, halved, is_one_loop, lines_on, links, passed, size
from uniclue.referees.boards import some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """Moons and suns on a loop and off it; at times one is wrong."""
    board, loop = board_with_loop(rng)
    answer = halved(board, {link: int(link in loop) for link in links(board)})
    share = rng.choice((0.3, 0.6, 1))

    def make() -> dict[str, Any]:
        names = some_regions(rng, board, rng.choice((2, 2, 4, 4, 1)))
        colour = {room: rng.choice("mo") for room in sorted({*names.values()})}
        marks = {
            cell: colour[names[cell]] if cell in passed(loop) else "mo"[colour[names[cell]] != "o"]
            for cell in cells(board)
            if rng.random() < share
        }
        marks = {c: "s" if w == "o" else w for c, w in marks.items()}
        return {"regions": text(board, names), "grid": text(board, marks)}

    return first_fit(make, lambda puzzle: is_right(puzzle, answer), rng.choice((1, 200, 400)))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether a loop comes into every room once, for its moons or its suns, by turns."""
    line, name, marks = drawn(answer), grid(puzzle["regions"]), grid(puzzle["grid"])
    if not is_one_loop(map(ends, line)):
        return False
    colour = {}
    for room, inside in groups(name).items():
        seen = {marks[cell] for cell in inside if cell in marks and cell in passed(line)}
        missed = {marks[cell] for cell in inside if cell in marks and cell not in passed(line)}
        if len(seen) != 1 or seen & missed:
            return False
        (colour[room],) = seen
        if crossings(inside, line) != (2 if len({*name.values()}) > 1 else 0):
            return False
    crossed = [{name[cell] for cell in ends(link)} for link in line]
    return all(len({colour[room] for room in rooms}) == len(rooms) for rooms in crossed)
