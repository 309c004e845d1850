"""Juosan: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, first_fit, grid, groups, known, nearly
from uniclue.referees.boards import opened, ray, shadings, shape, size, some_regions, some_shaded
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """A puzzle; half of them, if they can be found, have one answer."""
    if rng.random() < 0.5:
        return _drawn(rng, 10)
    return first_fit(lambda: _drawn(rng, 8), _has_one_answer, 40)


def _has_one_answer(puzzle: dict[str, Any]) -> bool:
    return sum(is_right(puzzle, rows) for rows in answers(puzzle)) == 1


def _drawn(rng: Random, most: int) -> dict[str, Any]:
    """Regions with the numbers of their commoner bars; at times one is wrong."""
    board = shape(rng, most)
    names = some_regions(rng, board, rng.randint(1, 7))
    bare = {"regions": text(board, names), "grid": text(board, {})}
    rows = first_fit(lambda: some_shaded(rng, board, 0.5), lambda rows: is_right(bare, rows))
    bars = filled(rows)
    areas = sprinkled(rng, groups(names).values(), rng.choice((0.5, 1)))
    counts = [sum(bars[cell] for cell in area) for area in areas]
    more = [max(n, len(area) - n) for n, area in zip(counts, areas, strict=True)]
    clues = {rng.choice(area): n for area, n in zip(areas, nearly(rng, more), strict=True) if n}
    return bare | {"grid": text(board, opened(rng, clues))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """A vertical (1) or horizontal (0) bar in every cell."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether no three bars lie side by side, and regions have their numbers of bars."""
    bars = filled(answer)
    upright = {cell for cell in bars if bars[cell] == 1}
    lying = bars.keys() - upright
    three_beside = any(len(ray(cell, "e", upright)) >= 2 for cell in upright)
    three_above = any(len(ray(cell, "s", lying)) >= 2 for cell in lying)
    name = grid(puzzle["regions"])
    for cell, number in known(puzzle["grid"]).items():
        area = [at for at in cells(size(answer)) if name[at] == name[cell]]
        count = len(upright.intersection(area))
        if max(count, len(area) - count) != number:
            return False
    return not three_beside and not three_above
