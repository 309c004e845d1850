"""The stages: whichever decides, the answer is the same; and what they tell of the work."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from conftest import Run, examples, so_many
from gate import stored
from helpers import some_kinds

import uniclue
from uniclue.core.model import Value
from uniclue.core.puzzle import Puzzle
from uniclue.formats import puzzle_json
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers import shared, stages, turns
from uniclue.solvers.decide import Method, unique
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.stages import STAGES, Cdcl, Stage
from uniclue.solvers.state import State
from uniclue.solvers.verdict import Verdict

LIMIT = Limits(seconds=5.0)
"""Without the stage that suits it, a puzzle may take minutes: numberlinks need their kind's own."""
ROWS = Method(solver="cadical195")
"""The solver that decides alone."""


def boards(kind: str, number: int) -> list[Puzzle]:
    """Some stored boards of a kind, and its smallest example."""
    least = min(examples(kind), key=lambda puzzle: len(puzzle.places))
    drawn = Random(kind).sample(stored(kind), number)
    return [from_members(board.members) for board in drawn] + [least]


def again(puzzle: Puzzle) -> Puzzle:
    """The puzzle, of which nobody remembers anything."""
    return puzzle_json.loads(puzzle_json.dumps(puzzle))


def decided_by(verdict: Verdict) -> str:
    (work,) = verdict.work
    assert work.stages
    return work.stages[-1].stage


@pytest.mark.parametrize("kind", some_kinds("stages"))
def test_every_stage_that_decides_may_be_switched_off(kind: str) -> None:
    """One after the other, down to the solver of clauses; and each by itself."""
    for puzzle in boards(kind, so_many(5)):
        expected = unique(again(puzzle), ROWS)
        assert expected.status != "unknown"
        left: tuple[Stage, ...] = STAGES
        while True:
            verdict = unique(again(puzzle), Method(limits=LIMIT), left)
            if verdict.status != "unknown":
                assert verdict.status == expected.status
                if verdict.status == "unique":
                    assert verdict.solutions == expected.solutions
            name = decided_by(verdict)
            if name == Cdcl.name or verdict.status == "unknown":
                break
            alone = tuple(stage for stage in STAGES if stage.name != name)
            assert unique(again(puzzle), Method(limits=LIMIT), alone).status in (
                expected.status,
                "unknown",
            )
            left = tuple(stage for stage in left if stage.name != name)


def test_every_stage_decides_some_puzzle() -> None:
    deciders = set()
    for kind in ("akari", "galaxies", "nonogram", "nurikabe", "sudoku", "suguru", "tents"):
        for puzzle in boards(kind, 10):
            deciders.add(decided_by(unique(puzzle)))
            deciders.add(decided_by(unique(puzzle, Method(alone=True))))
    assert decided_by(unique(examples("akari")[0], Method("ilp"))) == "ilp"
    assert deciders >= {"dominance", "domains", "cardinality", "kind logic", "cdcl"}
    assert deciders >= {"unit propagation", "shared rules", "guided"}


@pytest.mark.parametrize("kind", some_kinds("questions"))
def test_all_questions_find_the_same_solutions_in_the_same_order(kind: str) -> None:
    for puzzle in boards(kind, so_many(5)):
        shared.forget()
        first = unique(again(puzzle)).solutions
        shared.forget()
        assert uniclue.solve(again(puzzle), 2).solutions == first
        shared.forget()
        assert uniclue.solve(again(puzzle)).solutions == first[:1]
        counted = uniclue.count(again(puzzle), 100)
        assert (counted.count, counted.complete) == (
            (other := uniclue.count(again(puzzle), 100, solver="glucose4")).count,
            other.complete,
        )


def test_what_no_stage_decides_is_unknown() -> None:
    puzzle = examples("akari")[0]
    verdict = unique(puzzle, Method(), [])
    assert (verdict.status, verdict.reason) == ("unknown", "no stage decides this puzzle")


def test_stages_are_told_with_their_time() -> None:
    state = State(examples("suguru")[0], Method(), wanted=2)
    assert [*stages.solutions(state)]
    (work,) = unique(examples("suguru")[0]).work
    assert work.stages
    assert [tried.stage for tried in work.stages] == [tried.stage for tried in state.tried]
    assert sum(tried.found for tried in work.stages) == state.number
    assert sum(tried.seconds for tried in work.stages) <= work.seconds["total"] + 1e-3


def test_the_command_line_tells_stages(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.json"
    path.write_bytes(puzzle_json.dumps(examples("akari")[0]))
    for command in ("unique", "solve", "count"):
        text = run(command, path, "--stages").stdout
        assert "cardinality  decided" in text
        assert "cardinality" not in run(command, path).stdout
        (work,) = json.loads(run(command, path, "--stages", "--json").stdout)["work"]
        assert work["stages"][-1]["outcome"] == "decided"
        (work,) = json.loads(run(command, path, "--json").stdout)["work"]
        assert "stages" not in work
    assert "decided" in run("unique", path, "--why", "--stages").stdout


@pytest.mark.parametrize("kind", ["creek", "masyu", "starbattle", "snake", "sudoku", "tilepaint"])
def test_solvers_in_turns_find_the_same(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns as short as they can be: each solver goes on from cuts and solutions of the other."""
    monkeypatch.setattr(stages, "IN_COUNTS", Limits(conflicts=1))
    monkeypatch.setattr(turns, "FIRST", (1, 1))
    monkeypatch.setattr(turns, "GROWTH", 2)
    took_turns, next_ = list[str](), turns.SolversInTurn.next

    def taken(self: turns.SolversInTurn, clock: Clock) -> list[Value] | None:
        took_turns.append(kind)
        return next_(self, clock)

    monkeypatch.setattr(turns.SolversInTurn, "next", taken)
    for puzzle in boards(kind, 8):
        left = tuple(stage for stage in STAGES if stage.name not in ("domains", "dominance"))
        solved = uniclue.solve(again(puzzle), 6, solver="glucose4")
        expected, state = {*map(str, solved.solutions)}, State(again(puzzle), Method(), 6)
        found = [str(grid) for grid in stages.solutions(state, left)]
        assert len(set(found)) == len(found) == len(expected)
        if len(expected) < 6:
            assert {*found} == expected
    assert took_turns or kind == "sudoku"
