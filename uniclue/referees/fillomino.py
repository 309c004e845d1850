"""Fillomino: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, fillings, first_fit, groups, known
from uniclue.referees.boards import opened, parts, printed, rows_of, shape, size, some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """Numbers printed from areas that fill a board; many of them are right."""
    board = shape(rng, 7)
    number = rng.randint(1, max(1, board[0] * board[1] // 2))

    def areas() -> Rows:
        regions = some_regions(rng, board, number)
        sizes = Counter(regions.values())
        return rows_of(board, {cell: sizes[name] for cell, name in regions.items()})

    answer = first_fit(areas, lambda rows: is_right({"grid": rows}, rows), 30)
    clues = printed(rng, answer, rng.choice((0.3, 0.6, 0.8)))
    shown: dict[Cell, Any] = {
        cell: min(value, board[0] * board[1]) for cell, value in clues.items()
    }
    every, most = filled(answer), max([0, *shown.values()])
    while (most + 1) ** (len(every) - len(shown)) > 8192:
        cell = rng.choice([cell for cell in every if cell not in shown])
        shown[cell] = every[cell]
        most = max(most, every[cell])
    if rng.random() < 0.1:
        shown[rng.choice(cells(board))] = "+"
    return {"grid": text(board, opened(rng, shown))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to fill the blanks with numbers up to the greatest printed one, and +."""
    board, shown = size(puzzle["grid"]), known(puzzle["grid"])
    most = _greatest(puzzle)
    every = [*range(1, most + 1), "+"]
    free = (most + 1) ** (board[0] * board[1]) <= 4096
    values = {cell: [shown[cell]] if cell in shown and not free else every for cell in cells(board)}
    yield from fillings(board, values)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every connected group of equal numbers has as many cells as its number.

    Areas of more cells than any printed number says hold +.
    """
    values, shown = filled(answer), known(puzzle["grid"])
    most = _greatest(puzzle)
    return all(values[cell] == word for cell, word in shown.items()) and all(
        len(part) > most if word == "+" else len(part) == word
        for word, same in groups(values).items()
        for part in parts(same)
    )


def _greatest(puzzle: dict[str, Any]) -> int:
    """The greatest printed number; 0 if there is none."""
    return max((word for word in known(puzzle["grid"]).values() if word != "+"), default=0)
