"""Mochikoro: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, first_fit, grid, groups, has_pool, hidden
from uniclue.referees.boards import is_connected, is_rectangle, nearly, parts, shadings, shape, size
from uniclue.referees.boards import some_shaded, sprinkled, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """The sizes of some white rectangles; some are hidden, at times one is wrong."""
    board = shape(rng, 10)
    bare = {"grid": text(board, {})}
    rows = first_fit(lambda: some_shaded(rng, board, 0.45), lambda rows: is_right(bare, rows), 400)
    white = parts(groups(filled(rows)).get(0, []))
    some = sprinkled(rng, white, rng.choice((0.3, 0.7, 1)))
    clues = nearly(rng, hidden(rng, [*map(len, some)], rng.choice((0, 0.3))))
    pairs = zip(some, clues, strict=True)
    words = {rng.choice(sorted(part)): max(1, n) if n else "?" for part, n in pairs}
    if rng.random() < 0.1:
        words[rng.choice(cells(board))] = rng.choice((1, 2, "?"))
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether white rectangles are connected by corners, with one number or none, their size."""
    values, words = filled(answer), grid(puzzle["grid"])
    shaded = {*groups(values).get(1, [])}
    white = values.keys() - shaded
    return (
        shaded.isdisjoint(words)
        and not has_pool(shaded)
        and is_connected(white, touching)
        and all(
            is_rectangle(part)
            and [word in ("?", len(part)) for cell, word in words.items() if cell in part]
            in ([], [True])
            for part in parts(white)
        )
    )
