"""Propagation on rows: the reduced model has the same solutions."""

from unittest.mock import patch

import numpy as np
import pytest
from formulas import Row, cnf_of, kept, model_of, unit_propagation
from hypothesis import given
from hypothesis import strategies as st

from uniclue.core.model import Model
from uniclue.encoders.cnf import Cnf, encode_rows
from uniclue.propagation.queue import Queue
from uniclue.propagation.simplify import Simplified, _range, reduce

rows_of_five = st.lists(
    st.tuples(
        st.lists(st.integers(-3, 3), min_size=5, max_size=5), st.integers(-5, 5), st.integers(0, 5)
    ),
    max_size=6,
)


def solutions(model: Model) -> set[tuple[bool, ...]]:
    return set(kept(model.matrix(), model.n_vars))


def reduced_solutions(reduced: Simplified) -> set[tuple[bool, ...]]:
    if reduced.contradiction:
        return set()
    found = set()
    for truth in kept(reduced.rows, len(reduced.names)):
        open_ = np.flatnonzero(truth).astype(np.int32) + 1
        found.add(tuple(reduced.truth(open_)[1:].tolist()))
    return found


@given(rows_of_five)
def test_same_solutions(rows: list[Row]) -> None:
    model = model_of(rows)
    assert reduced_solutions(reduce(model)) == solutions(model)


@given(rows_of_five, st.lists(st.sampled_from([1, -1, 2, -2, 5, -5]), max_size=2))
def test_known_literals(rows: list[Row], known: list[int]) -> None:
    model = model_of(rows)
    wanted = {s for s in solutions(model) if all(s[abs(k) - 1] == (k > 0) for k in known)}
    assert reduced_solutions(reduce(model, known)) == wanted


@given(rows_of_five)
def test_what_is_left_is_neither_kept_nor_forced(rows: list[Row]) -> None:
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


# -- to the end ------------------------------------------------------------------------------------


def by_rounds(model: Model, known: list[int]) -> Simplified:
    """To the end, but never by the queue."""
    with patch("uniclue.propagation.simplify.THIN", np.inf):
        return reduce(model, known, to_the_end=True)


@pytest.mark.parametrize("narrow", [0, 1, 24])
@given(rows_of_five, st.lists(st.sampled_from([1, -1, 2, -2, 5, -5]), max_size=2))
def test_queue_and_rounds_agree(narrow: int, rows: list[Row], known: list[int]) -> None:
    model = model_of(rows)
    with (
        patch("uniclue.propagation.simplify.FEW", 0),
        patch("uniclue.propagation.simplify.THIN", 1),
        patch("uniclue.propagation.queue.NARROW", narrow),
        patch("uniclue.propagation.simplify.Queue", wraps=Queue) as queues,
    ):
        queued = reduce(model, known, to_the_end=True)
    assert queues.call_count <= 1  # nothing follows after it
    plain = by_rounds(model, known)
    assert queued.contradiction == plain.contradiction
    if not plain.contradiction:
        assert np.array_equal(queued.value, plain.value)
        assert str(queued.rows) == str(plain.rows)


def chain(length: int, last: int) -> Cnf:
    """1, and each variable implies the next, in clauses that stand in the worst order."""
    return cnf_of([[1], *([-v, v + 1] for v in range(length - 1, 0, -1)), [last]])


def test_a_long_chain_takes_no_round_for_each_link() -> None:
    with patch("uniclue.propagation.simplify._range", wraps=_range) as rounds:
        value = unit_propagation(chain(20_000, 20_000))
        assert value is not None
        assert (value[1:] == 1).all()
        assert unit_propagation(chain(20_000, -7)) is None
    assert rounds.call_count < 20


@pytest.mark.parametrize("width", [2, 30, 500])
def test_narrow_and_wide_fronts(width: int) -> None:
    """A variable implies many, each of them one more, and all of these together the next."""
    model = Model()
    x = model.cell_vars([(0, c) for c in range(3 * width * 8 + 1)], (0, 1))
    group = model.group("rule", "implications")
    stages = np.asarray(x[1:]).reshape(-1, width)
    first = int(x[0])
    for one, other in zip(stages[0::2], stages[1::2], strict=True):
        model.clauses(group, np.column_stack([np.full(width, -first), one]))
        model.clauses(group, np.column_stack([-one, other]))
        first = int(other[0])
        model.linear(group, other, [1] * width, 0, width)
    reduced = reduce(model, [int(x[0])], to_the_end=True)
    assert (reduced.value[1:] == 1).all()
    assert np.array_equal(reduced.value, by_rounds(model, [int(x[0])]).value)
