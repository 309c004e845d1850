"""All encodings of a puzzle side by side: the numbers are those of the formulas, counts agree."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from bruteforce import solutions
from conftest import LEVEL50, Run, examples
from formulas import unit_propagation
from helpers import OF_ROWS
from msgspec.structs import replace
from pysat.solvers import Solver
from strategies import KINDS, every_kind

from uniclue.core.kinds import find_kind
from uniclue.core.model import Model
from uniclue.encoders.cardinality import CARDINALITY
from uniclue.encoders.cnf import Cnf, encode
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers import decide, encodings
from uniclue.solvers.decide import DisagreementError
from uniclue.solvers.encodings import compare


@pytest.mark.parametrize("kind", OF_ROWS)
@pytest.mark.slow
def test_all_encodings_have_the_solutions_of_the_puzzle(kind: str) -> None:
    for puzzle in examples(kind):
        found = compare(puzzle, limit=5)
        names = [(e.form, e.cardinality) for e in found.encodings]
        assert names == [(f, c) for f in puzzle.forms or ("",) for c in CARDINALITY]
        assert found.parity == "same"
        expected = decide.count(puzzle, 5)
        for encoding in found.encodings:
            assert (encoding.count, encoding.complete) == (expected.count, expected.complete)
            assert encoding.status == decide.unique(puzzle).status
            assert 0 <= encoding.propagated <= 1
            model = puzzle.model(encoding.form or None)
            cnf = encode(model, encoding.cardinality)
            assert (encoding.variables, encoding.clauses) == (cnf.n_vars, len(cnf))


@every_kind(100, OF_ROWS)
@pytest.mark.slow
def test_unit_propagation_is_that_of_a_solver(kind: str, data: Any) -> None:
    cnf = encode(data.draw(KINDS[kind]).model())
    value = unit_propagation(cnf)
    with Solver("minisat22", bootstrap_with=cnf.clauses()) as solver:
        if value is None:
            assert not solver.solve()
            return
        # Facts known at level 0 are not listed: they are read off as what cannot be assumed.
        for v in range(1, cnf.n_vars + 1):
            can = [solver.propagate([lit])[0] for lit in (v, -v)]
            assert value[v] == 0 or can == [value[v] == 1, value[v] == -1]


def test_unit_propagation_reaches_the_end() -> None:
    n = 60_000  # more entries than propagation for speed would always finish
    chain = np.array([[-v, v + 1] for v in range(1, n)], np.int32)
    lits = np.concatenate([[1], chain[::-1].ravel()]).astype(np.int32)
    lengths = np.array([1, *[2] * (n - 1)], np.int32)
    short = slice(0, 1 + 2 * 300)
    for part, size in ((lits, lengths), (lits[short], lengths[:301])):
        top = int(np.abs(part).max())
        value = unit_propagation(Cnf(top, size, part, np.zeros(len(size), np.int32)))
        assert value is not None
        assert (value[1:] != 0).sum() == (n if len(part) == len(lits) else 1)


def test_native_constraints_propagate() -> None:
    one = np.ones(1, np.int32)
    cnf = Cnf(3, one, one, one, (([1, 2, -3], 1),))
    value = unit_propagation(cnf)
    assert value is not None
    assert value.tolist() == [0, 1, -1, 1]


def test_encodings_that_differ_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(model: Model, cardinality: str, *, rows_alone: bool) -> Cnf:
        cnf = encode(model, cardinality, rows_alone=rows_alone)
        if cardinality != "ladder":
            return cnf
        units = [-int(cnf.lits[0]), int(cnf.lits[0])]
        lits = np.append(cnf.lits, units).astype(np.int32)
        more = np.append(cnf.lengths, [1, 1]).astype(np.int32)
        return replace(cnf, lengths=more, lits=lits, group=np.append(cnf.group, [0, 0]))

    monkeypatch.setattr(encodings, "encode", broken)
    with pytest.raises(DisagreementError, match="auto has 1 solutions, ladder has 0"):
        compare(examples("animals")[0])


@pytest.mark.slow
def test_counts_are_brute_force() -> None:
    for puzzle in examples("kakuro")[:2]:
        found = compare(puzzle, limit=50)
        assert {e.count for e in found.encodings} == {len(solutions(puzzle))}


def test_a_cell_that_stands_in_no_clause_is_free() -> None:
    corner = from_members({"kind": "minesweeper", "grid": ["..0", "..0", "000"]})
    assert {(e.count, e.complete) for e in compare(corner).encodings} == {(2, True)}


def test_command(run: Run) -> None:
    done = run("encodings", LEVEL50)
    assert done.returncode == 0, done.stderr
    assert "the same solutions; cadical195, minicard" in done.stdout
    assert [line.split()[0].rstrip("*") for line in done.stdout.splitlines()[1:12]] == [
        *CARDINALITY
    ]
    done = run("encodings", LEVEL50, "--json", "--solver", "glucose4", "--limit", "1")
    answer = json.loads(done.stdout)
    assert answer["parity"] == "same"
    assert {e["solver"] for e in answer["encodings"]} == {"glucose4", "minicard"}
    assert all(e["count"] == 1 and e["complete"] for e in answer["encodings"])
    done = run("encodings", LEVEL50, "--solver", "cbc")
    assert done.returncode == 64
    assert "expected a SAT solver of PySAT" in done.stderr


@pytest.mark.slow
def test_limits_leave_it_unknown(run: Run) -> None:
    found = compare(examples("animals")[0], how=decide.method(solver="glucose4"))
    assert found.parity == "same"
    empty = {"kind": "sudoku", "box": [5, 5], "grid": [[0] * 25] * 25}
    text = json.dumps(empty).encode()
    done = run("encodings", "-", "--time-limit", "1", "--json", stdin=text)
    assert done.returncode == 30, done.stderr
    answer = json.loads(done.stdout)
    assert answer["parity"] == "unknown"
    assert "time limit" in answer["reason"]


def test_many(run: Run) -> None:
    lines = b"\n".join(json.dumps(e.puzzle).encode() for e in find_kind("garden").examples)
    done = run("encodings", "-", stdin=lines)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["parity"] for a in answers] == ["same"] * len(answers)
