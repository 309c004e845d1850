"""Smallest reasons, shown to be smallest.

An assignment in which a literal is false breaks some atoms, and every reason for the literal
contains one of these. So a reason is at least as large as a smallest set that hits the atoms broken
by every such assignment; if a smallest hitting set is itself a reason, it is a smallest one.
"""

from __future__ import annotations

import time
from itertools import chain

from uniclue.core.arrays import np
from uniclue.core.model import Bools, View
from uniclue.explainers.steps.atoms import Atoms
from uniclue.explainers.steps.cores import Cores
from uniclue.explainers.steps.facts import Known
from uniclue.solvers.cores import smallest_hitting_set

Reason = tuple[int, tuple[int, ...]]
"""A literal, and the ids of the atoms that force it."""


class Exact:
    """Proofs that no reason is smaller.

    Args:
        atoms: The atoms.
        cores: The solver on them.
    """

    def __init__(self, atoms: Atoms, cores: Cores) -> None:
        self._atoms, self._cores = atoms, cores
        self._rows = atoms.model.matrix(View.CNF)
        self._owner = np.zeros(len(self._rows), np.int64)
        for i, rows in enumerate(atoms.rows):
            self._owner[rows] = i
        self._silent = 0 if atoms.counted else sum(1 << i for i in atoms.holds_one.values())
        self._broken: list[tuple[Bools, int]] = []

    def prove(self, known: Known, best: Reason, seconds: float) -> tuple[Reason, bool]:
        """The smallest reason for any open literal, and whether that was shown in time.

        Args:
            known: What is known.
            best: A reason.
            seconds: The time limit.
        """
        deadline = time.perf_counter() + seconds
        value, array = known.value, known.array
        sure = np.flatnonzero(array)
        self._broken = [
            (truth, atoms)
            for truth, atoms in self._broken
            if (truth[sure] == (array[sure] > 0)).all()
        ]
        truth = self._cores.truth
        for target in [v * truth[v] for v in self._atoms.facts.speaks if truth[v] and not value[v]]:
            while True:
                if time.perf_counter() > deadline:
                    return best, False
                sets = [some for t, some in self._broken if t[abs(target)] != (target > 0)]
                hit = smallest_hitting_set(sets, len(best[1]) - 1)
                if hit is None:
                    break
                if (against := self._cores.against(target, hit)) is not None:
                    self._broken.append(self._grown(target, against))
                    continue
                shrunk = self._cores.shrink(target, hit, len(hit))
                best = target, tuple(sorted(hit if shrunk is None else shrunk))
                if len(best[1]) == 1:
                    return best, True
        return best, True

    def _grown(self, target: int, truth: Bools) -> tuple[Bools, int]:
        """An assignment that breaks fewer atoms, if one is found quickly."""
        broken, tried = self._breaks(truth), 0
        while left := broken & ~tried:
            atom = left & -left
            tried |= atom
            keep = [i for i in range(len(self._atoms.all)) if not (broken & ~atom) >> i & 1]
            new = self._cores.against(target, keep)
            if new is not None:
                truth, broken = new, self._breaks(new)
        return truth, broken

    def _breaks(self, truth: Bools) -> int:
        """The atoms that an assignment breaks, as a bit set."""
        rows = self._rows
        total = rows.sums(rows.coef * truth[rows.cols])
        wrong = np.unique(self._owner[(total < rows.lower) | (total > rows.upper)]).tolist()
        bits: int = sum(1 << i for i in wrong)
        for meaning in self._atoms.all:
            lazy = chain(meaning.lazy, *(one.lazy for one in meaning.meant))
            if any(each.own_cuts(truth) for each in lazy):
                bits |= 1 << meaning.id
            units = [
                c[0] for c in meaning.clauses if len(c) == 1 and not self._atoms.rows[meaning.id]
            ]
            if any(truth[abs(literal)] != (literal > 0) for literal in units):
                bits |= 1 << meaning.id
        for meaning in self._atoms.all if self._atoms.counted else ():
            if any(bits >> cell & 1 for cell in meaning.cells):
                bits |= 1 << meaning.id
        return bits & ~self._silent
