"""MiniCard, called past PySAT's ``Solver``.

A small puzzle is often asked of MiniCard alone, and ``pysat.solvers`` takes three times as long to
import as the extension module ``pysolvers`` that does the work. The methods are those of PySAT.
"""

from __future__ import annotations

from collections.abc import Sequence

import pysolvers

NO_JUMPS = 0
"""Ctrl-C does not jump out of the middle of a search; Python raises KeyboardInterrupt after it."""


class MiniCard:
    """A live solver with native cardinality constraints."""

    def __init__(self) -> None:
        self.minicard = pysolvers.minicard_new()
        self._found: bool | None = None

    def add_clause(self, clause: Sequence[int]) -> None:
        """Adds a clause."""
        pysolvers.minicard_add_cl(self.minicard, clause)

    def add_atmost(self, literals: Sequence[int], bound: int) -> None:
        """Adds that at most ``bound`` of some literals are true."""
        pysolvers.minicard_add_am(self.minicard, literals, bound)

    def conf_budget(self, conflicts: int) -> None:
        """Bounds the conflicts of the next search."""
        pysolvers.minicard_cbudget(self.minicard, conflicts)

    def solve_limited(self, assumptions: Sequence[int] = ()) -> bool | None:
        """Whether there is a model under assumptions; None if the budget is used up."""
        self._found = pysolvers.minicard_solve_lim(self.minicard, list(assumptions), NO_JUMPS, 0)
        return self._found

    def propagate(self, assumptions: Sequence[int] = ()) -> tuple[bool, list[int]]:
        """Whether unit propagation finds no contradiction, and the literals that it implies."""
        holds, literals = pysolvers.minicard_propagate(
            self.minicard, list(assumptions), 0, NO_JUMPS
        )
        return bool(holds), literals or []

    def set_phases(self, literals: Sequence[int]) -> None:
        """Makes the solver try these values first."""
        pysolvers.minicard_setphases(self.minicard, literals)

    def get_model(self) -> list[int]:
        """The literals of the model that was found."""
        return pysolvers.minicard_model(self.minicard) or []

    def get_core(self) -> list[int] | None:
        """Assumptions that suffice for there being no model, if none was found."""
        return None if self._found is not False else pysolvers.minicard_core(self.minicard)

    def accum_stats(self) -> dict[str, int]:
        """Conflicts, decisions, propagations and restarts so far."""
        stats: dict[str, int] = pysolvers.minicard_acc_stats(self.minicard)
        return stats

    def delete(self) -> None:
        """Frees the solver."""
        if self.minicard is not None:
            pysolvers.minicard_del(self.minicard)
            self.minicard = None

    def __del__(self) -> None:
        self.delete()
