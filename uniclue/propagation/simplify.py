"""The part of a model that propagation leaves open, so that only that part is encoded.

Bound propagation on the rows ``lower <= a.x <= upper`` themselves, all rows at once: a row's least
and greatest possible sums force variables, or show that the row cannot be satisfied or always is.
On clauses this is unit propagation; exactly-one rows need no clauses at all, where a 25x25 sudoku
would have 690,000 of them.

For speed, never for evidence: the reasons are lost in a reduced model, so conflicts and proofs are
taken from the complete one.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from uniclue.core.arrays import ArrayLike, np
from uniclue.core.latest import model_of, once_a_puzzle
from uniclue.core.lazy import LazyConstraint, Value
from uniclue.core.model import Bools, Ints, Model, Rows, View, running, watch
from uniclue.core.puzzle import Puzzle, chosen_form
from uniclue.encoders.cnf import Cnf
from uniclue.propagation.counts import ContradictionError
from uniclue.propagation.queue import Queue

LARGE = 50_000
"""With more entries than this in all rows, propagation may stop early; a solver does the rest."""
WORTHWHILE = 30
"""It stops when a round fixed fewer than one variable per this many entries."""
FEW = 64
"""A round is thin if it fixes fewer than one variable per this many entries."""
THIN = 2
"""Of few entries, or to the end, a queue takes over at this thin round. The first one is often that
of the givens, before rounds that fix much; an index for the queue costs about five rounds."""


class Simplified(msgspec.Struct, frozen=True):
    """The open part of a model, with its variables renumbered.

    Attributes:
        rows: Rows over variables 1..len(names).
        names: Shape (open variables,). Their ids in the model, in increasing order: those of all
            open rows and lazy constraints, and open cell variables that are in neither any more.
        number: Shape (n_vars + 1,). The new numbers of the model's variables, 0 for decided ones.
        value: Shape (n_vars + 1,). For every model variable: 1 true, -1 false, 0 open.
        lazy: Positions in :attr:`Model.lazy` of the constraints with open variables.
        contradiction: Whether propagation found that there is no solution; then there are no rows.
    """

    rows: Rows
    names: Ints
    number: Ints
    value: Value
    lazy: tuple[int, ...] = ()
    contradiction: bool = False

    def truth(self, true: Ints) -> Bools:
        """The truth of all variables if exactly these open ones are true.

        Args:
            true: Variables, in the new numbers.

        Returns:
            Shape (n_vars + 1,).
        """
        truth: Bools = self.value > 0
        truth[self.names[true - 1]] = True
        return truth

    def known_cells(self, model: Model) -> int:
        """How many cells of the model are decided."""
        value = self.value[model.cells]
        return int((value == 1).sum() if model.onehot else (value != 0).sum())

    def renumbered(self, literals: Ints) -> Ints:
        """Literals of the model in the new numbers; 0 for those of decided variables."""
        return self.number[np.abs(literals)] * np.sign(literals)


def reduce(
    model: Model, known: ArrayLike = (), view: View = View.CNF, *, to_the_end: bool = False
) -> Simplified:
    """Propagates a model's literal clues through its rows and lazy constraints.

    Args:
        model: Rules and clues.
        known: More literals that hold in every solution of interest.
        view: Which rows to take.
        to_the_end: Propagate as long as anything follows, however little.

    Returns:
        The open part; it has exactly the solutions of the model in which ``known`` holds.
    """
    value = np.zeros(model.n_vars + 1, np.int8)
    literals = np.concatenate([model.literals(), np.asarray(known, np.int32)])
    rows = model.matrix(view)
    number = np.zeros(model.n_vars + 1, np.int32)
    try:
        _fix(value, literals)
        rows = propagate(rows, value, model.lazy, to_the_end=to_the_end)
    except ContradictionError:
        nothing = rows.only(np.zeros(len(rows), np.bool_))
        return Simplified(nothing, np.zeros(0, np.int32), number, value, contradiction=True)
    open_ = np.zeros(model.n_vars + 1, np.bool_)
    open_[rows.cols] = True
    open_[model.cells[value[model.cells] == 0]] = True
    lazy = []
    for i, constraint in enumerate(model.lazy):
        speaks_of = np.abs(constraint.literals())
        still_open = speaks_of[value[speaks_of] == 0]
        open_[still_open] = True
        lazy += [i] * bool(still_open.size)
    names = np.flatnonzero(open_).astype(np.int32)
    number[names] = np.arange(1, len(names) + 1)
    return Simplified(replace(rows, cols=number[rows.cols]), names, number, value, tuple(lazy))


def reduced(puzzle: Puzzle, form: str | None = None) -> Simplified:
    """What complete propagation leaves open of a form of the model of the puzzle at hand."""
    return _reduced(puzzle, chosen_form(type(puzzle), form))


@once_a_puzzle
def _reduced(puzzle: Puzzle, form: str) -> Simplified:
    return reduce(model_of(puzzle, form or None), to_the_end=True)


def propagate(
    rows: Rows, value: Value, lazy: Sequence[LazyConstraint] = (), *, to_the_end: bool = True
) -> Rows:
    """Fixes in ``value`` what follows from rows and lazy constraints together.

    Args:
        rows: The rows; variables may be fixed.
        value: The decided variables; it is changed.
        lazy: The lazy constraints.
        to_the_end: Propagate the rows as long as anything follows, however little.

    Returns:
        The open part of the rows.

    Raises:
        ContradictionError: There is no solution.
    """
    check = watch()
    while True:
        rows = _propagate(rows, value, to_the_end=to_the_end)
        inferred = []
        for each in lazy:
            check()
            inferred += each.propagate(value)
        if not inferred:
            return rows
        literals = np.array([inference.literal for inference in inferred], np.int32)
        if (value[np.abs(literals)] == -np.sign(literals)).any():
            raise ContradictionError
        _fix(value, literals)


def decided_share(cnf: Cnf, model: Model) -> float:
    """The share of a model's cells that unit propagation on its formula decides, 0 to 1.

    The model's lazy constraints also propagate. The share is 1 if all this is refuted.
    """
    return share_from(cnf.rows(), np.zeros(cnf.n_vars + 1, np.int8), model)


def share_from(rows: Rows, value: Value, model: Model, known: Sequence[int] = ()) -> float:
    """As :func:`decided_share`, from a formula's rows and known literals; fills ``value``."""
    try:
        _fix(value, np.array(known, np.int32))
        propagate(rows, value, model.lazy)
    except ContradictionError:
        return 1.0
    cells = value[model.cells]
    return float(((cells == 1).any(axis=1) if model.onehot else cells != 0).mean())


def _fix(value: Value, literals: Ints) -> None:
    value[np.abs(literals)] = np.sign(literals)
    if (value[np.abs(literals)] != np.sign(literals)).any():
        raise ContradictionError


def _propagate(rows: Rows, value: Value, *, to_the_end: bool = False) -> Rows:
    """Fixes in ``value`` what follows from the rows; returns their open part."""
    rows, thin = without_fixed(rows, value), 0
    check = watch()
    while True:
        check()
        low, high = _range(rows)
        if ((high < rows.lower) | (low > rows.upper)).any():
            raise ContradictionError
        stays = (low < rows.lower) | (high > rows.upper)
        if not stays.all():
            rows, low, high = rows.only(stays), low[stays], high[stays]
        new = _forced(rows, low, high)
        if not new.size:
            return rows
        thin += FEW * new.size < len(rows.cols)
        if thin >= THIN and (to_the_end or len(rows.cols) <= LARGE):
            queue = Queue(rows, len(value) - 1, high - rows.lower, rows.upper - low)
            queue.run(new)
            new = np.flatnonzero(queue.value) * queue.value[queue.value != 0]
        _fix(value, new)
        check()
        rows = without_fixed(rows, value)
        if not to_the_end and len(rows.cols) > max(LARGE, WORTHWHILE * new.size):
            return rows


def _range(rows: Rows) -> tuple[Ints, Ints]:
    """The least and the greatest sum each row can have, shape (m,) each."""
    return rows.sums(np.minimum(rows.coef, 0)), rows.sums(np.maximum(rows.coef, 0))


def _forced(rows: Rows, low: Ints, high: Ints) -> Ints:
    """The literals that must hold for some row to be satisfied."""
    lengths = np.diff(rows.indptr)
    # With the opposite value the row could no longer reach (or stay within) its bound.
    reach = np.repeat(high - rows.lower, lengths)
    spare = np.repeat(rows.upper - low, lengths)
    size = np.abs(rows.coef)
    signed = rows.cols * np.sign(rows.coef)
    return np.concatenate([signed[size > reach], -signed[size > spare]])


def without_fixed(rows: Rows, value: Value) -> Rows:
    """The rows without the entries of fixed variables; the bounds change accordingly."""
    values = value[rows.cols]
    open_ = values == 0
    if open_.all():
        return rows
    given = rows.sums(rows.coef * (values > 0))
    indptr = running(open_)[rows.indptr]
    bounds = rows.lower - given, rows.upper - given
    return Rows(indptr, rows.cols[open_], rows.coef[open_], *bounds, rows.group, rows.use)
