"""Akari: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, cells, filled, fillings, first_fit, grid, hidden
from uniclue.referees.boards import nearly, ray, rows_of, shape, size, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    walls = sprinkled(rng, cells(board), rng.choice((0, 0.2, 0.4)))
    white = [cell for cell in cells(board) if cell not in walls]
    bare = {"grid": text(board, dict.fromkeys(walls, "x"))}
    lamps = first_fit(
        lambda: sprinkled(rng, white, 0.35),
        lambda lamps: is_right(bare, rows_of(board, {c: int(c in lamps) for c in white})),
    )
    clues = [sum(near in lamps for near in around(wall)) for wall in walls]
    numbers = nearly(rng, hidden(rng, clues, rng.choice((0, 0.3, 0.6))))
    words = ("x" if number is None else number for number in numbers)
    return {"grid": text(board, dict(zip(walls, words, strict=True)))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put lamps (1) into white cells."""
    board, walls = size(puzzle["grid"]), grid(puzzle["grid"])
    yield from fillings(board, {cell: (0, 1) for cell in cells(board) if cell not in walls})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether lamps light every cell and never each other."""
    walls, values = grid(puzzle["grid"]), filled(answer)
    lamps = {cell for cell, value in values.items() if value == 1}
    lit = {cell for lamp in lamps for way in "nwes" for cell in ray(lamp, way, values)}
    return (
        not lamps & lit
        and lamps | lit == set(values)
        and all(
            sum(near in lamps for near in around(wall)) == number
            for wall, number in walls.items()
            if number != "x"
        )
    )
