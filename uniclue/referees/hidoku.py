"""Hidoku: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, Shape, cells, filled, first_fit, grid, nearly, rows_of
from uniclue.referees.boards import shape, size, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    bare = {"grid": ["." * board[1]] * board[0]}
    rows = first_fit(lambda: _some_path(rng, board), lambda rows: is_right(bare, rows), 50)
    n = board[0] * board[1]
    clues = rng.sample(cells(board), rng.randint(max(0, n - 6), n))
    numbers = nearly(rng, [rows[r][c] for r, c in clues])
    words = [min(n, max(1, number or 1)) for number in numbers]
    return {"grid": text(board, dict(zip(clues, words, strict=True)))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to write the numbers that are not printed into the cells left free."""
    board, clues = size(puzzle["grid"]), grid(puzzle["grid"])
    free = [cell for cell in cells(board) if cell not in clues]
    numbers = {*range(1, board[0] * board[1] + 1)}.difference(clues.values())
    for chosen in permutations(sorted(numbers), len(free)):
        yield rows_of(board, clues | dict(zip(free, chosen, strict=True)))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every number stands once and touches the next one, and the printed ones stay."""
    values = filled(answer)
    chain = sorted(values, key=values.__getitem__)
    return (
        [values[cell] for cell in chain] == [*range(1, len(chain) + 1)]
        and all(other in touching(one) for one, other in pairwise(chain))
        and all(values[cell] == number for cell, number in grid(puzzle["grid"]).items())
    )


def _some_path(rng: Random, board: Shape) -> Rows:
    """The numbers from 1 on, each beside the one before while there is room, then anywhere."""
    left = cells(board)
    path = [left.pop(rng.randrange(len(left)))]
    while left:
        # A cell with few neighbours left is taken first, or it would be cut off.
        near = [cell for cell in left if cell in touching(path[-1])] or left
        path.append(min(near, key=lambda c: (len({*touching(c)}.intersection(left)), rng.random())))
        left.remove(path[-1])
    return rows_of(board, {cell: number for number, cell in enumerate(path, 1)})
