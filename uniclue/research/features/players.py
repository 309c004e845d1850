"""A simulated player who fills cells one at a time: how many could be filled at every step.

The player reasons like the deduction graph (:mod:`uniclue.research.graphs.deduction`): each rule
and each clue alone draws its conclusions from the board; strikes are applied at once, and one of
the fillable cells is filled. It is drawn at random, with the more weight the easier it is to see.
Where no cell can be filled, the refutations of the deduction are applied. So a *stall* comes at the
same points, with the same open cells, whatever was drawn before.

A *way* is a rule or clue that shows a value of a cell. To see it one checks that the other cells of
the row cannot hold the value, or the cell no other value; its ease is 1 / (1 + checks), where
checks are the row's other blank cells (for a row within one cell, its other values). So the last
blank cell of a line is easiest, and a cell's last candidate hard, as players report.

Many runs are played side by side. They are drawn with a seed, over cells and values in an order
that depends on the puzzle's shape alone (``uniclue.research.features.shape.canonical``). Counting
fillable cells is Pelánek's dependency metric (FLAIRS 2011; arXiv 1403.7373), for any kind.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Bools, Ints, Model
from uniclue.propagation.boards import BoardLiterals, Boards, System
from uniclue.propagation.entries import Longs
from uniclue.research.graphs.deduction import Deduction
from uniclue.research.graphs.restriction import cell_of
from uniclue.solvers.limits import Clock

Floats = NDArray[np.float64]
Words = NDArray[np.uint64]

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


@dataclass(frozen=True, slots=True)
class _Ways:
    """The copies of cell variables that groups have: each a way to see a value.

    Attributes:
        copy: Shape (ways,). The copies.
        var: Shape (ways,). Their variables.
        group: Shape (ways,). Their groups, as rows of ``cells``.
        checks: Shape (ways,). For ways within one cell its other values, else -1.
        cells: Shape (groups, words). Whether a group is about a cell, in bits.
    """

    copy: Longs
    var: Longs
    group: Longs
    checks: Longs
    cells: Words

    @classmethod
    def of(cls, model: Model, own: System, cell_of: Ints) -> _Ways:
        """All ways of a model."""
        rows, entries = own.rows, np.diff(own.rows.indptr)
        cell = cell_of[own.var[rows.cols]]
        inside = np.minimum.reduceat(cell, rows.indptr[:-1]) if len(rows) else cell
        outside = np.maximum.reduceat(cell, rows.indptr[:-1]) if len(rows) else cell
        within = np.repeat((inside == outside) & (inside >= 0), entries)
        is_within = np.ones(len(own.var), np.bool_)
        is_within[rows.cols[~within]] = False
        is_within[own.lazy_of >= 0] = False
        group_of = np.zeros(len(own.var), np.int64)
        group_of[rows.cols] = np.repeat(rows.group, entries)
        for lazy in own.lazy:
            group_of[lazy.copies] = lazy.group
        copy = np.flatnonzero(cell_of[own.var] >= 0)
        groups, group = np.unique(group_of[copy], return_inverse=True)
        cells = np.zeros((len(groups), len(model.places)), np.bool_)
        cells[group, cell_of[own.var[copy]]] = True
        for i, number in enumerate(groups.tolist()):
            cells[i, list(model.groups[number].cells)] = True
        checks = np.where(is_within[copy], len(model.domain) - 1, -1)
        return cls(copy, own.var[copy].astype(np.int64), group, checks, _bits(cells))


def _bits(marks: Bools) -> Words:
    """The marks of each row as bits: shape (rows, words)."""
    padded = np.zeros((len(marks), -(-marks.shape[1] // 64) * 64), np.bool_)
    padded[:, : marks.shape[1]] = marks
    return np.packbits(padded, axis=1).view(np.uint64)


class Player:
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
        self.model, self.runs, self.order = model, runs, order
        self.rng = np.random.default_rng(SEED)
        self.cell_of = cell_of(model)
        self.ways = _Ways.of(model, own, self.cell_of)
        self.refuted = iter(_refutations(deduction, model))
        # All start alike: what follows at the start is concluded once.
        self.board = Boards.empty(own)
        self.board.learn(BoardLiterals.of(model.literals().astype(np.int64)))
        self._conclude()
        broken, self.board = self.board.broken, self.board.times(runs)
        self.board.broken |= broken

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
            fillable = seen.figures[0] > 0
            if fillable.any():
                step = np.vstack([seen.figures, self._fill(seen, at_once)])
                trace.append(np.where(fillable, step, np.nan))
            elif (literals := next(self.refuted, None)) is not None:
                trace.append(np.vstack([seen.figures, np.zeros(self.runs)]))
                self._decide(literals)
            else:
                break
            blank = self._blank()
        steps = np.array(trace) if trace else np.zeros((0, 6, self.runs))
        return Filled(int(blank[0].sum()), *steps.transpose(1, 0, 2))

    def _decide(self, literals: Longs) -> None:
        """Decides literals on every board."""
        board = np.repeat(np.arange(self.runs), len(literals))
        self.board.learn(BoardLiterals.of(np.tile(literals, self.runs), board))

    def _blank(self) -> Bools:
        """Whether a cell is blank: shape (runs, cells)."""
        value = self.board.value[:, self.model.cells]
        blank: Bools = (value != 1).all(axis=2) if self.model.onehot else value == 0
        return blank

    def _conclude(self) -> None:
        """Lets groups draw their conclusions; applies the strikes, but fills no cell."""
        while True:
            new = self.board.conclude()
            fills = self.cell_of[new.var] >= 0
            if self.model.onehot:
                fills &= new.sign > 0
            if fills.all():
                return
            self.board.learn(new.only(~fills))

    def _fill(self, seen: _Seen, at_once: int) -> Floats:
        """Fills fillable cells; returns the mean checks of each player, shape (runs,)."""
        lots = self.rng.exponential(size=(self.runs, len(self.order)))[:, self.order]
        lots = np.divide(lots, seen.ease, out=np.full(lots.shape, np.inf), where=seen.ease > 0)
        cell = np.argpartition(lots, at_once - 1, axis=1)[:, :at_once].ravel()
        run = np.repeat(np.arange(self.runs), at_once)
        drawn = np.isfinite(lots[run, cell])
        run, cell = run[drawn], cell[drawn]
        self.board.learn(BoardLiterals.of(seen.literal[run, cell], run))
        total = np.bincount(run, seen.checks[run, cell], self.runs)
        return total / np.maximum(np.bincount(run, minlength=self.runs), 1)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The fillable cells that players see on their boards.

    Attributes:
        figures: Shape (5, runs). The members of :class:`Filled` for a step, except its checks.
        ease: Shape (runs, cells). The ease of all ways to see each cell's value.
        checks: Shape (runs, cells). Checks of the easiest way; infinite where there is none.
        literal: Shape (runs, cells). The literal to place; 0 for none.
    """

    figures: Floats
    ease: Floats
    checks: Floats
    literal: Longs

    @classmethod
    def of(cls, player: Player, blank: Bools) -> _Seen:
        """Examines all boards; ``blank`` says which cells are blank, shape (runs, cells)."""
        ways, board, model = player.ways, player.board, player.model
        told = board.copy.reshape(player.runs, -1).take(ways.copy, axis=1)
        is_open = board.value.take(ways.var, axis=1) == 0
        shown = np.flatnonzero(is_open & (told > 0 if model.onehot else told != 0))
        run, way = np.divmod(shown, len(ways.var))
        var, sign = ways.var[way], told[run, way]
        cell = player.cell_of[var]
        together = _bits(blank)[run] & ways.cells[ways.group[way]]
        others = np.bitwise_count(together).sum(axis=1, dtype=np.int64) - 1
        checks = np.where(ways.checks[way] < 0, others, ways.checks[way])
        ease, least = np.zeros(blank.shape), np.full(blank.shape, np.inf)
        np.add.at(ease, (run, cell), 1 / (1 + checks))
        np.minimum.at(least, (run, cell), checks)
        literal = np.zeros(blank.shape, np.int64)
        literal[run, cell] = var * sign
        values = (board.value[:, model.cells] == 0).reshape(player.runs, -1).sum(axis=1)
        figures = (
            (ease > 0).sum(axis=1),
            np.bincount(run, minlength=player.runs),
            ease.sum(axis=1),
            blank.sum(axis=1),
            values * (1 if model.onehot else 2),
        )
        return cls(np.array(figures), ease, least, literal)


def _refutations(deduction: Deduction, model: Model) -> list[Longs]:
    """The literals of each wave of refutations."""
    waves: dict[int, list[int]] = {}
    for step in deduction.steps:
        if step.type == "refutation" and step.cell is not None:
            place, literals = model.places[step.cell], waves.setdefault(step.wave, [])
            literals += [-model.literal(place, value) for value in step.struck]
            if step.value is not None:
                literals.append(model.literal(place, step.value))
    return [np.array(literals, np.int64) for literals in waves.values()]
