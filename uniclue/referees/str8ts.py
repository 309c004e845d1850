"""Str8ts: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, permutations, product
from math import perm, prod
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, grid, lines, printed, rows_of, shape
from uniclue.referees.boards import size, some_answer, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Numbers of an answer, some of them in black cells; at times one is wrong."""
    while True:
        board = shape(rng, 16, square=True)
        black = sprinkled(rng, cells(board), rng.choice((0.2, 0.4, 0.6)))
        numbers = range(1, board[0] + 1)
        clues = {cell: rng.choice(("x", "x", f"{rng.choice(numbers)}x")) for cell in black}
        puzzle = {"grid": text(board, clues)}
        if prod(perm(board[0], len(row)) for row in _white_rows(puzzle)) <= 5000:
            break
    answer = some_answer(rng, answers(puzzle), partial(is_right, puzzle))
    given = printed(rng, answer, rng.choice((0.5, 0.8, 1)))
    return {"grid": text(board, clues | given)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards without a number twice among the white cells of a row."""
    board = size(puzzle["grid"])
    rows = _white_rows(puzzle)
    for chosen in product(*(permutations(range(1, board[0] + 1), len(row)) for row in rows)):
        numbers = [number for row in chosen for number in row]
        white = [cell for row in rows for cell in row]
        yield rows_of(board, dict(zip(white, numbers, strict=True)))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether no line has a number twice, runs of white cells follow, and clues stay."""
    clues, white = grid(puzzle["grid"]), filled(answer)
    black = {cell: clue for cell, clue in clues.items() if _is_black(clue)}
    numbers = white | {cell: int(clue[:-1]) for cell, clue in black.items() if clue != "x"}
    return (
        all(white[cell] == clue for cell, clue in clues.items() if cell not in black)
        and not any(
            _has_twice([numbers[cell] for cell in line if cell in numbers])
            for line in lines(size(puzzle["grid"]))
        )
        and all(
            _follow([white[cell] for cell in run])
            for line in lines(size(puzzle["grid"]))
            for is_white, run in groupby(line, key=white.__contains__)
            if is_white
        )
    )


def _is_black(clue: Any) -> bool:
    """Whether a cell is black: x, or 4x with a 4."""
    return isinstance(clue, str) and clue.endswith("x")


def _has_twice(numbers: Sequence[int]) -> bool:
    """Whether a number stands twice among some."""
    return len(set(numbers)) < len(numbers)


def _follow(numbers: Sequence[int]) -> bool:
    """Whether numbers follow each other, in any order."""
    return sorted(numbers) == [*range(min(numbers), min(numbers) + len(numbers))]


def _white_rows(puzzle: dict[str, Any]) -> list[list[Cell]]:
    """The white cells of each row."""
    rows, columns = size(puzzle["grid"])
    clues = grid(puzzle["grid"])
    return [
        [(r, c) for c in range(columns) if not _is_black(clues.get((r, c)))] for r in range(rows)
    ]
