"""Norinuri: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, dominoes_among, filled, grid, groups, hidden
from uniclue.referees.boards import nearly, parts, rows_of, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """The sizes of the islands around some dominoes; some are hidden, at times one is wrong."""
    board = shape(rng, 20)
    shaded = rng.choice([*dominoes_among(cells(board))])
    islands = parts({*cells(board)} - shaded)
    places = [rng.choice(sorted(island)) for island in islands]
    clues = nearly(rng, hidden(rng, [*map(len, islands)], rng.choice((0, 0, 0.3))))
    words = {cell: max(1, n) if n else "?" for cell, n in zip(places, clues, strict=True)}
    luck = rng.random()
    if words and luck < 0.1:
        del words[rng.choice(places)]
    elif luck < 0.2:
        words[rng.choice(cells(board))] = "?"
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade dominoes (1) that share no side."""
    board = size(puzzle["grid"])
    for shaded in dominoes_among(cells(board)):
        yield rows_of(board, dict.fromkeys(shaded, 1), 0)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells form dominoes around islands with one number each, their size."""
    values, words = filled(answer), grid(puzzle["grid"])
    shaded = {*groups(values).get(1, [])}
    return (
        shaded.isdisjoint(words)
        and all(len(part) == 2 for part in parts(shaded))
        and all(
            [word in ("?", len(island)) for cell, word in words.items() if cell in island] == [True]
            for island in parts(values.keys() - shaded)
        )
    )
