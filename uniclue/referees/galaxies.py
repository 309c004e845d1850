"""Spiral Galaxies: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, Shape, around, cells, filled, fillings, grid, groups
from uniclue.referees.boards import is_connected, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    while True:
        board = rng.choice((shape(rng), (3, 5), (5, 3), (4, 5)))
        centres = min((_some_centres(rng, board) for _ in range(rng.choice((1, 20)))), key=len)
        if centres and rng.random() < 0.2:
            del centres[rng.choice([*centres])]
        for cell in rng.sample(cells(board), rng.choice((0, 0, 0, 0, 1))):
            centres[cell] = rng.choice((0, 1, 2, 3))
        puzzle = {"grid": text(board, centres)}
        number = 1
        for values in _values(puzzle).values():
            number *= len(values)
        if centres and number <= 4096:
            return puzzle


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards of galaxies that are not turned off the board and hold their centres."""
    yield from fillings(size(puzzle["grid"]), _values(puzzle))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each galaxy is connected, looks the same upside down and holds its centre."""
    galaxies = {number: set(places) for number, places in groups(filled(answer)).items()}
    centres = grid(puzzle["grid"])
    return len(galaxies) == len(centres) and all(
        _at_centre(cell, way) <= (galaxy := galaxies.get(number, set()))
        and is_connected(galaxy)
        and {_turned(other, cell, way) for other in galaxy} == galaxy
        for number, (cell, way) in enumerate(centres.items(), 1)
    )


def _at_centre(cell: Cell, way: int) -> set[Cell]:
    """The cells that meet at a centre: 0 in the middle, 1 right, 2 below, 3 at the corner."""
    r, c = cell
    return {(y, x) for y in (r, r + way // 2) for x in (c, c + way % 2)}


def _turned(other: Cell, cell: Cell, way: int) -> Cell:
    """A cell turned around a centre."""
    return 2 * cell[0] + way // 2 - other[0], 2 * cell[1] + way % 2 - other[1]


def _values(puzzle: dict[str, Any]) -> dict[Cell, list[int]]:
    """The values of each cell: the galaxy with its centre there, else those that may reach it."""
    every, centres = cells(size(puzzle["grid"])), grid(puzzle["grid"])
    held: dict[Cell, list[int]] = {cell: [] for cell in every}
    for number, (centre, way) in enumerate(centres.items(), 1):
        for cell in every:
            if _turned(cell, centre, way) in held:
                held[cell].append(number)
    for number, (centre, way) in enumerate(centres.items(), 1):
        for cell in _at_centre(centre, way) & held.keys():
            held[cell] = [number]
    return held


def _some_centres(rng: Random, board: Shape) -> dict[Cell, int]:
    """The centres of some galaxies that fill a board."""
    free, centres = set(cells(board)), {}
    for cell in rng.sample(sorted(free), len(free)):
        ways = [way for way in (0, 1, 2, 3) if _at_centre(cell, way) <= free]
        if not ways:
            continue
        centres[cell] = way = rng.choice(ways)
        galaxy = _at_centre(cell, way)
        for _ in range(rng.randint(0, 9)):
            other = rng.choice(around(rng.choice(sorted(galaxy))))
            pair = {other, _turned(other, cell, way)}
            if pair <= free:
                galaxy |= pair
        free -= galaxy
    return centres
