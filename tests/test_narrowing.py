"""Puzzles decided by narrowing values, and the same ones where that is given up."""

from __future__ import annotations

import pytest
from test_kinds import EXAMPLES, STATUS, name_example, read

from uniclue.constraints.board import Board
from uniclue.core.puzzle import Example
from uniclue.propagation import narrowing
from uniclue.solvers import decide
from uniclue.solvers.names import PROPAGATION
from uniclue.solvers.sat import Loaded

COUNTED = {"akari", "battleships", "binairo", "magnets", "mosaic", "tents", "thermometers"}
COUNTED |= {"castlewall", "cave", "chocona", "gokigen", "heyawake", "kuromasu", "yajilin"}
NARROWED = {"kakurasu", "kenken", "makaro", "renban", "str8ts", "suguru"}


@pytest.mark.parametrize(
    ("kind", "example"), [e for e in EXAMPLES if e[0] in NARROWED], ids=name_example
)
def test_a_solver_is_asked_where_it_is_given_up(
    kind: str, example: Example, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = read(example)
    assert isinstance(puzzle, Board)
    narrowed = decide.unique(puzzle)
    assert narrowed.status == STATUS[len(example.solutions)]
    if puzzle.narrowing() is not None:
        assert narrowed.solver == PROPAGATION
    monkeypatch.setattr(narrowing, "SPARE", 1)
    monkeypatch.setattr(narrowing, "WORTHWHILE", 0)
    asked = decide.unique(puzzle)
    assert asked.status == narrowed.status
    assert asked.status != "unique" or asked.solutions == narrowed.solutions


@pytest.mark.parametrize(
    ("kind", "example"), [e for e in EXAMPLES if e[0] in COUNTED], ids=name_example
)
def test_another_session_takes_over_where_counts_take_long(
    kind: str, example: Example, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = read(example)
    assert isinstance(puzzle, Board)
    assert puzzle.counts() is not None
    counted = decide.unique(puzzle)
    assert counted.status == STATUS[len(example.solutions)]
    answers, attempt = iter([True]), Loaded.attempt
    monkeypatch.setattr(Loaded, "attempt", lambda *of: next(answers, None) and attempt(*of))
    asked = decide.unique(puzzle)
    assert asked.status == counted.status
    assert asked.status != "unique" or asked.solutions == counted.solutions


def test_what_cannot_hold_anything_is_no_solution() -> None:
    assert narrowing.Narrowing([0, 3], []).solutions(2) == []
    assert narrowing.Narrowing([1, 3], []).solutions(2) == [[1, 2], [1, 1]]
    pairs = [(narrowing.pair, [i, i + 1], False) for i in range(9)]
    with pytest.raises(narrowing.OpenError):
        narrowing.Narrowing([7] * 10, pairs).solutions(10**9)
