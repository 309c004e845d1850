"""What quick logic strikes stands in no solution, and what it leaves complete is one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from conftest import examples
from helpers import OF_ROWS
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pysat.solvers import Solver
from strategies import KINDS

import uniclue
from uniclue.core.kinds import find_kind
from uniclue.core.lazy import static
from uniclue.core.puzzle import Contradiction, Puzzle, deduces
from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import from_members


def check_deduced(puzzle: Puzzle) -> tuple[int, int]:
    """How many values were struck, and how many cells decided."""
    model = static(puzzle.model())
    with Solver("cadical153", bootstrap_with=encode(model).clauses()) as solver:
        try:
            can = puzzle.deduce()
        except Contradiction:
            assert not solver.solve()
            return 0, 0
        for i, place in enumerate(puzzle.places):
            for v, value in enumerate(puzzle.domain):
                if not can[i, v]:
                    assert not solver.solve(assumptions=[model.literal(place, value)])
    decided = int((can.sum(axis=1) == 1).sum())
    if decided == len(can) and deduces(type(puzzle)):
        values = [puzzle.domain[i] for i in can.argmax(axis=1).tolist()]
        assert puzzle.broken(puzzle.grid_of_values(values)) == []
    return int((~can).sum()), decided


@given(st.one_of([KINDS[kind] for kind in OF_ROWS]))
def test_small_puzzles(puzzle: Puzzle) -> None:
    check_deduced(puzzle)


@pytest.mark.parametrize("kind", OF_ROWS)
def test_examples(kind: str) -> None:
    for puzzle in examples(kind):
        check_deduced(puzzle)


def random_kakuro(rng: random.Random) -> Puzzle:
    """Up to 8x8 with a filling's sums, some left out, at times one changed."""
    rows, cols = rng.randint(3, 8), rng.randint(3, 8)
    grid: list[list[Any]] = [[{} for _ in range(cols)] for _ in range(rows)]
    value: dict[tuple[int, int], int] = {}
    for r in range(1, rows):
        for c in range(1, cols):
            taken = set()
            for dr, dc in ((0, 1), (1, 0)):
                p = (r - dr, c - dc)
                while p in value:
                    taken.add(value[p])
                    p = (p[0] - dr, p[1] - dc)
            free = sorted(set(range(1, 10)) - taken)
            if free and rng.random() < 0.8:
                value[r, c] = rng.choice(free)
                grid[r][c] = None
    for r, c in value:
        for name, (dr, dc) in {"across": (0, 1), "down": (1, 0)}.items():
            if (r - dr, c - dc) not in value and rng.random() < 0.95:
                p, total = (r, c), 0
                while p in value:
                    total, p = total + value[p], (p[0] + dr, p[1] + dc)
                grid[r - dr][c - dc][name] = total
    if rng.random() < 0.2:
        clues = [cell for row in grid for cell in row if cell]
        clue = rng.choice(clues)
        name = rng.choice(sorted(clue))
        clue[name] = max(1, clue[name] + rng.choice([-2, -1, 1, 2]))
    return from_members({"kind": "kakuro", "rows": rows, "cols": cols, "grid": grid})


@pytest.mark.slow
def test_kakuros() -> None:
    rng = random.Random(4)
    struck = decided = 0
    for _ in range(120):
        more = check_deduced(random_kakuro(rng))
        struck, decided = struck + more[0], decided + more[1]
    assert struck > 3000
    assert decided > 100


@pytest.mark.parametrize(
    "members",
    [
        {"kind": "nonogram", "rows": [[]], "cols": [[]], "givens": [[1]]},
        {
            "kind": "kakuro",
            "rows": 1,
            "cols": 3,
            "grid": [[{"across": 3}, None, None]],
            "givens": [[None, 2, 2]],
        },
    ],
)
def test_givens_everywhere_that_break_a_rule(members: dict[str, Any]) -> None:
    puzzle = from_members(members)
    with pytest.raises(Contradiction):
        puzzle.deduce()
    assert uniclue.unique(puzzle).status == "none"


@pytest.mark.parametrize("kind", ["galaxies", "shikaku", "tatamibari"])
@pytest.mark.slow
def test_boards_cut_into_areas(kind: str) -> None:
    """As drawn, and with the clues of the first row left out or moved to another board's."""
    struck = decided = 0
    cls: Any = find_kind(kind)
    boards = [
        cls.generation.blank(cls, (3 + i % 3, 4), np.random.default_rng(i)) for i in range(24)
    ]
    for one, other in zip(boards, boards[3:], strict=False):
        for grid in (one.grid, (*one.grid[:-1], other.grid[-1]), (*other.grid[:1], *one.grid[1:])):
            if any(word != "." for row in grid for word in row):
                more = check_deduced(replace(one, grid=grid))
                struck, decided = struck + more[0], decided + more[1]
    assert struck > 500
    assert decided > 200
