"""Tile Paint: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, beside, counts, filled, groups, hidden, line, nearly
from uniclue.referees.boards import regions, shadings, shape, size, some_regions, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Regions, and numbers of some that are shaded; at times one is wrong."""
    board = shape(rng)
    names = some_regions(rng, board, rng.randint(1, board[0] * board[1]))
    parts = sprinkled(rng, groups(names).values(), 0.5)
    shaded = {cell for part in parts for cell in part}
    clues = nearly(rng, hidden(rng, counts(board, shaded), rng.choice((0.1, 0.3, 0.6))))
    return {"regions": text(board, names), **beside(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards of shaded cells."""
    return shadings(size(puzzle["regions"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions are shaded as a whole, and lines have their numbers of shaded cells."""
    shaded = {cell for cell, value in filled(answer).items() if value == 1}
    clues = [*line(puzzle["left"]), *line(puzzle["top"])]
    return all(
        len(shaded.intersection(part)) in (0, len(part))
        for part in regions(puzzle["regions"]).values()
    ) and all(
        n in (None, m) for n, m in zip(clues, counts(size(puzzle["regions"]), shaded), strict=True)
    )
