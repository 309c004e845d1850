"""Number Cross: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, beside, cells, filled, grid, hidden, line, lines, nearly
from uniclue.referees.boards import shadings, shape, size, some_shaded, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random; now and then with numbers of two digits."""
    board = shape(rng)
    most = rng.choice((3, 9, 9, 30))
    numbers = {cell: rng.randint(1, most) for cell in cells(board)}
    puzzle = {"grid": text(board, numbers)}
    sums = _sums(puzzle, some_shaded(rng, board, rng.choice((0.2, 0.5, 0.8))))
    return puzzle | beside(board, nearly(rng, hidden(rng, sums, rng.choice((0, 0.2, 0.5)))))


def _sums(puzzle: dict[str, Any], rows: Rows) -> list[int]:
    """The sums of what is not crossed out (1) in each row, then in each column."""
    numbers, crossed = grid(puzzle["grid"]), filled(rows)
    places = lines(size(puzzle["grid"]))
    return [sum(numbers[cell] for cell in some if not crossed[cell]) for some in places]


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to cross out cells."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the numbers that are not crossed out add up in every line."""
    clues = line(puzzle["left"]) + line(puzzle["top"])
    return all(a in (None, b) for a, b in zip(clues, _sums(puzzle, answer), strict=True))
