"""One to X: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, beside, filled, hidden, known, line, nearly
from uniclue.referees.boards import numberings, regions, size, some_answer, some_numbered


def draw(rng: Random) -> dict[str, Any]:
    """Regions that can be numbered in no more than 5,000 ways, and sums of one way."""
    puzzle = some_numbered(rng, _is_numbered)
    shape = size(puzzle["grid"])
    rows = some_answer(rng, answers(puzzle), lambda rows: _is_numbered(puzzle, rows))
    clues = hidden(rng, _sums(rows), rng.choice((0.2, 0.5, 0.9)))
    return puzzle | beside(shape, nearly(rng, clues))


def _sums(rows: Rows) -> list[int]:
    return [*map(sum, rows), *map(sum, zip(*rows, strict=True))]


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with 1 to n in regions of n cells."""
    return numberings(size(puzzle["grid"]), regions(puzzle["regions"]).values())


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions hold 1 to n, neighbours differ, and lines have their sums."""
    clues = line(puzzle["left"]) + line(puzzle["top"])
    sums = zip(clues, _sums(answer), strict=True)
    return _is_numbered(puzzle, answer) and all(a in (None, b) for a, b in sums)


def _is_numbered(puzzle: dict[str, Any], answer: Rows) -> bool:
    """The same without sums."""
    numbers = filled(answer)
    return (
        all(numbers[cell] == clue for cell, clue in known(puzzle["grid"]).items())
        and all(
            sorted(numbers[cell] for cell in part) == [*range(1, len(part) + 1)]
            for part in regions(puzzle["regions"]).values()
        )
        and not any(numbers.get(near) == n for cell, n in numbers.items() for near in around(cell))
    )
