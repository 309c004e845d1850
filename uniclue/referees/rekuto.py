"""Rekuto: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, fillings, first_fit, grid, groups
from uniclue.referees.boards import is_rectangle, nearly, shape, size, some_rectangles, spans
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Numbers of rectangles that fill a board; at times one is lacking, or there is one more."""
    return first_fit(lambda: _drawn(rng), lambda puzzle: _number(puzzle) <= 5000)


def _drawn(rng: Random) -> dict[str, Any]:
    board = shape(rng, 16)
    cut = some_rectangles(rng, board)
    sums = nearly(rng, [sum(spans(part)) for part in cut])
    clues = {rng.choice(part): max(n or 0, 1) for part, n in zip(cut, sums, strict=True)}
    if rng.random() < 0.1:
        clues.popitem()
    if rng.random() < 0.1 or not clues:
        clues[rng.choice(cells(board))] = rng.randint(1, 5)
    printed = clues | dict.fromkeys(sprinkled(rng, clues, rng.choice((0, 0.2))), "?")
    return {"grid": text(board, printed)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards in which no cell is too far from its number."""
    return fillings(size(puzzle["grid"]), _values(puzzle))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each number is in a rectangle of that height and width, without another number."""
    named, clues = filled(answer), grid(puzzle["grid"])
    rectangles = groups(named)
    return len(rectangles) == len(clues) and all(
        named[cell] == i
        and is_rectangle(rectangles[i])
        and number in ("?", sum(spans(rectangles[i])))
        for i, (cell, number) in enumerate(clues.items(), 1)
    )


def _values(puzzle: dict[str, Any]) -> dict[Cell, list[int]]:
    """Which numbers may have a cell in their rectangle: it is not too far."""
    clues = [*grid(puzzle["grid"]).items()]
    return {
        (r, c): [
            i
            for i, ((row, column), number) in enumerate(clues, 1)
            if number == "?" or abs(r - row) + abs(c - column) + 2 <= number
        ]
        for r, c in cells(size(puzzle["grid"]))
    }


def _number(puzzle: dict[str, Any]) -> int:
    """How many boards :func:`answers` lists."""
    number = 1
    for values in _values(puzzle).values():
        number *= len(values)
    return number
