"""The state of one puzzle being decided: what is known, what was found, and what that took."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import UNSET

from uniclue.core import lazy
from uniclue.core.model import Bools, Model, Value, View
from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError
from uniclue.propagation import simplify
from uniclue.solvers import names, verdict
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.verdict import Tried

if TYPE_CHECKING:
    from uniclue.propagation.simplify import Simplified
    from uniclue.solvers.method import Method
    from uniclue.solvers.open_formula import OpenFormula


Found = Generator[list[Value], None, None]
"""The values of the cells, solution by solution."""


class OpenError(Exception):
    """A stage leaves something to the next one."""


class PassedError(OpenError):
    """A stage does not apply to a puzzle."""


class Session(Protocol):
    """A solver that finds the solutions of one puzzle, one after the other.

    Attributes:
        solver: The solver's name.
        sizes: Size of what was given to it.
        fallbacks: Encodings used where the chosen one cannot express a bound.
        deduced: Cells that were known before it ran.
        tells_conflicts: Whether it reports its number of conflicts.
    """

    @property
    def solver(self) -> str: ...
    @property
    def sizes(self) -> dict[str, int]: ...
    @property
    def fallbacks(self) -> tuple[str, ...]: ...
    @property
    def deduced(self) -> int: ...
    @property
    def tells_conflicts(self) -> bool: ...

    def next(self, clock: Clock) -> list[Value] | None:
        """The values of the cells in another solution; None if there is none."""

    def exclude(self) -> None:
        """Leaves the solution just found out of the search from now on."""

    def close(self) -> None:
        """Frees what is held."""


class State:
    """One puzzle being decided.

    Args:
        puzzle: The puzzle.
        method: How to answer; not ``both``.
        wanted: How many solutions are wanted at most; None: all.

    Attributes:
        puzzle: As above.
        method: As above.
        wanted: As above.
        clock: Enforces the limits.
        can: Shape (places, values). Which values each cell can hold, as far as stages found out;
            None: no stage has.
        found: The solutions, as values of the cells, of stages that may leave the rest to others.
        number: How many solutions were found in all.
        complete: Whether these are all.
        reason: The limit that stopped the work, if one did.
        took_counts: Whether a solver with native cardinality constraints has already run.
        tried: The stages that were tried.
        resting: A solver whose turn ended without an answer; it can go on.
        verified: Whether a checker confirmed that there is no other solution; None: none ran.
    """

    def __init__(self, puzzle: Puzzle, method: Method, wanted: int | None = None) -> None:
        if method.encoder == "both":
            raise ChoiceError("expected the encoder to be cnf or ilp; both is for unique only")
        self.puzzle, self.method, self.wanted = puzzle, method, wanted
        self.clock = Clock(method.limits)
        self.can: Bools | None = None
        self.found: dict[tuple[Value, ...], None] = {}
        self.number = 0
        self.complete = False
        self.reason: str | None = None
        self.took_counts = False
        self.tried: list[Tried] = []
        self.resting: OpenFormula | None = None
        self.verified: bool | None = None
        self._solver, self._deduced = method.solver_name(), 0
        self._sizes: dict[str, int] = {}
        self._fallbacks: tuple[str, ...] = ()
        self._tells_conflicts = False
        self._encoded: float | None = None

    # -- what stages take ------------------------------------------------------------------------

    @cached_property
    def model(self) -> Model:
        """The rows for clauses."""
        return self.rows(View.CNF)

    def rows(self, view: View) -> Model:
        """The puzzle's model, with lazy constraints written as rows if the method wants that.

        Raises:
            PuzzleError: The puzzle has no lazy constraint with such a form.
        """
        model = self.puzzle.model(self.puzzle.forms.decided_in)
        if self.method.law is None:
            return model

        try:
            return lazy.static(model, self.method.law, view)
        except ValueError as error:
            raise PuzzleError("$.kind", str(error)) from error

    @cached_property
    def reduced(self) -> Simplified:
        """What propagation leaves open of the rows, given which values each cell can hold."""
        can = self.puzzle.candidates() if self.can is None else self.can
        model = self.model
        return simplify.reduce(model, model.literals_of(can), to_the_end=bool(model.lazy))

    # -- what stages report ----------------------------------------------------------------------

    def note_propagated(self, *, complete: bool = True) -> None:
        """Notes that propagation alone found the solutions, and whether they are all."""
        self.complete = complete
        self._solver, self._sizes, self._fallbacks = names.PROPAGATION, {}, ()
        self._deduced, self._tells_conflicts = len(self.puzzle.places), False
        self._note_encoded()

    def is_new(self, values: list[Value], *, keep: bool) -> bool:
        """Whether a solution was not found before; ``keep`` remembers it for later stages."""
        if not keep and not self.found:
            return True
        known = tuple(values)
        if known in self.found:
            return False
        if keep:
            self.found[known] = None
        return True

    def ask(self, session: Session) -> Found:
        """The solutions of a solver; its name, sizes and work are recorded.

        Args:
            session: The solver; it is closed in the end.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        with closing(session):
            yield from self._solutions(session, None)

    def ask_briefly(self, session: OpenFormula, most: Limits) -> Found:
        """As :meth:`ask`, with limits for each solution; where they end it, the solver rests.

        Raises:
            OpenError: A solution took more than ``most``.
            LimitReachedError: A limit stopped the search.
        """
        try:
            yield from self._solutions(session, most)
        except OpenError:
            self.resting = session
            raise
        finally:
            if self.resting is not session:
                session.close()

    def _solutions(self, session: Session, most: Limits | None) -> Found:
        self._note_encoded()
        try:
            while (values := self._next(session, most)) is not None:
                self._note_solver(session)
                yield values
                session.exclude()
        finally:
            self._note_solver(session)

    def close(self) -> None:
        """Frees a solver that rests."""
        if self.resting is not None:
            self.resting.close()
            self.resting = None

    def _note_solver(self, session: Session) -> None:
        self._solver, self._sizes, self._deduced = session.solver, session.sizes, session.deduced
        self._fallbacks, self._tells_conflicts = session.fallbacks, session.tells_conflicts

    def _next(self, session: Session, most: Limits | None) -> list[Value] | None:
        clock = self.clock
        if most is None:
            return session.next(clock)
        own = clock.part(most)
        try:
            return session.next(own)
        except LimitReachedError:
            pass
        finally:
            clock.count(own)
        clock.check()
        raise OpenError

    def _note_encoded(self) -> None:
        if self._encoded is None:
            self._encoded = self.clock.elapsed()

    # -- what an answer takes --------------------------------------------------------------------

    @property
    def solver(self) -> str:
        """The name of what found the last solution, or that there are no more."""
        return self._solver

    def status(self, number: int | None = None) -> verdict.Status:
        """The status of a puzzle with this many solutions found; None: those found so far."""
        number = self.number if number is None else number
        if number > 1:
            return "several"
        if not self.complete:
            return "unknown"
        return "unique" if number else "none"

    def work(self) -> verdict.Work:
        """How the answer was found."""
        total, method = self.clock.elapsed(), self.method
        encoded = total if self._encoded is None else self._encoded
        return verdict.Work(
            encoder=method.encoder,
            solver=self._solver,
            cardinality=method.cardinality if method.encoder == "cnf" else None,
            fallbacks=self._fallbacks,
            sizes=self._sizes,
            deduced=self._deduced,
            calls=self.clock.calls,
            conflicts=self.clock.conflicts if self._tells_conflicts else None,
            seconds={
                "encode": round(encoded, 6),
                "solve": round(total - encoded, 6),
                "total": round(total, 6),
            },
            stages=tuple(self.tried),
        )

    def members(self) -> dict[str, Any]:
        """The members that the answers to all questions share; call it when the search is over."""
        verified = UNSET if self.verified is None else self.verified
        work = verdict.worked(self.work())
        return about(self.puzzle) | {"reason": self.reason, "verified": verified} | work


def about(puzzle: Puzzle) -> dict[str, Any]:
    """The members of an answer that identify its puzzle."""
    return {"kind": puzzle.kind(), "id": puzzle.extra.get("id")}
