"""One solver for many questions about one model: clues are assumptions, and cuts stay.

All its answers are repeatable: the same questions in the same order get the same answers in every
process, which solutions too, with one version of PySAT.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from uniclue.constraints.base import Constraint, add
from uniclue.constraints.board import Board
from uniclue.core.lazy import Clause
from uniclue.core.model import Ints, Model
from uniclue.core.puzzle import Grid, Puzzle, chosen_form
from uniclue.encoders.cnf import Guarded, guarded
from uniclue.generators.recipe import Rng
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.projection import Projection
from uniclue.solvers.sat import Loaded

SOLVER = "glucose4"
"""Quick to load, and asked often; it takes phases."""

CONFLICTS = 5_000
"""The most that a question may take; what is harder is left."""


class Session:
    """A model in a live solver, with a selector for every clue.

    Args:
        puzzle: The puzzle.
        model: Its model, or a part of it.
        cuts: What :attr:`rule_cuts` of a session with the same rules told.

    Attributes:
        model: The model.
        selectors: The selector of every clue, in the order of the clues' groups.
    """

    def __init__(self, puzzle: Puzzle, model: Model, cuts: Iterable[Clause] = ()) -> None:
        self._puzzle, self.model, self._projection = puzzle, model, Projection.of_model(model)
        formula = guarded(model, rows_alone=True)
        self.selectors = formula.selectors
        owners = dict(zip(formula.clues, formula.selectors, strict=True))
        own = Cuts(model, selectors=owners) if model.lazy else None
        self._loaded = Loaded(formula.cnf, SOLVER, cuts=own, repeatable=True)
        self.close = self._loaded.close
        for clause in cuts:
            self._loaded.add_clause(clause)

    def add(self, clues: Guarded) -> list[int]:
        """Adds clues about the same cells; their selectors."""
        more = self._loaded.extend(clues.cnf, self.model.cells.size)
        return [selector + more for selector in clues.selectors]

    @property
    def rule_cuts(self) -> list[Clause]:
        """The cuts that the rules alone made so far, of cells alone."""
        if self._loaded.cuts is None:
            return []
        lazy, most = self.model.lazy, self.model.cells.size
        return [
            cut.clause
            for cut in self._loaded.cuts.found
            if lazy[cut.constraint].group.role == "rule" and max(map(abs, cut.clause)) <= most
        ]

    def solve(self, on: Sequence[int], conflicts: int = CONFLICTS) -> bool:
        """Whether there is a solution under some assumptions.

        Args:
            on: The assumptions.
            conflicts: The most that it may take.

        Raises:
            LimitReachedError: The question is too hard.
        """
        return self._loaded.solve(on, Clock(Limits(conflicts=conflicts)))

    def core(self) -> set[int]:
        """Assumptions that suffice for the answer that there is no solution."""
        return set(self._loaded.core())

    def true_cells(self) -> Ints:
        """The cell literals of the solution just found, as of :meth:`Model.true_literals`."""
        return self._projection.literals(self._projection.truth(self._loaded.assignment()))

    def grid(self) -> Grid:
        """The solution just found."""
        truth = self._projection.truth(self._loaded.assignment())
        return self._puzzle.grid_of_values(self._projection.values(truth))

    def fullest(self, on: Sequence[int], rng: Rng) -> Grid:
        """A solution like the one just found in which no further cell can hold 1."""
        grid, true = self.grid(), self.true_cells()
        for i in rng.permutation(len(true)).tolist():
            if true[i] < 0:
                ones = true[true > 0].tolist()
                if self.solve([*on, *ones, -int(true[i])]):
                    grid, true = self.grid(), self.true_cells()
        return grid

    def block(self, literals: Iterable[int], unless: int = 0) -> None:
        """Leaves out the solution with these cell literals, unless a variable is false."""
        self._loaded.add_clause([-literal for literal in (*literals, *filter(None, [unless]))])

    def new_variable(self) -> int:
        """A variable that is in no clause yet."""
        return self._loaded.new_variable()

    def retire(self, variable: int) -> None:
        """Has a variable be false for good."""
        self._loaded.add_clause([-variable])

    def prefer(self, literals: list[int]) -> None:
        """Has the solver try these values first."""
        self._loaded.prefer(literals)

    def shuffle(self, rng: Rng) -> None:
        """Has the solver try random values first, anew for every cell."""
        cells = self.model.cells
        if self.model.onehot:
            first = cells[np.arange(len(cells)), rng.integers(cells.shape[1], size=len(cells))]
            self._loaded.prefer([*(-cells).ravel().tolist(), *first.tolist()])
        else:
            self._loaded.prefer((cells * rng.choice([-1, 1], len(cells))).tolist())


class Switches:
    """Constraints that are added to a live solver as they come, with a selector each.

    Args:
        board: The board.
        add: Adds clues about its cells to the solver.
        selectors: Those that are there.
    """

    def __init__(
        self,
        board: Board,
        add: Callable[[Guarded], list[int]],
        selectors: Iterable[tuple[Constraint, int]] = (),
    ) -> None:
        self._board, self._add, self._selectors = board, add, dict(selectors)

    def on(self, constraints: Sequence[Constraint]) -> list[int]:
        """The selectors of constraints; those that are new are added.

        Raises:
            StillLazyError: One of them is lazy.
        """
        new = [each for each in dict.fromkeys(constraints) if each not in self._selectors]
        if new:
            model = Model(form=chosen_form(type(self._board), None))
            model.cell_vars(self._board.places, self._board.domain)
            model.positions = self._board._points
            add(model, "clue", new)
            self._selectors |= zip(new, self._add(guarded(model)), strict=True)
        return [self._selectors[each] for each in constraints]
