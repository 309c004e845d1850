"""Sessions about the part of a puzzle that propagation left open."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from uniclue.core.model import Bools, Ints, Model, Value
from uniclue.propagation.reduce import Reduced
from uniclue.solvers.cuts import Cuts


class ReducedSession(ABC):
    """Solutions of one puzzle, by a solver that holds the part that propagation left open.

    Args:
        model: The puzzle's model.
        reduced: The open part.

    Attributes:
        cuts: Separates solutions of the rows that break a lazy constraint; None if the model has no
            lazy constraints.
        last: The cell literals of the last solution.
    """

    def __init__(self, model: Model, reduced: Reduced) -> None:
        self.model, self.reduced = model, reduced
        self.cuts = Cuts.of_open_part(model, reduced)
        self._none = reduced.contradiction
        self.last = np.zeros(0, np.int32)

    @property
    def deduced(self) -> int:
        """The number of cells decided before the solver was called."""
        return self.reduced.known_cells(self.model)

    def _values(self, truth: Bools) -> list[Value]:
        """The cell values of a solution, which becomes the last one."""
        self.last = self.model.true_literals(truth[self.model.cells])
        return self.model.values(self.last.tolist())

    def exclude(self) -> None:
        """Blocks the last solution over the cells that propagation left open."""
        self.block(self.last)

    def block(self, solution: Ints) -> None:
        """The same for any solution, given as its cell literals."""
        self._demand(-solution)

    def _demand(self, literals: Ints) -> Ints:
        """Demands that at least one of these cell literals holds; returns the open ones."""
        literals = self.reduced.renumbered(literals)
        literals = literals[literals != 0]
        if literals.size:
            self._add(literals)
        else:
            self._none = True
        return literals

    @abstractmethod
    def _add(self, clause: Ints) -> None:
        """Adds a permanent clause over the open variables."""
