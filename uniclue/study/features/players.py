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

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Bools, Model
from uniclue.propagation.entries import Longs, distinct
from uniclue.solvers.limits import Clock
from uniclue.study.graphs.deduction import Deduction
from uniclue.study.graphs.restriction import cell_of
from uniclue.study.waves.boards import BoardLiterals, Boards, System

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


class _Ways:
    """The copies of cell variables that a system's groups have: the ways to see a value.

    Attributes:
        own: The system.
        fills: Shape (2, n_vars + 1). Whether a variable fills a cell if it is true, if it is false.
        cell: Shape (copies,). The cell of each copy, -1 for none.
        group: Shape (copies,). The group of each copy, numbered from 0.
        checks: Shape (copies,). For ways within one cell its other values, else -1.
        about: Shape (cells, groups). 1 where a group is about a cell, else 0.
    """

    def __init__(self, model: Model, own: System) -> None:
        self.own, of_variable = own, cell_of(model)
        self.fills = np.stack([of_variable >= 0, (of_variable >= 0) & (not model.onehot)])
        rows, entries = own.rows, np.diff(own.rows.indptr)
        cell = of_variable[own.var[rows.cols]]
        inside = np.minimum.reduceat(cell, rows.indptr[:-1]) if len(rows) else cell
        outside = np.maximum.reduceat(cell, rows.indptr[:-1]) if len(rows) else cell
        within = np.repeat((inside == outside) & (inside >= 0), entries)
        is_within = np.ones(len(own.var), np.bool_)
        is_within[rows.cols[~within]] = False
        is_within[own.lazy_of >= 0] = False
        self.checks = np.where(is_within, len(model.domain) - 1, -1)
        self.cell, self.group = of_variable[own.var], np.zeros(len(own.var), np.int64)
        self.group[rows.cols] = np.repeat(rows.group, entries)
        for lazy in own.lazy:
            self.group[lazy.copies] = lazy.group
        self.about = np.zeros((len(model.places), int(self.group.max(initial=-1)) + 1))
        of_cells = self.cell >= 0
        self.about[self.cell[of_cells], self.group[of_cells]] = 1
        for number in distinct(self.group[of_cells]).tolist():
            self.about[list(model.groups[number].cells), number] = 1


_latest: list[_Ways] = []


def _ways_of(model: Model, own: System) -> _Ways:
    """The ways of a system, which puzzles may have in common."""
    if not _latest or _latest[0].own is not own:
        _latest[:] = [_Ways(model, own)]
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
        self.ways, self.model, self.runs, self.order = _ways_of(model, own), model, runs, order
        self.rng = np.random.default_rng(SEED)
        self.refuted = iter(_refutations(deduction, model))
        # All start alike: what follows at the start is concluded once.
        self.boards = Boards.empty(own)
        self._decide(BoardLiterals.of(model.literals().astype(np.int64)))
        self.boards = self.boards.times(runs)

    def play(self, clock: Clock) -> Filled:
        """Plays to the end.

        Args:
            clock: Watched between steps.

        Raises:
            LimitReachedError: The time is up.
        """
        blank = self.blank()
        at_once = max(1, -(-int(blank[0].sum()) // MOST_STEPS))
        trace: list[Floats] = []
        while blank.any() and not self.boards.broken.any():
            clock.check()
            seen = _Seen(self, blank)
            fillable = seen.figures[0] > 0
            if fillable.any():
                step = np.vstack([seen.figures, self._fill(seen, at_once)])
                trace.append(np.where(fillable, step, np.nan))
            elif (literals := next(self.refuted, None)) is not None:
                trace.append(np.vstack([seen.figures, np.zeros(self.runs)]))
                of_each = np.tile(literals, self.runs)
                boards = np.repeat(np.arange(self.runs), len(literals))
                self._decide(BoardLiterals.of(of_each, boards))
            else:
                break
            blank = self.blank()
        steps = np.array(trace) if trace else np.zeros((0, 6, self.runs))
        return Filled(int(blank[0].sum()), *steps.transpose(1, 0, 2))

    def open_variables(self) -> Bools:
        """Which variables of cells are open: shape (runs, cells) or (runs, cells, values)."""
        return np.asarray(self.boards.value[:, self.model.cells] == 0)

    def blank(self) -> Bools:
        """Which cells are blank: shape (runs, cells)."""
        if not self.model.onehot:
            return self.open_variables()
        return np.asarray(~(self.boards.value[:, self.model.cells] > 0).any(axis=2))

    def _decide(self, literals: BoardLiterals) -> None:
        """Decides literals, and what follows, until all that groups conclude would fill cells."""
        self.boards.learn(literals)
        while len((new := self._struck()).var):
            self.boards.learn(new)

    def _struck(self) -> BoardLiterals:
        """What groups conclude that fills no cell."""
        new = self.boards.conclude()
        return new.only(~self.ways.fills[(new.sign < 0).astype(np.int64), new.var])

    def _fill(self, seen: _Seen, at_once: int) -> Floats:
        """Fills fillable cells; returns the mean checks of each player, shape (runs,)."""
        lots = self.rng.exponential(size=seen.ease.shape).take(self.order, axis=1)
        lots = np.divide(lots, seen.ease, out=np.full(lots.shape, np.inf), where=seen.ease > 0)
        cell = np.argpartition(lots, at_once - 1, axis=1)[:, :at_once]
        run, nth = np.nonzero(np.isfinite(np.take_along_axis(lots, cell, axis=1)))
        cell = cell[run, nth]
        self._decide(BoardLiterals.of(seen.literal[run, cell], run))
        total = np.bincount(run, seen.checks[run, cell], self.runs)
        return total / np.maximum(np.bincount(run, minlength=self.runs), 1)


class _Seen:
    """The fillable cells that players see on their boards.

    Attributes:
        figures: Shape (5, runs). The members of :class:`Filled` for a step, except its checks.
        ease: Shape (runs, cells). The ease of all ways to see each cell's value.
        checks: Shape (runs, cells). Checks of the easiest way; infinite where there is none.
        literal: Shape (runs, cells). The literal to place; 0 for none.
    """

    def __init__(self, player: PlayerFeatures, blank: Bools) -> None:
        ways, boards, runs = player.ways, player.boards, player.runs
        copy = boards.copy.reshape(runs, -1)
        concluded = copy > 0 if player.model.onehot else copy != 0
        waiting = concluded & (ways.cell >= 0) & (boards.value[:, ways.own.var] == 0)
        run, way = np.nonzero(waiting)
        where = run * blank.shape[1] + ways.cell[way]
        blank_in = (blank @ ways.about).astype(np.int64)
        checks = ways.checks[way]
        checks = np.where(checks < 0, blank_in[run, ways.group[way]] - 1, checks)
        self.ease = np.bincount(where, 1 / (1 + checks), blank.size).reshape(blank.shape)
        self.checks, self.literal = np.full(blank.shape, np.inf), np.zeros(blank.shape, np.int64)
        np.minimum.at(self.checks.ravel(), where, checks.astype(np.float64))  # of one type: faster
        self.literal.ravel()[where] = ways.own.var[way] * copy[run, way].astype(np.int64)
        values = player.open_variables().reshape(runs, -1).sum(axis=1)
        self.figures = np.array(
            [
                np.count_nonzero(self.ease, axis=1),
                np.bincount(run, minlength=runs),
                self.ease.sum(axis=1),
                blank.sum(axis=1),
                values if player.model.onehot else 2 * values,
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
