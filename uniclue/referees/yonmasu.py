"""Yonmasu: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, areas, cells, cut_up, grid, partitions, points
from uniclue.referees.boards import polyominoes_at, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """A circle in each of some areas; at times one moves, is lacking, or one more is there."""
    board = shape(rng, 16)
    every = cells(board)
    left_out = rng.sample(every, min(len(every) - 1, len(every) % 4 + rng.choice((0, 0, 4))))
    white = [cell for cell in every if cell not in left_out]
    cut = rng.choice([*partitions(white, polyominoes_at(4)), [{*white}]])
    clues = dict.fromkeys(left_out, "x") | {rng.choice(sorted(area)): "o" for area in cut}
    if rng.random() < 0.1:
        clues.popitem()
    if rng.random() < 0.1:
        clues[rng.choice(every)] = "o"
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards cut into areas of four cells."""
    for cut in partitions(_white(puzzle), polyominoes_at(4)):
        yield cut_up(size(puzzle["grid"]), cut)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether all areas have four cells, one of them with a circle."""
    cut, words = areas(_white(puzzle), points(answer)), grid(puzzle["grid"])
    return cut is not None and all(
        len(area) == 4 and sum(words.get(cell) == "o" for cell in area) == 1 for area in cut
    )


def _white(puzzle: dict[str, Any]) -> list[Cell]:
    """The cells that are not left out."""
    words = grid(puzzle["grid"])
    return [cell for cell in cells(size(puzzle["grid"])) if words.get(cell) != "x"]
