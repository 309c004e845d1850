"""Bosnian Road: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, board_with_loop, cells, filled, grid, groups
from uniclue.referees.boards import has_pool, is_connected, known, nearly, opened, passed, shadings
from uniclue.referees.boards import size, sprinkled, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """Numbers around a ring, or another loop; at times one is wrong."""
    board, loop = board_with_loop(rng, 12)
    ring = passed(loop)
    white = [cell for cell in cells(board) if cell not in ring]
    clues = sprinkled(rng, white, rng.choice((0.2, 0.6, 1)))
    counts = nearly(rng, [len(ring.intersection(touching(cell))) for cell in clues])
    words = {cell: min(n or 0, 8) for cell, n in zip(clues, counts, strict=True)}
    if rng.random() < 0.15:
        words[rng.choice(cells(board))] = rng.randint(0, 4)
    return {"grid": text(board, opened(rng, words))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells are a ring that touches itself nowhere, and numbers count them."""
    ring = {*groups(filled(answer)).get(1, [])}
    return (
        all(len(ring.intersection(around(cell))) == 2 for cell in ring)
        and not any(
            (r + 1, c + s) in ring and (r, c + s) not in ring and (r + 1, c) not in ring
            for r, c in ring
            for s in (-1, 1)
        )
        and is_connected(ring)
        and not has_pool(ring)
        and ring.isdisjoint(grid(puzzle["grid"]))
        and all(
            len(ring.intersection(touching(cell))) == n for cell, n in known(puzzle["grid"]).items()
        )
    )
