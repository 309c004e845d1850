"""Doppelblock: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, hidden, line, nearly, squares, text_line


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    n = rng.choice((1, 2, 3, 3, 4, 4, 4, 4))
    rows = next(_boards(n, rng))
    share = rng.choice((0.1, 0.3, 0.6))
    left = nearly(rng, hidden(rng, [_between(row) for row in rows], share))
    top = nearly(rng, hidden(rng, [_between(column) for column in zip(*rows, strict=True)], share))
    return {"top": text_line(top), "left": text_line(left)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All squares with two black cells (x) and the numbers 1, 2, ... in every line."""
    yield from _boards(len(line(puzzle["top"])))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every line holds two black cells, the numbers once each, and sums are right."""
    entries = [*answer, *zip(*answer, strict=True)]
    wanted = sorted(_symbols(len(answer)), key=str)
    return all(
        sorted(cells, key=str) == wanted and total in (None, _between(cells))
        for total, cells in zip(line(puzzle["left"]) + line(puzzle["top"]), entries, strict=True)
    )


def _boards(n: int, rng: Random | None = None) -> Iterator[Rows]:
    """The squares of n rows; a board of one cell has no room for two black ones."""
    yield from squares(_symbols(n), rng) if n > 1 else [[["x"]]]


def _symbols(n: int) -> list[Any]:
    """The symbols of a line of n cells."""
    return ["x", "x", *range(1, n - 1)]


def _between(cells: Sequence[Any]) -> int:
    """The sum of the numbers between the first black cell and the last."""
    black = [i for i, value in enumerate(cells) if value == "x"]
    return sum(cells[i] for i in range(black[0], black[-1]) if cells[i] != "x")
