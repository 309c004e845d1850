"""Published puzzles of many kinds: the solution that was published is the only one."""

from __future__ import annotations

from itertools import islice

import pytest
from conftest import corpus

from benchmarks import kinds
from uniclue.core.puzzle import Puzzle

MOST = 8
"""So many puzzles of each kind."""
SLIPS = {"countryroad 30_15x15"}
"""Puzzles with areas that have no name: their solutions leave them empty."""
UNTOLD = {"lits": 2, "mosaic": 30, "slitherlink": 2}
"""Puzzles of a kind without a solution, or with one that is cut."""


@pytest.fixture(autouse=True)
def _needs_corpus() -> None:
    if not kinds.files():
        pytest.skip(f"no {corpus() / 'kinds'}")


@pytest.mark.slow
@pytest.mark.parametrize("kind", kinds.files())
def test_every_published_puzzle_is_read(kind: str) -> None:
    untold = 0
    for name, _, puzzle in kinds.puzzles(kind, 10**6):
        assert isinstance(puzzle, Puzzle), (name, puzzle)
        if (solution := puzzle.extra.get("solution")) is None:
            untold += 1
        elif f"{kind} {name}" not in SLIPS:
            assert puzzle.check(puzzle.read_grid(solution)) == [], name
    assert untold == UNTOLD.get(kind, 0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", kinds.files())
def test_the_published_solution_is_the_verdict(kind: str) -> None:
    for name, _, puzzle in islice(kinds.puzzles(kind, 225), MOST):
        wrong, _ = kinds.judged(puzzle, 3)
        assert wrong in ("", "unknown"), name
