"""Uniqueness with CPMpy, written as its users would, on its default solver, OR-tools CP-SAT."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from benchmarks.grids import block_automaton, kakuro_cells, kakuro_runs, sudoku_givens

# OR-tools and highspy do not load together (google/or-tools#5246), and CPMpy tries both.
sys.modules["highspy"] = None  # type: ignore[assignment]

import cpmpy as cp  # noqa: E402
from cpmpy.solvers.solver_interface import ExitStatus  # noqa: E402


def _verdict(model: Any, limit: float) -> str:
    found = model.solveAll(
        solver="ortools", solution_limit=2, time_limit=limit or None, num_workers=1
    )
    match found, model.status().exitstatus:
        case 2, _:
            return "several"
        case 1, ExitStatus.OPTIMAL:
            return "unique"
        case 0, ExitStatus.UNSATISFIABLE:
            return "none"
    return "unknown"


def sudoku(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Integer variables, all different in every row, column and box."""
    for line in lines:
        x = cp.intvar(1, 9, shape=(9, 9))
        model = cp.Model([cp.AllDifferent(row) for row in x], [cp.AllDifferent(c) for c in x.T])
        for r in range(0, 9, 3):
            model += [cp.AllDifferent(x[r : r + 3, c : c + 3]) for c in range(0, 9, 3)]
        model += [x[divmod(cell, 9)] == digit for cell, digit in sudoku_givens(line)]
        yield _verdict(model, limit)


def kakuro(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Integer variables, all different and a sum in every run."""
    for line in lines:
        grid = json.loads(line)["grid"]
        x = {cell: cp.intvar(1, 9) for cell in kakuro_cells(grid)}
        model = cp.Model()
        for total, cells in kakuro_runs(grid):
            run = [x[cell] for cell in cells]
            model += cp.AllDifferent(run)
            if total is not None:
                model += cp.sum(run) == total
        yield _verdict(model, limit)


def nonogram(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Boolean cells and a regular constraint for every line."""
    for line in lines:
        puzzle = json.loads(line)
        x = cp.boolvar(shape=(len(puzzle["rows"]), len(puzzle["cols"])))
        model = cp.Model()
        for cells, clue in zip([*x, *x.T], puzzle["rows"] + puzzle["cols"], strict=True):
            steps, last = block_automaton(clue)
            model += cp.Regular(cells, steps, 0, [last])
        yield _verdict(model, limit)
