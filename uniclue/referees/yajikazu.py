"""Yajikazu: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, cells, filled, first_fit, grid, is_connected
from uniclue.referees.boards import nearly, ray, shadings, shape, size, some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random; what shaded cells say may be right, too."""
    board = shape(rng)
    bare = {"grid": ["." * board[1]] * board[0]}
    rows = first_fit(lambda: some_shaded(rng, board, 0.25), lambda rows: is_right(bare, rows))
    shaded = {cell for cell, value in filled(rows).items() if value}
    at = sprinkled(rng, cells(board), 0.7)
    ways = [rng.choice("nesw") for _ in at]
    lines = [ray(cell, way, cells(board)) for cell, way in zip(at, ways, strict=True)]
    clues = [
        rng.randint(0, 2) if cell in shaded else len(shaded.intersection(line))
        for cell, line in zip(at, lines, strict=True)
    ]
    words = {
        cell: rng.choice(("?", *9 * (f"{number}{way}",)))
        for cell, way, number in zip(at, ways, nearly(rng, clues), strict=True)
    }
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether cells are shaded by the rules, and arrows in cells left white are right."""
    values = filled(answer)
    shaded = {cell for cell, value in values.items() if value == 1}
    return (
        not any(near in shaded for cell in shaded for near in around(cell))
        and is_connected(values.keys() - shaded)
        and all(
            cell in shaded
            or word == "?"
            or len(shaded.intersection(ray(cell, word[-1], values))) == int(word[:-1])
            for cell, word in grid(puzzle["grid"]).items()
        )
    )
