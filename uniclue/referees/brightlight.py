"""Bright Light: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, fillings, grid, nearly, ray, shape
from uniclue.referees.boards import size, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Numbers of stars drawn at random."""
    board = shape(rng, 14)
    clues = sprinkled(rng, cells(board), rng.choice((0.2, 0.4, 0.6)))
    share = rng.choice((0.2, 0.5, 0.8))
    stars = {cell: int(rng.random() < share) for cell in cells(board) if cell not in clues}
    numbers = nearly(rng, [_seen(cell, stars) for cell in clues])
    words = {cell: n if rng.random() < 0.9 else "?" for cell, n in zip(clues, numbers, strict=True)}
    return {"grid": text(board, words if stars else {(0, 0): "?"})}


def _seen(cell: Cell, stars: dict[Cell, int]) -> int:
    """How many stars a number sees."""
    return sum(stars[at] for way in "nwes" for at in ray(cell, way, stars))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to place stars (1) in cells without numbers."""
    board, words = size(puzzle["grid"]), grid(puzzle["grid"])
    free = [cell for cell in cells(board) if cell not in words]
    return fillings(board, dict.fromkeys(free, (0, 1)))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether numbers see as many stars as they say."""
    stars = filled(answer)
    return all(number in ("?", _seen(cell, stars)) for cell, number in grid(puzzle["grid"]).items())
