"""Guesses where a solver stalls: a first solution by the kind's hints, a second one near it.

A kind may suggest where a solution is likely to be (``Puzzle.hints``): cells to assume, stage by
stage. With a stage assumed, a formula is mostly decided at once, one way or the other. And a puzzle
with several solutions mostly has two that differ in few cells: all cells outside a window are
assumed as in the first one, window after window. If neither succeeds nothing is known, and the
search continues on the whole formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress

from uniclue.core.arrays import np
from uniclue.core.model import Bools, Ints, Model, Value
from uniclue.core.puzzle import Contradiction, Puzzle
from uniclue.encoders.cnf import encode_rows
from uniclue.propagation.simplify import Simplified, reduce
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.open_formula import OpenFormula
from uniclue.solvers.projection import Projection
from uniclue.solvers.sat import IncrementalSolver

PATIENCE = Limits(seconds=5.0)
"""After this many seconds without a first, or without a second, solution, guesses are tried."""
HINT_SECONDS = 20.0
"""Seconds that hints may take, for the largest nonograms; with less time left there are none."""
STAGE_SOLVER = "glucose4"
STAGE = Limits(conflicts=3000)
"""The most work with one stage assumed."""
WINDOW = Limits(conflicts=2000)
"""The most work in one window."""
WINDOWS = (16, 32)
"""Sides of the windows; each overlaps the next by half."""


class GuidedSession(OpenFormula):
    """Solutions of a puzzle whose kind has hints, which are used when the solver stalls."""

    _puzzle: Puzzle
    _model: Model
    _reduced: Simplified
    _cardinality: str
    _guesses: list[Callable[[Clock], Bools | None]]

    @classmethod
    def of_puzzle(
        cls, puzzle: Puzzle, model: Model, reduced: Simplified, cardinality: str, solver: str
    ) -> GuidedSession:
        """The session about a puzzle.

        Args:
            puzzle: The puzzle.
            model: Its model.
            reduced: The part of it that propagation left open.
            cardinality: The encoding of its counting rows.
            solver: The solver's name.
        """
        session = cls.of(model, reduced, cardinality, solver)
        session._puzzle, session._model, session._reduced = puzzle, model, reduced
        session._cardinality = cardinality
        session._guesses = [session._by_hints, session._near_the_last]
        return session

    def next(self, clock: Clock) -> list[Value] | None:
        """The cells of another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        if self._guesses and not self._is_refuted:
            guess = self._guesses.pop(0)
            own = clock.part(PATIENCE)
            try:
                return super().next(own)
            except LimitReachedError:
                pass
            finally:
                clock.count(own)
            clock.check()
            truth = guess(clock)
            if truth is not None:
                return self.take(truth)
        return super().next(clock)

    def _by_hints(self, clock: Clock) -> Bools | None:
        """Truth of the cells in a solution that agrees with some stage of the hints."""
        left, hints = clock.seconds_left(), None
        if left is None or left >= HINT_SECONDS:
            with suppress(Contradiction):
                hints = self._puzzle.hints(self._model)
        if hints is None:
            return None
        known = self._reduced.value
        fixed = np.flatnonzero(known) * known[known != 0]
        for stage in reversed(hints.stages):
            part = reduce(self._model, np.append(fixed, stage))
            if not part.contradiction and (truth := self._solution_of(part, clock)) is not None:
                return truth
        likely = self._reduced.renumbered(hints.phases)
        self.loaded.prefer(likely[likely != 0].tolist())
        return None

    def _solution_of(self, part: Simplified, clock: Clock) -> Bools | None:
        """Truth of the cells in a solution of a part of the puzzle, if found quickly."""
        cnf = encode_rows(part.rows, len(part.names), self._cardinality)
        cuts = Cuts.of_open_part(self._model, part)
        with closing(IncrementalSolver(cnf, STAGE_SOLVER, cuts=cuts)) as loaded:
            if not loaded.attempt((), clock, STAGE):
                return None
            return Projection.of_open_part(self._model, part).truth(loaded.assignment())

    def _near_the_last(self, clock: Clock) -> Bools | None:
        """Truth of the cells in a solution that differs from the last one in a window."""
        open_ = self.projection.literals(self.truth)
        places = np.array(self._model.places)
        for size in WINDOWS:
            for top, left in _windows(places, size):
                corner = np.array((top, left))
                inside = np.all((places >= corner) & (places < corner + size), axis=1)
                outside = open_[~inside & (open_ != 0)].tolist()
                if self.loaded.attempt(outside, clock, WINDOW):
                    truth: Bools = self.projection.truth(self.loaded.assignment())
                    return truth
        return None


def _windows(places: Ints, size: int) -> Iterator[tuple[int, int]]:
    """The corners (row, column) of windows that cover all places."""
    half = size // 2
    height, width = (places.max(axis=0) + 1).tolist()
    for top in range(0, max(1, height - half), half):
        for left in range(0, max(1, width - half), half):
            yield top, left
