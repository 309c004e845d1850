"""Compass: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, areas, cells, connected_sets, cut_up, grid, groups
from uniclue.referees.boards import nearly, partitions, points, shape, size, some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """A compass in each of some regions, with some of its numbers, at times a wrong one."""
    board = shape(rng, 12)
    number = max(1, board[0] * board[1] // rng.choice((3, 4, 5)))
    clues: dict[Cell, str] = {}
    for area in groups(some_regions(rng, board, number)).values():
        cell = rng.choice(area)
        printed = [n if rng.random() < 0.6 else "?" for n in nearly(rng, _further(cell, {*area}))]
        clues[cell] = ",".join(map(str, printed))
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to cut the board into areas with a compass each."""
    clues, board = grid(puzzle["grid"]), size(puzzle["grid"])

    def areas_at(first: Cell, among: set[Cell]) -> Iterator[set[Cell]]:
        every = connected_sets(first, among, len(among))
        return (area for area in every if len(area & clues.keys()) == 1)

    for cut in partitions(cells(board), areas_at):
        yield cut_up(board, cut)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every area has one compass, and as many cells on its sides as it says."""
    clues = grid(puzzle["grid"])
    cut = areas(cells(size(puzzle["grid"])), points(answer))
    for area in cut or ():
        inside = [cell for cell in area if cell in clues]
        if len(inside) != 1:
            return False
        printed = zip(clues[inside[0]].split(","), _further(inside[0], area), strict=True)
        if any(word not in ("?", str(number)) for word, number in printed):
            return False
    return cut is not None


def _further(cell: Cell, area: set[Cell]) -> list[int]:
    """The numbers of cells further north, south, west and east."""
    r, c = cell
    return [
        sum(i < r for i, _ in area),
        sum(i > r for i, _ in area),
        sum(j < c for _, j in area),
        sum(j > c for _, j in area),
    ]
