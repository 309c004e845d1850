"""Which clues of a puzzle with exactly one solution are redundant.

With the solution blocked, no solution is left. A clue is redundant if this is still so without it;
otherwise there are more solutions without it, which are counted. The clues of a minimal conflict
with the blocking clause are an irredundant subset: they leave the same one solution, and none of
them can be dropped. Redundant clues can seldom be dropped all at once.
"""

from __future__ import annotations

from contextlib import closing

from msgspec.structs import asdict, replace

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.explainers.guarded import GuardedPuzzle
from uniclue.explainers.reasons import Clues, RatedClue
from uniclue.explainers.why import budget
from uniclue.solvers import decide
from uniclue.solvers.decide import DisagreementError, Method, disproved
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.selectors import shrink
from uniclue.solvers.verdict import Effort, Verdict

LIMIT = 10
"""The default limit on counting the solutions without a clue."""


def clues(
    puzzle: Puzzle,
    limit: int = LIMIT,
    how: Method | None = None,
    verdict: Verdict | None = None,
) -> Clues:
    """Rates the clues of a puzzle, if it has exactly one solution.

    Args:
        puzzle: The puzzle.
        limit: The most solutions to count without a clue; at least 2.
        how: The method for uniqueness; its limits apply to all the work together. Without a time
            limit the rating has :data:`~uniclue.explainers.why.SECONDS`.
        verdict: The verdict by that method, if it is known.

    Raises:
        DisagreementError: A solver's solution breaks a rule, or solvers disagree.
    """
    how = how or Method()
    verdict = verdict or decide.unique(puzzle, how)
    if verdict.status != "unique":
        return _answer(verdict)
    clock = budget(verdict, how)
    with closing(_Rating(puzzle, verdict.solutions[0], limit, clock)) as rating:
        try:
            rating.run()
        except LimitReachedError as stopped:
            rating.reason = str(stopped)
        except DisagreementError:
            if verdict.verified is not False:
                raise
            return _answer(disproved(verdict))
        return _answer(verdict, rating)


def _answer(verdict: Verdict, rating: _Rating | None = None) -> Clues:
    shared = ("kind", "id", "encoder", "solver", "sizes", "seconds", "work", "status", "reason")
    answer = Clues(**{name: getattr(verdict, name) for name in shared})
    if rating is None or not rating.confirms:
        answer = replace(answer, verified=verdict.verified)
    if rating is None:
        return answer
    return replace(
        answer,
        seconds=round(rating.clock.elapsed(), 6),
        effort=Effort.on(rating.clock),
        solution=verdict.solutions[0],
        clues=rating.rated(),
        irredundant=rating.irredundant,
        reason=rating.reason,
    )


class _Rating:
    """The rating of a puzzle's clues, which is partial if a limit stops it.

    Attributes:
        clock: Enforces the limits.
        guarded: The puzzle with its solution blocked.
        confirms: Whether a solver found that there is no other solution.
        irredundant: Whether the irredundant subset is known.
        reason: The limit that was reached.
    """

    def __init__(self, puzzle: Puzzle, solution: Grid, limit: int, clock: Clock) -> None:
        self.limit, self.clock = max(limit, 2), clock
        self.guarded = GuardedPuzzle(puzzle, blocked=[solution])
        self.irredundant = self.confirms = False
        self.reason: str | None = None
        self._solutions: dict[int, tuple[int, bool]] = {}
        self._subset: list[int] = []

    def run(self) -> None:
        """Rates every clue, then finds an irredundant subset.

        Raises:
            LimitReachedError: A limit stopped the work.
        """
        guarded, selectors = self.guarded, self.guarded.selectors
        if guarded.solve(selectors, self.clock):
            raise DisagreementError("clues: the puzzle has two solutions; please report this")
        self.confirms = True
        core = set(guarded.core())
        for clue in selectors:
            others = [s for s in selectors if s != clue]
            if clue not in core or not guarded.solve(others, self.clock):
                self._solutions[clue] = 1, True
            else:
                self._solutions[clue] = self._count(others)
        needed = {clue for clue, (number, _) in self._solutions.items() if number > 1}
        shrunk = shrink(guarded, selectors, self.clock, needed=needed)
        self._subset, self.irredundant = shrunk.literals, shrunk.minimal
        self.reason = shrunk.reason

    def _count(self, on: list[int]) -> tuple[int, bool]:
        """The number of solutions that these clues leave, and whether these are all."""
        guarded = self.guarded
        active = guarded.new_variable()
        number = 1
        try:
            while number < self.limit:
                number += 1
                literals = guarded.model.literals_in(guarded.grid(on)).tolist()
                guarded.block(literals, unless=active)
                if not guarded.solve([*on, active], self.clock):
                    return number, True
            return number, False
        finally:
            guarded.retire(active)

    def rated(self) -> tuple[RatedClue, ...]:
        """The clues rated so far."""
        clues = self.guarded.clues(self._solutions)  # in the order in which they were rated
        return tuple(
            RatedClue(
                **asdict(clue),
                needed=number > 1,
                solutions=number,
                counted_all=is_all,
                in_subset=selector in self._subset,
            )
            for clue, (selector, (number, is_all)) in zip(
                clues, self._solutions.items(), strict=True
            )
        )

    def close(self) -> None:
        """Frees the solver."""
        self.guarded.close()
