"""Uniqueness with PuLP and its CBC, written as its users would: solve, cut off, solve again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pulp

from benchmarks.grids import kakuro_cells, kakuro_runs, sudoku_givens, sudoku_groups

DIGITS = range(1, 10)


def _choices(problem: Any, cells: Iterable[Any]) -> dict[Any, dict[int, Any]]:
    """A variable for every digit of every cell, one of them 1."""
    names = list(cells)
    x: dict[Any, dict[int, Any]] = pulp.LpVariable.dicts("x", (names, DIGITS), cat="Binary")
    for cell in names:
        problem += pulp.lpSum(x[cell].values()) == 1
    return x


def _verdict(problem: Any, x: Mapping[Any, Mapping[int, Any]], limit: float) -> str:
    solver = pulp.PULP_CBC_CMD(msg=False, threads=1, timeLimit=limit or None)
    problem.solve(solver)
    if problem.status != pulp.LpStatusOptimal:
        return "none" if problem.status == pulp.LpStatusInfeasible else "unknown"
    chosen = [var for choice in x.values() for var in choice.values() if var.value() > 0.5]
    problem += pulp.lpSum(chosen) <= len(chosen) - 1
    problem.solve(solver)
    said = {pulp.LpStatusOptimal: "several", pulp.LpStatusInfeasible: "unique"}
    return said.get(problem.status, "unknown")


def sudoku(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Every digit once in every row, column and box."""
    for line in lines:
        problem = pulp.LpProblem("sudoku")
        x = _choices(problem, range(81))
        for group in sudoku_groups():
            for digit in DIGITS:
                problem += pulp.lpSum(x[cell][digit] for cell in group) == 1
        for cell, digit in sudoku_givens(line):
            problem += x[cell][digit] == 1
        yield _verdict(problem, x, limit)


def kakuro(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Every digit at most once in a run, and the run's sum."""
    for line in lines:
        grid = json.loads(line)["grid"]
        problem = pulp.LpProblem("kakuro")
        x = _choices(problem, kakuro_cells(grid))
        for total, run in kakuro_runs(grid):
            for digit in DIGITS:
                problem += pulp.lpSum(x[cell][digit] for cell in run) <= 1
            if total is not None:
                problem += pulp.lpSum(d * x[cell][d] for cell in run for d in DIGITS) == total
        yield _verdict(problem, x, limit)
