"""Tripletts: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, grid, regions, rows_of, size
from uniclue.referees.boards import some_answer, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Regions of three cells, and some symbols of one way to fill them."""
    board = rng.choice(((1, 3), (3, 1), (1, 6), (6, 1), (2, 3), (3, 2), *[(3, 3)] * 6))
    names = _cut(rng, board)
    puzzle = {"regions": text(board, names), "grid": text(board, {})}
    rows = some_answer(rng, answers(puzzle), lambda rows: is_right(puzzle, rows))
    clues = dict(sprinkled(rng, filled(rows).items(), rng.choice((0.1, 0.2, 0.4))))
    for cell in clues if rng.random() < 0.2 else ():
        clues[cell] = rng.randint(1, 3)
    return puzzle | {"grid": text(board, clues)}


def _cut(rng: Random, board: tuple[int, int]) -> dict[Cell, str]:
    """Regions of three cells each that fill a board."""
    while True:
        left, names = cells(board), dict[Cell, str]()
        while left:
            three = [rng.choice(left)]
            for _ in range(2):
                beside = [near for cell in three for near in around(cell) if near in left]
                three += rng.sample([cell for cell in beside if cell not in three] or three, 1)
            if len(set(three)) < 3:
                break
            names |= dict.fromkeys(three, "abcdefgh"[len(names) // 3])
            left = [cell for cell in left if cell not in three]
        if not left:
            return names


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to fill regions with three symbols that are alike or different."""
    ways = [three for three in product((1, 2, 3), repeat=3) if len({*three}) != 2]
    parts = regions(puzzle["regions"]).values()
    for chosen in product(ways, repeat=len(parts)):
        held = (
            pair for both in zip(parts, chosen, strict=True) for pair in zip(*both, strict=True)
        )
        yield rows_of(size(puzzle["grid"]), dict(held))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions are all alike or all different, and others do not touch an equal symbol."""
    values, owners = filled(answer), grid(puzzle["regions"])
    return (
        all(values[cell] == symbol for cell, symbol in grid(puzzle["grid"]).items())
        and all(
            len({values[cell] for cell in region}) in (1, 3)
            for region in regions(puzzle["regions"]).values()
        )
        and not any(
            values.get(near) == value and owners[near] != owners[cell]
            for cell, value in values.items()
            for near in around(cell)
        )
    )
