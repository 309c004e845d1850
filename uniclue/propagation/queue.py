"""Bound propagation by a queue of literals, linear in the entries it touches.

A round over all rows (:mod:`uniclue.propagation.simplify`) costs the same however little it fixes,
so a chain of n implications would cost n rounds. The queue examines a row only when one of its
variables has been fixed. A front of many literals is handled by numpy at once, a narrow one by
plain Python: a chain has one literal at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from uniclue.core.arrays import np
from uniclue.core.model import Ints, Rows
from uniclue.propagation.counts import ContradictionError
from uniclue.propagation.entries import distinct, spans, transposed

NARROW = 24
"""A front of fewer literals is handled one by one; about as many cost as much as numpy's calls."""


class Queue:
    """Propagation of literals through rows.

    Args:
        rows: The rows; every variable in them is open.
        n_vars: Their variables are 1..n_vars.
        reach: Shape (m,). How much each row's greatest sum exceeds its lower bound, at least 0.
        spare: Shape (m,). How much its upper bound exceeds its least sum, at least 0.

    Attributes:
        value: Shape (n_vars + 1,). Of every variable: 1 true, -1 false, 0 open.
    """

    def __init__(self, rows: Rows, n_vars: int, reach: Ints, spare: Ints) -> None:
        self.value = np.zeros(n_vars + 1, np.int8)
        self._rows, self._reach, self._spare = rows, reach, spare
        self._starts, entries = transposed(rows.cols, n_vars + 1)
        lengths = np.diff(rows.indptr)
        self._row_of = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)[entries]
        self._coef_of = rows.coef[entries]
        self._largest = np.zeros(len(rows), np.int32)
        filled = lengths > 0
        self._largest[filled] = np.maximum.reduceat(np.abs(rows.coef), rows.indptr[:-1][filled])

    def fork(self) -> Queue:
        """An independent queue that continues from this state."""
        new = copy(self)
        new.value = self.value.copy()
        new._reach, new._spare = self._reach.copy(), self._spare.copy()
        return new

    def run(self, literals: Ints) -> None:
        """Fixes literals and everything that follows from them.

        Args:
            literals: All literals that single rows already force, and any others.

        Raises:
            ContradictionError: There is no solution.
        """
        front = literals
        while front.size:
            front = self._narrow(front) if front.size < NARROW else self._wide(front)

    def _wide(self, front: Ints) -> Ints:
        """Fixes literals; returns the literals that rows then force."""
        front = distinct(front)
        front = front[self.value[np.abs(front)] != np.sign(front)]
        var, sign = np.abs(front), np.sign(front)
        contradicts = self.value[var].any()
        self.value[var] = sign
        if contradicts or (self.value[var] != sign).any():
            raise ContradictionError
        where, of = spans(self._starts, var)
        row, coef = self._row_of[where], self._coef_of[where]
        upward = coef * sign[of] > 0
        np.subtract.at(self._spare, row[upward], np.abs(coef[upward]))
        np.subtract.at(self._reach, row[~upward], np.abs(coef[~upward]))
        room = np.minimum(self._reach[row], self._spare[row])
        if (room < 0).any():
            raise ContradictionError
        return self._forced(distinct(row[room < self._largest[row]]))

    def _forced(self, row: Ints) -> Ints:
        """The open literals that must hold for these rows to be satisfied."""
        where, of = spans(self._rows.indptr, row)
        cols, coef = self._rows.cols[where], self._rows.coef[where]
        size, signed = np.abs(coef), cols * np.sign(coef)
        open_ = self.value[cols] == 0
        up, down = size > self._reach[row][of], size > self._spare[row][of]
        return np.concatenate([signed[open_ & up], -signed[open_ & down]])

    def _narrow(self, front: Ints) -> Ints:
        """Fixes literals one by one as long as the front stays narrow; returns what is left."""
        # Memory views: reading single numbers from an array takes three times as long.
        value, reach, spare = self.value.data, self._reach.data, self._spare.data
        largest, starts = self._largest.data, self._starts.data
        queue: list[int] = front.tolist()
        for done, literal in enumerate(queue):  # grows during iteration
            if len(queue) - done > 4 * NARROW:
                return np.array(queue[done:], np.int32)
            var, sign = abs(literal), 1 if literal > 0 else -1
            if value[var] == sign:
                continue
            if value[var]:
                raise ContradictionError
            value[var] = sign
            uses = slice(starts[var], starts[var + 1])
            coefs = self._coef_of[uses].tolist()
            for row, coef in zip(self._row_of[uses].tolist(), coefs, strict=True):
                room = spare if coef * sign > 0 else reach
                room[row] -= abs(coef)
                if room[row] < 0:
                    raise ContradictionError
                if room[row] < largest[row]:
                    queue += self._forced_by(row, reach[row], spare[row])
        return np.zeros(0, np.int32)

    def _forced_by(self, row: int, reach: int, spare: int) -> Iterator[int]:
        """The open literals that must hold for a row to be satisfied."""
        rows, value = self._rows, self.value
        entries = slice(rows.indptr[row], rows.indptr[row + 1])
        for var, coef in zip(rows.cols[entries].tolist(), rows.coef[entries].tolist(), strict=True):
            if not value[var]:
                if abs(coef) > reach:
                    yield var if coef > 0 else -var
                if abs(coef) > spare:
                    yield -var if coef > 0 else var
