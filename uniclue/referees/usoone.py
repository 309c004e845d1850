"""Usoone: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, filled, first_fit, grid, groups
from uniclue.referees.boards import is_connected, shadings, shape, size, some_regions, some_shaded
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random: a liar in each region, at times one more or less."""
    board = shape(rng)
    areas = some_regions(rng, board, rng.randint(1, 4))
    bare: dict[str, Any] = {"regions": text(board, {}), "grid": text(board, {})}
    rows = first_fit(lambda: some_shaded(rng, board, 0.25), lambda rows: is_right(bare, rows))
    shaded = {cell for cell, value in filled(rows).items() if value}
    white = sprinkled(rng, [cell for cell in areas if cell not in shaded], 0.6)
    numbers = {cell: _shaded_beside(cell, shaded) for cell in white}
    liars = [rng.choice(some) for some in groups({cell: areas[cell] for cell in white}).values()]
    for cell in rng.choice((liars, liars, liars, liars[1:])) if liars else []:
        numbers[cell] = rng.choice([n for n in range(5) if n != numbers[cell]])
    return {"regions": text(board, areas), "grid": text(board, numbers)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether cells are shaded by the rules, and one number in each region is wrong."""
    values, numbers = filled(answer), grid(puzzle["grid"])
    shaded = {cell for cell, value in values.items() if value == 1}
    region = grid(puzzle["regions"])
    liars = Counter(
        region[cell] for cell, n in numbers.items() if _shaded_beside(cell, shaded) != n
    )
    return (
        not any(near in shaded for cell in shaded for near in around(cell))
        and is_connected(values.keys() - shaded)
        and not shaded.intersection(numbers)
        and all(liars[name] == 1 for name in region.values())
    )


def _shaded_beside(cell: Cell, shaded: set[Cell]) -> int:
    return len(shaded.intersection(around(cell)))
