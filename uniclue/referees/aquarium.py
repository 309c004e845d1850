"""Aquarium: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, filled, first_fit, hidden, line, lines
from uniclue.referees.boards import nearly, parts, regions, shadings, shape, size, some_regions
from uniclue.referees.boards import some_shaded, text, text_line


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    areas = some_regions(rng, board, rng.randint(1, 5))
    puzzle: dict[str, Any] = {"regions": text(board, areas)}
    if rng.random() < 0.7:
        puzzle["whole_regions"] = rng.random() < 0.7
    bare = puzzle | {"top": "." * board[1], "left": "." * board[0]}
    water = first_fit(lambda: some_shaded(rng, board, 0.5), lambda rows: is_right(bare, rows), 400)
    share = rng.choice((0, 0.3, 0.6))
    left = nearly(rng, hidden(rng, [sum(row) for row in water], share))
    top = nearly(rng, hidden(rng, [sum(column) for column in zip(*water, strict=True)], share))
    return puzzle | {"top": text_line(top), "left": text_line(left)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put water (1) into cells."""
    return shadings(size(puzzle["regions"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether water stands as water does, and as the numbers say."""
    wet = {cell for cell, value in filled(answer).items() if value == 1}
    numbers = line(puzzle["left"]) + line(puzzle["top"])
    return all(
        _is_still(wet.intersection(area), set(area), puzzle.get("whole_regions", False))
        for area in regions(puzzle["regions"]).values()
    ) and all(
        number in (None, len(wet.intersection(cells)))
        for number, cells in zip(numbers, lines(size(puzzle["regions"])), strict=True)
    )


def _is_still(wet: set[Cell], area: set[Cell], as_one: bool) -> bool:
    """Whether the water of a region has filled what lies below it, and equally high."""
    dry = area - wet
    if any((r + 1, c) in dry for r, c in wet):
        return False
    if as_one:
        return not wet or all(r < min(wet)[0] for r, _ in dry)
    return all(
        r < min(pool)[0]
        for pool in parts(wet)
        for cell in pool
        for r, c in around(cell)
        if (r, c) in dry
    )
