"""Rows -> rows of one comparison each (=, >= or <=), as in the file formats of ILP solvers.

A row with two bounds becomes two consecutive rows. A row without variables is omitted if it holds;
otherwise it becomes ``x1 >= 2``, which is infeasible for every program.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import NO_BOUND, Ints, Rows, running

EQUAL, AT_LEAST, AT_MOST = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Rows ``a.x = b``, ``a.x >= b`` or ``a.x <= b``, in compressed sparse row form.

    Attributes:
        lengths: Shape (m,). Entries of each row, at least one.
        cols: Shape (nnz,). Variable ids, counted from 1.
        coef: Shape (nnz,). Coefficients, never 0.
        sense: Shape (m,). ``EQUAL``, ``AT_LEAST`` or ``AT_MOST``.
        bound: Shape (m,). The right side.
    """

    lengths: Ints
    cols: Ints
    coef: Ints
    sense: NDArray[np.int8]
    bound: Ints

    def __len__(self) -> int:
        return len(self.bound)


def compare(rows: Rows) -> Comparisons:
    """The same rows, each with one comparison."""
    rows = _each_with_one_bound(_without_empty(rows))
    one_sided = np.where(rows.upper >= NO_BOUND, AT_LEAST, AT_MOST)
    sense = np.where(rows.lower == rows.upper, EQUAL, one_sided).astype(np.int8)
    bound = np.where(sense == AT_MOST, rows.upper, rows.lower)
    return Comparisons(np.diff(rows.indptr), rows.cols, rows.coef, sense, bound)


def _without_empty(rows: Rows) -> Rows:
    """Equivalent rows with at least one entry and one bound."""
    has_bound = (rows.lower > -NO_BOUND) | (rows.upper < NO_BOUND)
    empty = np.diff(rows.indptr) == 0
    holds = empty & (rows.lower <= 0) & (rows.upper >= 0)
    rows = rows.only(has_bound & ~holds)
    lengths = np.diff(rows.indptr)
    empty = lengths == 0
    if not empty.any():
        return rows
    gaps = rows.indptr[:-1][empty]
    return replace(
        rows,
        indptr=running(lengths + empty),
        cols=np.insert(rows.cols, gaps, 1),
        coef=np.insert(rows.coef, gaps, 1),
        lower=np.where(empty, 2, rows.lower),
        upper=np.where(empty, NO_BOUND, rows.upper),
    )


def _each_with_one_bound(rows: Rows) -> Rows:
    """Rows with two different bounds as two rows, the lower bound first."""
    lower, upper = rows.lower, rows.upper
    between = (lower > -NO_BOUND) & (upper < NO_BOUND) & (lower != upper)
    if not between.any():
        return rows
    which = np.repeat(np.arange(len(rows), dtype=np.int32), 1 + between)
    rows = rows.take(which)
    second = np.zeros(len(which), np.bool_)
    second[1:] = which[1:] == which[:-1]
    first = np.append(second[1:], False)
    lower = np.where(second, -NO_BOUND, rows.lower)
    return replace(rows, lower=lower, upper=np.where(first, NO_BOUND, rows.upper))
