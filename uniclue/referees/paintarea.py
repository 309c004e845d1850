"""Paint Area: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, filled, first_fit, grid, is_connected
from uniclue.referees.boards import nearly, regions, rows_of, shape, size, some_regions, sprinkled
from uniclue.referees.boards import text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    areas = some_regions(rng, board, rng.randint(1, 10))
    bare = {"regions": text(board, areas), "grid": text(board, {})}
    rows = first_fit(lambda: rng.choice([*answers(bare)]), lambda rows: is_right(bare, rows), 100)
    cells = sprinkled(rng, areas, 0.5)
    clues = nearly(rng, [_painted_beside(cell, _painted(rows)) for cell in cells])
    return bare | {"grid": text(board, dict(zip(cells, clues, strict=True)))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to paint (1) or not to paint each region as a whole."""
    board, areas = size(puzzle["grid"]), [*regions(puzzle["regions"]).values()]
    for chosen in product((0, 1), repeat=len(areas)):
        pairs = zip(areas, chosen, strict=True)
        yield rows_of(board, {cell: value for area, value in pairs for cell in area})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether whole regions are painted by the rules, as many cells beside numbers as they say."""
    painted, values = _painted(answer), filled(answer)
    blocks = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in values]
    return (
        all(
            len({values[cell] for cell in area}) == 1
            for area in regions(puzzle["regions"]).values()
        )
        and is_connected(painted)
        and all(len({values.get(cell) for cell in block}) > 1 for block in blocks)
        and all(
            _painted_beside(cell, painted) == number
            for cell, number in grid(puzzle["grid"]).items()
        )
    )


def _painted(answer: Rows) -> set[Cell]:
    return {cell for cell, value in filled(answer).items() if value == 1}


def _painted_beside(cell: Cell, painted: set[Cell]) -> int:
    return len(painted.intersection(around(cell)))
