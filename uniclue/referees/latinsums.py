"""Latin Sums: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, fillings, grid, lines, nearly, shape, size
from uniclue.referees.boards import some_solved, sprinkled, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """Some empty cells, and sums of one way to fill them in the others, mostly."""

    def make() -> dict[str, Any]:
        board = shape(rng, 14)
        number = board[0] * board[1]
        white = rng.sample(cells(board), min(number, rng.randint(1, 7)))
        return {"grid": text(board, {cell: "x" for cell in cells(board) if cell not in white})}

    puzzle, rows = some_solved(rng, make, answers, is_right)
    values = filled(rows)
    clues = sprinkled(rng, grid(puzzle["grid"]), rng.choice((0.3, 0.6, 0.9)))
    sums = nearly(rng, [sum(values.get(near, 0) for near in touching(cell)) for cell in clues])
    words = grid(puzzle["grid"]) | dict(zip(clues, sums, strict=True))
    return {"grid": text(size(puzzle["grid"]), words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put numbers into the empty cells, up to the most that a line has of these."""
    board, words = size(puzzle["grid"]), grid(puzzle["grid"])
    white = [cell for cell in cells(board) if cell not in words]
    most = max(sum(cell in white for cell in some) for some in lines(board))
    return fillings(board, dict.fromkeys(white, range(1, most + 1)))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether no line holds a number twice, and printed numbers are the sums of those around."""
    values = filled(answer)
    return all(
        len(held) == len(set(held))
        for some in lines(size(puzzle["grid"]))
        for held in [[values[cell] for cell in some if cell in values]]
    ) and all(
        number in ("x", sum(values.get(near, 0) for near in touching(cell)))
        for cell, number in grid(puzzle["grid"]).items()
    )
