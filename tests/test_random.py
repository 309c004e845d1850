"""Random tiny puzzles: brute force, every cardinality encoding and the ILP count alike."""

from __future__ import annotations

import numpy as np
import pytest
from bruteforce import solutions
from conftest import cases
from helpers import FEW, OF_EACH_SORT, quickly, some_kinds
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from pysat.solvers import Solver
from strategies import KINDS, OWN, once_each

from uniclue.core.kinds import find_kind
from uniclue.core.lazy import static
from uniclue.core.model import Model, View
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.encoders.cardinality import CARDINALITY
from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers import decide
from uniclue.solvers.decide import Method

STATUS = ("none", "unique", "several")
MOST = 150
FORMS = [(kind, form) for kind in sorted(KINDS) for form in find_kind(kind).forms]


@pytest.mark.parametrize("kind", quickly(OWN, FEW))
def test_all_ways_to_count_agree(kind: str) -> None:
    cases(50)(given(KINDS[kind])(once_each(assert_all_ways_agree)))()


def assert_all_ways_agree(puzzle: Puzzle) -> None:
    expected = set(solutions(puzzle, most=MOST))
    assume(len(expected) < MOST)
    status = STATUS[min(len(expected), 2)]
    for cardinality in CARDINALITY:
        how = Method(cardinality=cardinality)
        assert decide.count(puzzle, how=how).count == len(expected), cardinality
        assert _verdict(puzzle, how) == status, cardinality
    found = decide.solve(puzzle, limit=len(expected) + 1)
    assert found.complete
    assert set(found.solutions) == expected
    ilp = Method("ilp", "highs")
    assert _verdict(puzzle, ilp) == status
    if len(expected) <= 6:
        assert decide.count(puzzle, how=ilp).count == len(expected)


@pytest.mark.parametrize("kind", some_kinds("cbc", KINDS, OF_EACH_SORT, 16))
def test_cbc_agrees(kind: str) -> None:
    @cases(4)
    @given(KINDS[kind])
    @once_each
    def tried(puzzle: Puzzle) -> None:
        assert _verdict(puzzle, Method("ilp", "cbc")) == _verdict(puzzle, Method())

    tried()


@pytest.mark.parametrize(("kind", "form"), FORMS)
@cases(40)
@given(data=st.data())
def test_every_form_has_the_solutions_in_both_views(
    kind: str, form: str, data: st.DataObject
) -> None:
    puzzle = data.draw(KINDS[kind])
    expected = set(solutions(puzzle, most=MOST))
    assume(len(expected) < MOST)
    model = static(puzzle.model(form))
    assert _found(puzzle, model) == expected
    program = model.extend()
    program._blocks = [replace(model.matrix(View.LP), use=View.BOTH)]
    assert _found(puzzle, program) == expected


def _found(puzzle: Puzzle, model: Model) -> set[Grid]:
    """All solutions of a model's clauses, blocked over the cells."""
    found = set()
    with Solver("cadical195", bootstrap_with=encode(model).clauses()) as solver:
        while solver.solve():
            truth = np.zeros(model.n_vars + 1, np.bool_)
            truth[[v for v in solver.get_model() if 0 < v <= model.n_vars]] = True
            literals = model.true_literals(truth[model.cells])
            grid = puzzle.grid_of_values(model.values(literals.tolist()))
            assert grid not in found
            found.add(grid)
            solver.add_clause((-literals).tolist())
    return found


def test_a_model_that_a_shared_solver_still_holds_is_not_taken_for_the_only_one() -> None:
    full = ["1234", "3412", "2143", "4321"]
    for rows, status in [(full, "unique"), (["...."] * 4, "several")] * 3:
        grid = [[int(c) if c != "." else 0 for c in row] for row in rows]
        puzzle = from_members({"kind": "sudoku", "box": [2, 2], "grid": grid})
        assert _verdict(puzzle, Method()) == status


def _verdict(puzzle: Puzzle, how: Method) -> str:
    return decide.unique(puzzle, how).status
