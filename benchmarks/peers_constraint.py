"""Uniqueness with python-constraint, written as its users would: two solutions at most.

Its ``BacktrackingSolver``: the default one took 2 to 5 times as long. It has no time limit, so a
worker process answers, and is ended and replaced when the time is over.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from constraint import AllDifferentConstraint, BacktrackingSolver, ExactSumConstraint, Problem

from benchmarks.grids import kakuro_cells, kakuro_runs, sudoku_givens, sudoku_groups

DIGITS = list(range(1, 10))


def _within(limit: float, answer: Callable[[str], str], lines: Iterable[str]) -> Iterator[str]:
    pool = multiprocessing.Pool(1)
    for line in lines:
        try:
            yield pool.apply_async(answer, (line,)).get(limit or None)
        except multiprocessing.TimeoutError:
            pool.terminate()
            pool = multiprocessing.Pool(1)
            yield "unknown"
    pool.close()
    pool.join()


def _verdict(problem: Any) -> str:
    found = len(list(islice(problem.getSolutionIter(), 2)))
    return ("none", "unique", "several")[found]


def _sudoku(line: str) -> str:
    problem = Problem(BacktrackingSolver())
    givens = dict(sudoku_givens(line))
    for cell in range(81):
        problem.addVariable(cell, [givens[cell]] if cell in givens else DIGITS)
    for group in sudoku_groups():
        problem.addConstraint(AllDifferentConstraint(), group)
    return _verdict(problem)


def _kakuro(line: str) -> str:
    grid = json.loads(line)["grid"]
    problem = Problem(BacktrackingSolver())
    problem.addVariables(kakuro_cells(grid), DIGITS)
    for total, run in kakuro_runs(grid):
        problem.addConstraint(AllDifferentConstraint(), run)
        if total is not None:
            problem.addConstraint(ExactSumConstraint(total), run)
    return _verdict(problem)


def sudoku(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Digits, all different in every row, column and box."""
    return _within(limit, _sudoku, lines)


def kakuro(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Digits, all different and with a sum in every run."""
    return _within(limit, _kakuro, lines)
