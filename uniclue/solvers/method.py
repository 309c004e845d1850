"""How a question is answered: the encoder, the solver, and the limits."""

from __future__ import annotations

from typing import Literal, cast

import msgspec
from msgspec.structs import replace

from uniclue.encoders.cardinality import CARDINALITY
from uniclue.solvers import ilp, names, sat
from uniclue.solvers import outside as outside_solvers
from uniclue.solvers.limits import Limits
from uniclue.solvers.names import Encoder


class Method(msgspec.Struct, frozen=True):
    """How to answer; made by :func:`method`, which checks the names.

    Attributes:
        encoder: ``cnf``, ``ilp`` or ``both`` (only for ``unique``).
        solver: A solver's name; None is the encoder's default.
        cardinality: Cardinality encoding of the CNF.
        limits: Limits on the work for one puzzle (with ``both``: for each encoder).
        alone: Never use a solver shared with other puzzles, so that the answer does not depend on
            them.
        prove: Whether an outside program has to prove that there is no (other) solution.
        law: The form in which lazy constraints become rows; None: they are kept by cuts.
    """

    encoder: Encoder = "cnf"
    solver: str | None = None
    cardinality: str = "auto"
    limits: Limits = Limits()
    alone: bool = False
    prove: bool = False
    law: str | None = None

    def parts(self) -> tuple[Method, ...]:
        """The methods it consists of, one per encoder."""
        return (self.of("cnf"), self.of("ilp")) if self.encoder == "both" else (self,)

    def solver_name(self) -> str:
        """The solver it uses; not for ``both``."""
        if self.solver is not None:
            return self.solver
        if self.encoder == "ilp":
            return names.DEFAULT_ILP
        return names.NATIVE_SOLVERS[0] if self.cardinality == "native" else names.DEFAULT_SAT

    def is_free(self) -> bool:
        """Whether every choice is left at its default, and nothing is limited."""
        return self == Method()

    def is_outside(self) -> bool:
        """Whether an outside program decides; not for ``both``."""
        return self.solver is not None and self.solver.startswith(names.OUTSIDE)

    def answerers(self) -> tuple[str, ...]:
        """What an answer may name as its solver; not for ``both``."""
        may_propagate = self.encoder == "cnf" and self.solver is None
        others = (names.PROPAGATION, names.NATIVE_SOLVERS[0])
        return self.solver_name(), *others[: may_propagate + self.may_be_brief()]

    def takes_clauses(self) -> bool:
        """Whether a built-in SAT solver decides in the end; not for ``both``."""
        return self.encoder == "cnf" and not self.is_outside()

    def leaves_solver_open(self) -> bool:
        """Whether the decision may be made without a solver; not for ``both``."""
        return self.encoder == "cnf" and self.solver is None and self.law is None

    def is_plain(self) -> bool:
        """Whether it leaves encodings and solvers at their defaults; not for ``both``."""
        return self.leaves_solver_open() and self.cardinality == "auto"

    def may_be_brief(self) -> bool:
        """Whether stages without rows, or without clauses, may be tried first; not for ``both``.

        Not if conflicts are limited: the limit is on the conflicts of one solver.
        """
        return self.is_plain() and not self.alone and self.limits.conflicts is None

    def of(self, encoder: Literal["cnf", "ilp"]) -> Method:
        """The method ``both`` uses for one of its encoders."""
        fits = self.solver is not None and _encoder_of(self.solver) == encoder
        return replace(self, encoder=encoder, solver=self.solver if fits else None)


def method(
    encoder: str | None = None,
    solver: str | None = None,
    cardinality: str = "auto",
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    prove: bool = False,
    law: str | None = None,
) -> Method:
    """A method, with all names checked except ``law``, which depends on the puzzle.

    Args:
        encoder: ``cnf``, ``ilp`` or ``both``; None is what the solver needs, or ``cnf``.
        solver: A solver's name; None is the encoder's default.
        cardinality: One of ``uniclue.encoders.cardinality.CARDINALITY``.
        limits: Limits on the work.
        prove: Whether an outside program has to prove that there is no (other) solution.
        law: The form in which lazy constraints become rows; None: they are kept by cuts.

    Raises:
        ValueError: A name is unknown, or the choices do not go together.
    """
    if encoder is None:
        encoder = "cnf" if solver is None else _encoder_of(solver)
    if encoder not in ("cnf", "ilp", "both"):
        raise ValueError(f"expected the encoder to be cnf, ilp or both, got {encoder!r}")
    if cardinality not in CARDINALITY:
        encodings = ", ".join(CARDINALITY)
        raise ValueError(f"expected the cardinality encoding to be one of {encodings}")
    if any(bound is not None and not bound > 0 for bound in (limits.seconds, limits.conflicts)):
        raise ValueError("expected a limit greater than 0")
    if encoder == "ilp" and cardinality != "auto":
        raise ValueError("a cardinality encoding is for the cnf encoder")
    if encoder == "ilp" and limits.conflicts is not None:
        raise ValueError("a conflict limit is for SAT solvers; use a time limit")
    if prove and (solver is None or not solver.startswith(names.OUTSIDE)):
        raise ValueError("--prove is for outside programs, --solver cmd:PROGRAM")
    method = Method(cast("Encoder", encoder), solver, cardinality, limits, prove=prove, law=law)
    for part in method.parts():
        _refuse_misfit(part)
    if encoder == "both" and solver not in (None, *(part.solver for part in method.parts())):
        raise ValueError(f"expected a SAT or an ILP solver, got {solver!r}")
    return method


def _refuse_misfit(part: Method) -> None:
    """Raises ValueError for a solver that is not there or does not fit the other choices."""
    name, is_cnf = part.solver, part.encoder == "cnf"
    if name is None:
        return
    is_outside = name.startswith(names.OUTSIDE)
    if is_outside and (needed := _encoder_of(name)) != part.encoder:
        raise ValueError(f"{name} needs the encoder {needed}, got {part.encoder}")
    if is_outside and part.prove:
        outside_solvers.program(name, prove=True)
    if is_cnf and part.limits.conflicts is not None and (is_outside or name in names.NO_BUDGET):
        raise ValueError(f"{name} takes no conflict limit; use a time limit")
    if part.cardinality == "native" and name not in names.NATIVE_SOLVERS:
        raise ValueError(f"native cardinality needs one of {', '.join(names.NATIVE_SOLVERS)}")
    usable = [name] if is_outside else _usable_solvers(part.encoder, name)
    if name not in usable:
        kind = "a SAT" if is_cnf else "an ILP"
        raise ValueError(f"expected {kind} solver ({', '.join(usable)}), got {name!r}")


def _usable_solvers(encoder: Encoder, name: str) -> list[str]:
    """The solvers of this installation; that one alone if it is a SAT solver among them."""
    if encoder == "ilp":
        return ilp.ilp_solvers()

    return [name] if sat.is_usable(name) else sat.sat_solvers()


def _encoder_of(solver: str) -> Literal["cnf", "ilp"]:
    """The encoder that a solver needs.

    Raises:
        ValueError: An outside program is not there, or it is not clear what it reads.
    """
    if solver.startswith(names.OUTSIDE):
        return outside_solvers.program(solver).encoder
    return "ilp" if solver in names.ILP_SOLVERS else "cnf"
