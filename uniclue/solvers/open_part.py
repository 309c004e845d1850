"""Sessions about the part of a puzzle that propagation left open."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from uniclue.core.model import Bools, Ints, Model, Value
from uniclue.propagation.reduce import Reduced
from uniclue.solvers.cuts import Cuts


class ReducedSession(ABC):
    """Solutions of one puzzle, asked what propagation left open.

    Args:
        model: The puzzle's model.
        reduced: What is open of it.

    Attributes:
        cuts: Finds what a solution of its rows breaks of its lazy constraints; None if there are
            none.
    """

    def __init__(self, model: Model, reduced: Reduced) -> None:
        self.model, self.reduced = model, reduced
        self.cuts = Cuts.of_open_part(model, reduced)
        self._none = reduced.contradiction
        self._last = np.zeros(0, np.int32)

    @property
    def deduced(self) -> int:
        """Cells that were known before the solver was asked."""
        return self.reduced.known_cells(self.model)

    def _values(self, truth: Bools) -> list[Value]:
        """What stands in the cells of a solution, which becomes the last one."""
        self._last = self.model.true_literals(truth[self.model.cells])
        return self.model.values(self._last.tolist())

    def exclude(self) -> None:
        """Blocks the last solution over the cells that propagation left open."""
        self._demand(-self._last)

    def _demand(self, literals: Ints) -> Ints:
        """Has some of these cell literals hold from now on; returns the open ones."""
        literals = self.reduced.renumbered(literals)
        literals = literals[literals != 0]
        if literals.size:
            self._add(literals)
        else:
            self._none = True
        return literals

    @abstractmethod
    def _add(self, clause: Ints) -> None:
        """Adds a clause over the open variables for good."""
