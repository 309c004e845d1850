"""Cocktail Lamp: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, filled, grid, groups, has_pool, is_connected
from uniclue.referees.boards import known, shadings, shape, size, some_regions, some_rooms, touching


def draw(rng: Random) -> dict[str, Any]:
    """Regions with the numbers of their shaded cells; at times one is wrong."""
    board = shape(rng, 10)
    return some_rooms(rng, board, some_regions(rng, board, rng.randint(1, 7)), is_right, (0.3, 0.5))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each region has one group, of its number, which meets others at corners alone."""
    shaded = {*groups(filled(answer)).get(1, [])}
    name = grid(puzzle["regions"])
    group = {word: shaded.intersection(area) for word, area in groups(name).items()}
    return (
        all(map(is_connected, group.values()))
        and all(name[at] == name[cell] for cell in shaded for at in around(cell) if at in shaded)
        and not has_pool(shaded)
        and is_connected(shaded, touching)
        and all(len(group[name[cell]]) == n for cell, n in known(puzzle["grid"]).items())
    )
