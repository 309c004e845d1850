"""Two solvers race for one puzzle."""

from __future__ import annotations

import pytest
from test_guided import random_nonogram

from uniclue.asking import race as portfolio
from uniclue.asking.question import find
from uniclue.formats.puzzle_json import dumps
from uniclue.solvers.limits import Limits
from uniclue.solvers.questions import method
from uniclue.solvers.verdict import Solutions, Verdict


def race(seed: int, command: str = "unique", seconds: float | None = None) -> Verdict | Solutions:
    puzzle = random_nonogram(seed, 22)
    options = {"limit": 2} if command == "solve" else {}
    request = find(command).put(method(limits=Limits(seconds)), **options)
    found = portfolio.first_answer(puzzle, dumps(puzzle), request)
    assert isinstance(found, Verdict | Solutions)
    for grid in found.solutions:
        assert not puzzle.broken(puzzle.read_grid(grid))
    return found


def test_soon_decided_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "in_workers", None)
    verdict = race(3)
    assert isinstance(verdict, Verdict)
    assert verdict.status != "unknown"


def test_the_race_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = race(3)
    monkeypatch.setattr(portfolio, "STALL_SECONDS", 1e-6)
    found = race(3)
    assert isinstance(expected, Verdict)
    assert isinstance(found, Verdict)
    assert (found.status, found.reason) == (expected.status, None)
    assert len(race(3, "solve").solutions) == len(expected.solutions)


def test_a_time_limit_holds_for_all() -> None:
    assert race(3, seconds=1e-6).reason == "time limit of 1e-06 s reached"
