"""Uniqueness with OR-tools CP-SAT, written as its users would: one worker, global constraints.

It enumerates until two solutions are found: solving again with the first solution forbidden took
1.4 to 3 times as long on each of the three kinds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ortools.sat.python import cp_model

from benchmarks.grids import block_automaton, kakuro_cells, kakuro_runs, sudoku_groups


class _Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, unused-ignore]
    """Stops the search at the second solution."""

    def __init__(self) -> None:
        super().__init__()
        self.found = 0

    def on_solution_callback(self) -> None:
        self.found += 1
        if self.found == 2:
            self.stop_search()


def _verdict(model: Any, limit: float) -> str:
    solver, counter = cp_model.CpSolver(), _Counter()
    solver.parameters.num_workers = 1
    if limit:
        solver.parameters.max_time_in_seconds = limit
    solver.parameters.enumerate_all_solutions = True
    status = solver.solve(model, counter)
    if counter.found == 2:
        return "several"
    if status == cp_model.INFEASIBLE:
        return "none"
    return "unique" if status == cp_model.OPTIMAL else "unknown"


def sudoku(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Integer variables, all different in every row, column and box."""
    for line in lines:
        model = cp_model.CpModel()
        x = [_digit(model, char) for char in line]
        for group in sudoku_groups():
            model.add_all_different([x[cell] for cell in group])
        yield _verdict(model, limit)


def _digit(model: Any, char: str) -> Any:
    return model.new_constant(int(char)) if char in "123456789" else model.new_int_var(1, 9, "")


def kakuro(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Integer variables, all different and a sum in every run."""
    for line in lines:
        grid = json.loads(line)["grid"]
        model = cp_model.CpModel()
        x = {cell: model.new_int_var(1, 9, "") for cell in kakuro_cells(grid)}
        for total, cells in kakuro_runs(grid):
            model.add_all_different([x[cell] for cell in cells])
            if total is not None:
                model.add(sum(x[cell] for cell in cells) == total)
        yield _verdict(model, limit)


def nonogram(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Boolean cells and an automaton for every line."""
    for line in lines:
        puzzle = json.loads(line)
        model = cp_model.CpModel()
        x = [[model.new_bool_var("") for _ in puzzle["cols"]] for _ in puzzle["rows"]]
        lists = [*x, *map(list, zip(*x, strict=True))]
        for cells, clue in zip(lists, puzzle["rows"] + puzzle["cols"], strict=True):
            steps, last = block_automaton(clue)
            model.add_automaton(cells, 0, [last], steps)
        yield _verdict(model, limit)
