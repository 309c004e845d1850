"""Putteria: the rules over a filled board."""

from __future__ import annotations

from random import Random
from typing import Any

from uniclue.referees import hanare
from uniclue.referees.boards import Rows, around, filled, grid, lines, regions, shape, size
from uniclue.referees.boards import some_regions, some_solved, sprinkled, text

answers = hanare.answers


def draw(rng: Random) -> dict[str, Any]:
    """Regions that can mostly be filled, and some cells of one way to do so."""

    def make() -> dict[str, Any]:
        board = shape(rng, 16)
        names = some_regions(rng, board, rng.randint(1, max(2, board[0] * board[1] // 3)))
        return {"regions": text(board, names), "grid": text(board, {})}

    puzzle, rows = some_solved(rng, make, answers, is_right)
    clues = sprinkled(rng, filled(rows).items(), rng.choice((0, 0.1, 0.3)))
    words = {cell: "x" if word == "." else word for cell, word in clues}
    sizes = [*map(len, regions(puzzle["regions"]).values())]
    for cell in words if rng.random() < 0.15 else ():
        words[cell] = rng.choice(["x", 9, *sizes])
    return puzzle | {"grid": text(size(puzzle["grid"]), words)}


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions hold their size once, no numbers touch, and no line holds one twice."""
    values = filled(answer)
    held = {cell: number for cell, number in values.items() if number != "."}
    return (
        all(values[cell] == ("." if n == "x" else n) for cell, n in grid(puzzle["grid"]).items())
        and all(
            [held[cell] for cell in part if cell in held] == [len(part)]
            for part in regions(puzzle["regions"]).values()
        )
        and not any(near in held for cell in held for near in around(cell))
        and all(
            len(some) == len(set(some))
            for line in lines(size(puzzle["grid"]))
            for some in [[held[cell] for cell in line if cell in held]]
        )
    )
