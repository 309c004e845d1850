"""Dotchi-Loop: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, board_with_loop, cells, drawn, ends, grid, groups
from uniclue.referees.boards import is_one_loop, lines_on, passed, size, some_regions, text, turns


def draw(rng: Random) -> dict[str, Any]:
    """Circles on a loop and off it; at times one is wrong."""
    board, loop = board_with_loop(rng)
    names = some_regions(rng, board, rng.choice((1, 2, 3, 5)))
    turned = {room: rng.random() < 0.5 for room in sorted({*names.values()})}
    share = rng.choice((0.3, 0.6, 1))
    marks = {
        cell: "w" if cell in passed(loop) else "b"
        for cell in cells(board)
        if rng.random() < share
        and (cell not in passed(loop) or turns(cell, loop) == turned[names[cell]])
    }
    if rng.random() < 0.2:
        marks[rng.choice(cells(board))] = rng.choice("wb")
    return {"regions": text(board, names), "grid": text(board, marks)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop passes white circles alone, those of a room all straight or all turning."""
    line, name, marks = drawn(answer), grid(puzzle["regions"]), grid(puzzle["grid"])
    if not is_one_loop(map(ends, line)):
        return False
    if any((cell in passed(line)) != (word == "w") for cell, word in marks.items()):
        return False
    return all(
        len({turns(cell, line) for cell in inside if marks.get(cell) == "w"}) < 2
        for inside in groups(name).values()
    )
