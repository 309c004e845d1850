"""A simulated player who fills cells one at a time: how many could be filled at every step.

The player knows what the deduction graph knows (:mod:`uniclue.research.graphs.deduction`): each rule and
each clue alone tells all it can of what stands on the board; values that are struck are noted at
once, and one of the cells that could be filled is filled. Which one is drawn at random, the more
likely the easier it is to see. Where nothing can be filled, the refutations of the deduction are
noted. So a *stall* comes at the same points, with the same cells open, whatever was drawn before.

A *way* is a rule or clue that shows a value of a cell. To see it one checks that the other cells of
the row cannot hold the value, or the cell no other value; its ease is 1 / (1 + checks), where
checks are the row's other blank cells (for a row within one cell, its other values). So the last
blank cell of a line is easiest, and a cell's last candidate hard, as players report.

Many runs are played side by side. They are drawn by a seed, over cells and values in an order that
depends on the puzzle's shape alone (``uniclue.research.features.shape.canonical``). Counting fillable cells
is Pelánek's dependency metric (FLAIRS 2011; arXiv 1403.7373), for any kind of puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Bools, Model
from uniclue.propagation.boards import Boards, System, Told
from uniclue.propagation.entries import Longs
from uniclue.research.graphs.deduction import Deduction
from uniclue.solvers.limits import Clock

Floats = NDArray[np.float64]

RUNS = 20
SEED = 1
MOST_STEPS = 150
"""In a puzzle with more blank cells several are filled at a step, so that there are no more."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What players met, step by step; all of shape (steps, runs).

    A step without any fillable cell is a stall. Where several cells are filled at a step, a player
    may have to wait for the others: NaN.

    Attributes:
        fillable: Cells that could be filled.
        ways: Ways to see them.
        ease: The sum of the ease of all ways.
        checks: Checks of the easiest way to see the cell that was filled, the mean of several; 0 in
            a stall.
        blank: Blank cells before the step.
        candidates: Values that these could hold.
        at_once: Cells filled at a step.
        left: Cells that stay blank, since the deduction is stuck.
    """

    fillable: Floats
    ways: Floats
    ease: Floats
    checks: Floats
    blank: Floats
    candidates: Floats
    at_once: int
    left: int


@dataclass(frozen=True, slots=True)
class _Ways:
    """The copies of cell variables that groups have: each a way to see a value.

    Attributes:
        copy: Shape (ways,). The copies.
        var: Shape (ways,). Their variables.
        group: Shape (ways,). Their groups, as rows of ``cells``.
        checks: Shape (ways,). Of ways within one cell its other values, else -1.
        cells: Shape (groups, cells). Which cells a group speaks of.
    """

    copy: Longs
    var: Longs
    group: Longs
    checks: Longs
    cells: Floats

    @classmethod
    def of(cls, model: Model, own: System, cell_of: Longs) -> _Ways:
        """All ways of a model."""
        rows, entries = own.rows, np.diff(own.rows.indptr)
        cell = cell_of[own.var[rows.cols]]
        inside = np.minimum.reduceat(cell, rows.indptr[:-1]) if len(rows) else cell
        outside = np.maximum.reduceat(cell, rows.indptr[:-1]) if len(rows) else cell
        within = np.repeat((inside == outside) & (inside >= 0), entries)
        is_within = np.ones(len(own.var), np.bool_)
        is_within[rows.cols[~within]] = False
        group_of = np.zeros(len(own.var), np.int64)
        group_of[rows.cols] = np.repeat(rows.group, entries)
        copy = np.flatnonzero(cell_of[own.var] >= 0)
        groups, group = np.unique(group_of[copy], return_inverse=True)
        cells = np.zeros((len(groups), len(model.places)))
        cells[group, cell_of[own.var[copy]]] = 1
        for i, number in enumerate(groups.tolist()):
            if named := list(model.groups[number].cells):
                cells[i, named] = 1
        checks = np.where(is_within[copy], len(model.domain) - 1, -1)
        return cls(copy, own.var[copy].astype(np.int64), group, checks, cells)


class Player:
    """Players of a puzzle, side by side.

    Args:
        deduction: Its deduction; only its refutations are followed.
        model: The model whose rows it used.
        own: The system of that model.
        order: Shape (cells,). The rank of each cell in the order in which lots are drawn.
        runs: How many players.
    """

    def __init__(
        self, deduction: Deduction, model: Model, own: System, order: Longs, runs: int = RUNS
    ) -> None:
        self.model, self.runs, self.order = model, runs, order
        self.rng = np.random.default_rng(SEED)
        cell_of = np.full(model.n_vars + 1, -1, np.int64)
        shape = (-1, *[1] * (model.cells.ndim - 1))
        cell_of[model.cells] = np.arange(len(model.places)).reshape(shape)
        self.cell_of, self.ways = cell_of, _Ways.of(model, own, cell_of)
        self.refuted = iter(_refutations(deduction, model))
        self.board = Boards.empty(own).times(runs)
        self.board.touched = [np.arange(runs * len(own.rows))]
        self._tell(model.literals().astype(np.int64))

    def play(self, clock: Clock) -> Filled:
        """Plays to the end.

        Args:
            clock: Watched between steps.

        Raises:
            LimitReachedError: The time is up.
        """
        blank = self._blank()
        at_once = max(1, -(-int(blank[0].sum()) // MOST_STEPS))
        trace: list[Floats] = []
        while blank.any() and not self.board.broken.any():
            clock.check()
            self._conclude()
            seen = _Seen.of(self, blank)
            if seen.fillable.any():
                checks = self._fill(seen, at_once)
                trace.append(np.where(seen.fillable > 0, seen.figures(checks), np.nan))
            elif (told := next(self.refuted, None)) is not None:
                trace.append(seen.figures(np.zeros(self.runs)))
                self._tell(told)
            else:
                break
            blank = self._blank()
        steps = np.array(trace) if trace else np.zeros((0, 6, self.runs))
        fillable, ways, ease, checks, blanks, candidates = steps.transpose(1, 0, 2)
        left = int(blank[0].sum())
        return Filled(fillable, ways, ease, checks, blanks, candidates, at_once, left)

    def _tell(self, literals: Longs) -> None:
        """Tells every player of literals."""
        board = np.repeat(np.arange(self.runs), len(literals))
        told = np.tile(literals, self.runs)
        self.board.learn(Told(board, np.abs(told), np.sign(told).astype(np.int8)))

    def _blank(self) -> Bools:
        """Which cells hold no value: shape (runs, cells)."""
        value = self.board.value[:, self.model.cells]
        blank: Bools = (value != 1).all(axis=2) if self.model.onehot else value == 0
        return blank

    def _conclude(self) -> None:
        """Groups conclude all that they can; what is struck is noted, but no cell is filled."""
        while True:
            found = self.board.conclude()
            fills = self.cell_of[found.var] >= 0
            if self.model.onehot:
                fills &= found.sign > 0
            if fills.all():
                return
            self.board.learn(Told(found.board[~fills], found.var[~fills], found.sign[~fills]))

    def _fill(self, seen: _Seen, at_once: int) -> Floats:
        """Fills cells that were seen; returns the mean checks of each player, shape (runs,)."""
        lots = self.rng.exponential(size=(self.runs, len(self.order)))[:, self.order]
        lots = np.divide(lots, seen.ease, out=np.full(lots.shape, np.inf), where=seen.ease > 0)
        first = np.argpartition(lots, at_once - 1, axis=1)[:, :at_once]
        run = np.repeat(np.arange(self.runs), at_once)
        cell = first.ravel()
        drawn = np.isfinite(lots[run, cell])
        run, cell = run[drawn], cell[drawn]
        literal = seen.literal[run, cell]
        self.board.learn(Told(run, np.abs(literal), np.sign(literal).astype(np.int8)))
        total = np.bincount(run, seen.checks[run, cell], self.runs)
        return total / np.maximum(np.bincount(run, minlength=self.runs), 1)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What players see on their boards.

    Attributes:
        fillable: Shape (runs,). Cells that can be filled.
        ways: Shape (runs,). Ways to see them.
        ease: Shape (runs, cells). The ease of all ways to see each cell's value.
        checks: Shape (runs, cells). Checks of the easiest; infinite where none is seen.
        literal: Shape (runs, cells). What is seen; 0 for nothing.
        blank: Shape (runs,). Blank cells.
        candidates: Shape (runs,). Values that these can hold.
    """

    fillable: Longs
    ways: Longs
    ease: Floats
    checks: Floats
    literal: Longs
    blank: Longs
    candidates: Longs

    @classmethod
    def of(cls, player: Player, blank: Bools) -> _Seen:
        """Looks at all boards; ``blank`` says which cells are, shape (runs, cells)."""
        ways, board, model = player.ways, player.board, player.model
        private = board.copy.reshape(player.runs, -1)[:, ways.copy]
        open_ = board.value[:, ways.var] == 0
        run, way = np.nonzero(open_ & ((private > 0) if model.onehot else (private != 0)))
        cell = player.cell_of[ways.var[way]]
        others = (blank @ ways.cells.T)[run, ways.group[way]] - 1
        checks = np.where(ways.checks[way] < 0, others, ways.checks[way])
        shape = blank.shape
        ease, least = np.zeros(shape), np.full(shape, np.inf)
        np.add.at(ease, (run, cell), 1 / (1 + checks))
        np.minimum.at(least, (run, cell), checks)
        literal = np.zeros(shape, np.int64)
        literal[run, cell] = ways.var[way] * private[run, way]
        values = (board.value[:, model.cells] == 0).reshape(player.runs, -1).sum(axis=1)
        return cls(
            fillable=(ease > 0).sum(axis=1),
            ways=np.bincount(run, minlength=player.runs),
            ease=ease,
            checks=least,
            literal=literal,
            blank=blank.sum(axis=1),
            candidates=values * (1 if model.onehot else 2),
        )

    def figures(self, checks: Floats) -> Floats:
        """Shape (6, runs): what :class:`Filled` keeps of a step."""
        ease = self.ease.sum(axis=1)
        return np.array([self.fillable, self.ways, ease, checks, self.blank, self.candidates])


def _refutations(deduction: Deduction, model: Model) -> list[Longs]:
    """The literals that each wave of refutations gives."""
    found = []
    refuted = (step for step in deduction.steps if step.type == "refutation")
    for _, wave in groupby(refuted, key=lambda step: step.wave):
        literals: list[int] = []
        for step in wave:
            assert step.cell is not None
            place = model.places[step.cell]
            literals += [-model.literal(place, value) for value in step.struck]
            if step.value is not None:
                literals.append(model.literal(place, step.value))
        found.append(np.array(literals, np.int64))
    return found
