"""Thermometers: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, beside, cells, counts, filled, grid, hidden
from uniclue.referees.boards import line, nearly, shadings, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """Numbers of thermometers that are filled at random; at times one is wrong."""
    board = shape(rng)
    held: list[list[Cell]] = []
    left = set(cells(board))
    while left:
        held.append([rng.choice(sorted(left))])
        longest = rng.randint(1, 5)
        while len(held[-1]) < longest and (free := left.intersection(around(held[-1][-1]))):
            held[-1].append(rng.choice(sorted(free)))
            left -= {*held[-1]}
        left -= {*held[-1]}
    filled_cells = {cell for one in held for cell in one[: rng.randint(0, len(one))]}
    clues = nearly(rng, hidden(rng, counts(board, filled_cells), rng.choice((0.1, 0.3, 0.6))))
    entries = {cell: f"{i}.{j}" for i, one in enumerate(held, 1) for j, cell in enumerate(one, 1)}
    return {"grid": text(board, entries), **beside(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards of filled cells."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether thermometers are filled from their bulbs, and lines have their filled cells."""
    board, held = size(puzzle["grid"]), filled(answer)
    full = {cell for cell, value in held.items() if value == 1}
    entries = {
        cell: [int(part) for part in str(entry).split(".")]
        for cell, entry in grid(puzzle["grid"]).items()
    }
    ordered = sorted(entries, key=entries.__getitem__)
    clues = [*line(puzzle["left"]), *line(puzzle["top"])]
    return not any(
        entries[one][0] == entries[other][0] and one not in full and other in full
        for one, other in pairwise(ordered)
    ) and all(n in (None, m) for n, m in zip(clues, counts(board, full), strict=True))
