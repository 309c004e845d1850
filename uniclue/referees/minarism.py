"""Minarism: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, ends, filled, grid, latin_squares, links, nearly
from uniclue.referees.boards import size, sprinkled, squares, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random; now and then with a sign or difference that is wrong."""
    n = rng.choice((1, 2, 3, 3, 4, 4, 4))
    rows = next(squares(range(1, n + 1), rng))
    values = filled(rows)
    given = sprinkled(rng, cells((n, n)), rng.choice((0, 0, 0.1)))
    numbers = [min(n, max(1, value or 1)) for value in nearly(rng, [values[at] for at in given])]
    puzzle: dict[str, Any] = {"grid": text((n, n), dict(zip(given, numbers, strict=True)))}
    clues = [ends(link) for link in sprinkled(rng, links((n, n)), rng.choice((0.2, 0.4, 0.7)))]
    less = [sorted(pair, key=values.__getitem__) for pair in clues if rng.random() < 0.6]
    others = [pair for pair in clues if [*pair] not in less and [*pair[::-1]] not in less]
    for pair in rng.sample(less, min(len(less), rng.choice((0, 0, 0, 1)))):
        pair.reverse()
    steps = nearly(rng, [abs(values[one] - values[other]) for one, other in others])
    if less:
        puzzle["less"] = [[list(cell) for cell in pair] for pair in less]
    if others:
        pairs = zip(others, steps, strict=True)
        puzzle["differences"] = [[list(a), list(b), max(1, n or 1)] for (a, b), n in pairs]
    return puzzle


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares."""
    n = size(puzzle["grid"])[0]
    yield from latin_squares(n, range(1, n + 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the board is a Latin square that keeps printed numbers, signs and differences."""
    every = set(range(1, len(answer) + 1))
    return (
        all(set(line) == every for line in [*answer, *zip(*answer, strict=True)])
        and all(answer[r][c] == number for (r, c), number in grid(puzzle["grid"]).items())
        and all(answer[a][b] < answer[c][d] for (a, b), (c, d) in puzzle.get("less", []))
        and all(
            abs(answer[a][b] - answer[c][d]) == number
            for (a, b), (c, d), number in puzzle.get("differences", [])
        )
    )
