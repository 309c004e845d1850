"""Sukoro: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, cells, filled, grid, is_connected, shadings, shape
from uniclue.referees.boards import size, some_solved, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Some numbers of a right board, mostly."""

    def make() -> dict[str, Any]:
        return {"grid": text(shape(rng, 12), {})}

    puzzle, rows = some_solved(rng, make, answers, is_right)
    board = size(puzzle["grid"])
    clues = sprinkled(rng, filled(rows).items(), rng.choice((0.1, 0.2, 0.4)))
    words = {cell: number for cell, number in clues if number != "."}
    if rng.random() < 0.3:
        words[rng.choice(cells(board))] = rng.randint(1, 4)
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to fill cells, each with the number of its filled neighbours, where it has some."""
    for shaded in shadings(size(puzzle["grid"])):
        full = filled(shaded)
        rows = [
            [sum(full.get(near, 0) for near in around((r, c))) if n else "." for c, n in row]
            for r, row in enumerate(map(enumerate, shaded))
        ]
        if not any(0 in row for row in rows):
            yield rows


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether numbers count their neighbours, equal ones do not touch, and all are connected."""
    values = filled(answer)
    held = {cell: number for cell, number in values.items() if number != "."}
    return (
        all(values[cell] == number for cell, number in grid(puzzle["grid"]).items())
        and all(sum(near in held for near in around(cell)) == n for cell, n in held.items())
        and not any(held.get(near) == n for cell, n in held.items() for near in around(cell))
        and is_connected(held)
    )
