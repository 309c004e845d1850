"""Shakashaka: white areas, found otherwise than by the angles at corners."""

from __future__ import annotations

import random

import pytest

from uniclue.core.puzzle import Grid
from uniclue.formats.puzzle_json import from_members
from uniclue.models.shakashaka import TURNS
from uniclue.solvers import trials

BLACK = {"nw": "NW", "ne": "NE", "se": "SE", "sw": "SW", ".": "", None: "NESW"}
"""The quarters of a cell, cut by both of its diagonals, that are black; None is a wall."""
SIDES = {"N": (0, 1), "S": (2, 1), "W": (1, 0), "E": (1, 2)}
"""The middle of a quarter's outer edge, in half cells."""
Quarter = tuple[int, int, str]


def areas(grid: Grid) -> list[set[Quarter]]:
    """The white areas, as quarters of cells."""
    cells = [((r, c), v) for r, row in enumerate(grid) for c, v in enumerate(row)]
    left = {(r, c, q) for (r, c), v in cells for q in "NESW" if q not in BLACK[v]}  # type: ignore[index]
    found = []
    while left:
        todo = [left.pop()]
        for r, c, q in todo:
            over = {"N": (r - 1, c, "S"), "S": (r + 1, c, "N"), "W": (r, c - 1, "E")}
            near = {over.get(q, (r, c + 1, "W")), *((r, c, beside) for beside in "NESW")}
            near.discard((r, c, {"N": "S", "S": "N", "E": "W", "W": "E"}[q]))
            todo += near & left
            left -= near
        found.append(set(todo))
    return found


def is_rectangle(area: set[Quarter]) -> bool:
    """Whether it fills the box around it, upright or turned by 45 degrees."""
    points = []
    for r, c, q in area:
        i, j = SIDES[q]
        ends = ((i, 0), (i, 2)) if j == 1 else ((0, j), (2, j))
        points += [(2 * r + a, 2 * c + b) for a, b in ((1, 1), *ends)]
    boxes = []
    for turned in (points, [(a + b, a - b) for a, b in points]):
        high, wide = (max(x) - min(x) for x in zip(*turned, strict=True))
        boxes.append(high * wide)
    return len(area) in (boxes[0], boxes[1] / 2)


@pytest.mark.parametrize("seed", range(3))
def test_angles_tell_rectangles(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = from_members({"kind": "shakashaka", "grid": ["....", "....", "x..."]})
    right = [*trials.grids(puzzle, puzzle.model(), 30)]
    for grid in right:
        assert all(map(is_rectangle, areas(grid)))
    seen = set()
    for _ in range(300):
        changed = [list(row) for row in rng.choice(right)]
        for r, c in rng.sample(list(puzzle.places), rng.randint(1, 2)):
            changed[r][c] = rng.choice((".", *TURNS))
        board = tuple(map(tuple, changed))
        seen.add(not puzzle.check(board))
        assert (not puzzle.check(board)) == all(map(is_rectangle, areas(board)))
    assert seen == {True, False}
