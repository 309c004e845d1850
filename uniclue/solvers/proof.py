"""Proofs that a formula has no model: one run of a solver of its own on the whole formula.

Never a session, whose assumptions and retired clauses have no place in a proof, and never a reduced
formula, which is not what the proof is to be about (docs/certificates.md).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any

from pysat.solvers import Solver

from uniclue.core.lazy import Cut
from uniclue.core.model import Model
from uniclue.encoders.cnf import Cnf
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.sat import Loaded

PROOF_SOLVER = "cadical195"
"""Of PySAT's solvers that write proofs the one whose proofs always end in the empty clause."""
SLICE = 2000
"""Conflicts between looks at the clock. Always the same, so that the same formula has the same
proof."""
MAX_BYTES = 2**28
"""Bytes of a proof, as text and as the solver writes it. A longer one is given up."""


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
    with closing(Loaded(cnf, PROOF_SOLVER, repeatable=True, cuts=cuts)) as loaded:
        if loaded.solve((), clock):
            raise _found_model()
    return cuts.found


def _found_model() -> FoundModelError:
    return FoundModelError(f"{PROOF_SOLVER} finds a model of the formula")


def refutation(cnf: Cnf, clock: Clock) -> bytes:
    """A DRAT proof, as text, that a formula has no model; its last line is the empty clause.

    Raises:
        FoundModelError: It has one.
        LimitReachedError: A limit of the clock, or ``MAX_BYTES``, stopped the run.
        RuntimeError: The solver did not finish the proof.
    """
    if not cnf.lengths.all():
        return b"0\n"  # the formula holds the empty clause itself
    with closing(_Prover(cnf, PROOF_SOLVER)) as prover:
        if prover.solve((), clock):
            raise _found_model()
        steps = prover.steps()
    if "0" not in steps:
        raise RuntimeError(f"{PROOF_SOLVER} wrote a proof without its end; please report this")
    text = "\n".join(steps[: steps.index("0") + 1]).encode() + b"\n"
    if len(text) > MAX_BYTES:
        raise _too_long()
    return text


def _too_long() -> LimitReachedError:
    return LimitReachedError(f"limit of {MAX_BYTES // 2**20} MB for a proof reached")


class _Prover(Loaded):
    """A solver that writes down what it learns."""

    def _new_solver(self, clauses: Iterable[list[int]]) -> Any:
        solver = Solver(name=self.name, with_proof=True)
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
            if os.fstat(self._solver.solver.prfile.fileno()).st_size > MAX_BYTES:
                raise _too_long()

    def steps(self) -> list[str]:
        """The lines of the proof."""
        lines: list[str] = self._solver.get_proof()
        return lines
