"""Makaro: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import factorial, prod
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, first_fit, grid, numberings
from uniclue.referees.boards import printed, regions, rows_of, shape, size, some_answer
from uniclue.referees.boards import some_regions, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Regions with the numbers of one way to fill them, and arrows at the greatest beside them."""
    board = shape(rng, 14)

    def make() -> dict[Cell, str]:
        names = some_regions(rng, board, max(1, board[0] * board[1] // rng.choice((2, 3, 4))))
        for cell in sprinkled(rng, [*names][1:], rng.choice((0, 0.15, 0.3))):
            del names[cell]
        return names

    def fits(names: dict[Cell, str]) -> bool:
        """Whether the regions have some solution; now and then whether they have few ways."""
        puzzle = {"regions": text(board, names), "grid": text(board, {})}
        return _ways(names) <= 2048 and (
            careless or any(is_right(puzzle, rows) for rows in answers(puzzle))
        )

    careless = rng.random() < 0.15
    names = first_fit(make, fits, 60)
    if _ways(names) > 2048:
        names = dict.fromkeys(cells(board)[:3], "a")
    puzzle: dict[str, Any] = {"regions": text(board, names), "grid": text(board, {})}
    filling = filled(some_answer(rng, answers(puzzle), lambda rows: is_right(puzzle, rows)))
    shown = printed(rng, rows_of(board, filling), rng.choice((0.3, 0.6, 0.9)))
    sizes = Counter(names.values())
    words: dict[Cell, Any] = {cell: min(n, sizes[names[cell]]) for cell, n in shown.items()}
    for cell in [cell for cell in cells(board) if cell not in names]:
        found = {way: filling.get(near, 0) for way, near in zip("nwes", around(cell), strict=True)}
        greatest = max(found, key=lambda way: found[way])
        if [*found.values()].count(found[greatest]) == 1 or rng.random() < 0.1:
            words[cell] = rng.choice((greatest, greatest, greatest, "x", "."))
        else:
            words[cell] = rng.choice("x.")
    return puzzle | {"grid": text(board, words)}


def _ways(names: dict[Cell, str]) -> int:
    """In how many ways the regions can be numbered."""
    return prod(factorial(number) for number in Counter(names.values()).values())


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put 1 to n into every region of n cells."""
    yield from numberings(size(puzzle["regions"]), regions(puzzle["regions"]).values())


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions hold 1 to n, neighbours differ, and arrows point to the greatest number.

    An arrow's number is greater than all others beside the arrow; there is one where it points.
    """
    values, words = filled(answer), grid(puzzle["grid"])
    return (
        all(values[cell] == word for cell, word in words.items() if cell in values)
        and all(
            sorted(values[cell] for cell in region) == [*range(1, len(region) + 1)]
            for region in regions(puzzle["regions"]).values()
        )
        and all(values.get(near) != n for cell, n in values.items() for near in around(cell))
        and all(_points(cell, way, values) for cell, way in words.items() if way in [*"nwes"])
    )


def _points(cell: Cell, way: str, values: dict[Cell, int]) -> bool:
    """Whether an arrow points to the greatest of the numbers beside it."""
    beside = [values.get(near, 0) for near in around(cell)]
    greatest = beside["nwes".index(way)]
    return greatest > 0 and beside.count(greatest) == 1 and greatest == max(beside)
