"""Binairo: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, first_fit, grid, nearly, size, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = rng.choice(((2, 2), (2, 4), (4, 2), (2, 6), (6, 2), (4, 4), (4, 4), (4, 4)))
    puzzle: dict[str, Any] = {"grid": ["." * board[1]] * board[0]}
    if rng.random() < 0.7:
        puzzle["may_repeat"] = rng.random() < 0.7
    half = _halves(board[1])
    rows = first_fit(
        lambda: [[*rng.choice(half)] for _ in range(board[0])], lambda rows: is_right(puzzle, rows)
    )
    clues = sprinkled(rng, cells(board), rng.choice((0.2, 0.3, 0.4)))
    values = [min(1, value or 0) for value in nearly(rng, [rows[r][c] for r, c in clues])]
    return puzzle | {"grid": text(board, dict(zip(clues, values, strict=True)))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards of 0 and 1 with 1 in half of every row."""
    rows, columns = size(puzzle["grid"])
    for chosen in product(_halves(columns), repeat=rows):
        yield [list(row) for row in chosen]


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the rows and columns follow the rules, with the printed numbers kept."""
    rows, columns = [tuple(row) for row in answer], [*zip(*answer, strict=True)]
    return (
        all(answer[r][c] == number for (r, c), number in grid(puzzle["grid"]).items())
        and all(2 * line.count(1) == len(line) for line in rows + columns)
        and not any(
            len({*line[i : i + 3]}) == 1 for line in rows + columns for i in range(len(line) - 2)
        )
        and (
            puzzle.get("may_repeat", False)
            or (len({*rows}) == len(rows) and len({*columns}) == len(columns))
        )
    )


def _halves(n: int) -> list[tuple[int, ...]]:
    """All rows of n cells with 1 in half of them."""
    return sorted({*permutations([0, 1] * (n // 2))})
