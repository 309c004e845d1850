"""Random solutions of a board, and redrawing a part of one."""

from __future__ import annotations

from collections.abc import Sequence

from uniclue.constraints.board import Board
from uniclue.core.arrays import np
from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Grid
from uniclue.generators.recipe import Rng
from uniclue.generators.switches import A_QUESTION
from uniclue.solvers.limits import Clock
from uniclue.solvers.selectors import SelectorSolver


def random_solution(
    blank: Board, rng: Rng, *, rules_alone: bool = False, unlike: Grid | None = None
) -> Grid | None:
    """A solution by random phases; None if there is none.

    Args:
        blank: The board.
        rng: Draws.
        rules_alone: Leave its clues out.
        unlike: A solution that is not wanted; what is found with its clues may be extended to it.
    """
    solver = _solver_of(blank)
    if unlike is not None:
        solver.block(solver.model.literals_in(unlike).tolist())
    _shuffle(solver, rng)
    on = [] if rules_alone else [*solver.selectors]
    grid = None
    if solver.solve(on, Clock(A_QUESTION)):
        full = blank.generation.fullest
        grid = blank.grid_of_values(_fullest(solver, on, rng) if full else solver.values())
    solver.close()
    return grid


def _solver_of(blank: Board) -> SelectorSolver:
    """A solver of a board, without the values that solutions of its kind avoid."""
    model = blank.model()
    solver = SelectorSolver(model, repeatable=True)
    for value in blank.generation.avoided:
        if value in model.domain:
            for variable in model.cells[:, model.domain.index(value)].tolist():
                solver.add_clause([-variable])
    return solver


def _fullest(solver: SelectorSolver, on: Sequence[int], rng: Rng) -> list[Value]:
    """A solution that extends the latest one, in which no further cell can hold 1."""
    values, true = solver.values(), solver.true_cells()
    for i in rng.permutation(len(true)).tolist():
        if true[i] < 0:
            ones = true[true > 0].tolist()
            if solver.solve([*on, *ones, -int(true[i])], Clock(A_QUESTION)):
                values, true = solver.values(), solver.true_cells()
    return values


def _shuffle(solver: SelectorSolver, rng: Rng) -> None:
    """Sets random phases for every cell."""
    cells = solver.model.cells
    if solver.model.onehot:
        first = cells[np.arange(len(cells)), rng.integers(cells.shape[1], size=len(cells))]
        solver.prefer([*(-cells).ravel().tolist(), *first.tolist()])
    else:
        solver.prefer((cells * rng.choice([-1, 1], len(cells))).tolist())


def with_sums(blank: Board, solution: Grid) -> Board:
    """The board with the sums of a solution, if its layout has sums."""
    with_sums_of = blank.generation.with_sums_of
    return blank if with_sums_of is None else with_sums_of(blank, solution)


class Again:
    """Draws a part of a solution again.

    Args:
        blank: The board.
        rng: Draws.
        rules_alone: Leave its clues out.
    """

    def __init__(self, blank: Board, rng: Rng, *, rules_alone: bool = False) -> None:
        self._blank, self._rng = blank, rng
        self._solver = _solver_of(blank)
        self._on = [] if rules_alone else [*self._solver.selectors]
        self.close = self._solver.close

    def near(self, solution: Grid, centre: Place) -> Grid | None:
        """Another solution that differs near a place; None if none was found."""
        solver, rng, places = self._solver, self._rng, self._blank.places
        scale = 2 if self._blank.unknowns.is_halved else 1
        reach = (2 + int(rng.integers(3))) * scale
        literals = solver.model.literals_in(solution).tolist()
        free = [max(abs(p[0] - centre[0]), abs(p[1] - centre[1])) <= reach for p in places]
        fixed = [lit for lit, is_free in zip(literals, free, strict=True) if not is_free]
        loose = [lit for lit, is_free in zip(literals, free, strict=True) if is_free]
        _shuffle(solver, rng)
        hints = [-loose[i] for i in rng.permutation(len(loose))[: max(1, len(loose) // 8)]]
        for few in (hints, hints[:1]):
            if solver.solve([*self._on, *fixed, *few], Clock(A_QUESTION)):
                return self._blank.grid_of_values(solver.values())
        return None
