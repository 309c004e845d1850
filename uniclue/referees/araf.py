"""Araf: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, areas, cells, connected_sets, cut_up, grid, groups
from uniclue.referees.boards import nearly, opened, partitions, points, shape, size, some_regions
from uniclue.referees.boards import text


def draw(rng: Random) -> dict[str, Any]:
    """Two numbers in each of some regions, at times a wrong one, or one too many."""
    board = shape(rng, 12)
    number = max(1, board[0] * board[1] // rng.choice((2, 3, 4, 5)))
    clues: dict[Cell, Any] = {}
    for area in groups(some_regions(rng, board, number)).values():
        if len(area) > 1:
            less, more = rng.randint(1, len(area) - 1), len(area) + rng.randint(1, 3)
            clues |= dict(
                zip(rng.sample(area, 2), (less, nearly(rng, [more])[0] or 1), strict=True)
            )
    clues = opened(rng, clues)
    if rng.random() < 0.1:
        clues[rng.choice(cells(board))] = rng.randint(1, 6)
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to cut the board into areas with two clues each."""
    clues, board = grid(puzzle["grid"]), size(puzzle["grid"])

    def areas_at(first: Cell, among: set[Cell]) -> Iterator[set[Cell]]:
        return (
            area
            for area in connected_sets(first, among, len(among))
            if len(area & clues.keys()) == 2
        )

    for cut in partitions(cells(board), areas_at):
        yield cut_up(board, cut)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the size of every area lies between its two numbers."""
    clues = grid(puzzle["grid"])
    cut = areas(cells(size(puzzle["grid"])), points(answer))
    if cut is None:
        return False
    for area in cut:
        two = [clues[cell] for cell in area if cell in clues]
        known = sorted(number for number in two if number != "?")
        if len(two) != 2 or len(area) in known:
            return False
        if len(known) == 2 and not known[0] < len(area) < known[1]:
            return False
    return True
