"""Guesses, counts left out, another solver first: the answers are the same."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

import numpy as np
import pytest
from conftest import examples

import uniclue
from uniclue.core.model import Model, Value, watched
from uniclue.core.puzzle import Contradiction, Hints, Puzzle
from uniclue.formats import puzzle_json
from uniclue.models.nonogram import Nonogram
from uniclue.solvers import decide, guided, sat
from uniclue.solvers.brief import BriefSession
from uniclue.solvers.decide import DeducedSession, Method, open_narrowed, unique
from uniclue.solvers.limits import Clock, LimitReachedError, Limits


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
    monkeypatch.setattr(sat, "BRIEF", Limits(conflicts=most))
    monkeypatch.setattr(sat, "WORTHWHILE", 1)
    for puzzle in examples(kind):
        whole = unique(puzzle, Method(solver="cadical195", cardinality="totalizer"))
        for limit in ("COSTLY", "COSTLY_BESIDE_CUTS"):
            monkeypatch.setattr(sat, limit, 1)
        for how in (Method(), Method(alone=True)):
            verdict = unique(puzzle, how)
            assert verdict.status == whole.status
            if whole.status == "unique":
                assert verdict.solutions == whole.solutions


def test_what_was_excluded_is_not_shown_again_by_who_takes_over() -> None:
    class Tired(DeducedSession):
        def next(self, clock: Clock) -> list[Value] | None:
            if len(self._solutions) < 3:
                raise LimitReachedError("tired")
            return super().next(clock)

    others = DeducedSession([[3], [1], [2]], 1)
    session = BriefSession(Tired([[1], [2], [3]], 1), Limits(), lambda: others)
    shown = []
    while (values := session.next(Clock())) is not None:
        shown.append(values)
        session.exclude()
    assert shown == [[1], [3], [2]]


@pytest.mark.parametrize("kind", ["suguru", "akari", "slitherlink", "nurikabe", "hitori", "sudoku"])
def test_a_clock_that_stops_a_session_anywhere_spoils_nothing(kind: str) -> None:
    """Each look at the clock is the last one once; the next time the verdict is the same."""
    looks = 0

    def look() -> None:
        nonlocal looks
        looks -= 1
        if not looks:
            raise LimitReachedError("time")

    puzzle = next(iter(examples(kind)))
    expected = unique(puzzle).solutions
    for stop in range(1, 200):
        decide.close_loaded()
        looks, again = stop, puzzle_json.loads(puzzle_json.dumps(puzzle))
        try:
            with watched(look):
                open_narrowed(again, Method()).close()
        except LimitReachedError:
            assert unique(again).solutions == expected
        else:
            break
    assert stop > 3
    assert unique(again, Method(limits=Limits(seconds=1e-9))).status == "unknown"
