"""FourCells: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, areas, around, cells, cut_up, grid, nearly
from uniclue.referees.boards import partitions, points, polyominoes_at, shape, size, sprinkled, text

CELLS_EACH = 4


def draw(rng: Random, cells_each: int = CELLS_EACH) -> dict[str, Any]:
    """A board, often with cells left out, and the borders of some cells; at times one off."""
    board = shape(rng, 16)
    every = cells(board)
    left_out = rng.sample(every, min(len(every) - 1, len(every) % cells_each))
    if rng.random() < 0.2:
        left_out = []
    clues: dict[Cell, Any] = dict.fromkeys(left_out, "x")
    white = [cell for cell in every if cell not in clues]
    cut = rng.choice([*partitions(white, polyominoes_at(cells_each)), [{*white}]])
    printed = sprinkled(rng, white, rng.choice((0.1, 0.3, 0.6)))
    counts = [
        sum(near not in area for near in around(at)) for at in printed for area in cut if at in area
    ]
    clues |= {at: min(n or 0, 4) for at, n in zip(printed, nearly(rng, counts), strict=True)}
    clues |= dict.fromkeys(sprinkled(rng, printed, 0.05), "?")
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any], cells_each: int = CELLS_EACH) -> Iterator[Rows]:
    """All boards cut into areas of that size."""
    board = size(puzzle["grid"])
    for cut in partitions(_white(puzzle), polyominoes_at(cells_each)):
        yield cut_up(board, cut)


def is_right(puzzle: dict[str, Any], answer: Rows, cells_each: int = CELLS_EACH) -> bool:
    """Whether the areas have their size, and numbered cells their number of borders."""
    cut = areas(_white(puzzle), points(answer))
    if cut is None:
        return False
    area_of = {cell: area for area in cut for cell in area}
    printed = {at: n for at, n in grid(puzzle["grid"]).items() if isinstance(n, int)}
    return all(len(area) == cells_each for area in cut) and all(
        at in area_of and sum(near not in area_of[at] for near in around(at)) == number
        for at, number in printed.items()
    )


def _white(puzzle: dict[str, Any]) -> list[Cell]:
    """The cells that are not left out."""
    words = grid(puzzle["grid"])
    return [cell for cell in cells(size(puzzle["grid"])) if words.get(cell) != "x"]
