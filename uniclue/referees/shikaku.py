"""Shikaku: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, fillings, grid, groups, nearly
from uniclue.referees.boards import opened, shape, size, some_rectangles, text


def draw(rng: Random) -> dict[str, Any]:
    """The sizes of rectangles that fill a board; at times one is lacking, or there is one more."""
    while True:
        board = shape(rng, 16)
        cut = some_rectangles(rng, board)
        sizes = nearly(rng, [len(part) for part in cut])
        clues = {rng.choice(part): max(n or 0, 1) for part, n in zip(cut, sizes, strict=True)}
        if rng.random() < 0.1:
            clues.popitem()
        if rng.random() < 0.1:
            clues[rng.choice(cells(board))] = rng.randint(1, 4)
        puzzle = {"grid": text(board, opened(rng, clues))}
        if prod(map(len, _values(puzzle).values())) <= 5000:
            return puzzle


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards in which no cell is too far from its number."""
    return fillings(size(puzzle["grid"]), _values(puzzle))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each number is in a rectangle of as many cells, without another number."""
    named, clues = filled(answer), grid(puzzle["grid"])
    rectangles = groups(named)
    return len(rectangles) == len(clues) and all(
        named[cell] == i and number in ("?", len(rectangles[i])) and _is_rectangle(rectangles[i])
        for i, (cell, number) in enumerate(clues.items(), 1)
    )


def _is_rectangle(part: list[Cell]) -> bool:
    """Whether a part fills the least rectangle around it."""
    rows, columns = [r for r, _ in part], [c for _, c in part]
    height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    return len(part) == height * width


def _values(puzzle: dict[str, Any]) -> dict[Cell, list[int]]:
    """Which numbers may have a cell in their rectangle: it and the cell span no larger one."""
    clues = [*grid(puzzle["grid"]).items()]
    return {
        (r, c): [
            i
            for i, ((row, column), number) in enumerate(clues, 1)
            if number == "?" or (abs(r - row) + 1) * (abs(c - column) + 1) <= number
        ]
        for r, c in cells(size(puzzle["grid"]))
    }
