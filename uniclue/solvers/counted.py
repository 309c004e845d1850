"""The open part of a puzzle as counts, in a solver with native cardinality constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from uniclue.core.model import Value
from uniclue.propagation.counts import CardinalityRows
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.names import NATIVE_SOLVERS
from uniclue.solvers.open_formula import OpenFormula
from uniclue.solvers.sat import IncrementalSolver


class CountedFormula(msgspec.Struct, frozen=True):
    """The open part of some counts, as a formula.

    Attributes:
        n_vars: Variables are 1..n_vars.
        listed: Its clauses, apart from counts.
        atmosts: Cardinality constraints: at most k of these literals are true.
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
        """The clauses one by one."""
        return iter(self.listed)


class CountedProjection:
    """The cell variables of counts: a :class:`uniclue.solvers.projection.Projection` of lists.

    Args:
        counts: The counts.
        number: What the formula calls each cell variable; 0: it does not have it.
        known: Which are known to be true.
    """

    def __init__(self, counts: CardinalityRows, number: list[int], known: list[bool]) -> None:
        self._counts, self._number, self._known = counts, number, known
        self._has_one_each = len(counts.domain) in (0, 2)
        self._top = max(number, default=0)

    @property
    def is_of_cells(self) -> bool:
        """Not so for bridges, for example: one has several places."""
        return type(self._counts).values is CardinalityRows.values

    def truth(self, assignment: Sequence[int]) -> list[bool]:
        """Truth of the cell variables."""
        true = [False, *(literal > 0 for literal in assignment[: self._top])]
        true += [False] * (self._top + 1 - len(true))
        both = zip(self._number, self._known, strict=True)
        return [known or true[name] for name, known in both]

    def values(self, truth: Sequence[bool]) -> list[Value]:
        """What stands in the cells."""
        digits = "".join(["01" if is_true else "00" for is_true in reversed(truth)])
        return self._counts.values(int(digits or "0", 2))

    def truth_of(self, values: Sequence[Value]) -> list[bool]:
        """Truth of the cell variables where these values stand in the cells."""
        domain = self._counts.domain
        if self._has_one_each:
            return [value == domain[1] for value in values]
        return [value == other for value in values for other in domain]

    def clause_against(self, truth: Sequence[bool]) -> list[int]:
        """The clause that leaves a solution out; empty if no cell is open."""
        both = zip(self._number, truth, strict=True)
        if self._has_one_each:
            return [-name if is_true else name for name, is_true in both if name]
        return [-name for name, is_true in both if name and is_true]

    def renumbered(self, literals: Iterable[int]) -> list[int]:
        """Cell literals of the model as the formula calls them, but for those it does not have."""
        number = self._number
        renamed = (number[x - 1] if x > 0 else -number[-x - 1] for x in map(int, literals))
        return [literal for literal in renamed if literal]


def open_formula(counts: CardinalityRows) -> OpenFormula:
    """The open part of some counts after propagation."""
    value = counts.value()
    number = [0] * len(value)
    for name, variable in enumerate(counts.open_variables(counts.n_vars), 1):
        number[variable + 1] = name
    cuts = Cuts(counts, number, value) if counts.lazy else None
    loaded = IncrementalSolver(CountedFormula(*counts.open_part()), NATIVE_SOLVERS[0], cuts=cuts)
    cells = slice(1, counts.n_cells + 1)
    known = [one > 0 for one in value[cells]]
    projection = CountedProjection(counts, number[cells], known)
    return OpenFormula(loaded, projection, counts.decided(counts.open_cells()))
