"""Rooms of Factors: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, latin_squares, nearly, regions, size
from uniclue.referees.boards import some_regions, squares, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random; now and then a region has two numbers."""
    n = rng.choice((1, 2, 3, 3, 4, 4, 4))
    rows = next(squares(range(1, n + 1), rng))
    names = some_regions(rng, (n, n), rng.randint(1, n * n))
    puzzle = {"regions": text((n, n), names)}
    parts = regions(puzzle["regions"]).values()
    clues = {rng.choice(part): prod(rows[r][c] for r, c in part) for part in parts}
    if rng.random() < 0.2:
        part = rng.choice([*parts])
        clues[rng.choice(part)] = prod(rows[r][c] for r, c in part)
    kept = [cell for cell in clues if rng.random() < rng.choice((0.5, 0.8, 1))]
    numbers = nearly(rng, [clues[cell] for cell in kept])
    shown = {cell: max(1, n or 1) for cell, n in zip(kept, numbers, strict=True)}
    return puzzle | {"grid": text((n, n), shown)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares."""
    n = size(puzzle["grid"])[0]
    yield from latin_squares(n, range(1, n + 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the board is a Latin square and its regions have their products."""
    every, values = set(range(1, len(answer) + 1)), filled(answer)
    return all(set(cells) == every for cells in [*answer, *zip(*answer, strict=True)]) and all(
        prod(values[cell] for cell in part) == number
        for part in regions(puzzle["regions"]).values()
        for cell, number in grid(puzzle["grid"]).items()
        if cell in part
    )
