"""Solver effort: the question is the whole one, shuffling changes nothing but luck."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from conftest import ROOT
from formulas import cnf_of, random_clauses
from pysat.solvers import Solver
from strategies import KINDS, every_kind

from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import from_members, load
from uniclue.graders.effort import FIGURES, SEEDS, rate, shuffle
from uniclue.graders.grading import grade
from uniclue.solvers import decide, sat
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.sat import IncrementalSolver

EMPTY = {"kind": "sudoku", "box": [2, 2], "grid": [[0] * 4] * 4}
EASY = ROOT / "examples" / "kakuro" / "easy.json"


def test_shuffling_renames_and_reorders() -> None:
    clauses = random_clauses(random.Random(1), 30, 60)
    cnf = cnf_of(clauses, 30)
    seen = set()
    for seed in range(5):
        shuffled, names = shuffle(cnf, seed)
        assert names[0] == 0
        assert sorted(names.tolist()) == list(range(31))
        renamed = {
            i: sorted(int(np.sign(lit) * names[abs(lit)]) for lit in clause)
            for i, clause in enumerate(clauses)
        }
        found = shuffled.clauses()
        groups = shuffled.group.tolist()
        assert sorted(groups) == sorted(renamed)
        assert [renamed[i] for i in groups] == [sorted(clause) for clause in found]
        assert shuffled.clauses() == shuffle(cnf, seed)[0].clauses()
        seen.add(str(found))
    assert len(seen) == 5


@every_kind(25)
def test_it_sees_what_the_question_sees(kind: str, data: Any) -> None:
    notes = {"unique": None, "none": "no solution", "several": "several solutions"}
    puzzle = data.draw(KINDS[kind])
    rating = rate(puzzle, Limits(), seeds=2)
    wanted = notes[decide.unique(puzzle).status]
    assert (rating.note is None) == (wanted is None)
    assert wanted is None or str(rating.note).startswith(wanted)


def test_the_figures_are_those_of_the_solver() -> None:
    puzzle = load(EASY)
    model = puzzle.model()
    runs = []
    for seed in range(SEEDS):
        cnf, names = shuffle(encode(model), seed)
        with Solver("glucose4", bootstrap_with=cnf.clauses()) as solver:
            assert solver.solve()
            true = {v for v in solver.get_model() if v > 0}
            cells = [int(names[v]) for v in model.cells.ravel() if names[v] in true]
            solver.add_clause([-v for v in cells])
            assert not solver.solve()
            runs.append([solver.accum_stats()[name] for name in FIGURES])
    rating = rate(puzzle, Limits(), solver="glucose4")
    for name, numbers in zip(FIGURES, zip(*runs, strict=True), strict=True):
        assert rating.counters[name] == np.median(numbers)
        assert rating.counters[f"least {name}"] == min(numbers)
        assert rating.counters[f"most {name}"] == max(numbers)
    assert rating.number == rating.counters["conflicts"] > 0


def test_it_is_the_same_every_time() -> None:
    puzzle = load(EASY)
    assert grade(puzzle, "effort").grades == grade(puzzle, "effort").grades
    seeds = [rate(puzzle, Limits(), seeds=n).counters for n in (1, 5)]
    assert seeds[0]["least conflicts"] == seeds[0]["most conflicts"]
    assert seeds[1]["least conflicts"] < seeds[1]["most conflicts"]


def test_long_searches_are_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices do not get longer with time where a search has to be repeatable."""
    holes = 7
    at = {(p, h): p * holes + h + 1 for p in range(holes + 1) for h in range(holes)}
    clauses = [[at[p, h] for h in range(holes)] for p in range(holes + 1)]
    pairs = list(combinations(range(holes + 1), 2))
    clauses += [[-at[p, h], -at[q, h]] for h in range(holes) for p, q in pairs]
    cnf = shuffle(cnf_of(clauses, len(at)), 1)[0]
    monkeypatch.setattr(sat, "FIRST_SLICE", 40)

    def figures(seconds: float, **how: Any) -> dict[str, int]:
        monkeypatch.setattr(sat, "SLICE_SECONDS", seconds)
        loaded = IncrementalSolver(cnf, **how)
        try:
            assert not loaded.solve((), Clock())
            return loaded.statistics
        finally:
            loaded.close()

    assert figures(1e-9) != figures(1e9)
    assert figures(1e-9, repeatable=True) == figures(1e9, repeatable=True)


@pytest.mark.parametrize("limits", [Limits(conflicts=1), Limits(seconds=1e-9)])
def test_limits(limits: Limits) -> None:
    answer = grade(load(EASY), "effort", limits)
    (graded,) = answer.grades
    assert answer.reason is not None
    assert graded.number is None
    assert graded.note == f"stopped: {answer.reason}"


def test_solvers_without_statistics_are_refused() -> None:
    with pytest.raises(ValueError, match="tells its statistics, got 'kissat404'"):
        rate(from_members(EMPTY), Limits(), solver="kissat404")
