"""Creek: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, first_fit, is_connected, known, nearly
from uniclue.referees.boards import opened, shadings, shape, size, some_shaded, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    rows, columns = shape(rng)
    bare = {"grid": ["." * (columns + 1)] * (rows + 1)}
    answer = first_fit(lambda: some_shaded(rng, (rows, columns), 0.4), lambda a: is_right(bare, a))
    corners = (rows + 1, columns + 1)
    clues = sprinkled(rng, cells(corners), rng.choice((0.2, 0.4, 0.7)))
    counts = [sum(filled(answer).get(cell, 0) for cell in _cells_at(corner)) for corner in clues]
    return {"grid": text(corners, opened(rng, dict(zip(clues, nearly(rng, counts), strict=True))))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    rows, columns = size(puzzle["grid"])
    return shadings((rows - 1, columns - 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the white cells are connected, and numbers count the shaded cells around them."""
    values = filled(answer)
    return is_connected(cell for cell, value in values.items() if value == 0) and all(
        sum(values.get(cell, 0) for cell in _cells_at(corner)) == number
        for corner, number in known(puzzle["grid"]).items()
    )


def _cells_at(corner: tuple[int, int]) -> list[tuple[int, int]]:
    """The four cells that meet at a corner, on the board or not."""
    r, c = corner
    return [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)]
