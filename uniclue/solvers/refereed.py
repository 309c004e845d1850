"""Asking a kind's referee about a filled board."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from uniclue.constraints.tiled import TiledBoard
from uniclue.core.kinds import file_of_user
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.referees import Judge, referee_of, tiled

Opinion = Literal["right", "wrong", "none"]
"""What the referee says; ``none``: the kind has no referee."""


def opinion(puzzle: Puzzle, grid: Grid) -> Opinion:
    """What the referee of a kind says of a complete grid, without the kind's own judge.

    Args:
        puzzle: The puzzle.
        grid: A complete grid of it.
    """
    file = file_of_user(type(puzzle))
    is_tiled = isinstance(puzzle, TiledBoard) and puzzle.tiling is not None
    referee: Judge | None = tiled if is_tiled else referee_of(puzzle.kind(), file)
    if referee is None or (is_tiled and (file or puzzle.kind() not in tiled.KINDS)):
        return "none"
    keeps_givens = all(grid[r][c] == value for (r, c), value in puzzle.given_cells())
    return "right" if keeps_givens and referee.is_right(members(puzzle), grid) else "wrong"


def members(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle's members as its file holds them."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(puzzle))
    return plain
