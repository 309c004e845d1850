"""Nurimisaki: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, first_fit, grid, hidden
from uniclue.referees.boards import is_connected, nearly, ray, shadings, shape, size, some_shaded
from uniclue.referees.boards import text


def draw(rng: Random) -> dict[str, Any]:
    """The capes of a coast, with some of their numbers."""
    board = shape(rng)

    def fits(rows: Rows) -> bool:
        white = {cell for cell, value in filled(rows).items() if value == 0}
        return is_connected(white) and not _is_block(filled(rows))

    answer = first_fit(lambda: some_shaded(rng, board, rng.choice((0.3, 0.45, 0.55))), fits, 400)
    white = {cell for cell, value in filled(answer).items() if value == 0}
    capes = [cell for cell in sorted(white) if len(white.intersection(around(cell))) == 1]
    clues = nearly(rng, hidden(rng, [_seen(cape, white) for cape in capes], rng.choice((0.3, 0.7))))
    words: dict[Cell, Any] = {
        cape: max(2, n) if n else "o" for cape, n in zip(capes, clues, strict=True)
    }
    luck = rng.random()
    if words and luck < 0.1:
        del words[rng.choice([*words])]
    elif luck < 0.2:
        words[rng.choice(cells(board))] = "o"
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether white cells are connected without blocks, and their capes are the circles.

    Circles are white and have one white neighbour; other white cells have two or more.
    """
    values, words = filled(answer), grid(puzzle["grid"])
    white = {cell for cell, value in values.items() if value == 0}
    return (
        is_connected(white)
        and not _is_block(values)
        and white.issuperset(words)
        and all(
            (len(white.intersection(around(cell))) == 1)
            if cell in words
            else len(white.intersection(around(cell))) > 1
            for cell in white
        )
        and all(_seen(cell, white) == word for cell, word in words.items() if word != "o")
    )


def _is_block(values: dict[Cell, int]) -> bool:
    """Whether a 2x2 block is all shaded or all white."""
    return any(
        {value} == {values.get(near) for near in ((r, c + 1), (r + 1, c), (r + 1, c + 1))}
        for (r, c), value in values.items()
    )


def _seen(cape: Cell, white: set[Cell]) -> int:
    """How many white cells are in line from a cape, itself included."""
    return 1 + sum(len(ray(cape, way, white)) for way in "nwes")
