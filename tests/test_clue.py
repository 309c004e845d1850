"""A clue of several constraints: one sentence, one group, one suspect, one row of the map."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from uniclue.api.boards import board
from uniclue.constraints.base import Clue, Constraint, Stated
from uniclue.core.puzzle import Puzzle
from uniclue.explainers.redundant import clues
from uniclue.explainers.steps.explain import explain
from uniclue.formats.puzzle_json import from_members
from uniclue.kit import Exactly, Forbidden, InDomain, Less, Not, Table
from uniclue.solvers.decide import unique
from uniclue.solvers.limits import Clock


def pointed(*others: tuple[int, int]) -> Clue:
    """Places that hold less than the first cell."""
    less = [Less("arrow", "arrow", (other, (0, 0))) for other in others]
    return Clue("arrow", "arrow at r1c2", less, "it points to the largest")


def of(*stated: Stated) -> Puzzle:
    return board((2, 2), (1, 2, 3), stated)


def test_a_clue_is_one_group() -> None:
    clue = pointed((0, 1), (1, 0))
    model = of(clue, InDomain("low", "r2c2", [(1, 1)], (1,))).model()
    sentences = [group.sentence for group in model.groups if group.role == "clue"]
    assert sentences == [
        "arrow at r1c2: it points to the largest",
        InDomain("low", "r2c2", [(1, 1)], (1,)).sentence(),
    ]
    group = model.groups[1]
    assert [model.places[i] for i in group.cells] == [*clue.places] == [(0, 1), (0, 0), (1, 0)]
    assert model.origins[group.id] is clue


def test_a_step_needs_only_some_of_its_constraints() -> None:
    clue = pointed((0, 1), (1, 0))
    model = of(clue).model(splits=True)
    assert [*model.origins.values()] == [*clue.constraints]


@pytest.mark.parametrize("rows", [False, True], ids=["literals", "literals and rows"])
def test_literals_of_a_clue_are_kept(rows: bool) -> None:
    parts: list[Constraint] = [Forbidden("c", "t", [(0, 0)], 1), Forbidden("c", "t", [(0, 1)], 0)]
    if rows:
        parts.append(Exactly("c", "t", [(1, 0), (1, 1)], 1))
    puzzle = board((2, 2), (0, 1), [Clue("c", "several", parts)])
    answer = unique(puzzle)
    assert answer.status == "several"
    for solution in answer.solutions:
        assert solution[0] == (0, 1)
        assert not rows or sum(map(int, solution[1])) == 1  # type: ignore[arg-type]
    (group,) = [g for g in puzzle.model().groups if g.role == "clue"]
    assert bool(group.literals) is not rows


def test_a_clue_is_one_suspect() -> None:
    wrong: list[Stated] = [pointed((0, 1)), InDomain("low", "r1c1", [(0, 0)], (1,))]
    answer = unique(of(*wrong))
    assert answer.status == "none"
    assert {violation.code for violation in of(*wrong).check([[1, 1], [1, 1]])} == {"arrow"}


def test_a_clue_is_one_line_of_clues() -> None:
    last = InDomain("last", "r2c2", [(1, 1)], (1,))
    answer = clues(board((2, 2), (1, 2), [pointed((0, 1), (1, 0)), last]))
    assert len(answer.clues) == 2


def test_a_board_takes_clues() -> None:
    puzzle = of(pointed((0, 1), (1, 0), (1, 1)))
    steps = explain(puzzle, Clock()).steps
    assert all("arrow" in step.sentence for step in steps)


def test_kinds_count_what_people_count() -> None:
    galaxies = json.loads(Path("models/galaxies.json").read_text("utf-8"))[0]["puzzle"]
    puzzle = from_members(galaxies)
    assert sum(group.role == "clue" for group in puzzle.model().groups) == 3


def test_any_value_but_one() -> None:
    table = Table("c", "t", ((0, 0), (0, 1)), "as told", ((1, Not(1)), (Not(1), 3)))
    assert table.is_kept((1, 2))
    assert table.is_kept((2, 3))
    assert not table.is_kept((1, 1))
    assert not table.is_kept((2, 2))
    assert not [*table.violations((None, 3))]
    assert [*table.violations((1, 1))]


def test_tables_with_too_many_tuples_are_not_narrowed() -> None:
    places = tuple((0, c) for c in range(9))
    table = Table("c", "t", places, "no 1s", ((Not(1),) * 9,))
    assert table.narrower(tuple(range(9)), 9) is None
