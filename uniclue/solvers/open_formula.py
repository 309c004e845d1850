"""The open part of a puzzle, as a formula in its own solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from uniclue.core.arrays import np
from uniclue.core.model import Ints, Model, Rows, Value
from uniclue.encoders.cnf import encode_rows
from uniclue.propagation.simplify import Simplified
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock
from uniclue.solvers.names import ONE_FORMULA_A_CALL
from uniclue.solvers.projection import Projected, Projection, true_variables
from uniclue.solvers.sat import IncrementalSolver, Loadable

COSTLY = 400
"""A count whose sequential counter has more cells than this is left out until a solution breaks it:
the count of all mines on a board is seldom stronger than the numbers."""
COSTLY_BESIDE_CUTS = 4000
"""The same beside lazy constraints: without the count, many cuts go into solutions that break it.
Snakes of 12x12 take a hundredth of the time they took with a lower limit."""
WORTHWHILE = 200
"""Native cardinality constraints are worthwhile if they save this many counter cells and pairwise
clauses."""


class OpenFormula:
    """A live solver and the formula it holds: the open part of one puzzle.

    Args:
        loaded: The formula, loaded.
        projection: Its cell variables.
        deduced: How many cells are decided.
        late: Rows over its variables that are loaded once a solution breaks them.
        is_refuted: Whether it is already known that there is no solution.

    Attributes:
        loaded: As above.
        projection: As above.
        deduced: As above.
        truth: Truth of the cell variables in the last solution.
    """

    truth: Any

    def __init__(
        self,
        loaded: IncrementalSolver,
        projection: Projected,
        deduced: int = 0,
        *,
        late: Rows | None = None,
        is_refuted: bool = False,
    ) -> None:
        self.loaded, self.deduced = loaded, deduced
        self.projection: Any = projection
        self._late, self._is_refuted = late, is_refuted

    @classmethod
    def of(
        cls,
        model: Model,
        reduced: Simplified,
        cardinality: str,
        solver: str,
        formula: Loadable | None = None,
    ) -> Self:
        """Loads what propagation left open of a model.

        Args:
            model: The model.
            reduced: What is open of it.
            cardinality: How counting rows become clauses; with ``auto``, costly ones are left out
                until a solution breaks them.
            solver: The solver's name.
            formula: The open rows as a formula, if that exists already.
        """
        cuts, late = Cuts.of_open_part(model, reduced), None
        if formula is None:
            rows = reduced.rows
            if cardinality == "auto":
                most = COSTLY if cuts is None else COSTLY_BESIDE_CUTS
                is_late = counter_cells(rows)[0] > most
                if is_late.any():
                    rows, late = rows.only(~is_late), rows.only(is_late)
            formula = encode_rows(rows, len(reduced.names), cardinality)
        return cls(
            IncrementalSolver(formula, solver, cuts=cuts),
            Projection.of_open_part(model, reduced),
            reduced.known_cells(model),
            late=late,
            is_refuted=reduced.contradiction,
        )

    @property
    def solver(self) -> str:
        """The solver's name."""
        return self.loaded.name

    @property
    def sizes(self) -> dict[str, int]:
        """Size of the formula."""
        return self.loaded.sizes

    @property
    def fallbacks(self) -> tuple[str, ...]:
        """Encodings used where the chosen one cannot express a bound."""
        return self.loaded.cnf.fallbacks

    @property
    def tells_conflicts(self) -> bool:
        """Whether the solver reports its number of conflicts."""
        return self.solver not in ONE_FORMULA_A_CALL

    def next(self, clock: Clock) -> list[Value] | None:
        """The values of the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        clock.check()
        while not self._is_refuted and self.loaded.solve((), clock):
            if self._late is None or not self._load_broken(self._late):
                return self.take(self.projection.truth(self.loaded.assignment()))
        return None

    def take(self, truth: Any) -> list[Value]:
        """The values of the cells, given their truth values; records them as the last solution."""
        self.truth = truth
        values: list[Value] = self.projection.values(truth)
        return values

    def _load_broken(self, late: Rows) -> bool:
        """Loads the late rows that the assignment breaks; returns whether there are any."""
        top = self.loaded.top
        true = true_variables(self.loaded.assignment(), top)
        held = late.sums(late.coef * true[late.cols])
        broken = (held < late.lower) | (held > late.upper)
        if not broken.any():
            return False
        self.loaded.extend(encode_rows(late.only(broken), top), top)
        self._late = late.only(~broken)
        return True

    def exclude(self) -> None:
        """Leaves the solution just found out of the search from now on."""
        self._demand(self.projection.clause_against(self.truth))

    def block(self, values: Sequence[Value]) -> None:
        """Excludes any solution, given as the values of the cells."""
        self._demand(self.projection.clause_against(self.projection.truth_of(values)))

    def block_all(self, some: Iterable[Sequence[Value]]) -> None:
        """Excludes several solutions."""
        for values in some:
            self.block(values)

    def demand(self, literals: Ints) -> None:
        """Requires from now on that at least one of these cell literals holds."""
        clause = self.projection.renumbered(literals)
        self._demand(clause)
        self.loaded.prefer(clause)

    def _demand(self, clause: list[int]) -> None:
        if clause:
            self.loaded.add_clause(clause)
        else:
            self._is_refuted = True

    def close(self) -> None:
        """Frees the solver."""
        self.loaded.close()


def counter_cells(rows: Rows) -> tuple[Ints, Ints]:
    """How many cells a sequential counter of each row has; 0 for a row that is not a count.

    Returns:
        Shape (m,) each: these numbers, and the number of pairwise clauses of at-most-one rows.
    """
    length = np.diff(rows.indptr)
    negative = rows.sums(rows.coef < 0)
    least = np.maximum(rows.lower + negative, 0)
    most = np.minimum(rows.upper + negative, length)
    is_count = rows.sums(np.abs(rows.coef) != 1) == 0
    up, down = most * (length - most) * (most > 1), least * (length - least) * (least > 1)
    return np.maximum(up, down) * is_count, length * (length - 1) // 2 * (is_count & (most == 1))


def is_worthwhile(rows: Rows) -> bool:
    """Whether a solver with native cardinality constraints loads in much less time."""
    return bool(np.concatenate(counter_cells(rows)).sum() >= WORTHWHILE)
