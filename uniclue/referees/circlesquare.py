"""Circles and Squares: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, first_fit, grid, groups, has_pool
from uniclue.referees.boards import is_connected, is_square, parts, shadings, shape, size
from uniclue.referees.boards import some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Circles of the colours of a board that is mostly right; at times one is not."""
    board = shape(rng, 10)
    bare = {"grid": text(board, {})}
    rows = first_fit(lambda: some_shaded(rng, board, 0.6), lambda rows: is_right(bare, rows))
    clues = sprinkled(rng, filled(rows).items(), rng.choice((0.1, 0.3, 0.6)))
    circles = {cell: "b" if value else "w" for cell, value in clues}
    if rng.random() < 0.15:
        circles[rng.choice(cells(board))] = rng.choice("bw")
    return {"grid": text(board, circles)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the shaded cells are connected around squares, and circles have their colours."""
    values = filled(answer)
    shaded = {*groups(values).get(1, [])}
    return (
        is_connected(shaded)
        and not has_pool(shaded)
        and all(map(is_square, parts(values.keys() - shaded)))
        and all((word == "b") == (at in shaded) for at, word in grid(puzzle["grid"]).items())
    )
