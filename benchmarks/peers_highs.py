"""Uniqueness with HiGHS (highspy), written as its users would: solve, cut off, solve again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import highspy
from highspy import HighsModelStatus as Status

from benchmarks.grids import kakuro_cells, kakuro_runs, sudoku_givens, sudoku_groups


def _highs(limit: float) -> Any:
    highs = highspy.Highs()  # type: ignore[no-untyped-call, unused-ignore]
    highs.silent()
    highs.setOptionValue("threads", 1)
    if limit:
        highs.setOptionValue("time_limit", limit)
    return highs


def _choices(highs: Any, cells: int) -> Any:
    """A variable for every digit of every cell, one of them 1: shape (cells, 9)."""
    x = highs.addBinaries(cells, 9)
    highs.addConstrs(choice.sum() == 1 for choice in x)
    return x


def _verdict(highs: Any, x: Any) -> str:
    highs.solve()
    status = highs.getModelStatus()
    if status != Status.kOptimal:
        return "none" if status == Status.kInfeasible else "unknown"
    chosen = highs.vals(x) > 0.5
    highs.addConstr(x[chosen].sum() <= len(x) - 1)
    highs.solve()
    said = {Status.kOptimal: "several", Status.kInfeasible: "unique"}
    return said.get(highs.getModelStatus(), "unknown")


def sudoku(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Every digit once in every row, column and box."""
    for line in lines:
        highs = _highs(limit)
        x = _choices(highs, 81)
        for group in sudoku_groups():
            highs.addConstrs(column.sum() == 1 for column in x[group].T)
        highs.addConstrs(x[cell, digit - 1] == 1 for cell, digit in sudoku_givens(line))
        yield _verdict(highs, x)


def kakuro(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Every digit at most once in a run, and the run's sum."""
    for line in lines:
        grid = json.loads(line)["grid"]
        highs = _highs(limit)
        cells = kakuro_cells(grid)
        x = _choices(highs, len(cells))
        number = {cell: i for i, cell in enumerate(cells)}
        for total, run in kakuro_runs(grid):
            part = x[[number[cell] for cell in run]]
            highs.addConstrs(column.sum() <= 1 for column in part.T)
            if total is not None:
                highs.addConstr((part.sum(axis=0) * range(1, 10)).sum() == total)
        yield _verdict(highs, x)
