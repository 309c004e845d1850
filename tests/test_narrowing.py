"""Puzzles decided by narrowing values, and the same ones where that is given up."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise, permutations, product
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from test_kinds import EXAMPLES, STATUS, name_example, read

from uniclue.constraints import table, towers
from uniclue.constraints.all_different import AllDifferent, Permutation
from uniclue.constraints.base import Constraint, blocks_of, literals, write
from uniclue.constraints.board import Board
from uniclue.constraints.chain import Chain
from uniclue.constraints.count import CountIn, Exactly
from uniclue.constraints.lines import Sandwich
from uniclue.constraints.logic import InDomain, NotAll
from uniclue.constraints.narrowed import narrowing_of
from uniclue.constraints.sums import Sum, SumBetween
from uniclue.constraints.towers import FirstSeen, TowersSeen
from uniclue.core.model import NotCardinalityError, Value
from uniclue.core.places import Point
from uniclue.core.puzzle import Example
from uniclue.propagation import narrowing as module
from uniclue.propagation.counts import CardinalityRows
from uniclue.propagation.narrowing import (
    DomainStore,
    Images,
    TooMuchWorkError,
    ValueSteps,
    different,
)
from uniclue.solvers import decide
from uniclue.solvers.names import PROPAGATION
from uniclue.solvers.sat import IncrementalSolver
from uniclue.solvers.verdict import Verdict

COUNTED = {"akari", "battleships", "binairo", "magnets", "mosaic", "tents", "thermometers"}
COUNTED |= {"castlewall", "cave", "chocona", "gokigen", "hashi", "heyawake", "kuromasu", "yajilin"}
NARROWED = {"doppelblock", "easyabc", "hidoku", "kakurasu", "kenken", "makaro", "renban", "ripple"}
NARROWED |= {"skyscrapers", "str8ts", "suguru"}


def assert_decided_as(puzzle: Board, before: Verdict) -> None:
    asked = decide.unique(puzzle)
    assert asked.status == before.status
    assert asked.status != "unique" or asked.solutions == before.solutions


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
    if narrowing_of(puzzle) is not None and example.name != "10x10":  # large ones may take a solver
        assert narrowed.solver == PROPAGATION
    monkeypatch.setattr(module, "SPARE", 1)
    monkeypatch.setattr(module, "WORTHWHILE", 0)
    assert_decided_as(puzzle, narrowed)


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
    answers, attempt = iter([True]), IncrementalSolver.attempt
    monkeypatch.setattr(
        IncrementalSolver, "attempt", lambda *of: next(answers, None) and attempt(*of)
    )
    assert_decided_as(puzzle, counted)


def test_what_is_made_with_numpy_is_not_counted() -> None:
    counts = CardinalityRows({(0, 0): 0, (0, 1): 1}, (1, 2))
    total = Sum("c", "t", ((0, 0), (0, 1)), 3, 3)
    with pytest.raises(NotCardinalityError):
        write(counts, [total])
    with pytest.raises(NotCardinalityError):
        write(counts, [replace(Exactly("c", "t", ((0, 0),), 1), layer="end")])


def test_an_old_class_of_a_plugin_is_not_counted() -> None:
    """One that takes what it writes to for a model, whatever it asks of it first."""

    def linear(model: Any, c: Constraint, ids: Any) -> None:
        model.linear(ids, literals(model, c.places), 1, 1, 1)

    def vars_first(model: Any, c: Constraint, ids: Any) -> None:
        model.vars("own", 2)

    def array(model: Any, c: Constraint, ids: Any) -> None:
        np.array(literals(model, c.places), np.int32)

    places: tuple[Point, ...] = tuple((0, i) for i in range(40))
    for way in (linear, vars_first, array):

        def add(cls: Any, model: Any, constraints: Any, ids: Any, way: Any = way) -> None:
            way(model, constraints[0], ids)

        cls: Any = type("Old", (Exactly,), {"add": classmethod(add)}, frozen=True)
        counts = CardinalityRows({place: i for i, place in enumerate(places)}, (0, 1))
        with pytest.raises(NotCardinalityError):
            write(counts, [cls("c", "t", places, 1)])


@pytest.mark.parametrize("name", ["add", "literals"])
def test_a_class_with_rows_of_its_own_is_counted_by_these(name: str) -> None:
    """Nothing of what its base class writes is left."""
    empty = {"add": classmethod(lambda *_: None), "literals": lambda *_: []}[name]
    for base in (Exactly, InDomain):
        cls: Any = type("Other", (base,), {name: empty}, frozen=True)
        counts = CardinalityRows({(0, 0): 0}, (0, 1))
        more = (1,) if base is Exactly else ((1,),)
        literals = write(counts, [cls("c", "t", ((0, 0),), *more)])
        is_own = (base is Exactly) == (name == "add")
        assert bool(counts.rows or literals) == (not is_own)


def test_what_cannot_hold_anything_is_no_solution() -> None:
    narrowing = DomainStore({(0, 0): 0, (0, 1): 1}, (1, 2))
    narrowing.can = [0, 3]
    assert narrowing.solutions(2) == []
    narrowing.can = [1, 3]
    assert narrowing.solutions(2) == [[1, 2], [1, 1]]
    for values, others in ((0, [[1, 2], [1, 1]]), (2, [[1, 2], [1, 1]]), (3, [[1, 2]])):
        narrowing.keep_apart([(0, 1, values)])
        assert narrowing.solutions(2) == others
    narrowing = DomainStore({(0, 0): 0, (0, 1): 1}, (1, 2))
    narrowing.keep_apart([(0, 1, -1)])
    assert narrowing.solutions(3) == [[2, 1], [1, 2]]


def test_a_sum_over_no_places_is_not_narrowed_where_it_cannot_be_made() -> None:
    for total in (0, 3):
        rule = Sum("c", "t", (), total, total)
        assert Sum.narrow(DomainStore({}, (1, 2, 3)), [rule]) == rule.is_kept(())


@pytest.mark.parametrize("slanting", [(True,), (False,), (True, False)])
def test_chains_take_over_that_numbers_stand_once(slanting: tuple[bool, ...]) -> None:
    places = tuple(product(range(2), range(3)))
    chains = [Chain("c", "t", places, 6, way) for way in slanting]
    every = [some for some in permutations(range(1, 7)) if all(c.is_kept(some) for c in chains)]
    for place, number in product(range(6), range(1, 7)):
        narrowing = DomainStore({p: i for i, p in enumerate(places)}, tuple(range(1, 7)))
        assert Permutation.narrow(narrowing, [Permutation("c", "t", places)])
        assert Chain.narrow(narrowing, chains)
        narrowing.can[place] = 1 << number - 1
        narrowing.spare = 10**4
        solutions = {tuple(a.bit_length() for a in some) for some in narrowing.solutions(10**3)}
        assert solutions == {some for some in every if some[place] == number}


def test_it_is_given_up_after_some_work() -> None:
    narrowing = DomainStore({(0, i): i for i in range(10)}, (1, 2, 3))
    for i in range(9):
        narrowing.add(partial(different, 0), [i, i + 1])
    with pytest.raises(TooMuchWorkError):
        narrowing.solutions(10**9)


def test_cases_are_work_where_places_are_only_kept_apart() -> None:
    narrowing = DomainStore({(0, i): i for i in range(12)}, tuple(range(11)))
    narrowing.keep_apart((i, j, -1) for i, j in combinations(range(12), 2))
    with pytest.raises(TooMuchWorkError):
        narrowing.solutions(1)


def test_no_more_sets_of_values_are_remembered_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [(2 * a | a >> 3) & 15 for a in range(16)]
    monkeypatch.setattr(module, "MOST_REMEMBERED", 7)
    images, steps = Images([2, 4, 8, 1]), ValueSteps([0, 1, 2, 3])
    assert [images[a] for a in range(16)] == wanted
    assert [sum(bit for bit, _ in steps[a]) for a in range(16)] == [*range(16)]
    assert len(images) == len(steps) == 7


def test_what_has_too_many_ways_is_refused() -> None:
    places: tuple[Point, ...] = tuple((0, i) for i in range(9))
    counts = CardinalityRows({place: i for i, place in enumerate(places)}, (0, 1))
    with pytest.raises(ValueError, match="at most 8 places"):
        write(counts, [CountIn("c", "t", places, (4,))])


TOGETHER: dict[str, Callable[[random.Random, tuple[Point, ...]], list[Constraint]]] = {
    "NotAll": lambda r, p: [
        *(NotAll("c", "t", pair, ("a",)) for pair in pairwise(p)),
        *(Exactly("c", "t", p, r.randint(1, 2), "", value) for value in "ab"),
    ],
    "TowersSeen": lambda r, p: [
        Permutation("c", "t", p),
        TowersSeen("c", "t", p, r.randint(0, 4)),
        *(TowersSeen("c", "t", p[::-1], r.randint(1, 3)) for _ in range(r.randint(0, 1))),
    ],
    "Empty": lambda r, p: [
        AllDifferent("c", "t", p, (0,)),
        Exactly("c", "t", p, r.choice((1, 2, 2)), "", 0),
        TowersSeen("c", "t", p[::-1], r.randint(1, 3)),
    ],
    "FirstSeen": lambda r, p: [
        *(Exactly("c", "t", p, 1, "", value) for value in "ab"),
        FirstSeen("c", "t", p, r.choice("abc"), "x"),
    ],
    "SumBetween": lambda r, p: [
        *(Exactly("c", "t", p, 1, "", value) for value in (1, 2, 3)),
        SumBetween("c", "t", p, r.randint(0, 6), "x"),
    ],
    "Sandwich": lambda r, p: [
        Permutation("c", "t", p),
        Sandwich("c", "t", p, r.randint(0, 6), (1, 4)),
    ],
}
DOMAINS: dict[str, tuple[Value, ...]] = {
    "NotAll": ("a", "b", "c"),
    "FirstSeen": ("x", "a", "b", "c"),
    "SumBetween": ("x", 1, 2, 3),
    "Empty": (0, 1, 2, 3),
}


@pytest.mark.parametrize("word", [*TOGETHER, "Seen in long lines"])
def test_constraints_of_the_same_places_are_narrowed_together(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if word not in TOGETHER:
        word = "TowersSeen"
        monkeypatch.setattr(towers, "MOST_TABLED", 0)
    for seed in range(20):
        rng, domain = random.Random(seed), DOMAINS.get(word, (1, 2, 3, 4))
        length = 4 + (domain[0] in ("x", 0))
        places: tuple[Point, ...] = tuple((0, i) for i in range(length))
        rules, index = TOGETHER[word](rng, places), {p: i for i, p in enumerate(places)}
        narrowing = DomainStore(index, domain)
        for cls, which in blocks_of(rules):
            assert cls.narrow(narrowing, [rules[i] for i in which])
        can = [rng.randint(1, (1 << len(domain)) - 1) | 1 << rng.randrange(4) for _ in places]
        narrowing.can = [a & (1 << len(domain)) - 1 for a in can]
        every = ([1 << i for i in range(len(domain)) if a >> i & 1] for a in can)
        right = [
            [*held]
            for held in product(*every)
            for values in [[domain[bit.bit_length() - 1] for bit in held]]
            if all(c.is_kept([values[index[p]] for p in c.places]) for c in rules)
        ]
        assert sorted(narrowing.solutions(10**6)) == sorted(right), (rules, can)


@pytest.mark.parametrize("most", [3, 4])
def test_a_table_that_stands_for_too_many_tuples_narrows_nothing(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Some of the tuples alone would strike values that the others hold."""
    table._narrower.cache_clear()
    monkeypatch.setattr(table, "MOST_TUPLES", most)
    places, tuples = ((0, 0), (0, 1)), ((table.Not(1), table.Not(1)),)
    word = table.Table("pair", "the pair", places, tuples=tuples, says="no 1")
    narrower = word.narrower((1, 2, 3), 2)
    assert (narrower is None) == (most < 4)
    table._narrower.cache_clear()
