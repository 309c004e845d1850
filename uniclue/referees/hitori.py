"""Hitori: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, cells, filled, first_fit, is_connected, known
from uniclue.referees.boards import lines, shadings, shape, size, some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    bare = {"grid": ["." * board[1]] * board[0]}
    fits = [
        first_fit(lambda: some_shaded(rng, board, 0.3), lambda rows: is_right(bare, rows))
        for _ in range(rng.choice((1, 10)))
    ]
    rows = max(fits, key=lambda rows: sum(map(sum, rows)))
    turn, most = rng.randint(0, 5), max(board)
    numbers: dict[Any, Any] = {(r, c): (r + c + turn) % most + 1 for r, c in cells(board)}
    for r, c in cells(board):
        if rows[r][c]:  # The number of another cell in its line, so that one must go.
            numbers[r, c] = numbers[
                rng.choice([(r, rng.randrange(board[1])), (rng.randrange(board[0]), c)])
            ]
    for cell in sprinkled(rng, cells(board), rng.choice((0, 0, 0.1, 0.3, 1))):
        numbers[cell] = rng.choice((".", "?", 1, 1, 2, 3, 12, "a"))
    return {"grid": text(board, numbers)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells are apart, white ones connected, and no number is left twice."""
    values, numbers = filled(answer), known(puzzle["grid"])
    white = {cell for cell, value in values.items() if value == 0}
    left = [
        [numbers[c] for c in line if c in white and c in numbers] for line in lines(size(answer))
    ]
    return (
        not any(
            near in values.keys() - white for cell in values.keys() - white for near in around(cell)
        )
        and is_connected(white)
        and all(len(line) == len({*line}) for line in left)
    )
