"""The sudoku course report, once more."""

from __future__ import annotations

from typing import Any

FIRST = (1, 2, 3, 4, 5, 6, 7, 8, 9)


def shifted() -> list[list[int]]:
    """The terminal grid of a first row: triples move on, then columns of boxes."""
    top = [[FIRST[(c + 3 * r) % 9] for c in range(9)] for r in range(3)]
    return [[row[c - c % 3 + (c + k) % 3] for c in range(9)] for k in range(3) for row in top]


def hiding_keeps_unique() -> dict[str, Any]:
    """Where all cells of two digits are hidden, the two can change places."""
    grid = shifted()
    lines = grid + [list(column) for column in zip(*grid, strict=True)]
    boxes = [
        [grid[3 * i + a][3 * j + b] for a in range(3) for b in range(3)]
        for i in range(3)
        for j in range(3)
    ]
    assert all({*line} == {*FIRST} for line in lines + boxes)
    other = [[10 - d if d in (1, 9) else d for d in row] for row in grid]
    hidden = [(r, c) for r in range(9) for c in range(9) if grid[r][c] != other[r][c]]
    assert len(hidden) == 18
    return {"several": 1}
