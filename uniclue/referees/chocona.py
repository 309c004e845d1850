"""Chocona: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Rows,
    filled,
    first_fit,
    grid,
    groups,
    known,
    opened,
    parts,
    shadings,
    shape,
    size,
    some_counts,
    some_regions,
    some_shaded,
    text,
)


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    areas = some_regions(rng, board, rng.randint(1, 9))
    bare = {"regions": text(board, areas), "grid": ["." * board[1]] * board[0]}
    rows = first_fit(lambda: some_shaded(rng, board, 0.5), lambda rows: is_right(bare, rows))
    numbers = some_counts(rng, areas, groups(filled(rows)).get(1, []))
    return bare | {"grid": text(board, opened(rng, numbers))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells form rectangles, and as many lie in regions as numbers say."""
    shaded = {cell for cell, value in filled(answer).items() if value == 1}
    name = grid(puzzle["regions"])
    counts = Counter(name[cell] for cell in shaded)
    return all(
        len(part) == len({r for r, _ in part}) * len({c for _, c in part}) for part in parts(shaded)
    ) and all(counts[name[cell]] == number for cell, number in known(puzzle["grid"]).items())
