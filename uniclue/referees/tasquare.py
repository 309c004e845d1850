"""Tasquare: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, first_fit, grid, groups
from uniclue.referees.boards import is_connected, is_square, nearly, parts, shadings, shape, size
from uniclue.referees.boards import some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Numbers of a board that is mostly right; some are hidden, at times one is wrong."""
    board = shape(rng, 10)
    bare = {"grid": text(board, {})}
    share = rng.choice((0.2, 0.4))
    rows = first_fit(lambda: some_shaded(rng, board, share), lambda rows: is_right(bare, rows))
    shaded = {*groups(filled(rows)).get(1, [])}
    near = [at for at in cells(board) if at not in shaded and shaded.intersection(around(at))]
    clues = sprinkled(rng, near, rng.choice((0.2, 0.5, 0.9)))
    counts = nearly(rng, [_beside(cell, shaded) for cell in clues])
    words: dict[Cell, Any] = {at: max(1, n or 1) for at, n in zip(clues, counts, strict=True)}
    words |= dict.fromkeys(sprinkled(rng, clues, 0.2), "?")
    if rng.random() < 0.1:
        words[rng.choice(cells(board))] = rng.choice((1, 2, 4, "?"))
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded squares leave a connected area, and numbers add up those beside them."""
    values, words = filled(answer), grid(puzzle["grid"])
    shaded = {*groups(values).get(1, [])}
    return (
        all(map(is_square, parts(shaded)))
        and is_connected(values.keys() - shaded)
        and shaded.isdisjoint(words)
        and all(
            (total := _beside(cell, shaded)) == word or (word == "?" and total > 0)
            for cell, word in words.items()
        )
    )


def _beside(cell: Cell, shaded: set[Cell]) -> int:
    """The cells of the areas beside a cell."""
    return sum(len(area) for area in parts(shaded) if area.intersection(around(cell)))
