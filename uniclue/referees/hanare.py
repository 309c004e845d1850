"""Hanare-gumi: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, lines, regions, rows_of, shape, size
from uniclue.referees.boards import some_regions, some_solved, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Regions that can mostly be filled, and some numbers of one way to do so."""

    def make() -> dict[str, Any]:
        board = shape(rng, 16)
        names = some_regions(rng, board, rng.randint(2, max(2, board[0] * board[1] // 2)))
        return {"regions": text(board, names), "grid": text(board, {})}

    puzzle, rows = some_solved(rng, make, answers, is_right)
    clues = sprinkled(rng, filled(rows).items(), rng.choice((0, 0.1, 0.3)))
    words = {cell: number for cell, number in clues if number != "."}
    sizes = [*map(len, regions(puzzle["regions"]).values())]
    for cell in words if rng.random() < 0.15 else ():
        words[cell] = rng.choice(sizes)
    return puzzle | {"grid": text(size(puzzle["grid"]), words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put its size into one cell of every region."""
    parts = regions(puzzle["regions"]).values()
    for chosen in product(*parts):
        held = {cell: len(part) for cell, part in zip(chosen, parts, strict=True)}
        yield rows_of(size(puzzle["grid"]), held, ".")


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions hold their size once, and gaps are the differences of the numbers."""
    values = filled(answer)
    held = {cell: number for cell, number in values.items() if number != "."}
    return (
        all(values[cell] == number for cell, number in grid(puzzle["grid"]).items())
        and all(
            [held[cell] for cell in part if cell in held] == [len(part)]
            for part in regions(puzzle["regions"]).values()
        )
        and all(
            abs(held[line[i]] - held[line[j]]) == j - i - 1
            for line in lines(size(puzzle["grid"]))
            for i, j in pairwise(i for i, cell in enumerate(line) if cell in held)
        )
    )
