"""What is open of a puzzle, as a formula in a solver of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

import numpy as np

from uniclue.core.model import Bools, Ints, Model, Rows, Value
from uniclue.encoders.cnf import encode_rows
from uniclue.propagation.simplify import Simplified
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock
from uniclue.solvers.names import ONE_FORMULA_A_CALL
from uniclue.solvers.projection import Projection, true_variables
from uniclue.solvers.sat import IncrementalSolver, Loadable

COSTLY = 400
"""A count with more cells of a sequential counter than so is left out until a solution breaks it:
that of all mines on a board seldom tells more than the numbers do."""
COSTLY_BESIDE_CUTS = 4000
"""The same where lazy constraints are cut: each is cut many times over in solutions that break the
count. Snakes of 12x12 take a hundredth of the time they took with fewer."""
WORTHWHILE = 200
"""A solver that takes counts as they are is worthwhile where so many cells of counters and pairs
of literals are saved."""


class OpenFormula:
    """A live solver and the formula it holds, of what is open of one puzzle.

    Args:
        loaded: The formula, loaded.
        projection: Its cell variables.
        deduced: How many cells are decided.
        late: Rows over its variables that are loaded once a solution breaks them.
        is_refuted: Whether there is no solution, which nobody need be asked.

    Attributes:
        loaded: As above.
        projection: As above.
        deduced: As above.
        truth: Truth of the cell variables in the last solution.
    """

    truth: Bools

    def __init__(
        self,
        loaded: IncrementalSolver,
        projection: Projection,
        deduced: int = 0,
        *,
        late: Rows | None = None,
        is_refuted: bool = False,
    ) -> None:
        self.loaded, self.projection, self.deduced = loaded, projection, deduced
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
        """What propagation left open of a model.

        Args:
            model: The model.
            reduced: What is open of it.
            cardinality: How counting rows become clauses; with ``auto``, costly ones are left out
                until a solution breaks them.
            solver: The solver's name.
            formula: The open rows as a formula, if they are that already.
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
        """Encodings used where the one asked for cannot express a bound."""
        return self.loaded.cnf.fallbacks

    @property
    def tells_conflicts(self) -> bool:
        """Whether the solver tells how many conflicts it had."""
        return self.solver not in ONE_FORMULA_A_CALL

    def next(self, clock: Clock) -> list[Value] | None:
        """What stands in the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        clock.check()
        while not self._is_refuted and self.loaded.solve((), clock):
            if self._late is None or not self._load_broken(self._late):
                return self.take(self.projection.truth(self.loaded.assignment()))
        return None

    def take(self, truth: Bools) -> list[Value]:
        """What stands in the cells by their truth values, which are the last solution now."""
        self.truth = truth
        return self.projection.values(truth)

    def _load_broken(self, late: Rows) -> bool:
        """Loads those of the rows left out that the assignment breaks; whether there are any."""
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
        """The same for any solution, given as what stands in the cells."""
        self._demand(self.projection.clause_against(self.projection.truth_of(values)))

    def block_all(self, some: Iterable[Sequence[Value]]) -> None:
        """The same for several."""
        for values in some:
            self.block(values)

    def demand(self, literals: Ints) -> None:
        """Asks from now on for solutions in which some of these cell literals hold."""
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
    """How many cells a sequential counter of each row has; 0 for what is no count.

    Returns:
        Shape (m,) each: these numbers, and how many pairs say that at most one literal holds.
    """
    length = np.diff(rows.indptr)
    negative = rows.sums(rows.coef < 0)
    least = np.maximum(rows.lower + negative, 0)
    most = np.minimum(rows.upper + negative, length)
    is_count = rows.sums(np.abs(rows.coef) != 1) == 0
    up, down = most * (length - most) * (most > 1), least * (length - least) * (least > 1)
    return np.maximum(up, down) * is_count, length * (length - 1) // 2 * (is_count & (most == 1))


def is_worthwhile(rows: Rows) -> bool:
    """Whether a solver that takes counts as they are is loaded in much less time."""
    return bool(np.concatenate(counter_cells(rows)).sum() >= WORTHWHILE)
