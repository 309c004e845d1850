"""Which variables of a formula say what stands in the cells, and what an assignment says there.

Solutions are counted by their cells alone: an assignment is projected on the variables of cells,
and a solution is left out by a clause over them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from uniclue.core.arrays import np
from uniclue.core.model import Bools, Ints, Model, Value

if TYPE_CHECKING:
    from uniclue.propagation.simplify import Simplified


class Projected(Protocol):
    """What an open formula needs of a projection; truth is an array, or a list where that does."""

    @property
    def is_of_cells(self) -> bool: ...
    def truth(self, assignment: Sequence[int]) -> Any: ...
    def values(self, truth: Any) -> list[Value]: ...
    def truth_of(self, values: Sequence[Value]) -> Any: ...
    def clause_against(self, truth: Any) -> list[int]: ...
    def renumbered(self, literals: Ints) -> list[int]: ...


class Projection:
    """The cell variables of a formula.

    Args:
        domain: The values.
        number: Shape (places,) where a place has one variable, true for the second of two values;
            else (places, values). What the formula calls each; 0: it does not have it.
        known: The same shape. Which values are known to be true; None: no others.
        read: What stands in the cells by their truth values; None: as ``number`` says.
    """

    def __init__(
        self,
        domain: tuple[Value, ...],
        number: Ints,
        known: Bools | None = None,
        read: Callable[[Bools], list[Value]] | None = None,
    ) -> None:
        self._domain, self._number, self._known = domain, number, known
        self._read = read
        self._top = int(number.max(initial=0))

    @property
    def is_of_cells(self) -> bool:
        """Whether each cell has variables of its own, so that values say what these are."""
        return self._read is None

    @classmethod
    def of_model(cls, model: Model) -> Projection:
        """The projection of a whole model."""
        return cls(model.domain, model.cells)

    @classmethod
    def of_open_part(cls, model: Model, reduced: Simplified) -> Projection:
        """The projection of the part of a model that propagation left open."""
        return cls(model.domain, reduced.number[model.cells], reduced.value[model.cells] > 0)

    def truth(self, assignment: Sequence[int]) -> Bools:
        """Truth of the cell variables.

        Args:
            assignment: A literal for each variable, in their order; those it has no more are false.
        """
        truth: Bools = true_variables(assignment, self._top)[self._number]
        return truth if self._known is None else truth | self._known

    def values(self, truth: Bools) -> list[Value]:
        """What stands in the cells."""
        return values_of(self._domain, truth) if self._read is None else self._read(truth)

    def truth_of(self, values: Sequence[Value]) -> Bools:
        """Truth of the cell variables where these values stand in the cells."""
        at = {value: i for i, value in enumerate(self._domain)}
        index = np.array([at[value] for value in values], np.intp)
        if self._number.ndim == 1:
            truth: Bools = index == 1
            return truth
        return np.eye(len(self._domain), dtype=np.bool_)[index]

    def literals(self, truth: Bools) -> Ints:
        """The literals that say what stands in each cell, 0 where the formula has none."""
        if self._number.ndim == 1:
            return np.where(truth, self._number, -self._number)
        return self._number[truth]

    def clause_against(self, truth: Bools) -> list[int]:
        """The clause that leaves a solution out; empty if no cell is open."""
        literals = self.literals(truth)
        clause: list[int] = (-literals[literals != 0]).tolist()
        return clause

    def renumbered(self, literals: Ints) -> list[int]:
        """Cell literals of the model as the formula calls them, but for those it does not have."""
        renamed = self._number.ravel()[np.abs(literals) - 1] * np.sign(literals)
        open_: list[int] = renamed[renamed != 0].tolist()
        return open_


def true_variables(assignment: Sequence[int], top: int) -> Bools:
    """Which variables are true, by their numbers from 0, which is no variable, to ``top``.

    Args:
        assignment: A literal for each variable, in their order; those it has no more are false.
        top: The last variable of interest.
    """
    literals = np.array(assignment[:top], np.int32)
    true = np.zeros(top + 1, np.bool_)
    np.greater(literals, 0, out=true[1 : len(literals) + 1])
    return true


def values_of(domain: tuple[Value, ...], truth: Bools) -> list[Value]:
    """What stands in cells.

    Args:
        domain: The values.
        truth: Shape (cells,): whether each holds the second of two values; or (cells, values).
    """
    index: list[int] = (truth.argmax(axis=1) if truth.ndim == 2 else truth.astype(np.int8)).tolist()
    return [*index] if domain == (0, 1) else [domain[i] for i in index]
