"""Territory: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, areas, around, cells, cut_up, grid, is_rectangle
from uniclue.referees.boards import nearly, partitions, points, rectangles_at, shape, size
from uniclue.referees.boards import some_rectangles, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A number in each of some rectangles; at times one is wrong, lacking, or one more is there."""
    board = shape(rng, 16)
    cut = [{*part} for part in some_rectangles(rng, board)]
    printed = {rng.choice(sorted(area)): area for area in cut}
    counts = [sum(near not in area for near in around(at)) for at, area in printed.items()]
    clues: dict[Cell, Any] = {
        at: min(n or 0, 4) for at, n in zip(printed, nearly(rng, counts), strict=True)
    }
    clues |= dict.fromkeys(sprinkled(rng, printed, 0.2), "?")
    if rng.random() < 0.1:
        clues.popitem()
    if rng.random() < 0.1:
        clues[rng.choice(cells(board))] = rng.randint(0, 4)
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards cut into rectangles with one number each."""
    board, printed = size(puzzle["grid"]), grid(puzzle["grid"])

    def areas_at(first: Cell, among: set[Cell]) -> Iterator[set[Cell]]:
        return (area for area in rectangles_at(first, among) if len(area & printed.keys()) == 1)

    for cut in partitions(cells(board), areas_at):
        yield cut_up(board, cut)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether all areas are rectangles with one number, which counts the borders of its cell."""
    printed = grid(puzzle["grid"])
    cut = areas(cells(size(puzzle["grid"])), points(answer))
    if cut is None or not all(map(is_rectangle, cut)):
        return False
    area_of = {cell: area for area in cut for cell in area}
    return all(len(area & printed.keys()) == 1 for area in cut) and all(
        sum(near not in area_of[at] for near in around(at)) == number
        for at, number in printed.items()
        if number != "?"
    )
