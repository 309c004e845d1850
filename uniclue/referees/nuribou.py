"""Nuribou: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, first_fit, grid, groups, hidden, nearly
from uniclue.referees.boards import parts, shadings, shape, size, some_shaded, spans, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """The sizes of the islands around some straps; some are hidden, at times one is wrong."""
    board = shape(rng, 12)
    share = rng.choice((0.3, 0.5, 0.6))
    rows = first_fit(lambda: some_shaded(rng, board, share), lambda rows: _are_straps(rows))
    islands = parts(groups(filled(rows)).get(0, []))
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
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether straps part the board into islands with one number each, their size."""
    words = grid(puzzle["grid"])
    white = groups(filled(answer)).get(0, [])
    return (
        _are_straps(answer)
        and {*words} <= {*white}
        and all(
            [word in ("?", len(island)) for cell, word in words.items() if cell in island] == [True]
            for island in parts(white)
        )
    )


def _are_straps(answer: Rows) -> bool:
    """Whether shaded areas are one cell wide, and differ in size where they touch."""
    straps = parts(groups(filled(answer)).get(1, []))
    at = {cell: i for i, strap in enumerate(straps) for cell in strap}
    return all(min(spans(strap)) == 1 and len(strap) == max(spans(strap)) for strap in straps) and (
        not any(
            i != at.get(near, i) and len(straps[i]) == len(straps[at[near]])
            for cell, i in at.items()
            for near in touching(cell)
        )
    )
