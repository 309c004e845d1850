"""Look-Air: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, filled, first_fit, grid, groups, is_square, lines
from uniclue.referees.boards import nearly, parts, shadings, shape, size, some_shaded, sprinkled
from uniclue.referees.boards import text


def draw(rng: Random) -> dict[str, Any]:
    """Numbers of a board that is mostly right; at times one is wrong."""
    board = shape(rng, 10)
    bare = {"grid": text(board, {})}
    share = rng.choice((0.2, 0.4, 0.6))
    rows = first_fit(lambda: some_shaded(rng, board, share), lambda rows: is_right(bare, rows))
    shaded = filled(rows)
    clues = sprinkled(rng, shaded, rng.choice((0.1, 0.3, 0.6)))
    counts = [sum(shaded.get(at, 0) for at in (cell, *around(cell))) for cell in clues]
    numbers = zip(clues, nearly(rng, counts), strict=True)
    return {"grid": text(board, {cell: min(number or 0, 5) for cell, number in numbers})}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells form squares, none sees one of its size, and numbers count them."""
    shaded = {*groups(filled(answer)).get(1, [])}
    squares = parts(shaded)
    if not all(map(is_square, squares)):
        return False
    side = {cell: (len(square), i) for i, square in enumerate(squares) for cell in square}
    for line in lines(size(answer)):
        met = [side[cell] for cell in line if cell in shaded]
        if any(one[0] == other[0] and one[1] != other[1] for one, other in pairwise(met)):
            return False
    return all(
        len(shaded.intersection((cell, *around(cell)))) == number
        for cell, number in grid(puzzle["grid"]).items()
    )
