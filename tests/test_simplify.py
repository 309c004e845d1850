from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from uniclue.encoders.cnf import Cnf
from uniclue.encoders.simplify import simplify

literals = st.integers(1, 5).flatmap(lambda v: st.sampled_from([v, -v]))
formulas = st.lists(st.lists(literals, max_size=4, unique_by=abs), max_size=14)


def models(clauses: list[list[int]]) -> set[tuple[bool, ...]]:
    return {
        bits
        for bits in itertools.product((False, True), repeat=5)
        if all(any(bits[abs(lit) - 1] == (lit > 0) for lit in c) for c in clauses)
    }


def cnf(clauses: list[list[int]]) -> Cnf:
    return Cnf(
        5,
        np.array([len(c) for c in clauses], np.int32),
        np.array([lit for c in clauses for lit in c], np.int32),
        np.arange(len(clauses), dtype=np.int32),
    )


@given(formulas)
def test_same_models_and_nothing_left_to_propagate(clauses: list[list[int]]) -> None:
    small = simplify(cnf(clauses))
    assert models(small.clauses()) == models(clauses)
    if (small.lengths == 0).any():
        return
    units = {c[0] for c in small.clauses() if len(c) == 1}
    for clause in small.clauses():
        if len(clause) > 1:
            assert not {abs(lit) for lit in clause} & {abs(lit) for lit in units}
    # Every unit clause names the group of a clause that is unit under the others.
    assert len(small.group) == len(small.lengths)


def test_chain_of_units() -> None:
    small = simplify(cnf([[1], [-1, 2], [-2, 3], [-3, 4, 5], [4, -5]]))
    assert sorted(small.clauses()) == [[1], [2], [3], [4, -5], [4, 5]]
    assert simplify(cnf([[1], [-1, 2], [-2]])).clauses() == [[]]
    assert simplify(cnf([[1], [-1]])).clauses() == [[]]
