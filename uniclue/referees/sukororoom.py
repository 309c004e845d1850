"""Sukoro-room: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, cells, filled, grid, groups, is_connected, regions
from uniclue.referees.boards import rows_of, shape, size, some_regions, some_solved, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Regions, and some numbers of a right board, mostly."""

    def make() -> dict[str, Any]:
        board = shape(rng, 16)
        names = some_regions(rng, board, rng.randint(2, 11))
        return {"regions": text(board, names), "grid": text(board, {})}

    puzzle, rows = some_solved(rng, make, answers, is_right)
    board = size(puzzle["grid"])
    clues = sprinkled(rng, filled(rows).items(), rng.choice((0, 0.1, 0.3)))
    words = {cell: number for cell, number in clues if number != "."}
    if rng.random() < 0.3:
        words[rng.choice(cells(board))] = rng.randint(1, 4)
    return puzzle | {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to fill regions, cells with the number of their filled neighbours."""
    owners = grid(puzzle["regions"])
    names = [*groups(owners)]
    for chosen in product((False, True), repeat=len(names)):
        full = {cell for cell, name in owners.items() if chosen[names.index(name)]}
        counts = {cell: sum(near in full for near in around(cell)) for cell in full}
        if 0 not in counts.values():
            yield rows_of(size(puzzle["grid"]), counts, ".")


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether numbers count their neighbours, regions are full of different ones or empty."""
    values = filled(answer)
    held = {cell: number for cell, number in values.items() if number != "."}
    return (
        all(values[cell] == number for cell, number in grid(puzzle["grid"]).items())
        and all(sum(near in held for near in around(cell)) == n for cell, n in held.items())
        and all(
            len({held[cell] for cell in part if cell in held}) in (0, len(part))
            and (held.keys() >= {*part} or held.keys().isdisjoint(part))
            for part in regions(puzzle["regions"]).values()
        )
        and is_connected(held)
    )
