"""Compares all forms, cardinality encodings and forms of lazy constraints of one puzzle.

Each formula is loaded as a whole into its own solver, without the usual propagation beforehand, so
that only the encodings differ.
"""

from __future__ import annotations

from itertools import islice
from typing import Literal

import msgspec
from msgspec.structs import replace

from uniclue.core.lazy import static
from uniclue.core.model import Model
from uniclue.core.puzzle import Puzzle
from uniclue.core.words import aligned
from uniclue.encoders.cardinality import CARDINALITY
from uniclue.encoders.cnf import Cnf, encode
from uniclue.propagation.simplify import decided_share
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.judging import DisagreementError
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.method import Method
from uniclue.solvers.names import NATIVE_SOLVERS
from uniclue.solvers.open_formula import OpenFormula
from uniclue.solvers.projection import Projection
from uniclue.solvers.sat import IncrementalSolver
from uniclue.solvers.stages import Stage, solutions
from uniclue.solvers.state import Found, State, about
from uniclue.solvers.verdict import Answer, Status

BY_CUTS = "cuts"
"""Lazy constraints stay lazy."""
COUNTED = 100
"""Solutions are counted up to this many, to check that all encodings have the same."""


class Encoding(msgspec.Struct, frozen=True, kw_only=True):
    """One encoding of a puzzle, and a solver's work on it.

    Attributes:
        form: The form of the kind's model; empty if there is only one.
        cardinality: The encoding of counting rows as clauses.
        law: How lazy constraints were encoded: by ``cuts``, or in a form as rows; absent if there
            are none.
        fallbacks: Encodings used where that one cannot express a bound.
        variables: Number of variables of the formula.
        clauses: Number of its clauses, including native constraints.
        literals: Number of literals in its clauses.
        propagated: Share of the cells that unit propagation decides, 0 to 1; 1 if it refutes the
            formula.
        solver: The solver.
        status: Its verdict on the puzzle.
        conflicts: Conflicts until the verdict.
        seconds: Wall-clock seconds until the verdict, including building and loading the formula.
        count: Number of solutions, up to the limit.
        complete: Whether these are all solutions.
        reason: The limit that stopped the work, if any.
    """

    form: str
    cardinality: str
    law: str | msgspec.UnsetType = msgspec.UNSET
    fallbacks: tuple[str, ...]
    variables: int
    clauses: int
    literals: int
    propagated: float
    solver: str
    status: Status
    conflicts: int | None
    seconds: float
    count: int
    complete: bool
    reason: str | None = None


class Encodings(Answer, frozen=True, kw_only=True, tag="encodings"):
    """The encodings of a puzzle, compared.

    Attributes:
        encodings: One for each form, cardinality encoding and form of lazy constraints.
        counted: The limit up to which solutions were counted.
        parity: ``same`` if all encodings have the same number of solutions, ``unknown`` if a limit
            stopped some count.
        reason: That limit, if the parity is ``unknown``.
    """

    encodings: tuple[Encoding, ...]
    counted: int
    parity: Literal["same", "unknown"]
    reason: str | None = None


class _Whole(Stage):
    """One formula as a whole in its own solver, without propagation beforehand.

    Args:
        form: The form of the kind's model.
        law: How lazy constraints are encoded.
    """

    name = "cdcl"
    is_last = True
    model: Model
    cnf: Cnf | None = None

    def __init__(self, form: str, law: str) -> None:
        self._form, self._law = form, law

    def suits(self, state: State) -> bool:
        return True

    def solutions(self, state: State) -> Found:
        model, how = state.puzzle.model(self._form or None), state.method
        self.model = model = model if self._law == BY_CUTS else static(model, self._law or None)
        self.cnf = encode(model, how.cardinality, rows_alone=True)
        cuts = Cuts(model) if model.lazy else None
        loaded = IncrementalSolver(self.cnf, how.solver_name(), cuts=cuts)
        yield from state.ask(OpenFormula(loaded, Projection.of_model(model)))


def compare(puzzle: Puzzle, limit: int | None = None, how: Method | None = None) -> Encodings:
    """Tries every form and cardinality encoding of a puzzle.

    Args:
        puzzle: The puzzle.
        limit: The most solutions to count; None for ``COUNTED``.
        how: The solver (for ``native`` another one if necessary) and the limits. The time limit is
            for all encodings together: each gets an equal share of the remaining time.

    Raises:
        DisagreementError: Encodings differ in their solutions.
        LimitReachedError: Not even the model could be made within the limits.
    """
    how, limit = how or Method(), limit or COUNTED
    clock = Clock(Limits(how.limits.seconds))
    todo = [
        (form, name, law)
        for form in puzzle.forms or ("",)
        for law in _laws(puzzle.model(form or None))
        for name in CARDINALITY
    ]
    encodings = []
    for i, (form, name, law) in enumerate(todo):
        left = clock.seconds_left()
        share = None if left is None else max(left / (len(todo) - i), 1e-3)
        fits = name != "native" or how.solver in NATIVE_SOLVERS
        limits = replace(how.limits, seconds=share)
        method = Method("cnf", how.solver if fits else None, name, limits)
        encodings.append(_tried(puzzle, form, law, method, limit))
    reason = next((e.reason for e in encodings if e.reason), None)
    _refuse_differences(encodings)
    return Encodings(
        **about(puzzle),
        encoder="cnf",
        solver=", ".join(dict.fromkeys(e.solver for e in encodings)),
        seconds=round(clock.elapsed(), 6),
        encodings=tuple(encodings),
        counted=limit,
        parity="same" if reason is None else "unknown",
        reason=reason,
    )


def _laws(model: Model) -> tuple[str, ...]:
    """The ways to ask for a model's lazy constraints; one empty name if there are none."""
    if not model.lazy:
        return ("",)
    return (BY_CUTS, *dict.fromkeys(form for lazy in model.lazy for form in lazy.FORMS))


def _tried(puzzle: Puzzle, form: str, law: str, how: Method, limit: int) -> Encoding:
    stage, state = _Whole(form, law), State(puzzle, how, limit + 1)
    found = solutions(state, [stage])
    count = sum(1 for _ in islice(found, 2))
    cnf = stage.cnf
    if cnf is None:
        raise LimitReachedError(state.reason)
    work, status = state.work(), state.status()
    count += sum(1 for _ in found)
    return Encoding(
        form=form,
        cardinality=how.cardinality,
        law=law or msgspec.UNSET,
        fallbacks=cnf.fallbacks,
        **cnf.sizes,
        propagated=round(decided_share(cnf, stage.model), 4),
        solver=work.solver,
        status=status,
        conflicts=work.conflicts,
        seconds=work.seconds["total"],
        count=min(count, limit),
        complete=state.complete,
        reason=state.reason,
    )


def _refuse_differences(encodings: list[Encoding]) -> None:
    """Raises DisagreementError if two encodings cannot have the same number of solutions."""
    done = [e for e in encodings if e.reason is None]
    for other in done[1:]:
        one = done[0]
        if (one.count, one.complete) != (other.count, other.complete):
            raise DisagreementError(
                f"the encodings disagree: {_name(one)} has {_number(one)} solutions, "
                f"{_name(other)} has {_number(other)}; please report this"
            )


def _name(encoding: Encoding) -> str:
    return " ".join(filter(None, (encoding.form, encoding.law or "", encoding.cardinality)))


def _number(encoding: Encoding) -> str:
    return f"{'' if encoding.complete else 'at least '}{encoding.count}"


def table(answer: Encodings) -> str:
    """The encodings as a table for people."""
    head = ["cardinality", "variables", "clauses", "literals", "propagated"]
    head += ["verdict", "conflicts", "seconds", "solutions"]
    forms, laws = any(e.form for e in answer.encodings), any(e.law for e in answer.encodings)
    rows = [["form"] * forms + ["law"] * laws + head]
    rows += [[e.form] * forms + [e.law or ""] * laws + _row(e) for e in answer.encodings]
    taken = {name for e in answer.encodings for name in e.fallbacks}
    notes = [f"* {' and '.join(sorted(taken))} for rows that it cannot write"] if taken else []
    same = "the same solutions" if answer.parity == "same" else f"not all told: {answer.reason}"
    lines = [aligned(rows, 1 + forms + laws), "", *notes]
    return "\n".join([*lines, f"{same}; {answer.solver}; {answer.seconds:.3f} s"])


def _row(encoding: Encoding) -> list[str]:
    return [
        encoding.cardinality + "*" * bool(encoding.fallbacks),
        f"{encoding.variables:,}",
        f"{encoding.clauses:,}",
        f"{encoding.literals:,}",
        f"{encoding.propagated:.0%}",
        encoding.status,
        "-" if encoding.conflicts is None else f"{encoding.conflicts:,}",
        f"{encoding.seconds:.3f}",
        f"{'' if encoding.complete else '≥'}{encoding.count}",
    ]
