"""Two solvers race for one puzzle."""

from __future__ import annotations

import pytest
from test_guided import random_nonogram

from uniclue.commands.engine import batch, single
from uniclue.commands.solve import SolveQuestion
from uniclue.commands.unique import UniqueQuestion
from uniclue.solvers.decide import method
from uniclue.solvers.limits import Limits
from uniclue.solvers.verdict import Solutions, Verdict


def race(command: str = "unique", seconds: float | None = None) -> Verdict | Solutions:
    puzzle, how = random_nonogram(3, 22), method(limits=Limits(seconds))
    question = (
        SolveQuestion(method=how, limit=2) if command == "solve" else UniqueQuestion(method=how)
    )
    answer = single.first_answer(question, puzzle)
    assert isinstance(answer, Verdict | Solutions)
    for grid in answer.solutions:
        assert not puzzle.broken(puzzle.read_grid(grid))
    return answer


def test_soon_decided_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "executor", None)
    verdict = race()
    assert isinstance(verdict, Verdict)
    assert verdict.status != "unknown"


@pytest.mark.slow
def test_the_race_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = race()
    monkeypatch.setattr(single, "STALL_SECONDS", 1e-6)
    found = race()
    assert isinstance(expected, Verdict)
    assert isinstance(found, Verdict)
    assert (found.status, found.reason) == (expected.status, None)
    assert len(race("solve").solutions) == len(expected.solutions)


def test_a_time_limit_holds_for_all() -> None:
    assert race(seconds=1e-6).reason == "time limit of 1e-06 s reached"
