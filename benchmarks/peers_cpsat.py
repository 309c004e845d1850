"""Uniqueness with OR-tools CP-SAT, written as its users would: one worker, global constraints.

It enumerates until two solutions are found: solving again with the first solution forbidden took
1.4 to 3 times as long on each of the three kinds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ortools.sat.python import cp_model

from benchmarks.kakuro_runs import kakuro_runs


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
        for i in range(9):
            corner = 27 * (i // 3) + 3 * (i % 3)
            model.add_all_different(x[9 * i : 9 * i + 9])
            model.add_all_different(x[i::9])
            model.add_all_different([x[corner + 9 * (j // 3) + j % 3] for j in range(9)])
        yield _verdict(model, limit)


def _digit(model: Any, char: str) -> Any:
    return model.new_constant(int(char)) if char in "123456789" else model.new_int_var(1, 9, "")


def kakuro(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Integer variables, all different and a sum in every run."""
    for line in lines:
        grid = json.loads(line)["grid"]
        model = cp_model.CpModel()
        x = {
            (r, c): model.new_int_var(1, 9, "")
            for r, row in enumerate(grid)
            for c, cell in enumerate(row)
            if cell is None
        }
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
        for cells, blocks in zip(lists, puzzle["rows"] + puzzle["cols"], strict=True):
            _add_line(model, cells, [b for b in blocks if b])
        yield _verdict(model, limit)


def _add_line(model: Any, cells: list[Any], blocks: list[int]) -> None:
    """States count the cells of the blocks and the gaps between them that are behind us."""
    steps: list[tuple[int, int, int]] = []
    state = 0
    for i, block in enumerate(blocks):
        steps.append((state, 0, state))
        steps += [(state + j, 1, state + j + 1) for j in range(block)]
        state += block
        if i < len(blocks) - 1:
            steps.append((state, 0, state + 1))
            state += 1
    steps.append((state, 0, state))
    model.add_automaton(cells, 0, [state], steps)
