"""Sessions about puzzles that are told in counts, with a solver that takes them as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import numpy as np

from uniclue.core.model import Value
from uniclue.propagation.counts import Counts
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.names import NATIVE_SOLVERS
from uniclue.solvers.sat import Loaded

MOST = Limits(conflicts=1000)
"""So much is tried before another session takes over. On 90 puzzles of 15 kinds 100 conflicts took
1.3 times as long, 300 and 3000 about as long."""


class CountedFormula(msgspec.Struct, frozen=True):
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

    Args:
        formula: What is open.
        cells: How many of its variables, the first ones, are literals of places.
        solution: What stands in the places if these of them are true.
        deduced: How many places are decided.
        cuts: Finds what solutions break of lazy constraints.
    """

    def __init__(
        self,
        formula: CountedFormula,
        cells: int,
        solution: Callable[[list[int]], list[Value]],
        deduced: int,
        cuts: Cuts | None = None,
    ) -> None:
        self._cells, self._solution_of = cells, solution
        self.deduced = deduced
        self.loaded = Loaded(formula, NATIVE_SOLVERS[0], cuts=cuts)
        self._last: list[int] = []

    @classmethod
    def of(cls, counts: Counts) -> CountedSession:
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

        return cls(formula, len(cells), solution, counts.decided(cells), cuts)

    @property
    def solver(self) -> str:
        """The solver's name."""
        return self.loaded.name

    @property
    def sizes(self) -> dict[str, int]:
        """Size of the formula."""
        return self.loaded.sizes

    def next(self, clock: Clock) -> list[Value] | None:
        """What stands in the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        clock.check()
        if not self.loaded.solve((), clock):
            return None
        literals = self.loaded.assignment()[: self._cells]
        missing = range(-len(literals) - 1, -self._cells - 1, -1)  # those that are in no clause
        self._last = [*literals, *missing]
        return self._solution_of([v for v in literals if v > 0])

    def exclude(self) -> None:
        """Leaves the solution just found out of the search from now on."""
        self.loaded.add_clause([-literal for literal in self._last])

    def close(self) -> None:
        """Frees the solver."""
        self.loaded.close()
