"""Places of a board: its cells, its lines, its boxes, and stretches of a line.

Lines and boxes come with their names: ``row 1`` is the top one, ``column 1`` the left one. Those
asked for last are kept.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from uniclue.core.model import Place
from uniclue.core.puzzle import name_place

Shape = tuple[int, int]
"""Rows and columns."""
Unit = tuple[str, tuple[Place, ...]]
"""A name and the places that bear it."""


class Stretch(NamedTuple):
    """A stretch of cells in a row or in a column, with its names.

    Attributes:
        direction: ``across`` or ``down``.
        name: Such as ``across r2c3``, by its first cell.
        title: Such as ``across run at r2c3``.
        places: Its cells.
    """

    direction: str
    name: str
    title: str
    places: tuple[Place, ...]


@lru_cache(maxsize=4)
def rows(shape: Shape) -> tuple[Unit, ...]:
    """Every row, from the top."""
    height, width = shape
    return tuple((f"row {r + 1}", tuple((r, c) for c in range(width))) for r in range(height))


@lru_cache(maxsize=4)
def columns(shape: Shape) -> tuple[Unit, ...]:
    """Every column, from the left."""
    height, width = shape
    return tuple((f"column {c + 1}", tuple((r, c) for r in range(height))) for c in range(width))


def boxes(shape: Shape, height: int, width: int) -> tuple[Unit, ...]:
    """The boxes of that size that a board is cut into, row by row."""
    tops = [(r, c) for r in range(0, shape[0], height) for c in range(0, shape[1], width)]
    return tuple(
        (f"box {i}", tuple((top + r, left + c) for r in range(height) for c in range(width)))
        for i, (top, left) in enumerate(tops, 1)
    )


def stretches(line: Iterable[Place], inside: Container[Place]) -> list[tuple[Place, ...]]:
    """The longest pieces of a line all of whose places are inside."""
    return [tuple(piece) for holds, piece in groupby(line, inside.__contains__) if holds]


@lru_cache(maxsize=4)
def runs(shape: Shape, inside: frozenset[Place]) -> tuple[Stretch, ...]:
    """The stretches of all rows, from the top, then those of all columns, from the left."""
    lines = {"across": rows(shape), "down": columns(shape)}
    return tuple(
        Stretch(way, f"{way} {at}", f"{way} run at {at}", run)
        for way, units in lines.items()
        for _, line in units
        for run in stretches(line, inside)
        for at in [name_place(run[0])]
    )
