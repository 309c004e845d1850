"""Gokigen Naname: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, first_fit, known, nearly, opened
from uniclue.referees.boards import parts, shadings, shape, size, some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    rows, columns = shape(rng)
    bare = {"grid": ["." * (columns + 1)] * (rows + 1)}
    answer = first_fit(lambda: some_shaded(rng, (rows, columns), 0.5), lambda a: is_right(bare, a))
    corners = (rows + 1, columns + 1)
    clues = sprinkled(rng, cells(corners), rng.choice((0.2, 0.4, 0.7)))
    met = _met(answer)
    numbers = nearly(rng, [len(met.get(corner, [])) for corner in clues])
    return {"grid": text(corners, opened(rng, dict(zip(clues, numbers, strict=True))))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    r"""All ways to put / (0) or \ (1) into cells."""
    rows, columns = size(puzzle["grid"])
    return shadings((rows - 1, columns - 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether no lines are closed, and as many meet at corners as numbers state."""
    met = _met(answer)
    trees = parts(met, met.__getitem__)
    return sum(map(len, met.values())) == 2 * sum(len(tree) - 1 for tree in trees) and all(
        len(met.get(corner, [])) == number for corner, number in known(puzzle["grid"]).items()
    )


def _met(answer: Rows) -> dict[Cell, list[Cell]]:
    """For each corner with lines, the corners at their other ends."""
    met: dict[Cell, list[Cell]] = {}
    for (r, c), value in filled(answer).items():
        one, other = ((r, c), (r + 1, c + 1)) if value == 1 else ((r + 1, c), (r, c + 1))
        met.setdefault(one, []).append(other)
        met.setdefault(other, []).append(one)
    return met
