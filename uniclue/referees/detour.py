"""Detour: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, board_with_full_loop, cells, drawn, ends, grid, groups
from uniclue.referees.boards import is_one_loop, lines_on, passed, size, some_counts, some_regions
from uniclue.referees.boards import text, turns


def draw(rng: Random) -> dict[str, Any]:
    """Regions with numbers of turns of a loop."""
    board, loop = board_with_full_loop(rng)
    names = some_regions(rng, board, rng.choice((1, 2, 3, 4, 5)))
    clues = some_counts(rng, names, {cell for cell in cells(board) if turns(cell, loop)})
    shown: dict[Any, Any] = {cell: "?" if rng.random() < 0.1 else n for cell, n in clues.items()}
    return {"regions": text(board, names), "grid": text(board, shown)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop passes all cells and turns in each region as often as its number says."""
    line, name = drawn(answer), grid(puzzle["regions"])
    regions = groups(name)
    return (
        is_one_loop(map(ends, line))
        and passed(line) == name.keys()
        and all(
            number == "?" or sum(turns(other, line) for other in regions[name[cell]]) == number
            for cell, number in grid(puzzle["grid"]).items()
        )
    )
