"""Probing: which literals unit propagation alone refutes, each assumed by itself.

MiniCard handles cardinality constraints natively, so rows need no clauses, and a probe is one call
of 1 to 10 microseconds where rounds in numpy take a hundred and more. It refutes the same literals
as :func:`uniclue.propagation.simplify.reduce` to the end. Lazy constraints propagate in turns with
the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Solver

from uniclue.core.lazy import LazyConstraint
from uniclue.core.model import Bools, Rows
from uniclue.propagation.counts import ContradictionError
from uniclue.propagation.simplify import propagate


class Probe:
    """A solver loaded with rows.

    Args:
        rows: Rows that :meth:`suits` takes.
        lazy: Lazy constraints beside them.
        n_vars: Their variables are 1..n_vars; only needed with lazy constraints.
    """

    def __init__(self, rows: Rows, lazy: Sequence[LazyConstraint] = (), n_vars: int = 0) -> None:
        self._solver = Solver("minicard")
        self._lazy, self._value = lazy, np.zeros(n_vars + 1, np.int8)
        self._assumed: list[int] = []
        if lazy:
            with suppress(ContradictionError):  # which every probe meets
                propagate(rows, self._value)
            known = np.flatnonzero(self._value)
            self._assumed += (known * self._value[known]).tolist()
        # How many of its literals may be true: a negative one counts 1 less in the row.
        negative = rows.sums(rows.coef < 0)
        literals, ends = (rows.cols * rows.coef).tolist(), rows.indptr.tolist()
        lower, upper = (rows.lower + negative).tolist(), (rows.upper + negative).tolist()
        for start, end, least, most in zip(ends[:-1], ends[1:], lower, upper, strict=True):
            row = literals[start:end]
            if least == 1:
                self._solver.add_clause(row, no_return=True)
            elif least > 1:
                self._solver.add_atmost([-lit for lit in row], len(row) - least, no_return=True)
            if most < len(row):
                self._solver.add_atmost(row, most, no_return=True)

    @staticmethod
    def suits(rows: Rows) -> bool:
        """Whether rows can be loaded: all coefficients are 1 or -1, and no row is empty."""
        return bool((np.abs(rows.coef) == 1).all() and (np.diff(rows.indptr) > 0).all())

    def learn(self, literals: Iterable[int]) -> None:
        """Adds literals for good, as unit clauses: as assumptions they would slow every probe.

        With lazy constraints they are assumed: the solver does not tell what follows from units.
        """
        if self._lazy:
            self._assumed += literals
            return
        for literal in literals:
            self._solver.add_clause([literal], no_return=True)

    def refuted(self, literals: NDArray[np.integer]) -> Bools:
        """Which of these literals cannot hold, each assumed alone; shape as theirs.

        What follows from a literal that can hold is not refuted either. Where lazy constraints make
        probes dear, it is not probed again.
        """
        refuted, fine = list[bool](), set[int]()
        for literal in literals.tolist():
            closed = [] if literal in fine else self.closed([literal])
            refuted.append(closed is None)
            if self._lazy and closed:
                fine.update(closed)
        return np.array(refuted, np.bool_)

    def closed(self, literals: Iterable[int]) -> list[int] | None:
        """What follows from literals beside what was learned; None if they contradict it."""
        assumed = [*self._assumed, *literals]
        while True:
            holds, known = self._solver.propagate(assumed)
            if not holds:
                return None
            if not self._lazy:
                return list(known)
            self._value[:] = 0
            signed = np.array([*known, *assumed], np.int32)
            self._value[np.abs(signed)] = np.sign(signed)
            new = {literal for each in self._lazy for literal, _ in each.propagate(self._value)}
            if not new:
                return list(known)
            if 0 in new:
                return None
            assumed += new  # one that is false already is refuted by the next round

    def close(self) -> None:
        """Frees the solver."""
        self._solver.delete()
