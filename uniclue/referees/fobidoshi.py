"""Fobidoshi: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, first_fit, grid, is_connected, lines, shadings
from uniclue.referees.boards import shape, size, some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random, with some cells of a right board, mostly."""
    board = shape(rng, 14)
    empty = {"grid": text(board, {})}

    def make() -> Rows:
        return some_shaded(rng, board, rng.choice((0.5, 0.7, 0.8)))

    rows = first_fit(make, lambda rows: is_right(empty, rows))
    clues = sprinkled(rng, filled(rows).items(), rng.choice((0.3, 0.6, 0.8)))
    words = {cell: "xo"[value if rng.random() < 0.97 else 1 - value] for cell, value in clues}
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to place circles (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether circles are connected, never four in a row, and printed cells stay."""
    values = filled(answer)
    circles = {cell for cell, value in values.items() if value == 1}
    return (
        all(values[cell] == "xo".index(word) for cell, word in grid(puzzle["grid"]).items())
        and not any(
            circles.issuperset(some[i : i + 4])
            for some in lines(size(puzzle["grid"]))
            for i in range(len(some) - 3)
        )
        and is_connected(circles)
    )
