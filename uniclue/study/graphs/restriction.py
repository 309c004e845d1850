"""A model restricted to its open part: as written, after literal clues, or after propagation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from uniclue.core.latest import model_of, once_a_puzzle
from uniclue.core.lazy import LazyConstraint
from uniclue.core.model import Bools, Ints, Model, Rows, View
from uniclue.core.puzzle import Puzzle
from uniclue.propagation.simplify import reduced, without_fixed
from uniclue.study.waves.boards import value_limits


@dataclass(frozen=True, slots=True, eq=False)
class Restriction:
    """A model under a partial assignment: its open variables and rows.

    Attributes:
        puzzle: The puzzle.
        model: Its model, in the default form.
        rows: The open rows of the view for clauses, over the model's variables.
        lazy: The lazy constraints with open variables.
        value: Shape (n_vars + 1,). Of every variable: 1 true, -1 false, 0 open.
    """

    puzzle: Puzzle
    model: Model
    rows: Rows
    value: NDArray[np.int8]
    lazy: tuple[LazyConstraint, ...] = ()

    @property
    def open_cells(self) -> Bools:
        """Shape (places,). The cells without a true value."""
        value = self.value[self.model.cells]
        is_open: Bools = (value != 1).all(axis=1) if self.model.onehot else value == 0
        return is_open

    def cell_names(self) -> list[str]:
        """The name of every cell, such as ``r1c1``."""
        return [self.model.name_place(place) for place in self.model.places]


def cell_of(model: Model) -> Ints:
    """The cell of each variable, -1 for others. Shape (n_vars + 1,)."""
    cells = np.full(model.n_vars + 1, -1, np.int32)
    # Transposed, so that cells are the last axis whether or not values have an axis.
    cells[model.cells.T] = np.arange(len(model.places), dtype=np.int32)
    return cells


@once_a_puzzle
def whole(puzzle: Puzzle) -> Restriction:
    """All rows of a puzzle's model; literal clues are not rows, and have no effect here."""
    model = model_of(puzzle)
    nothing = np.zeros(model.n_vars + 1, np.int8)
    return Restriction(puzzle, model, model.matrix(View.CNF), nothing, tuple(model.lazy))


@once_a_puzzle
def blank(puzzle: Puzzle) -> Restriction:
    """The part that is open after the literal clues and the strikes of known values.

    That is the grid as a player sees it with the candidates pencilled in: a full rule on cells
    alone strikes its other values; nothing else is concluded.
    """
    model = model_of(puzzle)
    rows = model.matrix(View.CNF)
    value = np.zeros(model.n_vars + 1, np.int8)
    literals = model.literals()
    value[np.abs(literals)] = np.sign(literals)
    limits = value_limits(model, rows)
    full = limits.sums(value[limits.cols] > 0) >= limits.upper
    struck = limits.cols[np.repeat(full, np.diff(limits.indptr))]
    value[struck[value[struck] == 0]] = -1
    if not value.any():
        return whole(puzzle)
    return Restriction(puzzle, model, without_fixed(rows, value), value, tuple(model.lazy))


@once_a_puzzle
def residual(puzzle: Puzzle) -> Restriction:
    """The part that is open after the literal clues and complete propagation.

    A puzzle that propagation refutes has no open part.
    """
    model, left = model_of(puzzle), reduced(puzzle)
    value = np.ones_like(left.value) if left.contradiction else left.value
    rows = replace(left.rows, cols=left.names[left.rows.cols - 1])
    return Restriction(puzzle, model, rows, value, tuple(model.lazy[i] for i in left.lazy))
