"""Regional Yajilin: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, board_with_loop, cells, drawn, ends, grid, groups
from uniclue.referees.boards import halved, is_one_loop, links, outlines, passed, points, size
from uniclue.referees.boards import some_counts, some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """The cells that a loop leaves are shaded, and counted by regions."""
    for _ in range(100):
        board, loop = board_with_loop(rng)
        left = set(cells(board)) - passed(loop)
        if not loop or not any(left.intersection(around(cell)) for cell in left):
            break
    names = some_regions(rng, board, rng.choice((1, 2, 3, 4, 5)))
    clues: dict[Any, Any] = dict(some_counts(rng, names, left))
    for cell in clues:
        clues[cell] = "?" if rng.random() < 0.1 else clues[cell]
    return {"regions": text(board, names), "grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with closed lines; all other cells are shaded."""
    board = size(puzzle["grid"])
    for line in outlines(board):
        shaded = {cell: int(cell not in passed(line)) for cell in cells(board)}
        yield halved(board, {link: int(link in line) for link in links(board)} | shaded)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells do not touch, fit the numbers, and the loop visits all others."""
    line, name = drawn(answer), grid(puzzle["regions"])
    shaded = {place for place, value in points(answer).items() if value == 1} - line
    regions = groups(name)
    return (
        not any(shaded.intersection(around(cell)) for cell in shaded)
        and is_one_loop(map(ends, line))
        and passed(line) == name.keys() - shaded
        and all(
            number == "?" or len(shaded.intersection(regions[name[cell]])) == number
            for cell, number in grid(puzzle["grid"]).items()
        )
    )
