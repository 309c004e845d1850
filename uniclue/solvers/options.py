"""What users choose of how a question is answered: on the command line and in Python alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import msgspec

from uniclue.encoders.cardinality import Cardinality
from uniclue.solvers import limits as solver_limits
from uniclue.solvers import method as methods
from uniclue.solvers.names import Encoder

if TYPE_CHECKING:
    from uniclue.solvers.method import Method


class LimitArguments(TypedDict, total=False):
    """The limits among the members of :class:`SolverOptions`, as keyword arguments."""

    time_limit: float | None
    conflict_limit: int | None


class VerdictArguments(LimitArguments, total=False):
    """These and who answers, for questions that keep lazy constraints by cuts."""

    encoder: Encoder | None
    solver: str | None
    cardinality: Cardinality
    prove: bool


class SolverArguments(VerdictArguments, total=False):
    """All members of :class:`SolverOptions` as keyword arguments, for those who check types."""

    law: str | None


class SolverOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options that say who answers a question, and how much work that may be.

    Attributes:
        encoder: ``cnf``, ``ilp``, or ``both`` (for ``unique``: whose verdicts must agree); None is
            what the solver needs, or ``cnf``.
        solver: A PySAT solver, ``cbc``, ``highs``, or ``cmd:`` and the command of an outside
            program; None is the encoder's default.
        cardinality: How counting rows are written as clauses.
        time_limit: Seconds. In a SAT solver it is looked at every tenth of a second or so.
        conflict_limit: Conflicts of the SAT solver.
        prove: Whether an outside program has to prove that there is no (other) solution.
        law: The form in which lazy constraints become rows; None: they are kept by cuts.
    """

    encoder: Encoder | None = None
    solver: str | None = None
    cardinality: Cardinality = "auto"
    time_limit: float | None = None
    conflict_limit: int | None = None
    prove: bool = False
    law: str | None = None

    def method(self, memory: int | None = None) -> Method:
        """The method that they stand for, with all names checked.

        Args:
            memory: A limit on the memory of the question, in bytes.

        Raises:
            ValueError: A name is unknown, or the choices do not go together.
        """
        limits = solver_limits.Limits(self.time_limit, self.conflict_limit, memory)
        return methods.method(
            self.encoder, self.solver, self.cardinality, limits, self.prove, self.law
        )
