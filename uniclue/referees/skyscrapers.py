"""Skyscrapers: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, hidden, line, nearly, some_answer, squares, text_line

SIDES = ("left", "top", "right", "bottom")


def draw(rng: Random) -> dict[str, Any]:
    """The towers seen in an answer, with and without empty lots and diagonals."""
    n = rng.choice((1, 2, 3, 3, 4, 4, 4))
    puzzle: dict[str, Any] = dict.fromkeys(SIDES, [None] * n)
    if rng.random() < 0.5:
        puzzle["highest"] = rng.randint(max(1, n - 2), n)
    if rng.random() < 0.7:
        puzzle["diagonals"] = rng.random() < 0.7
    answer = some_answer(rng, answers(puzzle), partial(is_right, puzzle))
    seen = [_seen(row) for row in _views(answer)]
    share = rng.choice((0.3, 0.6, 0.9))
    clues = nearly(rng, hidden(rng, seen, share))
    clues = [None if number is None else max(1, number) for number in clues]
    return puzzle | {side: text_line(clues[i * n : i * n + n]) for i, side in enumerate(SIDES)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with every height, and the empty lots, in every line."""
    return squares(_heights(puzzle))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether lines have every height, diagonals none twice, and clues count the towers seen."""
    views, n = _views(answer), len(answer)
    clues = [number for side in SIDES for number in line(puzzle[side])]
    diagonals = [[answer[i][i] for i in range(n)], [answer[i][n - 1 - i] for i in range(n)]]
    return (
        all(sorted(view) == _heights(puzzle) for view in views)
        and not (puzzle.get("diagonals") and any(map(_has_twice, diagonals)))
        and all(number in (None, _seen(view)) for number, view in zip(clues, views, strict=True))
    )


def _heights(puzzle: dict[str, Any]) -> list[int]:
    """The values of every line: 0 for empty lots, and 1 to the highest."""
    n = len(line(puzzle["top"]))
    highest = puzzle.get("highest") or n
    return [0] * (n - highest) + [*range(1, highest + 1)]


def _views(answer: Rows) -> list[list[int]]:
    """The lines as they are seen from each side, in the order of the sides."""
    rows, columns = [list(row) for row in answer], [list(row) for row in zip(*answer, strict=True)]
    return rows + columns + [row[::-1] for row in rows] + [column[::-1] for column in columns]


def _seen(view: Sequence[int]) -> int:
    """How many towers are seen: those higher than all before."""
    return sum(height > max(view[:i], default=0) for i, height in enumerate(view))


def _has_twice(diagonal: Sequence[int]) -> bool:
    """Whether a height stands twice in a diagonal; empty lots may."""
    heights = [height for height in diagonal if height]
    return len(set(heights)) < len(heights)
