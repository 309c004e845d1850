"""A simulated player who fills cells one at a time: how many could be filled at every step.

The player reasons like the deduction graph (:mod:`uniclue.study.graphs.deduction`): each rule
and each clue alone draws its conclusions from the board; strikes are applied at once, and one of
the fillable cells is filled. It is drawn at random, with the more weight the easier it is to see.
Where no cell can be filled, the refutations of the deduction are applied. So a *stall* comes at the
same points, with the same open cells, whatever was drawn before.

A *way* is a rule or clue that shows a value of a cell. To see it one checks that the other cells of
the row cannot hold the value, or the cell no other value; its ease is 1 / (1 + checks), where
checks are the row's other blank cells (for a row within one cell, its other values). So the last
blank cell of a line is easiest, and a cell's last candidate hard, as players report.

Many runs are played side by side. They are drawn with a seed, over cells and values in an order
that depends on the puzzle's shape alone (``uniclue.study.features.shape.canonical``). Counting
fillable cells is Pelánek's dependency metric (FLAIRS 2011; arXiv 1403.7373), for any kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Model, running
from uniclue.propagation.entries import Longs, distinct, spans
from uniclue.solvers.limits import Clock
from uniclue.study.graphs.deduction import Deduction
from uniclue.study.graphs.restriction import cell_of
from uniclue.study.waves.alone import LoneBoard, Wiring
from uniclue.study.waves.boards import System

Floats = NDArray[np.float64]

RUNS = 20
SEED = 1
MOST_STEPS = 150
"""The most steps: in a puzzle with more blank cells several are filled at a step."""


@dataclass(frozen=True, slots=True)
class Filled:
    """The players' runs, step by step; arrays of shape (steps, runs).

    A step without any fillable cell is a stall. Where several cells are filled at a step, a player
    may have to wait for the others: NaN.

    Attributes:
        stuck: How many cells stay blank in the end, since the deduction is stuck.
        fillable: The number of fillable cells.
        ways: The number of ways to see them.
        ease: The sum of the ease of all ways.
        blank: The number of blank cells before the step.
        candidates: The number of their possible values.
        checks: Checks of the easiest way to see the cell that was filled, the mean of several; 0 in
            a stall.
    """

    stuck: int
    fillable: Floats
    ways: Floats
    ease: Floats
    blank: Floats
    candidates: Floats
    checks: Floats


class _Groups:
    """The groups of a system: what they are about, and their copies of cell variables, the ways.

    Attributes:
        own: The system.
        wiring: Its wiring; values of cells wait until players fill them in.
        cell_of: Shape (n_vars + 1,). The cell of each variable, -1 for none.
        fills: Shape (2 * (n_vars + 1),). Whether a variable's mark fills a cell.
        cell: Shape (copies,). The cell of each copy, -1 for none.
        group: Shape (copies,). The group of each copy, numbered from 0.
        checks: Shape (copies,). For ways within one cell its other values, else -1.
        about: The groups that are about each cell: starts, and groups.
        sizes: Shape (groups,). The number of cells that each group is about.
    """

    def __init__(self, model: Model, own: System) -> None:
        self.own, self.cell_of = own, cell_of(model)
        is_cell = self.cell_of >= 0
        self.fills = np.column_stack([is_cell, is_cell & (not model.onehot)]).ravel()
        self.wiring = Wiring.of(own, self.fills)
        rows, entries = own.rows, np.diff(own.rows.indptr)
        cell = self.cell_of[own.var[rows.cols]]
        inside = np.minimum.reduceat(cell, rows.indptr[:-1]) if len(rows) else cell
        outside = np.maximum.reduceat(cell, rows.indptr[:-1]) if len(rows) else cell
        within = np.repeat((inside == outside) & (inside >= 0), entries)
        is_within = np.ones(len(own.var), np.bool_)
        is_within[rows.cols[~within]] = False
        is_within[own.lazy_of >= 0] = False
        self.checks = np.where(is_within, len(model.domain) - 1, -1)
        self.cell, self.group = self.cell_of[own.var], np.zeros(len(own.var), np.int64)
        self.group[rows.cols] = np.repeat(rows.group, entries)
        for lazy in own.lazy:
            self.group[lazy.copies] = lazy.group
        is_about = np.zeros((len(model.places), int(self.group.max(initial=-1)) + 1), np.bool_)
        of_cells = self.cell >= 0
        is_about[self.cell[of_cells], self.group[of_cells]] = True
        for number in distinct(self.group[of_cells]).tolist():
            is_about[list(model.groups[number].cells), number] = True
        self.sizes = is_about.sum(axis=0)
        self.about = running(is_about.sum(axis=1)), np.nonzero(is_about)[1]


_latest: list[_Groups] = []


def _groups_of(model: Model, own: System) -> _Groups:
    """The groups of a system, which puzzles may have in common."""
    if not _latest or _latest[0].own is not own:
        _latest[:] = [_Groups(model, own)]
    return _latest[0]


class PlayerFeatures:
    """Players of a puzzle, side by side.

    Args:
        deduction: Its deduction; only its refutations are followed.
        model: The model whose rows it used.
        own: The system of that model.
        order: Shape (cells,). The rank of each cell in the order of random draws.
        runs: How many players.
    """

    def __init__(
        self, deduction: Deduction, model: Model, own: System, order: Longs, runs: int = RUNS
    ) -> None:
        self.groups, self.runs, self.order = _groups_of(model, own), runs, order
        self.rng = np.random.default_rng(SEED)
        self.refuted = iter(_refutations(deduction, model))
        self.per_variable = 1 if model.onehot else 2
        # All start alike: what follows at the start is concluded once.
        board = LoneBoard(self.groups.wiring)
        board.start(model.literals().tolist())
        self.boards = [board.copy() for _ in range(runs)]
        self.blank = np.ones((runs, len(model.places)), np.bool_)
        self.blank_in = np.tile(self.groups.sizes, (runs, 1))
        self.values = np.full(runs, model.cells.size * self.per_variable)
        self._update()

    def play(self, clock: Clock) -> Filled:
        """Plays to the end.

        Args:
            clock: Watched between steps.

        Raises:
            LimitReachedError: The time is up.
        """
        at_once = max(1, -(-int(self.blank[0].sum()) // MOST_STEPS))
        trace: list[Floats] = []
        while self.blank.any() and not any(board.broken for board in self.boards):
            clock.check()
            seen = _Seen(self)
            fillable = seen.figures[0] > 0
            if fillable.any():
                step = np.vstack([seen.figures, self._fill(seen, at_once)])
                trace.append(np.where(fillable, step, np.nan))
            elif (literals := next(self.refuted, None)) is not None:
                trace.append(np.vstack([seen.figures, np.zeros(self.runs)]))
                for board in self.boards:
                    board.decide(literals)
            else:
                break
            self._update()
        steps = np.array(trace) if trace else np.zeros((0, 6, self.runs))
        return Filled(int(self.blank[0].sum()), *steps.transpose(1, 0, 2))

    def _update(self) -> None:
        """Counts what boards have decided since the last time."""
        run = np.repeat(np.arange(self.runs), [len(board.decided) for board in self.boards])
        marks = np.array([mark for board in self.boards for mark in board.decided], np.int64)
        for board in self.boards:
            board.decided.clear()
        cell = self.groups.cell_of[marks >> 1]
        self.values -= self.per_variable * np.bincount(run[cell >= 0], minlength=self.runs)
        filled = self.groups.fills[marks]
        run, cell = run[filled], cell[filled]
        self.blank[run, cell] = False
        starts, groups = self.groups.about
        where, of = spans(starts, cell)
        np.subtract.at(self.blank_in, (run[of], groups[where]), 1)

    def _fill(self, seen: _Seen, at_once: int) -> Floats:
        """Fills fillable cells; returns the mean checks of each player, shape (runs,)."""
        lots = self.rng.exponential(size=self.blank.shape).take(self.order, axis=1)
        lots = np.divide(lots, seen.ease, out=np.full(lots.shape, np.inf), where=seen.ease > 0)
        cell = np.argpartition(lots, at_once - 1, axis=1)[:, :at_once]
        run, nth = np.nonzero(np.isfinite(np.take_along_axis(lots, cell, axis=1)))
        cell = cell[run, nth]
        literals, ends = (
            seen.literal[run, cell].tolist(),
            np.searchsorted(run, range(self.runs + 1)),
        )
        for board, (start, end) in zip(self.boards, pairwise(ends.tolist()), strict=True):
            board.decide(literals[start:end])
        total = np.bincount(run, seen.checks[run, cell], self.runs)
        return total / np.maximum(np.diff(ends), 1)


class _Seen:
    """The fillable cells that players see on their boards.

    Attributes:
        figures: Shape (5, runs). The members of :class:`Filled` for a step, except its checks.
        ease: Shape (runs, cells). The ease of all ways to see each cell's value.
        checks: Shape (runs, cells). Checks of the easiest way; infinite where there is none.
        literal: Shape (runs, cells). The literal to place; 0 for none.
    """

    def __init__(self, player: PlayerFeatures) -> None:
        groups, shape = player.groups, player.blank.shape
        shown = np.frombuffer(b"".join(b.concluded for b in player.boards), np.bool_)
        at = np.flatnonzero(shown)
        run, way = np.divmod(at >> 1, len(groups.cell))
        where = run * shape[1] + groups.cell[way]
        checks = groups.checks[way]
        checks = np.where(checks < 0, player.blank_in[run, groups.group[way]] - 1, checks)
        self.ease = np.bincount(where, 1 / (1 + checks), player.blank.size).reshape(shape)
        self.checks, self.literal = np.full(shape, np.inf), np.zeros(shape, np.int64)
        np.minimum.at(self.checks.ravel(), where, checks.astype(np.float64))  # of one type: faster
        self.literal.ravel()[where] = groups.own.var[way] * (1 - 2 * (at & 1))
        self.figures = np.array(
            [
                np.count_nonzero(self.ease, axis=1),
                np.bincount(run, minlength=player.runs),
                self.ease.sum(axis=1),
                player.blank.sum(axis=1),
                player.values,
            ]
        )


def _refutations(deduction: Deduction, model: Model) -> list[list[int]]:
    """The literals of each wave of refutations."""
    waves: dict[int, list[int]] = {}
    for step in deduction.steps:
        if step.type == "refutation" and step.cell is not None:
            place, literals = model.places[step.cell], waves.setdefault(step.wave, [])
            literals += [-model.literal(place, value) for value in step.struck]
            if step.value is not None:
                literals.append(model.literal(place, step.value))
    return list(waves.values())
