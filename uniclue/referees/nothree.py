"""No Three: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, first_fit, grid, groups
from uniclue.referees.boards import is_connected, lines, shadings, shape, size, some_shaded
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Dots where one shaded cell lies, of a board that is mostly right; at times one too many."""
    board = shape(rng, 12)
    wide = 2 * board[0] - 1, 2 * board[1] - 1
    bare = {"grid": text(wide, {})}
    share = rng.choice((0.15, 0.3, 0.4))
    rows = first_fit(lambda: some_shaded(rng, board, share), lambda rows: is_right(bare, rows))
    shaded = {*groups(filled(rows)).get(1, [])}
    able = [at for at in cells(wide) if len(shaded.intersection(_cells_at(at))) == 1]
    dots = sprinkled(rng, able, rng.choice((0.2, 0.4, 0.8)))
    if rng.random() < 0.25:
        dots.append(rng.choice(cells(wide)))
    return {"grid": text(wide, dict.fromkeys(dots, "b"))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    rows, columns = size(puzzle["grid"])
    return shadings(((rows + 1) // 2, (columns + 1) // 2))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells keep apart and uneven, the rest is one area, and dots have one each."""
    shaded = {*groups(filled(answer)).get(1, [])}
    if any(shaded.intersection(around(cell)) for cell in shaded):
        return False
    if not is_connected({*cells(size(answer))} - shaded):
        return False
    for line in lines(size(answer)):
        held = [i for i, cell in enumerate(line) if cell in shaded]
        if any(c - b == b - a for a, b, c in zip(held, held[1:], held[2:], strict=False)):
            return False
    return all(len(shaded.intersection(_cells_at(at))) == 1 for at in grid(puzzle["grid"]))


def _cells_at(at: Cell) -> list[Cell]:
    """The cells at a dot."""
    return [*product({at[0] // 2, (at[0] + 1) // 2}, {at[1] // 2, (at[1] + 1) // 2})]
