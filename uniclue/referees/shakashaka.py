"""Shakashaka: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, around, cells, corners_of, ends, filled
from uniclue.referees.boards import fillings, grid, hidden, nearly, parts, ray, shape, size
from uniclue.referees.boards import sprinkled, text

Quarter = tuple[Cell, Point]
"""What lies between the middle of a cell and one of its sides."""
WHITE_SIDES = {"nw": "es", "ne": "ws", "sw": "ne", "se": "nw"}
"""Where the white half of a cell is, by the corner in which its triangle's right angle is."""
SLANTING = (
    ((0, 0), (0, 1), (1, 0), (1, 1)),
    ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)),
    ((0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)),
)
"""The cells of small slanting rectangles."""


def draw(rng: Random) -> dict[str, Any]:
    """Places for slanting rectangles among black cells, some with the triangles beside them."""
    right: list[Rows] = []
    while not right:
        board = shape(rng, 16)
        if rng.random() < 0.8:
            board = max(board, shape(rng, 16), key=min)
        white = set(sprinkled(rng, cells(board), rng.choice((0.1, 0.3, 0.6))))
        for _ in range(rng.choice((0, 1, 2, 2))):
            top, left = rng.choice(cells(board))
            white |= {(top + r, left + c) for r, c in rng.choice(SLANTING)}
        black = [cell for cell in cells(board) if cell not in white]
        puzzle = {"grid": text(board, dict.fromkeys(black, "x"))}
        if prod(map(len, _values(puzzle).values())) <= 2000:
            right = [answer for answer in answers(puzzle) if is_right(puzzle, answer)]
    answer = max(rng.choices(right, k=2), key=lambda each: len(_with_triangles(each)))
    triangles = _with_triangles(answer)
    numbers = [len(triangles.intersection(around(cell))) for cell in black]
    printed = nearly(rng, hidden(rng, numbers, rng.choice((0.4, 0.9))))
    clues = ("x" if number is None else number for number in printed)
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
    triangles = _with_triangles(answer)
    return all(
        clue in ("x", len(triangles.intersection(around(cell))))
        for cell, clue in grid(puzzle["grid"]).items()
    ) and all(map(_is_rectangle, parts(white, _beside)))


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
    """The values of each cell that is not black."""
    white = set(cells(size(puzzle["grid"]))).difference(grid(puzzle["grid"]))
    return {
        cell: [".", *(word for word, ways in WHITE_SIDES.items() if _sees(cell, ways, white))]
        for cell in sorted(white)
    }


def _sees(cell: Cell, ways: str, white: set[Cell]) -> bool:
    """Whether the next cells these ways are white."""
    return all(ray(cell, way, white) for way in ways)


def _with_triangles(answer: Rows) -> set[Cell]:
    """The cells with a triangle."""
    return {cell for cell, value in filled(answer).items() if value != "."}
