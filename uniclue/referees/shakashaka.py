"""Shakashaka: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from math import prod
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Cell,
    Point,
    Rows,
    around,
    cells,
    corners_of,
    ends,
    filled,
    fillings,
    grid,
    hidden,
    nearly,
    parts,
    ray,
    shape,
    size,
    some_answer,
    sprinkled,
    text,
)

Quarter = tuple[Cell, Point]
"""What lies between the middle of a cell and one of its sides."""
WHITE_SIDES = {"nw": "es", "ne": "ws", "sw": "ne", "se": "nw"}
"""Where the white half of a cell is, by the corner in which its triangle's right angle is."""


def draw(rng: Random) -> dict[str, Any]:
    """A board with black cells, some with the number of triangles beside them in an answer."""
    while True:
        board = shape(rng, 16)
        black = sprinkled(rng, cells(board), rng.choice((0.1, 0.2, 0.4)))
        puzzle = {"grid": text(board, dict.fromkeys(black, "x"))}
        if prod(map(len, _values(puzzle).values())) > 2000:
            continue
        answer = some_answer(rng, answers(puzzle), partial(is_right, puzzle))
        if is_right(puzzle, answer) or rng.random() < 0.05:
            break
    told = nearly(rng, hidden(rng, [_triangles(answer, cell) for cell in black], 0.4))
    clues = ("x" if number is None else number for number in told)
    return {"grid": text(board, dict(zip(black, clues, strict=True)))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards in which the white half of a cell has white cells at both of its sides."""
    return fillings(size(puzzle["grid"]), _values(puzzle))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether white areas are rectangles, and numbers count the triangles beside them."""
    white = (
        (cell, side)
        for cell, value in filled(answer).items()
        for way, side in zip("nwes", around(cell, 0.5), strict=True)
        if value == "." or way in WHITE_SIDES[value]
    )
    return all(map(_is_rectangle, parts(white, _beside))) and all(
        clue in ("x", _triangles(answer, cell)) for cell, clue in grid(puzzle["grid"]).items()
    )


def _beside(quarter: Quarter) -> list[Quarter]:
    """The quarters of this cell and of the next one that share a side with one."""
    cell, side = quarter
    turned = [each for each in around(cell, 0.5) if {*corners_of(each)} & {*corners_of(side)}]
    return [(near, side) for near in ends(side)] + [(cell, each) for each in turned]


def _is_rectangle(area: Iterable[Quarter]) -> bool:
    """Whether an area of quarters fills the least rectangle around it, upright or slanting."""
    held = {*area}
    points = {point for cell, side in held for point in (cell, *corners_of(side))}
    upright = _span(r for r, _ in points) * _span(c for _, c in points)
    slanting = _span(r + c for r, c in points) * _span(r - c for r, c in points) / 2
    return len(held) / 4 in (upright, slanting)


def _span(numbers: Iterable[float]) -> float:
    """How far the least and the greatest of some numbers are apart."""
    held = [*numbers]
    return max(held) - min(held)


def _values(puzzle: dict[str, Any]) -> dict[Cell, list[str]]:
    """What each cell that is not black may hold."""
    white = set(cells(size(puzzle["grid"]))).difference(grid(puzzle["grid"]))
    return {
        cell: [".", *(word for word, ways in WHITE_SIDES.items() if _sees(cell, ways, white))]
        for cell in sorted(white)
    }


def _sees(cell: Cell, ways: str, white: set[Cell]) -> bool:
    """Whether the next cells these ways are white."""
    return all(ray(cell, way, white) for way in ways)


def _triangles(answer: Rows, cell: Cell) -> int:
    """How many triangles stand beside a cell."""
    held = filled(answer)
    return sum(held.get(near, ".") != "." for near in around(cell))
