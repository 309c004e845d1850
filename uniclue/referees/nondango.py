"""Nondango: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, Shape, cells, filled, fillings, first_fit, grid
from uniclue.referees.boards import regions, rows_of, shape, size, some_regions, some_shaded
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Circles in regions, so that one black circle in each keeps the rules; at times not."""
    board = shape(rng)
    circles = sprinkled(rng, cells(board), rng.choice((0.7, 0.9, 1)))

    def make() -> Rows:
        colours = some_shaded(rng, board, rng.choice((0.45, 0.55)))
        return rows_of(board, {cell: colours[cell[0]][cell[1]] for cell in circles})

    answer = first_fit(make, lambda rows: not _is_three(filled(rows)))
    black = [cell for cell, value in filled(answer).items() if value == 1]
    number = max(1, len(black) + rng.choice((0, 0, 0, 0, 0, -1, 1)))
    shown = {"grid": text(board, dict.fromkeys(circles, "o"))}
    most = rng.choice((1, 1, 9, 999))

    def draw_regions() -> dict[str, Any]:
        return shown | {"regions": text(board, some_regions(rng, board, number, black))}

    def is_tight(puzzle: dict[str, Any]) -> bool:
        """Whether the puzzle has few solutions."""
        held = [*regions(puzzle["regions"]).values()]
        right = (rows for rows in _one_in_each(board, circles, held) if not _is_three(filled(rows)))
        return len([*islice(right, most + 1)]) <= most

    return first_fit(draw_regions, is_tight, 15)


def _one_in_each(board: Shape, circles: list[Cell], held: list[list[Cell]]) -> Iterator[Rows]:
    """All ways to blacken one circle in each region."""
    for chosen in product(*([cell for cell in region if cell in circles] for region in held)):
        yield rows_of(board, {cell: int(cell in chosen) for cell in circles})


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to blacken circles (1)."""
    yield from fillings(size(puzzle["grid"]), dict.fromkeys(grid(puzzle["grid"]), (0, 1)))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each region has one black circle, and no three alike follow each other."""
    colours = filled(answer)
    return all(
        sum(colours.get(cell, 0) for cell in region) == 1
        for region in regions(puzzle["regions"]).values()
    ) and not _is_three(colours)


def _is_three(colours: dict[Cell, int]) -> bool:
    """Whether three circles in line, straight or slanting, without a gap, are of one colour."""
    return any(
        colours.get((r + i, c + j)) == colour == colours.get((r - i, c - j))
        for (r, c), colour in colours.items()
        for i, j in ((0, 1), (1, 0), (1, 1), (1, -1))
    )
