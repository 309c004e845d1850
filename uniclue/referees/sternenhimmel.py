"""Sternenhimmel: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, beside, cells, counts, filled, fillings, grid
from uniclue.referees.boards import hidden, line, nearly, ray, shape, size, sprinkled, text

WAYS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def draw(rng: Random) -> dict[str, Any]:
    """An arrow to each of some stars, where there is room; at times some are any arrows."""
    board = shape(rng)
    stars = set(sprinkled(rng, cells(board), rng.choice((0.15, 0.3))))
    arrows: dict[Cell, str] = {}
    for star in sorted(stars):
        seen = [
            (cell, way)
            for cell in sorted(set(cells(board)) - stars - arrows.keys())
            for way in WAYS
            if stars.intersection(ray(cell, way, cells(board))) == {star}
        ]
        arrows |= [rng.choice(seen)] if seen else []
    if rng.random() < 0.25:
        arrows |= {rng.choice(cells(board)): rng.choice(WAYS)}
    clues = nearly(rng, hidden(rng, counts(board, stars), rng.choice((0.2, 0.5, 0.9))))
    puzzle = {"grid": text(board, arrows), **beside(board, clues)}
    return puzzle | rng.choice(({}, {"may_be_free": False}, {"may_be_free": True}))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with stars in cells without an arrow."""
    board, arrows = size(puzzle["grid"]), grid(puzzle["grid"])
    return fillings(board, {cell: (0, 1) for cell in cells(board) if cell not in arrows})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each arrow points to a star, each star has one arrow, and lines their stars."""
    board, stars = size(puzzle["grid"]), {c for c, value in filled(answer).items() if value == 1}
    inside = set(cells(board))
    seen = [
        stars.intersection(ray(cell, way, inside)) for cell, way in grid(puzzle["grid"]).items()
    ]
    arrows = Counter(star for few in seen for star in few)
    least = 0 if puzzle.get("may_be_free") else 1
    clues = [*line(puzzle["left"]), *line(puzzle["top"])]
    return (
        all(len(few) == 1 for few in seen)
        and all(least <= arrows[star] <= 1 for star in stars)
        and all(n in (None, m) for n, m in zip(clues, counts(board, stars), strict=True))
    )
