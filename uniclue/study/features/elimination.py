"""Direct elimination: the candidates of a puzzle before any open cell is filled.

Known cells are set, and unit propagation runs on the clauses and lazy constraints, with one
exception: a cell that becomes decided is not filled. So the candidates of a sudoku are those that
people pencil in, and the next placements are still to be found. Full propagation would solve easy
puzzles and leave nothing to describe.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Bools, Ints, Model, running
from uniclue.encoders.cnf import Cnf

CONTRADICTION = "direct elimination contradicts the clues"


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A formula after direct elimination.

    Attributes:
        model: The model.
        value: Shape (n_vars + 1,). Of every variable: 1 true, -1 false, 0 open.
        lengths: Shape (m,). Open literals of each clause that is not satisfied yet.
        lits: Their open literals, clause after clause.
        contradiction: Whether a clause has become empty, or a lazy constraint is broken.
    """

    model: Model
    value: NDArray[np.int8]
    lengths: Ints
    lits: Ints
    contradiction: bool

    def candidates(self) -> Bools:
        """Whether a place can still have a value; shape (places, values)."""
        value = self.value[self.model.cells]
        if self.model.onehot:
            filled = (value == 1).any(axis=1, keepdims=True)
            return np.where(filled, value == 1, value >= 0)
        return np.stack([value <= 0, value >= 0], axis=1)


def eliminate(model: Model, cnf: Cnf) -> Eliminated:
    """Eliminates directly; ``cnf`` is the formula of ``model``."""
    value = np.zeros(cnf.n_vars + 1, np.int8)
    lengths, lits, contradiction = cnf.lengths, cnf.lits, False
    # Which literals decide a cell, by the literal itself: a negative one counts from the end.
    fills = np.zeros(2 * cnf.n_vars + 1, np.bool_)
    fills[model.cells if model.onehot else np.stack([model.cells, -model.cells])] = True
    new = model.literals()
    while True:
        value[np.abs(new)] = np.sign(new)
        contradiction |= bool((value[np.abs(new)] != np.sign(new)).any())
        lengths, lits, empty = _simplified(lengths, lits, value)
        contradiction |= empty
        units = lits[running(lengths)[:-1][lengths == 1]]
        if model.lazy and not contradiction:
            seen = value[: model.n_vars + 1]
            inferred = [literal for each in model.lazy for literal, _ in each.propagate(seen)]
            contradiction = any(not x or int(value[abs(x)]) * x < 0 for x in inferred)
            units = np.unique(np.append(units, np.array(inferred, np.int32)))
            units = units[value[np.abs(units)] == 0]
        new = units[~fills[units]]
        if contradiction or not new.size:
            return Eliminated(model, value, lengths, lits, contradiction)


def _simplified(lengths: Ints, lits: Ints, value: NDArray[np.int8]) -> tuple[Ints, Ints, bool]:
    """The clauses without satisfied ones and false literals, and whether one is empty."""
    now = value[np.abs(lits)] * np.sign(lits)
    starts = running(lengths)
    true, open_ = running(now == 1), running(now == 0)
    satisfied = true[starts[1:]] > true[starts[:-1]]
    new_lengths = np.where(satisfied, 0, open_[starts[1:]] - open_[starts[:-1]])
    keep = (now == 0) & ~np.repeat(satisfied, lengths)
    empty = bool((~satisfied & (new_lengths == 0)).any())
    return new_lengths[~satisfied].astype(np.int32), lits[keep], empty
