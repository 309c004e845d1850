"""Puzzles decided by narrowing values, and the same ones where that is given up."""

from __future__ import annotations

import random
from functools import partial
from itertools import pairwise, product

import pytest
from test_kinds import EXAMPLES, STATUS, name_example, read

from uniclue.constraints.base import Constraint, blocks_of
from uniclue.constraints.board import Board
from uniclue.constraints.count import Exactly
from uniclue.constraints.logic import Never
from uniclue.core.places import Point
from uniclue.core.puzzle import Example
from uniclue.propagation import narrowing as module
from uniclue.propagation.narrowing import Narrowing, OpenError, different
from uniclue.solvers import decide
from uniclue.solvers.names import PROPAGATION
from uniclue.solvers.sat import Loaded

COUNTED = {"akari", "battleships", "binairo", "magnets", "mosaic", "tents", "thermometers"}
COUNTED |= {"castlewall", "cave", "chocona", "gokigen", "heyawake", "kuromasu", "yajilin"}
NARROWED = {"easyabc", "kakurasu", "kenken", "makaro", "renban", "ripple", "skyscrapers", "str8ts"}
NARROWED |= {"suguru"}


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
    monkeypatch.setattr(module, "SPARE", 1)
    monkeypatch.setattr(module, "WORTHWHILE", 0)
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
    narrowing = Narrowing(2)
    narrowing.can = [0, 3]
    assert narrowing.solutions(2) == []
    narrowing.can = [1, 3]
    assert narrowing.solutions(2) == [[1, 2], [1, 1]]
    narrowing.keep_apart(0, 1)
    assert narrowing.solutions(2) == [[1, 2]]


def test_it_is_given_up_after_some_work() -> None:
    narrowing = Narrowing(10)
    for i in range(9):
        narrowing.add(partial(different, 0), [i, i + 1])
    narrowing.can = [7] * 10
    with pytest.raises(OpenError):
        narrowing.solutions(10**9)


@pytest.mark.parametrize("seed", range(20))
def test_constraints_of_the_same_places_are_narrowed_together(seed: int) -> None:
    rng = random.Random(seed)
    domain = ("a", "b", "c", ".")[: rng.randint(2, 4)]
    places: tuple[Point, ...] = tuple((0, i) for i in range(4))
    rules: list[Constraint] = [Never("c", "t", p, ("a",)) for p in pairwise(places)]
    rules += [Exactly("c", "t", places, rng.randint(1, 2), "", value) for value in domain[1:]]
    narrowing, index = Narrowing(4), {place: i for i, place in enumerate(places)}
    for cls, which in blocks_of(rules):
        assert cls.narrow(narrowing, [rules[i] for i in which], domain, index)
    narrowing.can = [(1 << len(domain)) - 1] * 4
    right = [
        [1 << domain.index(value) for value in values]
        for values in product(domain, repeat=4)
        if all(c.is_kept([values[index[p]] for p in c.places]) for c in rules)
    ]
    assert sorted(narrowing.solutions(10**6)) == sorted(right)
