"""The open part of a puzzle as counts, in a solver with native cardinality constraints."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from uniclue.core.arrays import np
from uniclue.core.model import Bools, Value
from uniclue.propagation.counts import CardinalityRows
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.names import NATIVE_SOLVERS
from uniclue.solvers.open_formula import OpenFormula
from uniclue.solvers.projection import Projection
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


def open_formula(counts: CardinalityRows) -> OpenFormula:
    """The open part of some counts after propagation."""
    value = counts.value()
    open_ = np.flatnonzero(value == 0)[1:]
    number = np.zeros(counts.n_vars + 1, np.int32)
    number[open_] = np.arange(1, len(open_) + 1)
    cuts = Cuts(counts, number, value) if counts.lazy else None
    loaded = IncrementalSolver(CountedFormula(*counts.open_part()), NATIVE_SOLVERS[0], cuts=cuts)
    values = len(counts.domain)
    shape = -1 if values in (0, 2) else (-1, values)
    cells = slice(1, counts.n_cells + 1)
    has_own = (
        type(counts).values is not CardinalityRows.values
    )  # such as bridges: one has several places
    projection = Projection(
        counts.domain,
        number[cells].reshape(shape),
        (value[cells] > 0).reshape(shape),
        partial(_read, counts) if has_own else None,
    )
    return OpenFormula(loaded, projection, counts.decided(counts.open_cells()))


def _read(counts: CardinalityRows, truth: Bools) -> list[Value]:
    """The values of the places, by the truth of the cell variables."""
    literals = np.zeros(2 * counts.n_cells, np.bool_)
    literals[::2] = truth
    return counts.values(int.from_bytes(np.packbits(literals, bitorder="little"), "little"))
