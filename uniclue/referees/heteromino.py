"""Heteromino: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, areas, cells, cut_up, ends, grid, links, partitions
from uniclue.referees.boards import points, polyominoes_at, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """A board with cells left out, of which mostly a multiple of three stays."""
    board = shape(rng, 18)
    every = cells(board)
    number = len(every) % 3 + rng.choice((0, 0, 3, 6)) + (rng.random() < 0.05)
    left_out = rng.sample(every, min(len(every) - 1, number))
    return {"grid": text(board, dict.fromkeys(left_out, "x"))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards cut into areas of three cells."""
    for cut in partitions(_white(puzzle), polyominoes_at(3)):
        yield cut_up(size(puzzle["grid"]), cut)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether all areas have three cells, and none is beside one of its own shape."""
    cut = areas(_white(puzzle), points(answer))
    if cut is None or any(len(area) != 3 for area in cut):
        return False
    number = {cell: i for i, area in enumerate(cut) for cell in area}
    form = [{(r - min(area)[0], c - min(area)[1]) for r, c in area} for area in cut]
    return not any(
        number[a] != number[b] and form[number[a]] == form[number[b]]
        for a, b in map(ends, links(size(puzzle["grid"])))
        if a in number and b in number
    )


def _white(puzzle: dict[str, Any]) -> list[Cell]:
    """The cells that are not left out."""
    words = grid(puzzle["grid"])
    return [cell for cell in cells(size(puzzle["grid"])) if words.get(cell) != "x"]
