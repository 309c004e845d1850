"""Other people's programs and readers, for files that Uniclue writes."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import highspy
import numpy as np
import pytest

HIGHS: Any = highspy.Highs

Term = tuple[str, int]
Row = tuple[frozenset[Term], str, int]
"""Terms, comparison (=, >= or <=) and right side."""


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a program; the test is skipped if it is not installed."""
    name = str(command[0])
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)


def one_of(text: str, words: dict[str, bool]) -> bool:
    """What the first of the words in a text stands for."""
    found = {meaning for word, meaning in words.items() if word in text}
    assert len(found) == 1, text
    return found.pop()


# -- programs: whether there is a solution ---------------------------------------------------------


def sat_program(*command: str) -> Callable[[Path], bool]:
    """A SAT solver that tells by its exit code."""

    def ask(path: Path) -> bool:
        done = run(*command, path)
        assert done.returncode in (10, 20), done.stdout + done.stderr
        return done.returncode == 10

    return ask


def clasp(path: Path) -> bool:
    words = {"s SATISFIABLE": True, "s UNSATISFIABLE": False, "s OPTIMUM": True}
    return one_of(run("clasp", path).stdout, words)


@functools.cache
def cbc_says(suffix: str, program: bytes) -> tuple[str, bytes]:
    """What CBC prints about a file, and the answer that it writes; it is asked once of each."""
    with TemporaryDirectory() as folder:
        path, answer = Path(folder, f"program{suffix}"), Path(folder, "answer")
        path.write_bytes(program)
        done = run("cbc", path, "solve", "solution", answer)
        return done.stdout, answer.read_bytes()


def cbc(path: Path) -> bool:
    printed, answer = cbc_says(path.suffix, path.read_bytes())
    assert " read with 0 errors" in printed or path.suffix != ".mps"
    return one_of(answer.decode().splitlines()[0], {"Optimal": True, "nfeasible": False})


def glpsol(path: Path) -> bool:
    form = "--lp" if path.suffix == ".lp" else "--freemps"
    done = run("glpsol", form, path)
    words = {"INTEGER OPTIMAL SOLUTION FOUND": True, "FEASIBLE SOLUTION\n": False}
    return one_of(done.stdout, words)


def lp_solve(path: Path) -> bool:
    done = run("lp_solve", "-fmps", path, "-S3")
    return one_of(done.stdout, {"Actual values": True, "problem is infeasible": False})


def highs(path: Path) -> bool:
    return is_feasible(read_by_highs(path))


def is_feasible(program: Any) -> bool:
    program.run()
    status = program.getModelStatus()
    feasible, infeasible = highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible
    assert status in (feasible, infeasible)
    return bool(status == feasible)


def exact(rows: list[Row], names: list[str]) -> bool:
    """Whether Exact finds a solution; it has no reader of files."""
    module = pytest.importorskip("exact")
    solver = module.Exact()
    for name in names:
        solver.addVariable(name)
    for terms, sense, bound in rows:
        both = [(factor, name) for name, factor in terms]
        solver.addConstraint(both, sense != "<=", bound, sense != ">=", bound)
    solver.runFull()
    return bool(solver.hasSolution())


def exact_on_opb(path: Path) -> bool:
    names, rows = read_opb(path.read_text())
    return exact(rows, names)


def read_matrix(path: Path) -> tuple[list[str], list[Row]]:
    """Variables and rows of an npz file, each bound on its own."""
    with np.load(path, allow_pickle=False) as file:
        indptr, indices, data = (file[name].tolist() for name in ("indptr", "indices", "data"))
        count, width = file["shape"].tolist()
        bounds = {">=": file["lower"].tolist(), "<=": file["upper"].tolist()}
    names = [f"x{j + 1}" for j in range(width)]
    rows = []
    for i in range(count):
        span = slice(indptr[i], indptr[i + 1])
        terms = [(names[j], c) for j, c in zip(indices[span], data[span], strict=True)]
        for sense, values in bounds.items():
            if np.isfinite(values[i]):
                rows.append((frozenset(terms), sense, int(values[i])))
    return names, rows


def exact_on_matrix(path: Path) -> bool:
    names, rows = read_matrix(path)
    return exact(rows, names)


def highs_on_matrix(path: Path) -> bool:
    with np.load(path, allow_pickle=False) as file:
        program = HIGHS()
        program.setOptionValue("output_flag", False)
        height, width = file["shape"].tolist()
        lp = highspy.HighsLp()
        lp.num_row_, lp.num_col_ = height, width
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = (
            np.zeros(width),
            np.zeros(width),
            np.ones(width),
        )
        lp.row_lower_, lp.row_upper_ = file["lower"], file["upper"]
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_, lp.a_matrix_.index_ = file["indptr"], file["indices"]
        lp.a_matrix_.value_ = file["data"].astype(float)
        lp.integrality_ = [highspy.HighsVarType.kInteger] * width
        program.passModel(lp)
    return is_feasible(program)


# -- readers ---------------------------------------------------------------------------------------


def read_by_highs(path: Path) -> Any:
    program = HIGHS()
    program.setOptionValue("output_flag", False)
    assert program.readModel(str(path)) == highspy.HighsStatus.kOk
    return program


def rows_by_highs(path: Path) -> tuple[list[str], list[Row]]:
    """Columns and rows of an LP or MPS file as HiGHS reads it; all columns must be 0 or 1."""
    lp: Any = read_by_highs(path).getLp()
    assert lp.integrality_ == [highspy.HighsVarType.kInteger] * lp.num_col_
    assert set(lp.col_lower_) <= {0.0}
    assert set(lp.col_upper_) <= {1.0}
    assert set(lp.col_cost_) <= {0.0}
    terms: list[set[Term]] = [set() for _ in range(lp.num_row_)]
    matrix = lp.a_matrix_
    assert matrix.format_ == highspy.MatrixFormat.kColwise
    for j in range(lp.num_col_):
        for k in range(matrix.start_[j], matrix.start_[j + 1]):
            terms[matrix.index_[k]].add((lp.col_names_[j], int(matrix.value_[k])))
    rows = []
    for i, (low, high) in enumerate(zip(lp.row_lower_, lp.row_upper_, strict=True)):
        sense = "=" if low == high else ">=" if np.isinf(high) else "<="
        rows.append((frozenset(terms[i]), sense, int(high if sense == "<=" else low)))
    return list(lp.col_names_), rows


def read_opb(text: str) -> tuple[list[str], list[Row]]:
    """Variables and rows of an OPB file, by the grammar of the competitions."""
    head, *lines = text.splitlines()
    sizes = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", head)
    assert sizes
    rows = []
    for line in lines:
        if line.startswith("*"):
            continue
        found = re.fullmatch(r"((?:[+-]\d+ x\d+ )+)(=|>=) (-?\d+) ;", line)
        assert found, line
        words = found[1].split()
        terms = [(name, int(c)) for c, name in zip(words[::2], words[1::2], strict=True)]
        rows.append((frozenset(terms), found[2], int(found[3])))
    assert len(rows) == int(sizes[2])
    return [f"x{i + 1}" for i in range(int(sizes[1]))], rows


PROGRAMS: dict[str, dict[str, Callable[[Path], bool]]] = {
    "cnf": {
        "cadical": sat_program("cadical", "-q"),
        "minisat": sat_program("minisat", "-verb=0"),
        "cryptominisat5": sat_program("cryptominisat5", "--verb=0"),
        "picosat": sat_program("picosat"),
        "clasp": clasp,
    },
    "opb": {"clasp": clasp, "exact": exact_on_opb},
    "lp": {"cbc": cbc, "glpsol": glpsol, "highs": highs},
    "mps": {"cbc": cbc, "glpsol": glpsol, "highs": highs, "lp_solve": lp_solve},
    "npz": {"highs": highs_on_matrix, "exact": exact_on_matrix},
}
"""By format: programs of different families, and what each says about a file."""
