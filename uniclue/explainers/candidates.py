"""Why a puzzle has several solutions: which values every cell takes in them.

The *true candidates* of a cell are the values it has in some solution; a cell with one is the same
in all (the backbone). Solutions are asked for in which some cell takes a value not seen before,
until there are none; every value listed was seen in a solution, every other one stands in none.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from uniclue.core.model import Bools, Model, Value
from uniclue.core.puzzle import Contradiction, Grid, Puzzle
from uniclue.explainers.reasons import OpenCell
from uniclue.propagation.reduce import Reduced, reduce
from uniclue.solvers.decide import refuse_wrong
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.names import DEFAULT_SAT
from uniclue.solvers.sat import OwnSession


@dataclass(slots=True)
class Survey:
    """What is known of all solutions of a puzzle.

    Attributes:
        puzzle: The puzzle.
        model: Its model.
        reduced: What propagation leaves open of it.
        seen: Shape (places, values). Which values were seen where.
        solutions: The solutions found, each judged by the rules.
        complete: Whether every value that stands in a solution was seen.
        count: Solutions counted.
        counted_all: Whether these are all.
        reason: The limit that was hit.
    """

    puzzle: Puzzle
    model: Model
    reduced: Reduced
    seen: Bools
    solutions: list[Grid] = field(default_factory=list)
    complete: bool = False
    count: int = 0
    counted_all: bool = False
    reason: str | None = None

    def note(self, values: Sequence[Value]) -> None:
        """Takes a solution, from what stands in the places.

        Raises:
            DisagreementError: It breaks a rule.
        """
        grid = self.puzzle.grid_of_values(values)
        refuse_wrong(self.puzzle, grid, DEFAULT_SAT)
        self.solutions.append(grid)
        index = {value: i for i, value in enumerate(self.model.domain)}
        self.seen[np.arange(len(values)), [index[value] for value in values]] = True

    def open_cells(self) -> tuple[OpenCell, ...]:
        """The cells that were seen with more than one value."""
        domain = self.model.domain
        return tuple(
            OpenCell(place, tuple(domain[i] for i in np.flatnonzero(seen).tolist()))
            for place, seen in zip(self.model.places, self.seen, strict=True)
            if seen.sum() > 1
        )


def survey(puzzle: Puzzle, limit: int, clock: Clock) -> Survey:
    """Counts solutions up to a limit, then looks for the values not seen in them.

    Args:
        puzzle: The puzzle.
        limit: Count no further.
        clock: Watches the limits; what was known before one was hit is returned.

    Raises:
        DisagreementError: A solver's solution breaks a rule.
    """
    can = puzzle.candidates()
    with suppress(Contradiction):
        can = puzzle.deduce()
    model = puzzle.model()
    reduced = reduce(model, model.literals_of(can))
    so_far = Survey(puzzle, model, reduced, np.zeros(can.shape, np.bool_))
    session = OwnSession(model, reduced, "auto", DEFAULT_SAT)
    try:
        _count(so_far, session, limit, clock)
        _see_all(so_far, session, clock)
    except LimitReachedError as stopped:
        so_far.reason = str(stopped)
    finally:
        session.close()
    return so_far


def _count(so_far: Survey, session: OwnSession, limit: int, clock: Clock) -> None:
    while (values := session.next(clock)) is not None:
        if so_far.count == limit:
            so_far.note(values)
            return
        so_far.count += 1
        so_far.note(values)
        session.exclude()
    so_far.counted_all = so_far.complete = True


def _see_all(so_far: Survey, session: OwnSession, clock: Clock) -> None:
    """Demands values not seen; the demand only grows stronger, so that it can stay for good."""
    while not so_far.complete:
        session.demand(-so_far.model.literals_of(so_far.seen))
        values = session.next(clock)
        if values is None:
            so_far.complete = True
        else:
            so_far.note(values)
