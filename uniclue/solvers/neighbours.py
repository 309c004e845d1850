"""A second solution near the first.

A puzzle with several solutions mostly has two that differ in few cells. So all cells outside a
window are taken as in the solution at hand; what is left of the formula is small and soon decided,
window after window. Nothing found says nothing: the question then goes to the whole formula.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from pysat.solvers import Solver

from uniclue.encoders.cnf import Cnf
from uniclue.encoders.simplify import simplify
from uniclue.models.model import Bools, Ints, Model
from uniclue.solvers.limits import Clock

SOLVER = "glucose4"
CONFLICTS = 5000
"""The most conflicts in one window."""
SIZES = (16, 32)
"""Sides of the windows; every window overlaps the next by half."""


def neighbour(cnf: Cnf, model: Model, truth: Bools, clock: Clock) -> Bools | None:
    """Looks for another solution that differs from one only inside a window.

    Args:
        cnf: The puzzle's formula, best simplified, without native constraints.
        model: Its model.
        truth: The cell variables of the solution, in the shape of ``model.cells``.
        clock: Watched between windows.

    Returns:
        The cell variables of another solution, or None: none was found.

    Raises:
        LimitReachedError: A limit of the clock is used up.
    """
    places = np.array(model.places)
    for size in SIZES:
        for top, left in _windows(places, size):
            clock.check()
            beyond = (top + size, left + size)
            is_inside: Bools = np.all((places >= (top, left)) & (places < beyond), axis=1)
            found = _within(cnf, model, truth, is_inside, clock)
            if found is not None:
                return found
    return None


def _windows(places: Ints, size: int) -> Iterator[tuple[int, int]]:
    """The corners (row, column) of windows that cover all places."""
    half = size // 2
    height, width = (places.max(axis=0) + 1).tolist()
    for top in range(0, max(1, height - half), half):
        for left in range(0, max(1, width - half), half):
            yield top, left


def _within(cnf: Cnf, model: Model, truth: Bools, is_inside: Bools, clock: Clock) -> Bools | None:
    """Another solution that differs from one only in some places, if a short search finds it."""
    literals = np.where(truth, model.cells, -model.cells)
    small = simplify(_with_units(cnf, literals[~is_inside].ravel()))
    is_unit = np.repeat(small.lengths == 1, small.lengths)
    free = literals[is_inside].ravel()
    free = free[~np.isin(np.abs(free), np.abs(small.lits[is_unit]))]
    if not free.size:
        return None
    with Solver(name=SOLVER, bootstrap_with=small.clauses()) as solver:
        solver.add_clause((-free).tolist())
        solver.set_phases(free.tolist())
        solver.conf_budget(CONFLICTS)
        found = solver.solve_limited()
        clock.conflicts += int(solver.accum_stats().get("conflicts", 0))
        if not found:
            return None
        is_true = np.zeros(cnf.n_vars + 1, bool)
        made = np.array(solver.get_model(), np.int64)
        is_true[np.abs(made)] = made > 0
        return is_true[model.cells]


def _with_units(cnf: Cnf, literals: Ints) -> Cnf:
    """The formula with unit clauses added."""
    ones = np.ones(len(literals), np.int32)
    return replace(
        cnf,
        lengths=np.append(cnf.lengths, ones),
        lits=np.append(cnf.lits, literals),
        group=np.append(cnf.group, 0 * ones),
    )
