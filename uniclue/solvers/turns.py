"""Two solvers of one puzzle in turns: neither is better on every puzzle, and one may be far worse.

Budgets of conflicts grow from round to round, so that an answer takes a small multiple of the time
that it takes the better of the two, however much that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uniclue.solvers.limits import Clock, LimitReachedError, Limits

if TYPE_CHECKING:
    from uniclue.core.model import Value
    from uniclue.solvers.open_formula import OpenFormula

FIRST, GROWTH = (4000, 8000), 4
"""Conflicts of the first turns, and by what each round multiplies them. A conflict costs CaDiCaL
several times as much as MiniCard. With turns from 1,000 conflicts on 60 puzzles on which MiniCard
had given up took 8 % longer than without turns, with these as long."""


class SolversInTurn:
    """Two live solvers that hold the open part of one puzzle.

    Args:
        first: The one whose turn it is.
        second: The other one, which had a short turn before.
    """

    def __init__(self, first: OpenFormula, second: OpenFormula) -> None:
        self._solvers, self._last = (first, second), first
        self._shared = [0, 0]
        self._share_cuts(1)

    @property
    def solver(self) -> str:
        """The name of the one that answered last."""
        return self._last.solver

    @property
    def sizes(self) -> dict[str, int]:
        """Size of that one's formula."""
        return self._last.sizes

    @property
    def fallbacks(self) -> tuple[str, ...]:
        """Encodings used where the chosen one cannot express a bound."""
        return self._last.fallbacks

    @property
    def deduced(self) -> int:
        """How many cells are decided."""
        return self._last.deduced

    @property
    def tells_conflicts(self) -> bool:
        """Whether both report their number of conflicts."""
        return all(solver.tells_conflicts for solver in self._solvers)

    def next(self, clock: Clock) -> list[Value] | None:
        """The values of the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        growth = 1
        while True:
            for turn, solver in enumerate(self._solvers):
                self._last, own = solver, clock.part(Limits(conflicts=FIRST[turn] * growth))
                try:
                    return solver.next(own)
                except LimitReachedError:
                    pass
                finally:
                    clock.count(own)
                    self._share_cuts(turn)
                clock.check()
            growth *= GROWTH

    def exclude(self) -> None:
        """Leaves the solution just found out of the search of both from now on."""
        values = self._last.projection.values(self._last.truth)
        for solver in self._solvers:
            solver.block(values)

    def _share_cuts(self, giver: int) -> None:
        """Adds the new cuts of one to the other."""
        here, there = self._solvers[giver].loaded, self._solvers[1 - giver].loaded
        if here.cuts is None or there.cuts is None or here.cuts.n_cells != there.cuts.n_cells:
            return
        for clause in there.cuts.adopted(here.cuts.of_cells(self._shared[giver])):
            there.add_clause(clause)
        self._shared[giver] = len(here.cuts.found)

    def close(self) -> None:
        """Frees both."""
        for solver in self._solvers:
            solver.close()
