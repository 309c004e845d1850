"""Kakurasu: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, hidden, line, nearly, shadings, some_shaded, text_line


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    n = rng.choice((1, 2, 2, 3, 3, 3, 3, 3))
    rows = some_shaded(rng, (n, n), rng.choice((0.2, 0.5, 0.8)))
    share = rng.choice((0, 0.2, 0.5))
    right = nearly(rng, hidden(rng, [_worth(row) for row in rows], share))
    bottom = nearly(rng, hidden(rng, [_worth(column) for column in zip(*rows, strict=True)], share))
    return {"bottom": text_line(bottom), "right": text_line(right)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings((len(line(puzzle["right"])), len(line(puzzle["bottom"]))))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the shaded cells of each line add up to its number."""
    return all(
        number in (None, _worth(cells))
        for numbers, entries in (("right", answer), ("bottom", zip(*answer, strict=True)))
        for number, cells in zip(line(puzzle[numbers]), entries, strict=True)
    )


def _worth(cells: Sequence[int]) -> int:
    """The value of the shaded cells of a line: 1, 2, 3, ... from the left or the top."""
    return sum(place for place, value in enumerate(cells, 1) if value == 1)
