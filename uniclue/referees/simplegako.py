"""Simple Gako: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, fillings, grid, size, some_answer
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Some numbers of a right board; now and then another one."""
    board = rng.choice(
        ((1, 1), (1, 2), (2, 1), (1, 3), (1, 4), (4, 1), *[(2, 2)] * 3, *[(2, 3)] * 4)
    )
    board = rng.choice((board, board[::-1]))
    puzzle = {"grid": text(board, {})}
    rows = some_answer(rng, answers(puzzle), lambda rows: is_right(puzzle, rows))
    clues = dict(sprinkled(rng, filled(rows).items(), rng.choice((0.1, 0.3, 0.5))))
    if rng.random() < 0.3:
        clues[rng.choice(cells(board))] = rng.randint(1, sum(board) - 1)
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards of numbers up to the cells of a row and a column together."""
    board = size(puzzle["grid"])
    return fillings(board, dict.fromkeys(cells(board), range(1, sum(board))))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every number stands in its row and column as often as it says."""
    values = filled(answer)
    return all(values[cell] == number for cell, number in grid(puzzle["grid"]).items()) and all(
        answer[r].count(n) + [row[c] for row in answer].count(n) - 1 == n
        for (r, c), n in values.items()
    )
