"""Proofs that a formula has no model: one run of a solver of its own on the whole formula.

Never a session, whose assumptions and retired clauses have no place in a proof, and never a reduced
formula, which is not what the proof is to be about (docs/certificates.md).
"""

from __future__ import annotations

import mmap
import os
import tempfile
from array import array
from bisect import bisect
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import IO, Any

import pysolvers
from pysat.solvers import Solver

from uniclue.core.lazy import Cut
from uniclue.core.model import Model
from uniclue.encoders.cnf import Cnf
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.sat import IncrementalSolver

PROOF_SOLVER = "cadical195"
"""The one of PySAT's proof-writing solvers whose proofs always end in the empty clause."""
SLICE = 2000
"""Conflicts between looks at the clock. Always the same, so that the same formula has the same
proof."""
MAX_BYTES = 2**28
"""The most bytes of a proof as DRAT."""
MAX_LRAT = 2**30
"""Bytes of a proof with hints, as it is kept and as the solver writes it."""
WITH_HINTS = {"lrat": 1, "binary": 0}
"""CaDiCaL options: the proof is LRAT, as text."""


class FoundModelError(Exception):
    """The formula has a model, so there is no proof."""


def refuting_cuts(cnf: Cnf, model: Model, clock: Clock) -> list[Cut]:
    """Cuts of a model's lazy constraints with which its formula has no model.

    They come from a run of its own on the whole formula, always in the same steps.

    Args:
        cnf: The model as clauses, but for its lazy constraints.
        model: The model.
        clock: Watches the limits.

    Raises:
        FoundModelError: The formula has a model that keeps the lazy constraints.
        LimitReachedError: A limit of the clock stopped the run.
    """
    cuts = Cuts(model)
    with closing(IncrementalSolver(cnf, PROOF_SOLVER, repeatable=True, cuts=cuts)) as loaded:
        if loaded.solve((), clock):
            raise _found_model()
    return cuts.found


def _found_model() -> FoundModelError:
    return FoundModelError(f"{PROOF_SOLVER} finds a model of the formula")


def refutation(cnf: Cnf, clock: Clock) -> bytes:
    """A proof with hints (LRAT) that a formula has no model; its last lemma is the empty clause.

    It has only those learnt lemmas that the empty clause depends on; each is deleted once it is no
    longer needed.

    Raises:
        FoundModelError: It has one.
        LimitReachedError: A limit of the clock, or of bytes, stopped the run.
        RuntimeError: The solver did not finish the proof.
    """
    if not cnf.lengths.all():  # the formula holds the empty clause itself
        return b"%d 0 %d 0\n" % (len(cnf) + 1, cnf.lengths.argmin() + 1)
    with closing(_Prover(cnf, PROOF_SOLVER)) as prover:
        if prover.solve((), clock):
            raise _found_model()
        return _trimmed(prover.trace(), len(cnf))


def _too_long(most: int) -> LimitReachedError:
    return LimitReachedError(f"limit of {most // 2**20} MB for a proof reached")


class _Prover(IncrementalSolver):
    """A solver that writes down what it learns."""

    def _new_solver(self, clauses: Iterable[list[int]]) -> Any:
        solver = Solver(name=self.name)
        solver.configure(WITH_HINTS)  # to be set before tracing starts
        inner = solver.solver
        inner.prfile = tempfile.TemporaryFile()  # noqa: SIM115  closed with the solver
        inner.prfp = pysolvers.cadical195_tracepr(inner.cadical, inner.prfile)
        solver.append_formula(clauses, no_return=True)
        return solver

    def _solve_in_slices(self, assumptions: Sequence[int], clock: Clock) -> bool:
        while True:
            spare = clock.conflicts_left()
            self._solver.conf_budget(SLICE if spare is None else min(SLICE, spare))
            found = self._solver.solve_limited(assumptions=assumptions)
            self._count_conflicts(clock)
            if found is not None:
                return bool(found)
            clock.check()
            if os.fstat(self._solver.solver.prfile.fileno()).st_size > MAX_LRAT:
                raise _too_long(MAX_LRAT)

    def trace(self) -> IO[bytes]:
        """What the solver wrote; of the clauses it was given, its numbers skip those it derived."""
        inner = self._solver.solver
        pysolvers.flushpr(inner.prfp)
        file: IO[bytes] = inner.prfile
        return file


def _trimmed(trace: IO[bytes], n_clauses: int) -> bytes:
    """A proof without the lemmas that its empty clause does not rest on.

    Args:
        trace: LRAT, in which the clauses of the formula have the numbers that no lemma has.
        n_clauses: Clauses of the formula; they are numbered from 1 now, and the lemmas from there.
    """
    numbers, starts = _lemmas(trace)
    place = {number: i for i, number in enumerate(numbers)}
    with mmap.mmap(trace.fileno(), 0, access=mmap.ACCESS_READ) as text:
        # By lemma that is needed: those that no later one needs.
        last_used: dict[int, list[int]] = {len(numbers) - 1: []}
        for i in reversed(range(len(numbers))):
            if i in last_used:
                for hint in _words(text, starts[i])[1].split():
                    used = place.get(int(hint))
                    if used is not None and used not in last_used:
                        last_used[used] = []
                        last_used[i].append(used)
        renumbered: dict[int, int] = {}
        out = bytearray()
        for number, i in enumerate(sorted(last_used), n_clauses + 1):
            renumbered[i] = number
            literals, hints = _words(text, starts[i])
            out += b"%d %s0" % (number, literals)
            for clause in map(int, hints.split()):
                its = place.get(clause)
                new = clause - bisect(numbers, clause) if its is None else renumbered[its]
                out += b" %d" % new
            out += b" 0\n"
            if last_used[i] and literals:
                gone = " ".join(str(renumbered[j]) for j in sorted(last_used[i]))
                out += b"%d d %s 0\n" % (number, gone.encode())
            if len(out) > MAX_BYTES:
                raise _too_long(MAX_BYTES)
    return bytes(out)


def _lemmas(trace: IO[bytes]) -> tuple[array[int], array[int]]:
    """The numbers of the lemmas up to the empty clause, and where their lines begin."""
    numbers, starts = array("q"), array("q")
    at = 0
    trace.seek(0)
    for line in trace:
        number, word, _ = line.split(b" ", 2)
        if word != b"d":
            numbers.append(int(number))
            starts.append(at)
        if word == b"0":
            return numbers, starts
        at += len(line)
    raise RuntimeError(f"{PROOF_SOLVER} wrote a proof without its end; please report this")


def _words(text: mmap.mmap, start: int) -> tuple[bytes, bytes]:
    """The literals of a lemma, a blank after each, and its hints."""
    line = text[start : text.find(b"\n", start)]
    lemma, _, hints = line.partition(b" 0 ")
    literals = lemma.partition(b" ")[2]
    return literals + b" " * bool(literals), hints.removesuffix(b"0")
