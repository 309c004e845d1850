"""Cuts for a formula: clauses for the lazy constraints of a model that an assignment breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from uniclue.core.lazy import Clause, Cut, LazyConstraint, Truth
from uniclue.core.model import Model
from uniclue.propagation.simplify import Simplified


class HasLazy(Protocol):
    """A model or counts with lazy constraints."""

    @property
    def lazy(self) -> Sequence[LazyConstraint]: ...
    @property
    def n_vars(self) -> int: ...
    @property
    def n_cells(self) -> int: ...


class Cuts:
    """Finds cuts for a formula made from a model.

    Args:
        model: The model, or the counts in its place.
        number: Of n_vars + 1 numbers the formula's variable for each of the model's, 0 for those
            that it does not have; None: the same.
        value: What is known of the model's variables; None: nothing.
        selectors: By id of a clue's group the variable that switches it on. Cuts of a clue's own
            lazy constraint carry it; where it is off the constraint need not be kept.

    Attributes:
        found: All cuts so far, over the model's variables.
        n_cells: How many of these are of cells; they come first.
    """

    def __init__(
        self,
        model: HasLazy,
        number: Sequence[int] | None = None,
        value: Sequence[int] | None = None,
        selectors: Mapping[int, int] | None = None,
    ) -> None:
        self.found: list[Cut] = []
        self._lazy = list(enumerate(model.lazy))
        size = model.n_vars + 1
        self._value: list[int] = [0] * size if value is None else [*value]
        self._known_true = [known > 0 for known in self._value]
        self._name: list[int] = [*range(size)] if number is None else [*number]
        self._open = [variable for variable, name in enumerate(self._name) if name]
        self._selectors, self.n_cells = selectors or {}, model.n_cells
        self._top = max([*self._selectors.values(), *self._name])

    @classmethod
    def of_open_part(cls, model: Model, reduced: Simplified) -> Cuts | None:
        """Cuts for what propagation left open; None if no lazy constraint is open."""
        if not reduced.lazy:
            return None
        cuts = cls(model, reduced.number.tolist(), reduced.value.tolist())
        cuts._lazy = [(i, model.lazy[i]) for i in reduced.lazy]
        return cuts

    def broken_in(self, assignment: Sequence[int]) -> list[Clause]:
        """The cuts that an assignment of the formula breaks, as clauses of the formula.

        Args:
            assignment: Literals; variables that are in none are false.
        """
        true = {literal for literal in assignment if literal > 0}
        truth, name = self._known_true.copy(), self._name
        for variable in self._open:
            truth[variable] = name[variable] in true
        off = {group for group, selector in self._selectors.items() if selector not in true}
        return self.broken_by(truth, off)

    def broken_by(self, truth: Truth, off: frozenset[int] | set[int] = frozenset()) -> list[Clause]:
        """The cuts that an assignment of the model's variables breaks, except for groups off."""
        clauses = []
        for i, constraint in self._lazy:
            owner = constraint.group.id
            if owner not in off:
                selector = self._selectors.get(owner)
                rest = [] if selector is None else [-selector]
                for clause in constraint.cuts(truth, self._value):
                    self.found.append(Cut(i, clause))
                    clauses.append(self._renamed(clause) + rest)
        return clauses

    def of_cells(self, first: int) -> list[Clause]:
        """The cuts from a number on that are over cell variables alone, which all models share."""
        found = (cut.clause for cut in self.found[first:])
        return [cut for cut in found if all(abs(literal) <= self.n_cells for literal in cut)]

    def adopted(self, cuts: Sequence[Clause]) -> list[Clause]:
        """Cuts over cell variables as clauses of the formula, but for those that are known."""
        known = self._value
        return [
            self._renamed(cut)
            for cut in cuts
            if not any(known[abs(x)] == (1 if x > 0 else -1) for x in cut)
        ]

    def _renamed(self, clause: Clause) -> Clause:
        name = self._name
        renamed = (name[literal] if literal > 0 else -name[-literal] for literal in clause)
        return [literal for literal in renamed if literal]
