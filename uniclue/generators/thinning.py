"""Chooses clues of a puzzle in a given order: enough for one solution, none of them redundant.

A solver is loaded once with the puzzle, with all its clues switched off and its solution blocked. A
set of clues makes the solution unique if and only if there is no model when they are on. Only this
yes or no is used, so the choice depends on the order of the clues alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TypeVar

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.explainers.guarded import GuardedPuzzle
from uniclue.generators.recipe import Rejected
from uniclue.solvers.cores import minimal_core
from uniclue.solvers.decide import DisagreementError, unique
from uniclue.solvers.limits import Clock

P = TypeVar("P", bound=Puzzle)


class Thinner:
    """A puzzle with more clues than it needs.

    Args:
        puzzle: The puzzle.
        solution: A solution of it.
    """

    def __init__(self, puzzle: Puzzle, solution: Grid) -> None:
        self._guarded = GuardedPuzzle(puzzle, blocked=[solution])
        self.close = self._guarded.close

    def suffice(self, chosen: Sequence[int]) -> bool:
        """Whether these clues, numbered in the model's order, leave one solution."""
        return not self._guarded.solve([self._guarded.selectors[i] for i in chosen], Clock())

    def thin(self, order: Sequence[int], always: Sequence[int] = ()) -> list[int] | None:
        """The shortest sufficient prefix of an order, without its redundant clues.

        Clues are dropped from the last one on, so early ones are more likely to stay.

        Args:
            order: Clues to choose from.
            always: Clues that are never dropped.

        Returns:
            The chosen clues, none of them redundant; None if all together do not suffice.
        """
        if not self.suffice([*always, *order]):
            return None
        high = bisect_left(
            range(len(order)), True, key=lambda size: self.suffice([*always, *order[:size]])
        )

        def core_of(kept: list[int], left: list[int]) -> set[int] | None:
            return {*left} if self.suffice([*always, *kept, *left]) else None

        needed = {*minimal_core(order[:high], core_of)}
        return [clue for clue in order[:high] if clue in needed]


def need_unique(puzzle: P, solution: Grid) -> P:
    """Returns a puzzle once a solver confirms from its plain model that it has only this solution.

    Raises:
        Rejected: A limit stopped the solver.
        DisagreementError: It has another solution, or none: a defect in Uniclue.
    """
    verdict = unique(puzzle)
    if verdict.status == "unknown":
        raise Rejected("not decided whether it has one solution")
    if verdict.status != "unique" or verdict.solutions != (solution,):
        raise DisagreementError(f"expected one solution, got {verdict.status}; please report this")
    return puzzle
