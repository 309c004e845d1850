"""Published puzzles of many kinds: the solution that was published is the only one."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

import pytest
from conftest import corpus
from helpers import of_each, some_kinds
from test_foreign import LOST
from test_pzpr import ALIKE
from test_pzpr import LOST as LOST_IN_LINKS

from benchmarks import kinds
from uniclue.core.puzzle import Puzzle, is_complete
from uniclue.formats.format import FORMATS, CannotWriteError
from uniclue.formats.sameness import differences
from uniclue.solvers.refereed import opinion

MOST = of_each(384, 3)
"""So many puzzles of each kind."""
SKIPPED = 4
"""Of so many puzzles that are read the solution of one is judged."""
SLIPS = {"countryroad 30_15x15"}
"""Puzzles with areas that have no name: their solutions leave them empty."""
UNTOLD = {"brightlight": 1, "lits": 2, "mosaic": 30, "slitherlink": 2, "squaro": 25}
"""Puzzles of a kind without a solution, or with one that is cut."""


@pytest.fixture(autouse=True)
def _needs_corpus() -> None:
    if not kinds.files():
        pytest.skip(f"no {corpus() / 'kinds'}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", some_kinds("test_every_published_puzzle_is_read", kinds.files(), most=20)
)
def test_every_published_puzzle_is_read(kind: str) -> None:
    untold = 0
    for number, (name, _, puzzle) in enumerate(kinds.puzzles(kind, 10**6)):
        assert isinstance(puzzle, Puzzle), (name, puzzle)
        if (solution := puzzle.extra.get("solution")) is None:
            untold += 1
        elif number % SKIPPED == 0 and f"{kind} {name}" not in SLIPS:
            grid = puzzle.read_grid(solution)
            assert puzzle.check(grid) == [], name
            assert not is_complete(puzzle, grid) or opinion(puzzle, grid) == "right", name
    assert untold == UNTOLD.get(kind, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", some_kinds("test_conversions_there_and_back", kinds.files(), most=20)
)
def test_conversions_there_and_back(kind: str) -> None:
    """In every format that holds the kind; what has no room is not written, or is told."""
    written = 0
    for name, _, puzzle in islice(kinds.puzzles(kind, 10**6), MOST):
        assert isinstance(puzzle, Puzzle)
        carried = {"source", *puzzle.extra, "id", "solution"}
        for each in (one for one in FORMATS.all() if one.can_write and puzzle.kind() in one.kinds):
            with suppress(CannotWriteError):
                again = next(iter(each.read(each.write(puzzle))))
                assert isinstance(again, Puzzle), (name, each.name, again)
                lost = {*differences(puzzle, again)} - carried
                if each.name in ("puzzlink", "pzprv3"):
                    lost -= LOST_IN_LINKS | ALIKE.get(puzzle.kind(), set())
                assert lost <= LOST.get(f"{each.name} {puzzle.kind()}", set()), (name, each.name)
                written += 1
    assert written


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", some_kinds("test_the_published_solution_is_the_verdict", kinds.files(), most=20)
)
def test_the_published_solution_is_the_verdict(kind: str) -> None:
    for name, _, puzzle in islice(kinds.puzzles(kind, 225), MOST):
        wrong, _ = kinds.judged(puzzle, 3)
        assert wrong in ("", "unknown"), name
