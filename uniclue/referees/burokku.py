"""Block puzzle: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Cell,
    Rows,
    areas,
    cells,
    cut_up,
    grid,
    partitions,
    points,
    polyominoes_at,
    shape,
    size,
    text,
)


def draw(rng: Random) -> dict[str, Any]:
    """The numbers of some areas; at times one is wrong."""
    board = shape(rng, 16)
    every = cells(board)
    most = rng.choice([n for n in range(1, 7) if len(every) % n == 0])
    cut = rng.choice([*partitions(every, polyominoes_at(most)), [{*every}]])
    told: dict[Cell, int] = {}
    for area in cut:
        order = rng.sample(sorted(area), len(area))
        told |= {cell: i % most + 1 for i, cell in enumerate(order)}
    if rng.random() < 0.1:
        told[rng.choice(every)] = rng.randint(1, most + 1)
    named = {cell: "ABCDEFG"[n - 1] for cell, n in told.items()} if rng.random() < 0.2 else told
    return {"grid": text(board, named)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards cut into areas of as many cells as there are words."""
    told = grid(puzzle["grid"])
    for cut in partitions(told, polyominoes_at(len({*told.values()}))):
        yield cut_up(size(puzzle["grid"]), cut)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every area holds each word just once."""
    told = grid(puzzle["grid"])
    cut, every = areas(told, points(answer)), {*told.values()}
    return cut is not None and all(
        len(area) == len(every) and {told[cell] for cell in area} == every for area in cut
    )
