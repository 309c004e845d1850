"""All solutions of a model, by a SAT solver; and what to compare them with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Solver

from uniclue.core.model import Model, View
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.encoders.cnf import encode
from uniclue.models.animals import Animals
from uniclue.models.garden import Garden
from uniclue.solvers.trials import fillings as fillings
from uniclue.solvers.trials import only as only


def truths(model: Model) -> Iterator[NDArray[np.bool_]]:
    """The truth of variables 1, 2, ... in every model, auxiliary variables told apart."""
    n = model.n_vars
    with Solver("cadical153", bootstrap_with=encode(model).clauses()) as solver:
        solver.add_clause([n, -n])
        while solver.solve():
            literals = solver.get_model()[:n]
            yield np.array(literals) > 0
            solver.add_clause([-lit for lit in literals])


def grids(puzzle: Puzzle, model: Model | None = None, most: int = 100_000) -> set[Grid]:
    """The solutions of a puzzle's model (or of another of the same cells)."""
    found = list(fillings(puzzle.model() if model is None else model, most))
    assert len(set(found)) == len(found)
    return {puzzle.grid_of_values(values) for values in found}


def assert_rows_hold(model: Model, view: View, truth: NDArray[np.bool_]) -> None:
    """Asserts that the rows of a view hold, of the truth of variables 1, 2, ..."""
    rows = model.matrix(view)
    sums = np.add.reduceat(rows.coef * truth[rows.cols - 1].astype(np.int64), rows.indptr[:-1])
    assert ((rows.lower <= sums) & (sums <= rows.upper)).all()


def arrangements(counts: Counter[str], length: int) -> Iterator[tuple[str, ...]]:
    """All orders of a multiset."""
    if not length:
        yield ()
        return
    for name in [name for name, count in counts.items() if count]:
        counts[name] -= 1
        for rest in arrangements(counts, length - 1):
            yield (name, *rest)
        counts[name] += 1


def maps(puzzle: Animals | Garden) -> Iterator[Grid]:
    """All maps with the animals of a puzzle, or with its flowers and free blocks."""
    rows, cols = puzzle.shape
    counts = Counter(puzzle.animals if isinstance(puzzle, Animals) else puzzle.flowers)
    counts["."] = rows * cols - counts.total()
    for flat in arrangements(counts, rows * cols):
        yield tuple(flat[r * cols : (r + 1) * cols] for r in range(rows))


def right_maps(puzzle: Animals | Garden) -> set[Grid]:
    """All maps that break no rule."""
    return {grid for grid in maps(puzzle) if next(puzzle.violations(grid), None) is None}


def block_lengths(line: Sequence[Any]) -> tuple[int, ...]:
    """The clue of a line of a nonogram."""
    return tuple(len(list(part)) for value, part in groupby(line) if value == 1)
