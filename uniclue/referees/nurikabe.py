"""Nurikabe: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, first_fit, grid, has_pool, hidden
from uniclue.referees.boards import is_connected, nearly, parts, shadings, shape, size, some_shaded
from uniclue.referees.boards import text


def draw(rng: Random) -> dict[str, Any]:
    """The sizes of the islands of a board with a connected sea; some are hidden, one is wrong."""
    board = shape(rng)
    answer = first_fit(
        lambda: some_shaded(rng, board, rng.choice((0.4, 0.5, 0.7))),
        lambda rows: _is_sea({cell for cell, value in filled(rows).items() if value == 1}),
    )
    islands = parts(cell for cell, value in filled(answer).items() if value == 0)
    places = [rng.choice(sorted(island)) for island in islands]
    clues = nearly(rng, hidden(rng, [len(island) for island in islands], rng.choice((0, 0.4))))
    words = {cell: max(1, n) if n else "?" for cell, n in zip(places, clues, strict=True)}
    luck = rng.random()
    if words and luck < 0.1:
        del words[rng.choice(places)]
    elif luck < 0.2:
        words[rng.choice(cells(board))] = "?"
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the shaded cells are a sea, and each island has one number, which is its size."""
    values, words = filled(answer), grid(puzzle["grid"])
    sea = {cell for cell, value in values.items() if value == 1}
    return (
        _is_sea(sea)
        and sea.isdisjoint(words)
        and all(
            [word in ("?", len(island)) for cell, word in words.items() if cell in island] == [True]
            for island in parts({*values} - sea)
        )
    )


def _is_sea(sea: set[Cell]) -> bool:
    """Whether shaded cells are connected, and no 2x2 block is full of them."""
    return is_connected(sea) and not has_pool(sea)
