"""Choosing clues of a puzzle: as few as needed in an order, none of them redundant.

A solver is loaded once with the puzzle, all its clues switched off and its solution left out. A set
of clues makes the solution the only one if and only if there is no model when they are on. Nothing
but this yes or no is used, so the choice depends on the order of the clues alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.explainers.guarded import GuardedPuzzle
from uniclue.generators.recipe import Rejected
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
        self._selectors = self._guarded.selectors

    def suffice(self, chosen: Sequence[int]) -> bool:
        """Whether these clues, by their number in the model's order, leave one solution."""
        return not self._guarded.solve([self._selectors[i] for i in chosen], Clock())

    def thin(self, order: Sequence[int], always: Sequence[int] = ()) -> list[int] | None:
        """The shortest start of an order that suffices, then without what is redundant in it.

        Clues are tried from the last one, so early ones are more likely to stay.

        Args:
            order: Clues to choose from.
            always: Clues that stay in any case.

        Returns:
            Of the clues to choose from those left, each of them needed; None if all together do
            not suffice.
        """
        if not self.suffice([*always, *order]):
            return None
        low, high = 0, len(order)
        while low < high:
            middle = (low + high) // 2
            enough = self.suffice([*always, *order[:middle]])
            low, high = (low, middle) if enough else (middle + 1, high)
        kept = list(order[:high])
        for clue in reversed(order[:high]):
            others = [other for other in kept if other != clue]
            if self.suffice([*always, *others]):
                kept = others
        return kept

    def close(self) -> None:
        """Frees the solver."""
        self._guarded.close()


@contextmanager
def thinner(puzzle: Puzzle, solution: Grid) -> Iterator[Thinner]:
    """A thinner that is closed in the end."""
    made = Thinner(puzzle, solution)
    try:
        yield made
    finally:
        made.close()


def need_unique(puzzle: P, solution: Grid) -> P:
    """The puzzle, once more shown to have this solution and no other, from its bare model.

    Raises:
        Rejected: A limit stopped the solver.
        DisagreementError: It has another solution, or none: a defect of ours.
    """
    verdict = unique(puzzle)
    if verdict.status == "unknown":
        raise Rejected("not decided whether it has one solution")
    if verdict.status != "unique" or verdict.solutions != (solution,):
        raise DisagreementError(f"expected one solution, got {verdict.status}; please report this")
    return puzzle
