"""The runs of a kakuro grid, for the peers (which share no code with the project)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

Grid = list[list[dict[str, int | None] | None]]


def kakuro_runs(grid: Grid) -> Iterator[tuple[int | None, list[tuple[int, int]]]]:
    """Yields (sum or None, cells) of every run."""
    for member in ("across", "down"):
        table = grid if member == "across" else list(map(list, zip(*grid, strict=True)))
        for r, row in enumerate(table):
            last: dict[str, int | None] = {}
            for black, part in groupby(enumerate(row), lambda item: item[1] is not None):
                if black:
                    last = [cell for _, cell in part if cell is not None][-1]
                else:
                    cells = [(r, c) if member == "across" else (c, r) for c, _ in part]
                    yield last.get(member), cells
