"""Sessions about puzzles that are told in counts, with a solver that takes them as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from uniclue.core.model import Value
from uniclue.propagation.counts import Counts
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.names import NATIVE_SOLVERS
from uniclue.solvers.sat import Loaded

if TYPE_CHECKING:
    from uniclue.solvers.decide import Session

MOST = Limits(conflicts=1000)
"""So much is tried before another session takes over. On 90 puzzles of 15 kinds 100 conflicts took
1.3 times as long, 300 and 3000 about as long."""


@dataclass(frozen=True, slots=True)
class CountedFormula:
    """The open part of some counts, as a formula.

    Attributes:
        n_vars: Variables are 1..n_vars.
        listed: Its clauses, apart from counts.
        atmosts: At most so many of these literals are true.
    """

    n_vars: int
    listed: list[list[int]]
    atmosts: list[tuple[list[int], int]]
    fallbacks: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.listed) + len(self.atmosts)

    @property
    def sizes(self) -> dict[str, int]:
        """Variables, clauses (native constraints among them) and literals."""
        literals = sum(map(len, self.listed))
        return {"variables": self.n_vars, "clauses": len(self), "literals": literals}

    def clauses(self) -> list[list[int]]:
        """The clauses as lists of literals."""
        return self.listed

    def iter_clauses(self) -> Iterator[list[int]]:
        """The same."""
        return iter(self.listed)


class CountedSession:
    """Solutions of a puzzle that is told in counts, by a solver that takes counts as they are.

    Some contradictions of counts take it for ever, so that after some conflicts another session
    takes over.

    Args:
        formula: What is open.
        cells: How many of its variables, the first ones, are literals of places.
        solution: What stands in the places if these of them are true.
        deduced: How many places are decided.
        instead: Opens the other session.
        cuts: Finds what solutions break of lazy constraints.

    Attributes:
        session: The other session, once it has taken over.
    """

    def __init__(
        self,
        formula: CountedFormula,
        cells: int,
        solution: Callable[[list[int]], list[Value]],
        deduced: int,
        instead: Callable[[], Session],
        cuts: Cuts | None = None,
    ) -> None:
        self._cells, self._solution_of, self._instead = cells, solution, instead
        self._deduced = deduced
        self._loaded = Loaded(formula, NATIVE_SOLVERS[0], cuts=cuts)
        self._last: list[int] = []
        self._solution: list[Value] = []
        self._excluded: list[list[Value]] = []
        self.session: Session | None = None

    @classmethod
    def of(cls, counts: Counts, instead: Callable[[], Session]) -> CountedSession:
        """The session of some counts, narrowed."""
        formula, cuts = CountedFormula(*counts.open_part()), None
        if counts.lazy:
            number = np.zeros(counts.n_vars + 1, np.int32)
            value = counts.value()
            open_ = np.flatnonzero(value == 0)[1:]
            number[open_] = np.arange(1, len(open_) + 1)
            cuts = Cuts(counts, number, value)
        cells = counts.open_cells()

        def solution(true: list[int]) -> list[Value]:
            return counts.values(counts.true | sum([1 << 2 * cells[v - 1] for v in true]))

        return cls(formula, len(cells), solution, counts.decided, instead, cuts)

    @property
    def solver(self) -> str:
        """The name of the solver that answers."""
        return self._loaded.name if self.session is None else self.session.solver

    @property
    def loaded(self) -> Loaded | None:
        """That solver, if it is held here."""
        return self._loaded if self.session is None else getattr(self.session, "loaded", None)

    @property
    def sizes(self) -> dict[str, int]:
        """Size of the formula."""
        return self._loaded.sizes if self.session is None else self.session.sizes

    @property
    def deduced(self) -> int:
        """The number of cells decided before a solver was called."""
        return self._deduced if self.session is None else self.session.deduced

    def next(self, clock: Clock) -> list[Value] | None:
        """What stands in the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        if self.session is None:
            has_model = self._loaded.attempt((), clock, MOST)
            if has_model is not None:
                return self._values() if has_model else None
            clock.check()
            self._loaded.close()
            self.session = self._instead()
        while (values := self.session.next(clock)) in self._excluded:
            self.session.exclude()
        return values

    def _values(self) -> list[Value]:
        """What stands in the cells in the solver's solution."""
        literals = self._loaded.assignment()[: self._cells]
        missing = range(-len(literals) - 1, -self._cells - 1, -1)  # those that are in no clause
        self._last = [*literals, *missing]
        self._solution = self._solution_of([v for v in literals if v > 0])
        return self._solution

    def exclude(self) -> None:
        """Leaves the solution just found out of the search from now on."""
        if self.session is None:
            self._excluded.append(self._solution)
            self._loaded.add_clause([-literal for literal in self._last])
        else:
            self.session.exclude()

    def close(self) -> None:
        """Frees the solver."""
        (self._loaded if self.session is None else self.session).close()
