"""Yajikabe: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, first_fit, grid, has_pool, is_connected
from uniclue.referees.boards import nearly, ray, shadings, shape, size, some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    bare = {"grid": ["." * board[1]] * board[0]}
    rows = first_fit(lambda: some_shaded(rng, board, 0.6), lambda rows: is_right(bare, rows))
    wall = {cell for cell, value in filled(rows).items() if value}
    at = sprinkled(rng, [cell for cell in cells(board) if cell not in wall], 0.7)
    ways = [rng.choice("nesw") for _ in at]
    pairs = zip(at, ways, strict=True)
    printed = nearly(rng, [len(wall.intersection(ray(cell, w, cells(board)))) for cell, w in pairs])
    words = {
        cell: rng.choice(("?", *9 * (f"{number}{way}",)))
        for cell, way, number in zip(at, ways, printed, strict=True)
    }
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether a wall is shaded by the rules, with as much where arrows point as they state."""
    values = filled(answer)
    wall = {cell for cell, value in values.items() if value == 1}
    clues = grid(puzzle["grid"])
    return (
        is_connected(wall)
        and not has_pool(wall)
        and not wall.intersection(clues)
        and all(
            word == "?" or len(wall.intersection(ray(cell, word[-1], values))) == int(word[:-1])
            for cell, word in clues.items()
        )
    )
