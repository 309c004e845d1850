from __future__ import annotations

import io
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from conftest import ROOT
from formulas import cnf_of
from hypothesis import given
from hypothesis import strategies as st
from pysat.formula import CNF
from pysat.solvers import Solver

import uniclue
from uniclue.encoders import dimacs
from uniclue.encoders.cnf import Cnf, encode

LARGEST = 2**31 - 1
variables = st.one_of(st.integers(1, 9), st.integers(1, 1200), st.integers(1, LARGEST))
literals = variables.flatmap(lambda v: st.sampled_from([v, -v]))
clauses_of_any_length = st.lists(st.one_of(st.just([]), st.lists(literals, max_size=30)))
near_powers = st.sampled_from([10**k + d for k in range(1, 10) for d in (-1, 0, 1)])


def written(formula: Cnf, comments: tuple[str, ...] = ()) -> str:
    out = io.BytesIO()
    dimacs.write(formula, out, comments)
    return out.getvalue().decode()


def naive(formula: Cnf) -> str:
    lines = [" ".join(map(str, [*clause, 0])) for clause in formula.clauses()]
    return "\n".join([f"p cnf {formula.n_vars} {len(formula)}", *lines, ""])


@given(clauses_of_any_length, st.sampled_from([1, 2, 5, 64, 2**16]))
def test_same_text_and_clauses_as_written_one_by_one(clauses: list[list[int]], block: int) -> None:
    formula = cnf_of(clauses)
    with mock.patch("uniclue.encoders.texts.BLOCK", block):
        text = written(formula)
    assert text == naive(formula)
    assert CNF(from_string=text).clauses == clauses


@given(st.lists(st.lists(literals, min_size=1), min_size=1), st.integers(1, 40))
def test_blocks_hold_every_clause_once(clauses: list[list[int]], size: int) -> None:
    formula = cnf_of(clauses)
    blocks = list(formula.blocks(size))
    assert np.array_equal(np.concatenate([lengths for lengths, _ in blocks]), formula.lengths)
    assert np.array_equal(np.concatenate([lits for _, lits in blocks]), formula.lits)
    for lengths, lits in blocks:
        assert lengths.sum() == len(lits)
        assert len(lengths) == 1 or len(lengths) + len(lits) <= size
    assert list(formula.iter_clauses()) == formula.clauses() == clauses


@given(near_powers, st.booleans())
def test_every_number_of_digits(variable: int, is_dense: bool) -> None:
    """With a table of all numbers (a formula with more literals than variables) and without."""
    if is_dense:
        variable = min(variable, 2000)
    clauses = [[variable, -variable], [-variable], [variable]] * (1000 if is_dense else 1)
    assert written(cnf_of(clauses)) == naive(cnf_of(clauses))


def test_every_number_of_a_table() -> None:
    ids = list(range(1, 1101))
    formula = cnf_of([ids, [-v for v in ids]])
    assert written(formula) == naive(formula)


def test_small_formulas() -> None:
    assert written(cnf_of([])) == "p cnf 0 0\n"
    assert written(cnf_of([[]])) == "p cnf 0 1\n0\n"
    assert written(cnf_of([[], [3], []], n_vars=7)) == "p cnf 7 3\n0\n3 0\n0\n"
    assert CNF(from_string=written(cnf_of([[1], []]))).clauses == [[1], []]


def test_comments_stay_comments() -> None:
    text = written(cnf_of([[1]]), ("two\nlines", "", "p cnf 9 9\r\n-1 0", "cells: é"))
    lines = text.splitlines()
    assert lines[:-2] == ["c two", "c lines", "c ", "c p cnf 9 9", "c -1 0", "c cells: é"]
    assert lines[-2:] == ["p cnf 1 1", "1 0"]
    assert CNF(from_string=text).clauses == [[1]]


def test_native_constraints_are_refused() -> None:
    puzzle = uniclue.load(ROOT / "examples" / "animals" / "level50.json")
    out = io.BytesIO()
    with pytest.raises(ValueError, match="DIMACS cannot express"):
        dimacs.write(encode(puzzle.model(), "native"), out)
    assert out.getvalue() == b""


@pytest.mark.parametrize(
    "name", ["animals/level50.json", "animals/level50_without_fruit.json", "sudoku/nine.json"]
)
def test_verdict_of_the_file_is_the_puzzles(tmp_path: Path, name: str) -> None:
    puzzle = uniclue.load(ROOT / "examples" / name)
    model = puzzle.model()
    with (tmp_path / "puzzle.cnf").open("wb") as out:
        dimacs.write(encode(model), out, [name])
    cells = set(model.cells.ravel().tolist())
    found = 0
    with Solver(bootstrap_with=CNF(from_file=str(tmp_path / "puzzle.cnf"))) as solver:
        while found < 2 and solver.solve():
            found += 1
            solver.add_clause([-lit for lit in solver.get_model() if abs(lit) in cells])
    assert uniclue.unique(puzzle).status == ("none", "unique", "several")[found]
