"""Constraints that generators add to a live solver and switch on when needed.

The solvers of generators are repeatable: the same calls in the same order return the same answers,
including the same solutions, in every process with the same version of PySAT.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from uniclue.constraints.base import Stated, add
from uniclue.constraints.board import Board
from uniclue.core.model import Model
from uniclue.core.puzzle import chosen_form
from uniclue.encoders.cnf import Guarded, guarded
from uniclue.solvers.limits import Limits

A_QUESTION = Limits(conflicts=5_000)
"""The limits of each call of the solver."""


class Switches:
    """Constraints that are added to a live solver as they come, with a selector each.

    Args:
        board: The board.
        add: Adds clues about its cells to the solver.
        selectors: The constraints already there, with their selectors.
    """

    def __init__(
        self,
        board: Board,
        add: Callable[[Guarded], list[int]],
        selectors: Iterable[tuple[Stated, int]] = (),
    ) -> None:
        self._board, self._add, self._selectors = board, add, dict(selectors)

    def on(self, constraints: Sequence[Stated]) -> list[int]:
        """The selectors of constraints; new constraints are added.

        Raises:
            StillLazyError: One of them is lazy.
        """
        new = [each for each in dict.fromkeys(constraints) if each not in self._selectors]
        if new:
            model = Model(form=chosen_form(type(self._board), None))
            model.cell_vars(self._board.places, self._board.domain)
            model.positions = self._board.unknowns.index
            add(model, "clue", new)
            self._selectors |= zip(new, self._add(guarded(model)), strict=True)
        return [self._selectors[each] for each in constraints]
