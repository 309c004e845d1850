"""The rating by steps: depth, labour and the word."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT
from helpers import OF_EACH_SORT

from uniclue.core.kinds import find_kind
from uniclue.formats import sudoku_line
from uniclue.formats.puzzle_json import from_members, load
from uniclue.graders import steps
from uniclue.graders.grade import StoppedError
from uniclue.graders.grading import grade
from uniclue.solvers.limits import LimitReachedError, Limits

NINE = ROOT / "examples" / "sudoku" / "nine.json"
NOTES = steps.BY_ORDERS, steps.UNCALIBRATED
LOCKED = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def test_what_a_step_costs() -> None:
    """Rates of the conclusions at hand add up."""
    one = steps.Move(1, "box", (("box", 2),)).labour(steps.COSTS)
    both = steps.Move(1, "box", (("box", 2), ("box", 2))).labour(steps.COSTS)
    assert one == pytest.approx(steps.HAND + 2)
    assert both == pytest.approx(steps.HAND + 1)
    assert steps.Move(3, "several", ()).labour({}) == pytest.approx(3 * steps.SEVERAL)


def test_costs_by_orders_are_those_of_kinds_and_have_a_version() -> None:
    """Version 1 had the same costs for all kinds; sudokus keep those that were fitted to times."""
    moves = [steps.Move(1, "connected", (("connected", 2), ("count", 3)))]
    fitted = json.loads((ROOT / "uniclue/graders/labour.json").read_text())["kinds"]
    for kind, costs in fitted.items():
        find_kind(kind)
        assert kind not in steps.CALIBRATED
        assert costs.keys() <= steps.COSTS.keys()
        assert all(0.05 < cost < 100 for cost in costs.values())
        now, before = (steps.counters_of(moves, kind, version)["labour"] for version in (2, 1))
        assert before == pytest.approx(steps.HAND + 1 / (1 / 6 + 1 / 3))
        assert (now == before) == (not costs.keys() & {"connected", "count"})


def test_depth_and_labour_of_sudokus() -> None:
    easy = steps.rate(load(NINE), Limits())
    assert (easy.number, easy.label, easy.note) == (1, "naked single", None)
    hard = steps.rate(sudoku_line.read(LOCKED), Limits())
    assert (hard.number, hard.label) == (2, "locked candidates")
    assert hard.counters["labour"] > easy.counters["labour"]


@pytest.mark.parametrize("kind", OF_EACH_SORT)
def test_every_kind_has_a_level_where_there_is_one_solution(kind: str) -> None:
    for example in find_kind(kind).examples:
        puzzle = from_members(example.puzzle)
        rating = steps.rate(puzzle, Limits())
        if len(example.solutions) == 1:
            assert steps.level_of(rating.counters, kind) == steps.level(puzzle)
            assert rating.note in ((None,) if kind == "sudoku" else NOTES)
        else:
            assert (rating.number, rating.counters) == (None, {})


@pytest.mark.slow
def test_a_limit_leaves_what_is_so_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = sudoku_line.read(LOCKED)
    with pytest.raises(StoppedError) as stopped:
        steps.rate(puzzle, Limits(1e-6))
    assert steps.level_of(stopped.value.rating.counters, "sudoku") is None
    go = steps.Walk.go

    def stopped_late(walk: steps.Walk) -> None:
        go(walk)
        raise LimitReachedError("time limit of 1 s reached")

    monkeypatch.setattr(steps.Walk, "go", stopped_late)
    graded = grade(puzzle, None, Limits(60))
    assert graded.reason == "time limit of 1 s reached"
    assert graded.because.startswith("at least, for a limit was hit; ")
    assert steps.rate(puzzle, Limits()).note == "at least: time limit of 1 s reached"
