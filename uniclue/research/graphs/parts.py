"""The part of a model that a graph shows: all of it, or what propagation leaves open."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Bools, Ints, Model, Rows, View
from uniclue.core.puzzle import Puzzle, name_place
from uniclue.propagation.boards import value_limits
from uniclue.propagation.reduce import reduce, without_fixed


@dataclass(frozen=True, slots=True)
class Part:
    """Variables and rows of a model.

    Attributes:
        puzzle: The puzzle.
        model: Its model, in the default form.
        rows: The rows shown (those that clauses are made of), over the model's variables.
        value: Shape (n_vars + 1,). Of every variable: 1 true, -1 false, 0 shown.
    """

    puzzle: Puzzle
    model: Model
    rows: Rows
    value: NDArray[np.int8]

    @property
    def cell_of(self) -> Ints:
        """Shape (n_vars + 1,). The cell of each variable, -1 for those of no cell."""
        model = self.model
        cell_of = np.full(model.n_vars + 1, -1, np.int32)
        shape = (-1, *[1] * (model.cells.ndim - 1))
        cell_of[model.cells] = np.arange(len(model.places), dtype=np.int32).reshape(shape)
        return cell_of

    @property
    def open_cells(self) -> Bools:
        """Shape (places,). The cells that are shown: no value of theirs is known to be true."""
        value = self.value[self.model.cells]
        shown: Bools = (value != 1).all(axis=1) if self.model.onehot else value == 0
        return shown

    def cell_names(self) -> list[str]:
        """The name of every cell, such as ``r1c1``."""
        return [name_place(place) for place in self.model.places]


def whole(puzzle: Puzzle) -> Part:
    """All rows of a puzzle's model; literal clues are not rows, and fix nothing here."""
    model = puzzle.model()
    return Part(puzzle, model, model.matrix(View.CNF), np.zeros(model.n_vars + 1, np.int8))


def blank(puzzle: Puzzle) -> Part:
    """What stays open after the literal clues, and what known values exclude at once.

    That is the grid as a player sees it with the candidates pencilled in: a rule on cells alone
    that holds as many values as it may strikes its others; nothing else is concluded.
    """
    model = puzzle.model()
    rows = model.matrix(View.CNF)
    value = np.zeros(model.n_vars + 1, np.int8)
    literals = model.literals()
    value[np.abs(literals)] = np.sign(literals)
    limits = value_limits(model, rows)
    full = limits.sums(value[limits.cols] > 0) >= limits.upper
    struck = limits.cols[np.repeat(full, np.diff(limits.indptr))]
    value[struck[value[struck] == 0]] = -1
    return Part(puzzle, model, without_fixed(rows, value), value)


def residual(puzzle: Puzzle) -> Part:
    """What stays open after the literal clues and propagation of the rows, to the end.

    A puzzle that propagation refutes has nothing open.
    """
    model = puzzle.model()
    reduced = reduce(model, to_the_end=True)
    value = reduced.value
    if reduced.contradiction:
        value = np.ones_like(value)
    rows = replace(reduced.rows, cols=reduced.names[reduced.rows.cols - 1])
    return Part(puzzle, model, rows, value)
