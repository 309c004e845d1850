"""Renban: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, groups, latin_squares, lines, printed
from uniclue.referees.boards import regions, shape, size, some_answer, some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """Regions of a Latin square; most of those whose numbers do not follow are cut to cells."""
    board = shape(rng, 16, square=True)
    square = some_answer(rng, latin_squares(board[0], range(1, board[0] + 1)), lambda _: True)
    names = some_regions(rng, board, rng.randint(1, board[0] * board[1]))
    for part in groups(names).values():
        if not _follow([square[r][c] for r, c in part]) and rng.random() < 0.9:
            names |= {cell: f"r{i}" for i, cell in enumerate(part, len(set(names.values())))}
    share = rng.choice((0.5, 0.8))
    return {"regions": text(board, names), "grid": text(board, printed(rng, square, share))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares."""
    n = len(puzzle["grid"])
    yield from latin_squares(n, range(1, n + 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether lines hold 1 to n, regions numbers that follow each other, and clues stay."""
    numbers, board = filled(answer), size(puzzle["grid"])
    wanted = [*range(1, board[0] + 1)]
    return (
        all(numbers[cell] == clue for cell, clue in grid(puzzle["grid"]).items())
        and all(sorted(numbers[cell] for cell in line) == wanted for line in lines(board))
        and all(
            _follow([numbers[cell] for cell in part])
            for part in regions(puzzle["regions"]).values()
        )
    )


def _follow(numbers: Sequence[int]) -> bool:
    """Whether numbers follow each other, in any order."""
    return sorted(numbers) == [*range(min(numbers), min(numbers) + len(numbers))]
