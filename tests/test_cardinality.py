"""Every encoding of a row has exactly the row's assignments, once projected."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from uniclue.encoders.cardinality import (
    CARDINALITY,
    FALLBACK,
    ONLY_AT_MOST_ONE,
    Template,
    template,
)


def allowed(made: Template, n: int) -> set[tuple[int, ...]]:
    """Assignments of literals 1..n that extend to a model of the template."""
    found = set()
    with Solver(name="minicard", bootstrap_with=[c for c in made.clauses if c]) as solver:
        for lits, bound in made.atmosts:
            solver.add_atmost(list(lits), bound)
        for bits in itertools.product((0, 1), repeat=n):
            units = [i + 1 if bit else -i - 1 for i, bit in enumerate(bits)]
            if all(made.clauses) and solver.solve(assumptions=units):
                found.add(bits)
    return found


def wanted(weights: tuple[int, ...], lower: int, upper: int) -> set[tuple[int, ...]]:
    return {
        bits
        for bits in itertools.product((0, 1), repeat=len(weights))
        if lower <= sum(w for w, bit in zip(weights, bits, strict=True) if bit) <= upper
    }


@pytest.mark.parametrize("cardinality", CARDINALITY)
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5, 6])
def test_counts(cardinality: str, n: int) -> None:
    for lower in range(-1, n + 2):
        for upper in range(-1, n + 2):
            made = template((1,) * n, lower, upper, cardinality)
            assert allowed(made, n) == wanted((1,) * n, lower, upper), (lower, upper)


@given(
    st.lists(st.integers(1, 7), min_size=1, max_size=5),
    st.integers(-2, 30),
    st.integers(-2, 30),
    st.sampled_from(CARDINALITY),
)
def test_weighted_rows(weights: list[int], lower: int, upper: int, cardinality: str) -> None:
    made = template(tuple(weights), lower, upper, cardinality)
    assert allowed(made, len(weights)) == wanted(tuple(weights), lower, upper)


@pytest.mark.parametrize("cardinality", sorted(ONLY_AT_MOST_ONE))
def test_fallback_is_taken_and_told(cardinality: str) -> None:
    assert template((1,) * 6, 2, 3, cardinality).fallback == FALLBACK
    assert template((1,) * 6, 0, 1, cardinality).fallback is None
    assert template((1,) * 6, 1, 1, cardinality).fallback is None


@pytest.mark.parametrize("cardinality", CARDINALITY)
def test_long_rows(cardinality: str) -> None:
    n = 40
    made = template((1,) * n, 1, 1, cardinality)
    assert max(abs(lit) for clause in made.clauses for lit in clause) <= n + made.aux
    with Solver(name="minicard", bootstrap_with=made.clauses) as solver:
        for lits, bound in made.atmosts:
            solver.add_atmost(list(lits), bound)
        assert solver.solve(assumptions=[17])
        assert not solver.solve(assumptions=[17, 18])
        assert not solver.solve(assumptions=[-i for i in range(1, n + 1)])
