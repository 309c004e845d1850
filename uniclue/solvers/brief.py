"""One session as long as it is quick, then another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from uniclue.core.model import Value
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

if TYPE_CHECKING:
    from uniclue.solvers.decide import Session
    from uniclue.solvers.sat import Loaded


class BriefSession:
    """Solutions of a puzzle: by a session that is often quick, and if it is not, by another.

    Solvers that take counts as they are are loaded in a fraction of the time, but some
    contradictions of counts take them for ever.

    Args:
        first: The session that begins.
        most: What it takes for one solution at most.
        instead: Opens the session that goes on.
    """

    def __init__(self, first: Session, most: Limits, instead: Callable[[], Session]) -> None:
        self._session, self._most = first, most
        self._instead: Callable[[], Session] | None = instead
        self._last: list[Value] | None = None
        self._excluded: list[list[Value] | None] = []

    @property
    def solver(self) -> str:
        """The name of the solver that answers."""
        return self._session.solver

    @property
    def loaded(self) -> Loaded | None:
        """That solver, if its session holds it."""
        return getattr(self._session, "loaded", None)

    @property
    def sizes(self) -> dict[str, int]:
        """Size of its formula."""
        return self._session.sizes

    @property
    def deduced(self) -> int:
        """The number of cells decided before it was called."""
        return self._session.deduced

    def next(self, clock: Clock) -> list[Value] | None:
        """What stands in the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        if self._instead is not None:
            own = clock.part(self._most)
            try:
                self._last = self._session.next(own)
                return self._last
            except LimitReachedError:
                pass
            finally:
                clock.count(own)
            clock.check()
            self._session.close()
            self._session, self._instead = self._instead(), None
        while (values := self._session.next(clock)) in self._excluded:
            self._session.exclude()
        return values

    def exclude(self) -> None:
        """Leaves the solution just found out of the search from now on."""
        if self._instead is not None:
            self._excluded.append(self._last)
        self._session.exclude()

    def close(self) -> None:
        """Frees the solver."""
        self._session.close()
