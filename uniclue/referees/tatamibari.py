"""Tatamibari: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, fillings, grid, groups, shape, size
from uniclue.referees.boards import some_rectangles, text


def draw(rng: Random) -> dict[str, Any]:
    """Symbols of rectangles that fill a board; at times one is wrong, or one is lacking."""
    while True:
        board = max(shape(rng), shape(rng), key=min)
        cut = some_rectangles(rng, board)
        symbols = {rng.choice(part): rng.choice((_symbol(part), "?")) for part in cut}
        if rng.random() < 0.15:
            symbols[rng.choice(cells(board))] = rng.choice("shv?")
        if rng.random() < 0.05:
            symbols.popitem()
        puzzle = {"grid": text(board, symbols)}
        if prod(map(len, _values(puzzle).values())) <= 5000:
            return puzzle


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards in which each symbol's cell is of its own rectangle."""
    return fillings(size(puzzle["grid"]), _values(puzzle))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each rectangle has one symbol, that of its shape, and no four meet."""
    named, symbols = filled(answer), grid(puzzle["grid"])
    rectangles = groups(named)
    return (
        len(rectangles) == len(symbols)
        and all(
            named[cell] == i and _is_rectangle(rectangles[i]) for i, cell in enumerate(symbols, 1)
        )
        and all(
            symbol in ("?", _symbol(rectangles[i])) for i, symbol in enumerate(symbols.values(), 1)
        )
        and not any(_four_meet(named, cell) for cell in named)
    )


def _sides(part: list[Cell]) -> tuple[int, int]:
    """How high and wide the least rectangle around a part is."""
    rows, columns = [r for r, _ in part], [c for _, c in part]
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def _is_rectangle(part: list[Cell]) -> bool:
    """Whether a part fills the least rectangle around it."""
    return len(part) == prod(_sides(part))


def _symbol(part: list[Cell]) -> str:
    """The symbol of a rectangle's shape."""
    height, width = _sides(part)
    return "s" if height == width else "h" if width > height else "v"


def _four_meet(named: dict[Cell, int], cell: Cell) -> bool:
    """Whether four rectangles meet in the corner below a cell, to its right."""
    r, c = cell
    corner = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
    return len({named[near] for near in corner if near in named}) == 4


def _values(puzzle: dict[str, Any]) -> dict[Cell, list[int]]:
    """The symbols that a cell may belong to: its own, or any."""
    own = {cell: [i] for i, cell in enumerate(grid(puzzle["grid"]), 1)}
    return {cell: own.get(cell, [*range(1, len(own) + 1)]) for cell in cells(size(puzzle["grid"]))}
