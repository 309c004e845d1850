"""Nanro: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, filled, first_fit, grid, groups
from uniclue.referees.boards import is_connected, opened, printed, regions, rows_of, shape, size
from uniclue.referees.boards import some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """Regions, and some of the numbers of one way to fill them."""
    board = shape(rng)
    names = some_regions(rng, board, rng.randint(1, max(1, board[0] * board[1] // 2)))
    bare = {"regions": text(board, names), "grid": text(board, {})}

    def make() -> Rows:
        chosen = [rng.choice(_ways(region)) for region in groups(names).values()]
        return _rows(bare, chosen)

    def fits(rows: Rows) -> bool:
        return is_right(bare, rows)

    answer = first_fit(make, fits)
    numbers = {cell: word for cell, word in filled(answer).items() if word != "."}
    shown = printed(rng, rows_of(board, numbers), rng.choice((0.4, 0.7, 0.9)))
    most = max(Counter(names.values()).values())
    return bare | {
        "grid": text(board, opened(rng, {cell: min(n, most) for cell, n in shown.items()}))
    }


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put one number into each region, as often as it says."""
    ways = [_ways(region) for region in regions(puzzle["regions"]).values()]
    for chosen in product(*ways):
        yield _rows(puzzle, chosen)


def _ways(region: list[Cell]) -> list[tuple[Cell, ...]]:
    """All sets of one or more of a region's cells."""
    return [some for n in range(1, len(region) + 1) for some in combinations(region, n)]


def _rows(puzzle: dict[str, Any], chosen: Iterable[tuple[Cell, ...]]) -> Rows:
    """An answer that holds in some cells how many they are."""
    values = {cell: len(some) for some in chosen for cell in some}
    return rows_of(size(puzzle["grid"]), values, ".")


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each region has one number, as often as its value, and all are connected."""
    owners = grid(puzzle["regions"])
    numbers = {cell: word for cell, word in filled(answer).items() if word != "."}
    return (
        all(
            cell in numbers and number in ("?", numbers[cell])
            for cell, number in grid(puzzle["grid"]).items()
        )
        and all(_holds_one_number(region, numbers) for region in groups(owners).values())
        and all(
            owners[cell] == owners[near] or number != numbers[near]
            for cell, number in numbers.items()
            for near in around(cell)
            if near in numbers
        )
        and not any(
            {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= {*numbers} for r, c in numbers
        )
        and is_connected(numbers)
    )


def _holds_one_number(region: list[Cell], numbers: dict[Cell, int]) -> bool:
    """Whether a region holds one number, as often as it says."""
    held = [numbers[cell] for cell in region if cell in numbers]
    return bool(held) and {*held} == {len(held)}
