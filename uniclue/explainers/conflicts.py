"""Why a puzzle has no solution: conflicts among its clues, and the fewest to take away.

A conflict is a minimal set of clues that cannot all hold under the rules (a minimal unsatisfiable
subset, MUS, over clues). A correction is a set of clues without which there is a solution.
Corrections hit every conflict; so the search goes back and forth between the two, as MARCO and
implicit hitting sets do: take away a smallest set of clues that hits all conflicts known; if a
solution is left, it is a smallest correction, else there is another conflict. When nothing hits all
conflicts in a new way, all conflicts are known.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import closing

from pysat.examples.hitman import Hitman

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.explainers.guarded import GuardedPuzzle
from uniclue.explainers.reasons import Conflict, Correction, WhyNone
from uniclue.solvers.decide import DisagreementError
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.selectors import shrink

MOST_SETS = 300
"""The search for the smallest correction ends at more conflicts than this."""
PLAIN_UP_TO = 1000
"""With more clues than this, pairs are not tested for contradictions by unit propagation."""


def why_none(puzzle: Puzzle, clock: Clock, wanted: int | None = None) -> WhyNone:
    """Why a puzzle has no solution.

    Args:
        puzzle: A puzzle without solution.
        clock: Watches the limits; what was known before one was hit is returned.
        wanted: How many conflicts to find; None for one, without looking for more.

    Raises:
        DisagreementError: It has a solution.
    """
    started = clock.elapsed()
    with closing(GuardedPuzzle(puzzle)) as guarded:
        search = _ConflictSearch(guarded, clock, wanted or 1, exhaustive=wanted is not None)
        try:
            search.run()
        except LimitReachedError as limit:
            search.reason = str(limit)
        return WhyNone(
            conflicts=tuple(search.conflicts),
            complete=search.complete,
            correction=search.correction(),
            reason=search.reason,
            seconds=round(clock.elapsed() - started, 6),
        )


class _ConflictSearch:
    """The search for conflicts and the smallest correction; if stopped, it keeps its results.

    Attributes:
        conflicts: Those found, at most as many as wanted.
        complete: Whether these are all.
        reason: The limit that was hit.
    """

    def __init__(
        self, guarded: GuardedPuzzle, clock: Clock, wanted: int, *, exhaustive: bool
    ) -> None:
        self.guarded, self.clock, self.wanted, self.exhaustive = guarded, clock, wanted, exhaustive
        self.conflicts: list[Conflict] = []
        self.complete = False
        self.reason: str | None = None
        self._plain: list[set[int]] = []
        self._off: set[int] | None = None
        self._minimum = False
        self._grid: Grid = ()

    def correction(self) -> Correction | None:
        """The best correction found."""
        if self._off is None:
            return None
        return Correction(self.guarded.clues(self._off), self._minimum, self._grid)

    def run(self) -> None:
        """Searches until enough is known.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        selectors = self.guarded.selectors
        # With lazy constraints the rules alone are hard to solve; the conflict decides that, too.
        if self.guarded.cuts is None and not self.guarded.solve((), self.clock):
            self.conflicts, self.complete = [Conflict((), True)], True
            return
        if self.guarded.solve(selectors, self.clock):
            raise DisagreementError("conflicts: the puzzle has a solution; please report this")
        core = self.guarded.core()
        try:
            self._plain = self._plain_conflicts()
        except LimitReachedError:
            self.conflicts = [Conflict(self.guarded.clues(core), minimal=False)]
            raise
        first = self._conflict(core if not self._plain else selectors)
        if not first:  # the rules alone cannot be kept
            self.complete = True
            return
        self._correct_one(first)
        with Hitman(bootstrap_with=[first], htype="sorted") as hitter:
            self._alternate(hitter)
        if self._off is None:
            self._grow(first)

    def _alternate(self, hitter: Hitman) -> None:
        """Alternates: clues that hit the known conflicts give another conflict, or a correction."""
        number = 1
        while not self._is_enough(number):
            off = hitter.get()
            if off is None:
                self.complete = number <= self.wanted  # else not all were kept
                return
            if self.guarded.solve(self._without(off), self.clock):
                if self._off is None:
                    self._correct(off, minimum=True)
                hitter.block(off)
            elif number >= self.wanted and self._off is not None:
                return  # there is one more conflict than wanted
            else:
                hitter.hit(self._conflict(self.guarded.core()))
                number += 1

    def _is_enough(self, number: int) -> bool:
        if self._off is None:
            return number >= max(MOST_SETS, self.wanted)
        return number >= self.wanted and not self.exhaustive

    def _without(self, off: Collection[int]) -> list[int]:
        gone = set(off)
        return [s for s in self.guarded.selectors if s not in gone]

    def _correct(self, off: Collection[int], *, minimum: bool) -> None:
        """Records a correction; the solver has just found its solution."""
        self._off, self._minimum = set(off), minimum
        self._grid = self.guarded.grid(self._without(off))

    def _correct_one(self, conflict: list[int]) -> None:
        """The usual case: one clue is wrong, and it is in every conflict."""
        for clue in conflict:
            if self.guarded.solve(self._without([clue]), self.clock):
                self._correct([clue], minimum=True)
                return

    def _grow(self, conflict: list[int]) -> None:
        """A correction, perhaps not the smallest: keeps clues while it can, the conflict's last."""
        self.guarded.solve((), self.clock)
        on = self.guarded.kept_clues()
        for clue in sorted(self.guarded.selectors, key=conflict.__contains__):
            if clue not in on and self.guarded.solve([*sorted(on), clue], self.clock):
                on |= self.guarded.kept_clues()
        self.guarded.solve(sorted(on), self.clock)
        self._correct(set(self.guarded.selectors) - on, minimum=False)

    # -- conflicts -------------------------------------------------------------------------------

    def _plain_conflicts(self) -> list[set[int]]:
        """Conflicts of one or two clues that unit propagation finds."""
        selectors = self.guarded.selectors
        if len(selectors) > PLAIN_UP_TO:
            return []
        alone: list[set[int]] = []
        pairs: set[tuple[int, int]] = set()
        for one in selectors:
            self.clock.check()
            implied = self.guarded.implied([one])
            if implied is None:
                alone.append({one})
                continue
            others = (-lit for lit in implied if -lit >= selectors[0])
            pairs |= {(min(one, other), max(one, other)) for other in others}
        return alone + [{one, other} for one, other in sorted(pairs)]

    def _conflict(self, core: Collection[int]) -> list[int]:
        """Finds and records a minimal conflict among some clues."""
        among = set(core)
        plain = next((pair for pair in self._plain if pair <= among), among)
        shrunk = shrink(self.guarded, plain, self.clock)
        if len(self.conflicts) < self.wanted:
            clues = self.guarded.clues(shrunk.literals)
            self.conflicts.append(Conflict(clues, shrunk.minimal))
        if shrunk.reason is not None:
            raise LimitReachedError(shrunk.reason)
        return shrunk.literals
