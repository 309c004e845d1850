"""Futoshiki: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, ends, grid, latin_squares, links, nearly, size
from uniclue.referees.boards import sprinkled, squares, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    n = rng.choice((1, 2, 3, 3, 4, 4, 4))
    rows = next(squares(range(1, n + 1), rng))
    given = sprinkled(rng, cells((n, n)), rng.choice((0, 0.1, 0.2)))
    numbers = [min(n, max(1, value or 1)) for value in nearly(rng, [rows[r][c] for r, c in given])]
    puzzle: dict[str, Any] = {"grid": text((n, n), dict(zip(given, numbers, strict=True)))}
    if rng.random() < 0.85:
        clues = sprinkled(rng, links((n, n)), rng.choice((0.2, 0.4, 0.7)))
        signs = [sorted(ends(link), key=lambda cell: rows[cell[0]][cell[1]]) for link in clues]
        for pair in rng.sample(signs, min(len(signs), rng.choice((0, 0, 0, 1)))):
            pair.reverse()
        rng.shuffle(signs)
        puzzle["less"] = [[list(cell) for cell in pair] for pair in signs]
    return puzzle


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares."""
    n = size(puzzle["grid"])[0]
    yield from latin_squares(n, range(1, n + 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the board is a Latin square that keeps the printed numbers and signs."""
    every = set(range(1, len(answer) + 1))
    return (
        all(set(line) == every for line in [*answer, *zip(*answer, strict=True)])
        and all(answer[r][c] == number for (r, c), number in grid(puzzle["grid"]).items())
        and all(answer[a][b] < answer[c][d] for (a, b), (c, d) in puzzle.get("less", []))
    )
