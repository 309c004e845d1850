"""Guesses, counts left out, another solver first: the answers are the same."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

import numpy as np
import pytest
from conftest import examples

import uniclue
from uniclue.core.model import Model
from uniclue.core.puzzle import Contradiction, Hints, Puzzle
from uniclue.formats import puzzle_json
from uniclue.models.nonogram import Nonogram
from uniclue.solvers import guided, open_formula, shared, stages
from uniclue.solvers.decide import Method, unique
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.state import Found, OpenError, State


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided, "PATIENCE", Limits(seconds=0.0, conflicts=1))


def random_nonogram(seed: int, side: int) -> Puzzle:
    rng = random.Random(seed)
    picture = [[int(rng.random() < 0.5) for _ in range(side)] for _ in range(side)]
    if rng.random() < 0.3:
        picture[0] = [1 - cell for cell in picture[0]]
    rows, cols = (
        [[len(list(part)) for black, part in groupby(line) if black] for line in lines]
        for lines in (picture, list(zip(*picture, strict=True)))
    )
    if rng.random() < 0.3:
        rows[0], rows[-1] = rows[-1], rows[0]
    return uniclue.from_members({"kind": "nonogram", "rows": rows, "cols": cols})


def judged(puzzle: Puzzle) -> str:
    """The verdict by guesses, compared with a solver's."""
    verdict, other = uniclue.unique(puzzle), uniclue.unique(puzzle, solver="glucose4")
    assert verdict.status == other.status
    assert len(set(verdict.solutions)) == len(other.solutions)
    assert not any(puzzle.broken(grid) for grid in verdict.solutions)
    return verdict.status


@pytest.mark.slow
def test_verdicts_are_a_solvers() -> None:
    found = {judged(random_nonogram(seed, 3 + seed % 12)) for seed in range(80)}
    assert found == {"unique", "several", "none"}


def test_counts_are_a_solvers() -> None:
    for seed in range(30):
        puzzle = random_nonogram(seed, 6)
        counts = (uniclue.count(puzzle, solver=name).count for name in (None, "glucose4"))
        assert len(set(counts)) == 1


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was guessed, in order."""
    seen: list[str] = []

    def watch(name: str) -> None:
        real = getattr(guided.GuidedSession, name)

        def guess(self: Any, clock: Clock) -> Any:
            found = real(self, clock)
            seen.append(f"{name} {'found' if found is not None else 'none'}")
            return found

        monkeypatch.setattr(guided.GuidedSession, name, guess)

    watch("_by_hints")
    watch("_near_the_last")
    return seen


@pytest.mark.slow
def test_both_guesses_are_made(asked: list[str]) -> None:
    verdicts = [judged(random_nonogram(seed, 14)) for seed in range(12)]
    assert "several" in verdicts
    assert "_by_hints found" in asked
    assert "_near_the_last found" in asked


@pytest.mark.parametrize("wrong", ["all black", "none", "contradiction", "nothing"])
def test_hints_need_not_be_true(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def hints(self: Nonogram, model: Model) -> Hints | None:
        if wrong == "contradiction":
            raise Contradiction
        if wrong == "nothing":
            return None
        stages = (model.cells,) if wrong == "all black" else ()
        return Hints(np.zeros(0, np.int32), stages)

    monkeypatch.setattr(Nonogram, "hints", hints)
    for seed in range(20):
        judged(random_nonogram(seed, 3 + seed % 8))


def test_windows_cover_everything() -> None:
    places = np.array([(r, c) for r in range(40) for c in range(23)])
    seen = {
        (r, c)
        for top, left in guided._windows(places, 16)
        for r in range(top, top + 16)
        for c in range(left, left + 16)
    }
    assert {tuple(place) for place in places.tolist()} <= seen


@pytest.mark.slow
def test_limits_hold() -> None:
    puzzle = random_nonogram(1, 40)
    assert uniclue.unique(puzzle, time_limit=1e-6).status == "unknown"
    assert uniclue.unique(puzzle, conflict_limit=1).status in ("unknown", "several")


@pytest.mark.parametrize(
    "kind", ["minesweeper", "tents", "thermometers", "tilepaint", "animals", "snake"]
)
@pytest.mark.parametrize("most", [1, 10**6])
def test_counts_as_they_are_and_counts_left_out(
    kind: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verdict is that of one formula, whoever answers and whatever is loaded late."""
    monkeypatch.setattr(stages, "IN_ROWS", Limits(conflicts=most))
    monkeypatch.setattr(open_formula, "WORTHWHILE", 1)
    for puzzle in examples(kind):
        whole = unique(puzzle, Method(solver="cadical195", cardinality="totalizer"))
        for limit in ("COSTLY", "COSTLY_BESIDE_CUTS"):
            monkeypatch.setattr(open_formula, limit, 1)
        for how in (Method(), Method(alone=True)):
            verdict = unique(puzzle, how)
            assert verdict.status == whole.status
            if whole.status == "unique":
                assert verdict.solutions == whole.solutions


def test_what_was_found_is_not_shown_again_by_who_goes_on() -> None:
    """Nor by one that finds it again, as those do that nobody can tell what was found."""

    class Tired(stages.Cdcl):
        def solutions(self, state: State) -> Found:
            found = super().solutions(state)
            yield next(found)
            yield next(found)
            found.close()
            raise OpenError

    ones = [[1]] * 4
    puzzle = uniclue.from_members({"kind": "nonogram", "rows": ones, "cols": ones})
    expected = [*stages.solutions(State(puzzle, Method()))]
    assert len(expected) == 24
    for others in (stages.Cdcl(), stages.Guided()):
        tired = Tired()
        tired.is_last = False  # type: ignore[misc]
        state = State(puzzle, Method())
        shown = [*stages.solutions(state, [tired, others])]
        assert len(shown) == len({*shown}) == len(expected)
        assert {*shown} == {*expected}
        assert [(tried.outcome, tried.found) for tried in state.tried] == [
            ("open", 2),
            ("decided", len(expected) - 2),
        ]


@pytest.mark.parametrize("kind", ["suguru", "akari", "slitherlink", "nurikabe", "hitori", "sudoku"])
def test_a_clock_that_stops_the_work_anywhere_spoils_nothing(kind: str) -> None:
    """Each look at the clock is the last one once; the next time the verdict is the same."""

    class Stopping(Clock):
        looks: int = 0

        def check(self) -> None:
            self.looks -= 1
            if not self.looks:
                raise LimitReachedError("time")

    puzzle = next(iter(examples(kind)))
    expected = unique(puzzle).solutions
    for stop in range(1, 200):
        shared.forget()
        again = puzzle_json.loads(puzzle_json.dumps(puzzle))
        state = State(again, Method(), wanted=2)
        state.clock = Stopping(looks=stop)
        found = (*stages.solutions(state),)
        if state.reason is None:
            assert found == expected
            break
        assert state.status() in ("unknown", "several")
        assert unique(again).solutions == expected
    assert stop > 3
    assert unique(again, Method(limits=Limits(seconds=1e-9))).status == "unknown"
