"""Probing on rows refutes what propagation to the end refutes."""

from __future__ import annotations

import numpy as np
import pytest
from formulas import Row, model_of
from helpers import OF_ROWS
from hypothesis import given
from hypothesis import strategies as st

from uniclue.core.kinds import find_kind
from uniclue.core.model import Model, View
from uniclue.formats.puzzle_json import from_members
from uniclue.propagation.simplify import reduce
from uniclue.study.waves.probing import Probe


def check_refuted(model: Model, known: list[int], literals: list[int]) -> list[bool]:
    rows = model.matrix(View.CNF)
    assert Probe.suits(rows)
    probe = Probe(rows)
    probe.learn(known)
    refuted: list[bool] = probe.refuted(np.array(literals, np.int32)).tolist()
    probe.close()
    assert refuted == [
        reduce(model, [*known, literal], to_the_end=True).contradiction for literal in literals
    ]
    return refuted


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(-1, 1), min_size=6, max_size=6).filter(any),
            st.integers(-6, 5),
            st.integers(0, 4),
        ),
        max_size=6,
    ),
    st.lists(st.sampled_from([1, -1, 2, -2, 3, -3]), max_size=2),
)
def test_random_rows(rows: list[Row], known: list[int]) -> None:
    model = model_of(rows, 6)
    check_refuted(model, known, [*range(1, 7), *range(-6, 0)])


@pytest.mark.parametrize("kind", OF_ROWS)
def test_puzzles(kind: str) -> None:
    puzzle = from_members(find_kind(kind).examples[0].puzzle)
    model = puzzle.model(puzzle.forms.ladder[-1] if puzzle.forms.ladder else None)
    if not Probe.suits(model.matrix(View.CNF)):
        pytest.skip("its rows have weights")
    cells = model.cells.ravel().tolist()[:300:7]
    known = model.literals().tolist()
    refuted = check_refuted(model, known, [*cells, *(-cell for cell in cells)])
    assert not all(refuted)


def test_other_coefficients_do_not_suit() -> None:
    assert not Probe.suits(model_of([([1, 2, 1, 0, 0], 0, 2)]).matrix(View.CNF))
