"""Places of a board: its cells, its lines, its boxes, and stretches of a line.

Lines and boxes come with their names: ``row 1`` is the top one, ``column 1`` the left one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import groupby

from uniclue.core.model import Place

Shape = tuple[int, int]
"""Rows and columns."""
Unit = tuple[str, list[Place]]
"""A name and the places that bear it."""


def cells(shape: Shape) -> list[Place]:
    """All cells, row by row."""
    return [(r, c) for r in range(shape[0]) for c in range(shape[1])]


def rows(shape: Shape) -> list[Unit]:
    """Every row, from the top."""
    return [(f"row {r + 1}", [(r, c) for c in range(shape[1])]) for r in range(shape[0])]


def columns(shape: Shape) -> list[Unit]:
    """Every column, from the left."""
    return [(f"column {c + 1}", [(r, c) for r in range(shape[0])]) for c in range(shape[1])]


def boxes(shape: Shape, height: int, width: int) -> list[Unit]:
    """The boxes of that size that a board is cut into, row by row."""
    tops = [(r, c) for r in range(0, shape[0], height) for c in range(0, shape[1], width)]
    return [
        (f"box {i}", [(top + r, left + c) for r in range(height) for c in range(width)])
        for i, (top, left) in enumerate(tops, 1)
    ]


def stretches(line: Iterable[Place], inside: Container[Place]) -> list[list[Place]]:
    """The longest pieces of a line all of whose places are inside."""
    return [list(piece) for holds, piece in groupby(line, inside.__contains__) if holds]


def runs(shape: Shape, inside: Container[Place]) -> list[tuple[str, list[Place]]]:
    """The stretches of all rows, as ``across``, then those of all columns, as ``down``."""
    lines = {"across": rows(shape), "down": columns(shape)}
    return [
        (way, run)
        for way, units in lines.items()
        for _, line in units
        for run in stretches(line, inside)
    ]
