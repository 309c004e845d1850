"""Verdicts on tiny puzzles against brute force, which knows no model and no solver.

``python -m tests.fuzz --only verdicts --number 10000`` tries so many puzzles of every kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from bruteforce import solutions
from hypothesis import given
from hypothesis import strategies as st
from strategies import KINDS, drawn

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.encoders.cardinality import CARDINALITY
from uniclue.formats.puzzle_json import dumps
from uniclue.solvers import decide
from uniclue.solvers.decide import Method

MOST = 60
"""Puzzles with more solutions are said to have several, and not counted."""
STATUS = ("none", "unique", "several")
SOLVERS = ("cadical195", "cadical153", "glucose4", "minisat22", "maplesat", "lingeling", None)


def wrong(puzzle: Puzzle, expected: set[Grid], how: Method, counts: bool) -> list[str]:
    """What is wrong with the verdict on a puzzle; its solutions are compared, too."""
    verdict = decide.unique(puzzle, how)
    faults = []
    if verdict.status != STATUS[min(len(expected), 2)]:
        faults.append(f"said {verdict.status}, has {len(expected)} solutions")
    if len(expected) < MOST and not set(verdict.solutions) <= expected:
        faults.append("a solution that is none")
    if counts and len(expected) < MOST:
        answer = decide.count(puzzle, how=how)
        if (answer.count, answer.complete) != (len(expected), True):
            faults.append(f"counted {answer.count}, has {len(expected)} solutions")
    return faults


@st.composite
def methods(draw: Any) -> Method:
    """A solver and an encoding; now and then a 0/1 program."""
    if draw(st.integers(0, 49)) == 0:
        return Method("ilp", "highs")
    cardinality = draw(st.sampled_from(CARDINALITY))
    native = cardinality == "native"
    return Method("cnf", "minicard" if native else draw(st.sampled_from(SOLVERS)), cardinality)


def run_kind(kind: str, number: int, seed: int, note: Callable[[str], None]) -> dict[str, Any]:
    """Tries so many puzzles of a kind; returns figures."""
    statuses: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    failures: list[str] = []

    @drawn(number, seed)
    @given(KINDS[kind], methods(), st.booleans())
    def tried(puzzle: Puzzle, how: Method, counts: bool) -> None:
        expected = set(solutions(puzzle, most=MOST))
        statuses[STATUS[min(len(expected), 2)]] += 1
        asked[how.encoder] += 1
        for one, counted in ((Method(), False), (how, counts)):
            for fault in wrong(puzzle, expected, one, counted):
                failures.append(f"{kind}: {one}: {fault}: {dumps(puzzle).decode()}")
                note(failures[-1])

    tried()
    return {
        "tried": sum(statuses.values()),
        "solutions": dict(sorted(statuses.items())),
        "methods": dict(sorted(asked.items())),
        "failures": failures,
    }
