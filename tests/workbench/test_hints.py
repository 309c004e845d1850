"""Hints of published pages: from right states each told step follows from what is on the board."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from helpers import kinds_of
from msgspec.structs import replace
from test_publish import only_puzzle, unpacked

from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.checker import Checker
from uniclue.explainers.steps.explain import explain
from uniclue.explainers.steps.step import Explanation, Fact, KnownFacts, Step
from uniclue.explainers.telling.routine import merged
from uniclue.solvers.limits import Clock
from uniclue.workbench.playing import PlayBoard, Wishes, board_of, game
from workbench.scripts import NEEDS_NODE, run_script

KINDS = kinds_of("hints of pages", most=24)
STATES = 20
"""Random right states a kind."""
ASKS = """
import { Hints } from "@/board/hints.ts";
import { readFileSync } from "node:fs";
const kinds = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(kinds.map(({ steps, units, blank, states }) =>
  states.map((marks) => new Hints(steps, units, blank).next(new Map(marks))))));
"""
pytestmark = [pytest.mark.slow, *NEEDS_NODE]
Marks = list[tuple[int, int]]


class Case(msgspec.Struct):
    """A puzzle, its steps as the page has them, and what a player may have entered."""

    puzzle: Puzzle
    board: PlayBoard
    steps: list[Step]
    secret: dict[str, Any]
    states: list[Marks]


def case_of(kind: str) -> Case:
    puzzle = only_puzzle(kind)
    answer = explain(puzzle, Clock())
    assert isinstance(answer, Explanation)
    made, board = game(puzzle, answer.grid, "", answer.steps, Wishes()), board_of(puzzle)
    secret, rng = unpacked(made.secret), np.random.default_rng([*kind.encode()])
    printed = unpacked(made.board)["printed"]
    states = []
    for _ in range(STATES):
        chosen = np.flatnonzero(rng.random(len(board.places)) < rng.random())
        states.append([*printed, *((int(i), secret["answer"][i]) for i in chosen)])
    return Case(puzzle, board, [*merged(answer.steps, puzzle)], secret, states)


@pytest.fixture(scope="module")
def cases() -> dict[str, Case]:
    return {kind: case_of(kind) for kind in KINDS}


@pytest.fixture(scope="module")
def told(cases: dict[str, Case], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The steps that the page would tell from each state, by kind."""
    asked = [
        {
            "steps": case.secret["steps"],
            "units": case.board.units,
            "blank": case.board.blank,
            "states": case.states,
        }
        for case in cases.values()
    ]
    told = run_script(ASKS, asked, tmp_path_factory.mktemp("hints"))
    return dict(zip(cases, told, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_a_told_step_follows_from_the_board(
    kind: str, cases: dict[str, Case], told: dict[str, Any]
) -> None:
    case = cases[kind]
    checker = Checker(case.puzzle.model(splits=True))
    crosses = [*_crosses(case)]
    asked = 0
    for marks, chain in zip(case.states, told[kind], strict=True):
        if not chain:
            _is_done(case, marks)
            continue
        asked += 1
        step = case.steps[chain[0]]
        known = tuple(Fact(case.puzzle.places[i], case.board.values[value]) for i, value in marks)
        atoms = dict.fromkeys((*step.atoms, *(atom for each in crosses for atom in each.atoms)))
        trial = replace(step, atoms=tuple(atoms), state=KnownFacts(known))
        faults = [fault for fault in checker.faults(trial) if "without this" not in fault]
        assert not faults, (step.sentence, marks)
    assert asked


def _crosses(case: Case) -> list[Step]:
    """Steps that conclude nothing but crosses, from one clue each; the page takes them as known."""
    blank = case.board.values[case.board.blank] if case.board.blank >= 0 else None
    return [
        step
        for step in case.steps
        if len(step.atoms) == 1
        and not step.struck
        and all(fact.value == blank and not fact.layer for fact in step.placed)
    ]


def _is_done(case: Case, marks: Marks) -> None:
    """Nothing is left to tell: every mark that is not blank stands there, or one clue tells it."""
    there, blank = {i for i, _ in marks}, case.board.blank
    left = {i: v for i, v in enumerate(case.secret["answer"]) if i not in there and v != blank}
    assert not left
