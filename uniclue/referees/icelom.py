"""Icelom: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees import icebarn
from uniclue.referees.boards import (
    Rows,
    cells,
    grid,
    hidden,
    nearly,
    opened,
    size,
    sprinkled,
    text,
)


def draw(rng: Random) -> dict[str, Any]:
    """A way over ice through all other cells, some numbered in order; at times one is wrong."""
    return numbered(rng, *icebarn.over_ice(rng, everywhere=rng.random() < 0.9))


def numbered(rng: Random, puzzle: dict[str, Any], way: list[icebarn.Move]) -> dict[str, Any]:
    """The puzzle with numbers along the way, some of them open; at times one is wrong."""
    ice = icebarn.icy(puzzle)
    white = [cell for _, cell in way[:-1] if cell not in ice]
    some = sprinkled(rng, white, rng.choice((0, 0.2, 0.5, 0.8)))
    if rng.random() < 0.1:
        free = [cell for cell in cells(size(puzzle["grid"])) if cell not in (*ice, *some)]
        some += sprinkled(rng, free, 0.1)
    shown = nearly(rng, hidden(rng, range(1, len(some) + 1), rng.choice((0, 0.2))))
    clues = {cell: "?" if n is None else max(n, 1) for cell, n in zip(some, shown, strict=True)}
    board = size(puzzle["grid"])
    return puzzle | {"grid": text(board, dict.fromkeys(ice, "o") | opened(rng, clues))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """As of Icebarn."""
    return icebarn.answers(puzzle)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether it is one way through all cells beside the ice, and the numbers come in order."""
    way = icebarn.way_over_ice(puzzle, answer)
    white = {*cells(size(puzzle["grid"]))} - {*icebarn.icy(puzzle)}
    return bool(way) and white <= {cell for _, cell in way} and is_in_order(puzzle, way)


def is_in_order(puzzle: dict[str, Any], way: list[icebarn.Move]) -> bool:
    """Whether all numbers are passed: 1 first, 2 second; ``?`` counts, whichever it is."""
    numbers = {cell: word for cell, word in grid(puzzle["grid"]).items() if word != "o"}
    passed = [numbers[cell] for _, cell in way if cell in numbers]
    is_so = all(word in ("?", n) for n, word in enumerate(passed, 1))
    return is_so and len(passed) == len(numbers)
