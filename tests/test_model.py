"""Single rows of a model: they wait to be added together, and are the same rows."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from uniclue.core.model import Model, View

Call = tuple[str, tuple[Any, ...]]


def rows_of(model: Model, view: View) -> list[list[Any]]:
    rows = model.matrix(view)
    parts = rows.indptr, rows.cols, rows.coef, rows.lower, rows.upper, rows.group
    return [part.tolist() for part in parts]


def assert_same_rows(one: Model, other: Model) -> None:
    for view in (View.LP, View.CNF, View.BOTH):
        assert rows_of(one, view) == rows_of(other, view)


def empty() -> Model:
    model = Model()
    model.vars("x", 30)
    for sentence in ("one", "two"):
        model.group("rule", sentence)
    return model


def random_call(rng: random.Random) -> Call:
    """A method and its arguments, the rows as one list."""
    x = rng.sample(range(1, 31), rng.randint(1, 5))
    if rng.random() < 0.2:
        x.insert(rng.randrange(len(x)), 0)
    view = rng.choice([View.LP, View.CNF, View.BOTH])
    name = rng.choice(["clauses", "linear", "exactly_one", "at_most_one"])
    if name == "clauses":
        return name, ([rng.choice([-1, 1]) * v for v in x], view)
    if name == "linear":
        coef = rng.choice([2, -1, [rng.randint(-2, 2) for _ in x]])
        return name, (x, coef, rng.randint(-3, 0), rng.randint(1, 4), view)
    return name, (x, view)


@pytest.mark.parametrize("seed", range(30))
def test_single_rows_are_those_of_blocks(seed: int) -> None:
    """Row by row, given as a list or as a block of one; the two ways may mix."""
    rng = random.Random(seed)
    blocks, singles, mixed = empty(), empty(), empty()
    for _ in range(rng.randint(1, 40)):
        name, (x, *others) = random_call(rng)
        owner = rng.randrange(2)
        group = rng.choice([owner, blocks.groups[owner]])
        getattr(blocks, name)(group, [x], *others)
        getattr(singles, name)(group, x, *others)
        getattr(mixed, name)(group, rng.choice([x, [x]]), *others)
        if rng.random() < 0.1:
            mixed.matrix()  # looking at the rows changes none
    assert_same_rows(singles, blocks)
    assert_same_rows(mixed, blocks)


def test_an_empty_list_adds_nothing() -> None:
    model = empty()
    model.clauses(0, [])
    model.linear(0, [], 1, 0, 1)
    model.linear(0, [], [], 0, 1)
    model.exactly_one(0, [])
    model.at_most_one(0, [])
    assert len(model.matrix()) == 0


def test_all_padding_is_a_row_without_entries() -> None:
    model = empty()
    model.clauses(0, [0])
    model.contradiction(model.groups[1])
    rows = model.matrix()
    assert rows.indptr.tolist() == [0, 0, 0]
    assert rows.lower.tolist() == [1, 1]
    assert rows.group.tolist() == [0, 1]


def test_lists_of_clauses_are_those_clauses() -> None:
    lists = [[1, -2, 3], [-1], [2, 0, -3], [], [0], [-1, -2]]
    owners = [0, 1, 1, 0, 0, 1]
    one, flat, other = empty(), empty(), empty()
    one.clause_lists(owners, lists)
    flat.flat_clauses(owners, np.concatenate(lists).astype(np.int32), np.array([*map(len, lists)]))
    for owner, literals in zip(owners, lists, strict=True):
        other.clauses(owner, literals or [[0]])
    assert_same_rows(one, other)
    assert_same_rows(flat, other)


def test_an_extension_leaves_the_model_as_it_is() -> None:
    model = empty()
    model.clauses(0, [1, -2])
    new = model.extend()
    new.clauses(1, [3])
    model.exactly_one(1, [4, 5])
    assert [row.matrix().cols.tolist() for row in (model, new)] == [[1, 2, 4, 5], [1, 2, 3]]
    assert [row.matrix().group.tolist() for row in (model, new)] == [[0, 1], [0, 1]]
