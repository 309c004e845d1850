"""Propagation on rows: the reduced model has the same solutions."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uniclue.core.model import Model
from uniclue.encoders.cnf import encode_rows
from uniclue.propagation.reduce import Reduced, reduce

rows_of_five = st.lists(
    st.tuples(
        st.lists(st.integers(-3, 3), min_size=5, max_size=5), st.integers(-5, 5), st.integers(0, 5)
    ),
    max_size=6,
)


def model_of(rows: list[tuple[list[int], int, int]]) -> Model:
    model = Model()
    x = model.cell_vars([(0, c) for c in range(5)], (0, 1))
    group = model.group("rule", "some rows")
    for coef, lower, width in rows:
        model.linear(group, x, coef, lower, lower + width)
    return model


def solutions(model: Model) -> set[tuple[bool, ...]]:
    rows = model.matrix()
    found = set()
    for truth in product((False, True), repeat=model.n_vars):
        sums = [
            int((rows.coef[a:b] * np.array(truth)[rows.cols[a:b] - 1]).sum())
            for a, b in zip(rows.indptr[:-1], rows.indptr[1:], strict=True)
        ]
        if all(lo <= s <= hi for lo, s, hi in zip(rows.lower, sums, rows.upper, strict=True)):
            found.add(truth)
    return found


def reduced_solutions(reduced: Reduced) -> set[tuple[bool, ...]]:
    if reduced.contradiction:
        return set()
    found = set()
    for truth in product((False, True), repeat=len(reduced.names)):
        value = reduced.value.copy()
        value[reduced.names] = np.where(truth, 1, -1)
        sums = [
            int((reduced.rows.coef[a:b] * np.array(truth)[reduced.rows.cols[a:b] - 1]).sum())
            for a, b in zip(reduced.rows.indptr[:-1], reduced.rows.indptr[1:], strict=True)
        ]
        if ((reduced.rows.lower <= sums) & (sums <= reduced.rows.upper)).all():
            found.add(tuple(bool(v > 0) for v in value[1:]))
    return found


@given(rows_of_five)
def test_same_solutions(rows: list[tuple[list[int], int, int]]) -> None:
    model = model_of(rows)
    assert reduced_solutions(reduce(model)) == solutions(model)


@given(rows_of_five, st.lists(st.sampled_from([1, -1, 2, -2, 5, -5]), max_size=2))
def test_known_literals(rows: list[tuple[list[int], int, int]], known: list[int]) -> None:
    model = model_of(rows)
    wanted = {s for s in solutions(model) if all(s[abs(k) - 1] == (k > 0) for k in known)}
    assert reduced_solutions(reduce(model, known)) == wanted


@given(rows_of_five)
def test_what_is_left_is_neither_kept_nor_forced(rows: list[tuple[list[int], int, int]]) -> None:
    reduced = reduce(model_of(rows))
    if reduced.contradiction:
        return
    left = reduced.rows
    for i in range(len(left)):
        coef = left.coef[left.indptr[i] : left.indptr[i + 1]]
        low, high = int(coef[coef < 0].sum()), int(coef[coef > 0].sum())
        assert low < left.lower[i] <= high or low <= left.upper[i] < high
        assert (np.abs(coef) <= high - left.lower[i]).all()
        assert (np.abs(coef) <= left.upper[i] - low).all()


def test_empty_and_hopeless() -> None:
    nothing = reduce(model_of([]))
    assert len(nothing.rows) == 0
    assert nothing.names.tolist() == [1, 2, 3, 4, 5]
    assert reduce(model_of([]), [3, -3]).contradiction
    model = model_of([])
    model.contradiction(model.groups[0])
    assert reduce(model).contradiction


@pytest.mark.parametrize("cardinality", ["auto", "totalizer", "native"])
def test_rows_are_encoded_like_a_model(cardinality: str) -> None:
    reduced = reduce(model_of([([1, 1, 1, 1, 1], 2, 1), ([1, -1, 0, 0, 0], 0, 0)]))
    cnf = encode_rows(reduced.rows, len(reduced.names), cardinality)
    assert cnf.n_vars >= 5
    assert len(cnf)
