"""The rules of a kakuro layout in one live solver, for many choices of sums.

Variables: a cell holds a digit; a run uses a digit; a run uses a set of digits. A selector for each
sum that a run can have says that one of its sets is used. All sums are assumptions, so a question
about other sums takes no new formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count

import numpy as np

from uniclue.encoders.cnf import Cnf
from uniclue.papers.zhou_tong.kakuro_differences import Differences
from uniclue.papers.zhou_tong.kakuro_search import DIGITS
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.sat import IncrementalSolver
from uniclue.solvers.selectors import SOLVER

LIMITS = Limits(conflicts=300)
"""The most that a question may take; nearly all take a handful."""


class Sums:
    """A layout.

    Args:
        runs: The numbers of the cells of each run.
        cells: How many cells there are.

    Attributes:
        differences: How solutions met so far differ.
    """

    def __init__(self, runs: Sequence[Sequence[int]], cells: int) -> None:
        self._runs, self._cells = runs, cells
        self._fresh = count(9 * cells + 1)
        self.differences = Differences(runs, cells)
        self._sum: list[dict[int, int]] = [{} for _ in runs]
        clauses = [clause for i in range(len(runs)) for clause in self._clauses(i)]
        for cell in range(cells):
            clauses.append([_holds(cell, digit) for digit in DIGITS])
            clauses += [[-_holds(cell, a), -_holds(cell, b)] for a, b in combinations(DIGITS, 2)]
        lengths = np.array([*map(len, clauses)], np.int32)
        lits = np.array([lit for clause in clauses for lit in clause], np.int32)
        cnf = Cnf(next(self._fresh) - 1, lengths, lits, np.zeros_like(lengths))
        self._loaded = IncrementalSolver(cnf, SOLVER, repeatable=True)
        self.close = self._loaded.close

    def _clauses(self, run: int) -> Iterator[list[int]]:
        """The clauses of a run."""
        cells = self._runs[run]
        uses = dict(zip(DIGITS, self._fresh, strict=False))
        for digit in DIGITS:
            holding = [_holds(cell, digit) for cell in cells]
            yield [-uses[digit], *holding]
            yield from ([uses[digit], -each] for each in holding)
            yield from ([-one, -other] for one, other in combinations(holding, 2))
        with_sum: dict[int, list[int]] = {}
        for used in combinations(DIGITS, len(cells)):
            name = next(self._fresh)
            with_sum.setdefault(sum(used), []).append(name)
            yield from ([-name, uses[digit] * (1 if digit in used else -1)] for digit in DIGITS)
        for total, names in with_sum.items():
            self._sum[run][total] = next(self._fresh)
            yield [-self._sum[run][total], *names]

    def open_cells(self, digits: Sequence[int], most: int) -> list[int] | None:
        """The cells that hold another digit in some other solution of the sums of digits.

        Args:
            digits: The digit of each cell.
            most: The search stops beyond this number.

        Returns:
            The cells; None if there are more than ``most``, or a question is too hard.
        """
        totals = (sum(digits[cell] for cell in run) for run in self._runs)
        sums = [of[total] for of, total in zip(self._sum, totals, strict=True)]
        right = np.array([_holds(cell, digit) for cell, digit in enumerate(digits)])
        differs = self.differences.open_cells(digits)
        while differs.sum() <= most:
            another = self._loaded.new_variable()
            self._loaded.add_clause([-another, *(-right[~differs]).tolist()])
            self._loaded.prefer(right.tolist())  # a solution near by tells most of other sums
            is_other = self._loaded.attempt([*sums, another], Clock(), LIMITS)
            if is_other is None:
                return None
            if not is_other:
                return [int(cell) for cell in np.flatnonzero(differs)]
            holds = np.array(self._loaded.assignment()[: 9 * self._cells]).reshape(-1, 9) > 0
            difference = holds.argmax(axis=1) + 1 - digits
            self.differences.remember(difference)
            differs |= difference != 0
        return None


def _holds(cell: int, digit: int) -> int:
    """The variable that says that a cell holds a digit."""
    return 9 * cell + digit
