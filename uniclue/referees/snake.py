"""Snake: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, beside, cells, counts, filled, grid, hidden
from uniclue.referees.boards import is_connected, line, nearly, shadings, shape, size, some_answer
from uniclue.referees.boards import text, touching


def draw(rng: Random) -> dict[str, Any]:
    """Some circles of a snake, and numbers beside the board; at times one is wrong."""
    board = shape(rng)
    none = [None] * sum(board)
    blank = {"grid": text(board, {}), **beside(board, none)}
    snake = _shaded(some_answer(rng, answers(blank), partial(is_right, blank)))
    circles = {
        cell: "b" if len(snake.intersection(around(cell))) == 1 else "w"
        for cell in sorted(snake)
        if rng.random() < 0.3
    }
    if rng.random() < 0.15:
        circles[rng.choice(cells(board))] = rng.choice("wb")
    clues = nearly(rng, hidden(rng, counts(board, snake), rng.choice((0.2, 0.5, 0.8))))
    return {"grid": text(board, circles), **beside(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards of shaded cells."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the shaded cells are a snake, with its ends and lines as given."""
    snake, board = _shaded(answer), size(puzzle["grid"])
    ends = {cell for cell in snake if len(snake.intersection(around(cell))) == 1}
    clues = [*line(puzzle["left"]), *line(puzzle["top"])]
    return (
        is_connected(snake)
        and len(ends) == 2
        and all(len(snake.intersection(around(cell))) <= 2 for cell in snake)
        and not any(_touches_itself(snake, cell) for cell in snake)
        and all(
            cell in (ends if circle == "b" else snake - ends)
            for cell, circle in grid(puzzle["grid"]).items()
        )
        and all(n in (None, m) for n, m in zip(clues, counts(board, snake), strict=True))
    )


def _touches_itself(snake: set[Cell], cell: Cell) -> bool:
    """Whether a cell of the snake shares only a corner with another, and neither side's cell."""
    return any(
        snake.isdisjoint({*around(cell)} & {*around(near)})
        for near in snake.intersection(touching(cell)).difference(around(cell))
    )


def _shaded(answer: Rows) -> set[Cell]:
    """The cells that are shaded."""
    return {cell for cell, value in filled(answer).items() if value == 1}
