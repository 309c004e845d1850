"""Nurimaze: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, grid, has_pool, is_connected
from uniclue.referees.boards import regions, rows_of, size, some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """Rooms of a cell or some, S and G anywhere, and circles and triangles."""
    board = rng.choice([(1, rng.randint(2, 5)), (2, 3), (3, 3), (4, 3), (3, 4), (4, 4), (5, 1)])
    number = rng.randint(max(1, board[0] * board[1] // 3), min(10, board[0] * board[1]))
    rooms = some_regions(rng, board, number)
    start, goal, *others = rng.sample(cells(board), len(rooms))
    signs = {start: "S", goal: "G"}
    signs |= {cell: rng.choice("oot") for cell in others if rng.random() < 0.12}
    return {"regions": text(board, rooms), "grid": text(board, signs)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade rooms."""
    rooms = [*regions(puzzle["regions"]).values()]
    for shades in product((0, 1), repeat=len(rooms)):
        chosen = zip(rooms, shades, strict=True)
        yield rows_of(
            size(puzzle["regions"]), {cell: shade for room, shade in chosen for cell in room}
        )


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the white cells are a tree with all signs, and its way passes those it has to."""
    held, signs = filled(answer), grid(puzzle["grid"])
    white = {cell for cell, shade in held.items() if shade == 0}
    links = sum(near in white for cell in white for near in around(cell)) // 2
    if not ({*signs} <= white and is_connected(white) and links == len(white) - 1):
        return False
    ends = {word: cell for cell, word in signs.items() if word in "SG"}
    way = _way(ends["S"], ends["G"], white)
    return (
        not has_pool({*held} - white)
        and all(
            len({held[cell] for cell in room}) == 1 for room in regions(puzzle["regions"]).values()
        )
        and all((cell in way) == (word != "t") for cell, word in signs.items())
    )


def _way(start: Cell, goal: Cell, white: set[Cell]) -> set[Cell]:
    """The cells between two cells of a tree, with both."""
    ways = [[start]]
    for way in ways:
        if way[-1] == goal:
            return {*way}
        ways += [[*way, near] for near in around(way[-1]) if near in white and near not in way]
    return set()
