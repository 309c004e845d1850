"""Why a puzzle has several solutions: the values that every cell takes in them.

The *true candidates* of a cell are the values it has in some solution; a cell with only one belongs
to the backbone. The solver looks for solutions in which some cell takes a new value, until there
are none; so every listed value occurs in a solution, and no other value does.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from uniclue.core.arrays import np
from uniclue.core.model import Bools, Model, Value
from uniclue.core.puzzle import Contradiction, Grid, Puzzle
from uniclue.explainers.reasons import OpenCell
from uniclue.propagation.simplify import Simplified, reduce
from uniclue.solvers.decide import refuse_wrong
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.names import DEFAULT_SAT
from uniclue.solvers.open_formula import OpenFormula


@dataclass(slots=True)
class Survey:
    """The values and the number of a puzzle's solutions, as far as they have been determined.

    Attributes:
        puzzle: The puzzle.
        model: Its model.
        reduced: The part of it that propagation leaves open.
        seen: Shape (places, values). Whether a place has a value in some solution.
        solutions: Some solutions, each judged by the rules.
        complete: Whether ``seen`` covers all solutions.
        count: The number of solutions counted.
        counted_all: Whether these are all.
        reason: The limit that was reached.
    """

    puzzle: Puzzle
    model: Model
    reduced: Simplified
    seen: Bools
    solutions: list[Grid] = field(default_factory=list)
    complete: bool = False
    count: int = 0
    counted_all: bool = False
    reason: str | None = None

    def note(self, values: Sequence[Value]) -> None:
        """Adds a solution, given by the values of the places.

        Raises:
            DisagreementError: The solution breaks a rule.
        """
        grid = self.puzzle.grid_of_values(values)
        refuse_wrong(self.puzzle, grid, DEFAULT_SAT)
        self.solutions.append(grid)
        index = {value: i for i, value in enumerate(self.model.domain)}
        self.seen[np.arange(len(values)), [index[value] for value in values]] = True

    def open_cells(self) -> tuple[OpenCell, ...]:
        """The cells with more than one value."""
        domain = self.model.domain
        return tuple(
            OpenCell(place, tuple(domain[i] for i in np.flatnonzero(seen).tolist()))
            for place, seen in zip(self.model.places, self.seen, strict=True)
            if seen.sum() > 1
        )


def survey(puzzle: Puzzle, limit: int, clock: Clock, known: Sequence[Grid] = ()) -> Survey:
    """Counts solutions up to a limit, then looks for values that do not occur in them.

    Args:
        puzzle: The puzzle.
        limit: The most solutions to count.
        clock: Enforces the limits; at a limit the survey so far is returned.
        known: Solutions found before.

    Raises:
        DisagreementError: A solver's solution breaks a rule.
    """
    can = puzzle.candidates()
    with suppress(Contradiction):
        can = puzzle.deduce()
    model = puzzle.model()
    reduced = reduce(model, model.literals_of(can))
    so_far = Survey(puzzle, model, reduced, np.zeros(can.shape, np.bool_))
    session = OpenFormula.of(model, reduced, "auto", DEFAULT_SAT)
    for grid in known[:limit]:
        so_far.count += 1
        values: list[Value] = [grid[r][c] for r, c in model.places]  # type: ignore[misc]
        so_far.note(values)
        session.block(values)
    try:
        _count(so_far, session, limit, clock)
        _see_all(so_far, session, clock)
    except LimitReachedError as stopped:
        so_far.reason = str(stopped)
    finally:
        session.close()
    return so_far


def _count(so_far: Survey, session: OpenFormula, limit: int, clock: Clock) -> None:
    while (values := session.next(clock)) is not None:
        if so_far.count == limit:
            so_far.note(values)
            return
        so_far.count += 1
        so_far.note(values)
        session.exclude()
    so_far.counted_all = so_far.complete = True


def _see_all(so_far: Survey, session: OpenFormula, clock: Clock) -> None:
    """Demands new values; the demand only grows stronger, so its clauses are permanent."""
    while not so_far.complete:
        session.demand(-so_far.model.literals_of(so_far.seen))
        values = session.next(clock)
        if values is None:
            so_far.complete = True
        else:
            so_far.note(values)
