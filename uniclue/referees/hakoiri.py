"""Hakoiri-masashi: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, is_connected, regions, rows_of, shape, size
from uniclue.referees.boards import some_regions, some_solved, sprinkled, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """Regions that can mostly be filled, and some symbols of one way to do so."""

    def make() -> dict[str, Any]:
        board = shape(rng, 15)
        names = some_regions(rng, board, rng.randint(1, max(1, board[0] * board[1] // 3)))
        return {"regions": text(board, names), "grid": text(board, {})}

    puzzle, rows = some_solved(rng, make, answers, is_right, 200)
    clues = sprinkled(rng, filled(rows).items(), rng.choice((0.1, 0.3)))
    words = {cell: symbol for cell, symbol in clues if symbol != "."}
    for cell in words if rng.random() < 0.15 else ():
        words[cell] = rng.randint(1, 3)
    return puzzle | {"grid": text(size(puzzle["grid"]), words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put the three symbols into every region."""
    parts = regions(puzzle["regions"]).values()
    for chosen in product(*(permutations(part, 3) for part in parts)):
        held = {cell: i for three in chosen for i, cell in enumerate(three, 1)}
        yield rows_of(size(puzzle["grid"]), held, ".")


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions hold each symbol once, equal ones do not touch, and all are connected."""
    values = filled(answer)
    held = {cell: symbol for cell, symbol in values.items() if symbol != "."}
    return (
        all(values[cell] == symbol for cell, symbol in grid(puzzle["grid"]).items())
        and all(
            sorted(held[cell] for cell in part if cell in held) == [1, 2, 3]
            for part in regions(puzzle["regions"]).values()
        )
        and not any(held.get(near) == n for cell, n in held.items() for near in touching(cell))
        and is_connected(held)
    )
