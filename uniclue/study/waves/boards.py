"""Reasoning in waves: every rule and clue draws its conclusions alone, all at the same time.

A :class:`System` gives every group of a model its own copy of the variables it mentions. In a wave
each group receives all decided literals, and its rows and lazy constraints propagate to the end on
its own copies. Other groups receive its conclusions in the next wave only. Between waves decided
values strike others: a rule row on cells alone, "at most k of these are true", strikes the rest
once k of them are true. That is bookkeeping and does not count as a conclusion (where cells hold 0
or 1, it would fill them, and is left to the groups).

Several boards of one puzzle stand side by side, so that assumptions can be tried together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from uniclue.core.lazy import Inference, LazyConstraint
from uniclue.core.model import Bools, Ints, Model, Rows, View
from uniclue.propagation.entries import Longs, distinct, spans, transposed

COPIED = 16
"""Numbers copied in roughly the time it takes to examine one row entry."""
WALKED = 50
"""Row entries examined in roughly the time a lazy constraint takes for one of its variables."""


class Lazy(NamedTuple):
    """The lazy constraints of a group, and its copies of their variables.

    Attributes:
        group: The group's id.
        constraints: Its lazy constraints.
        var: Shape (n,). The variables.
        copies: Shape (n,). The group's copies of them.
        copy_of: Of each variable.
    """

    group: int
    constraints: tuple[LazyConstraint, ...]
    var: Longs
    copies: Longs
    copy_of: dict[int, int]


@dataclass(frozen=True, slots=True)
class System:
    """A model's rows, in which every group has its own copies of the variables.

    Attributes:
        rows: The rows that clauses are made of; ``cols`` are copies, numbered from 0.
        low: Shape (m,). The least sum a row can have while every variable is open.
        high: Shape (m,). The greatest.
        var: Shape (copies,). The variable of each copy.
        shared: Shape (n_vars + 1,). Whether groups share the variable's value: true of all but
            those owned by one group.
        uses: Starts, rows and coefficients: where each copy stands in the rows.
        lengths: Shape (m,). The entries of each row.
        largest: Shape (m,). The size of each row's largest coefficient.
        copies: Row starts and copies of each variable.
        limits: The rows used for bookkeeping, over the model's variables.
        limited: Row starts and entries: where each variable stands in ``limits``.
        limit_of: The row of each entry of ``limits``.
        refuted: Whether some row cannot be satisfied at all.
        lazy: The groups with lazy constraints.
        lazy_of: Shape (copies,). Which of them a copy belongs to, as an index; -1 for none.
        excluded: A cache for :meth:`excludes`.
        cells: A cache for callers: the cells of rows.
    """

    rows: Rows
    low: Ints
    high: Ints
    var: Ints
    shared: Bools
    uses: tuple[Ints, Ints, Ints]
    lengths: Ints
    largest: Ints
    copies: tuple[Ints, Longs]
    limits: Rows
    limited: tuple[Ints, Longs]
    limit_of: Longs
    refuted: bool
    lazy: tuple[Lazy, ...]
    lazy_of: Ints
    excluded: dict[int, list[int]] = field(default_factory=dict)
    cells: dict[int, list[int]] = field(default_factory=dict)

    def excludes(self, var: int) -> list[int]:
        """The variables that one true variable strikes: those it shares a limit of 1 with."""
        if var not in self.excluded:
            (starts, entries), limits = self.limited, self.limits
            row = self.limit_of[entries[starts[var] : starts[var + 1]]]
            where, _ = spans(limits.indptr, row[limits.upper[row] == 1])
            self.excluded[var] = sorted(set(limits.cols[where].tolist()) - {var})
        return self.excluded[var]

    @property
    def size(self) -> int:
        """How many numbers one board holds."""
        return len(self.var) + 2 * len(self.rows) + len(self.shared) + len(self.limits)


def system(model: Model) -> System:
    """The system of a model; its literal clues are left out."""
    rows = model.matrix(View.CNF)
    empty = np.diff(rows.indptr) == 0
    refuted = bool((empty & ((rows.lower > 0) | (rows.upper < 0))).any())
    rows = rows.only(~empty)
    lengths = np.diff(rows.indptr)
    width = model.n_vars + 1
    key = np.repeat(rows.group.astype(np.int64), lengths) * width + rows.cols
    of_lazy: list[Longs] = [
        each.group.id * width + np.abs(each.literals()).astype(np.int64) for each in model.lazy
    ]
    keys, copy = np.unique(np.concatenate([key, *of_lazy]), return_inverse=True)
    entry = copy[: len(key)].astype(np.int32)
    var = (keys % width).astype(np.int32)
    shared = np.ones(width, np.bool_)
    for block in model.var_blocks:
        if block.owner is not None:
            shared[block.first : block.first + block.size] = False
    # Where cells hold 0 or 1, to strike a value is to fill the cell: a conclusion.
    limits = value_limits(model, rows if model.onehot else rows.only(np.zeros(len(rows), np.bool_)))
    lazy, lazy_of = _lazy(model, keys)
    starts, order = transposed(entry, len(var))
    row_of = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)
    bounds = rows.lower, rows.upper, rows.group, rows.use
    return System(
        rows=Rows(rows.indptr, entry, rows.coef, *bounds),
        low=rows.sums(np.minimum(rows.coef, 0)),
        high=rows.sums(np.maximum(rows.coef, 0)),
        var=var,
        shared=shared,
        uses=(starts, row_of[order], rows.coef[order]),
        lengths=lengths,
        largest=np.maximum.reduceat(np.abs(rows.coef), rows.indptr[: len(rows)]),
        copies=transposed(var, width),
        limits=limits,
        limited=transposed(limits.cols, width),
        limit_of=np.repeat(np.arange(len(limits)), np.diff(limits.indptr)),
        refuted=refuted,
        lazy=lazy,
        lazy_of=lazy_of,
    )


def _lazy(model: Model, keys: Longs) -> tuple[tuple[Lazy, ...], Ints]:
    """The groups with lazy constraints, and which of them each copy belongs to.

    Args:
        model: The model.
        keys: Shape (copies,). Of each copy group * (n_vars + 1) + variable, in increasing order.
    """
    by_group: dict[int, list[LazyConstraint]] = {}
    for constraint in model.lazy:
        by_group.setdefault(constraint.group.id, []).append(constraint)
    lazy_of, groups = np.full(len(keys), -1, np.int32), list[Lazy]()
    for group, constraints in by_group.items():
        var = np.unique(np.concatenate([np.abs(each.literals()) for each in constraints]))
        copies = np.searchsorted(keys, group * (model.n_vars + 1) + var.astype(np.int64))
        lazy_of[copies] = len(groups)
        copy_of = dict(zip(var.tolist(), copies.tolist(), strict=True))
        groups.append(Lazy(group, tuple(constraints), var.astype(np.int64), copies, copy_of))
    return tuple(groups), lazy_of


def value_limits(model: Model, rows: Rows) -> Rows:
    """The rule rows over cell variables alone that state "at most k of these are true"."""
    is_rule = np.array([group.role == "rule" for group in model.groups], np.bool_)
    others = rows.sums((rows.cols > model.cells.size) | (rows.coef != 1))
    return rows.only((others == 0) & (rows.upper < np.diff(rows.indptr)) & is_rule[rows.group])


class BoardLiterals(NamedTuple):
    """Literals on boards; all of one shape.

    Attributes:
        board: The boards.
        var: The variables.
        sign: 1 for true, -1 for false.
    """

    board: Longs
    var: Longs
    sign: NDArray[np.int8]

    @classmethod
    def of(cls, literals: Longs, board: Longs | None = None) -> BoardLiterals:
        """Splits literals into variables and signs; without ``board`` all are on the first."""
        if board is None:
            board = np.zeros(len(literals), np.int64)
        return cls(board, np.abs(literals), np.sign(literals).astype(np.int8))

    def only(self, some: Bools) -> BoardLiterals:
        """The literals selected by a mask."""
        return BoardLiterals(self.board[some], self.var[some], self.sign[some])


def _joined(literals: list[BoardLiterals]) -> BoardLiterals:
    parts = [BoardLiterals.of(np.zeros(0, np.int64)), *literals]
    return BoardLiterals(*map(np.concatenate, zip(*parts, strict=True)))


class Strikes(NamedTuple):
    """Variables that bookkeeping made false: boards, variables, and the full rows of ``limits``.

    A variable that several rows strike is listed once for each.
    """

    board: Longs
    var: Longs
    row: Longs


class Firing(NamedTuple):
    """What rows forced in one round: rows, copies of variables, and their signs.

    What lazy constraints forced counts from ``len(rows)`` on: those are :attr:`Boards.cuts`.
    """

    row: Longs
    copy: Longs
    sign: NDArray[np.int8]


class Forced(NamedTuple):
    """What was forced on boards, and by how much: a variable may be listed several times.

    Attributes:
        board: The boards.
        var: The variables.
        length: The number of variables in the row, or in the reason of a lazy constraint.
    """

    board: Longs
    var: Longs
    length: Longs


class Reasoned(NamedTuple):
    """The reason of what a lazy constraint forced on a board.

    Attributes:
        group: The group's id.
        copies: The group's copies of the variables of the reason's false literals.
    """

    group: int
    copies: list[int]


@dataclass
class Boards:
    """The state of several boards of one system.

    Attributes:
        system: The system.
        value: Shape (boards, n_vars + 1). Of every shared variable: 1 true, -1 false, 0 open.
        copy: Shape (boards * copies,). The same for every group's copy.
        low: Shape (boards * m,). The least sum of each row, by its group's copies.
        high: The greatest.
        full: Shape (boards * limits,). How many variables of each limit are true.
        broken: Shape (boards,). Whether there is a contradiction.
        pending: Decided literals that the groups have not received yet.
        touched: Rows to examine.
        work: Entries examined so far; copying counts, too.
        stale: Shape (boards * lazy,). Whether the lazy constraints of a group have to look again.
        fired: What each round forced on a single board; None if that is not recorded.
        cuts: The reasons of what lazy constraints forced, where that is recorded; all boards that
            come from one have this list in common.
        conflict: The row of the reason that a contradiction on a single board has; -1 for none.
        forced: What was forced, and by rows of which lengths; None if that is not recorded.
    """

    system: System
    value: NDArray[np.int8]
    copy: NDArray[np.int8]
    low: Ints
    high: Ints
    full: Ints
    broken: Bools
    stale: Bools
    pending: list[BoardLiterals] = field(default_factory=list)
    touched: list[Longs] = field(default_factory=list)
    work: int = 0
    fired: list[Firing] | None = None
    cuts: list[Reasoned] = field(default_factory=list)
    conflict: int = -1
    forced: list[Forced] | None = None

    @classmethod
    def empty(cls, system: System) -> Boards:
        """One board on which every variable is open."""
        return cls(
            system,
            np.zeros((1, len(system.shared)), np.int8),
            np.zeros(len(system.var), np.int8),
            system.low.copy(),
            system.high.copy(),
            np.zeros(len(system.limits), np.int32),
            np.array([system.refuted]),
            np.ones(len(system.lazy), np.bool_),
            touched=[np.arange(len(system.rows))],
        )

    def times(self, number: int) -> Boards:
        """Copies of a single board without pending literals."""
        return Boards(
            self.system,
            np.repeat(self.value, number, axis=0),
            np.tile(self.copy, number),
            np.tile(self.low, number),
            np.tile(self.high, number),
            np.tile(self.full, number),
            broken=np.zeros(number, np.bool_),
            stale=np.tile(self.stale, number),
            work=number * self.system.size // COPIED,
            cuts=self.cuts,
        )

    # -- deciding literals -------------------------------------------------------------------------

    def learn(self, literals: BoardLiterals) -> tuple[BoardLiterals, Strikes]:
        """Decides literals and what they strike; the groups receive both in the next wave.

        Returns:
            The new literals that bookkeeping alone would not have decided, and the strikes.
        """
        true = literals.sign > 0
        placed = self._note(literals.only(true))
        struck = self._strike(placed)
        booked = BoardLiterals(struck.board, struck.var, np.full(len(struck.var), -1, np.int8))
        booked = self._note(booked)
        new = _joined([placed, self._note(literals.only(~true))])
        self.pending += [new, booked]
        return new, struck

    def _note(self, literals: BoardLiterals) -> BoardLiterals:
        """Sets values; returns the new ones, each once."""
        board, var, sign = literals
        _, once = np.unique(board * self.value.shape[1] + var, return_index=True)
        first = BoardLiterals(board[once], var[once], sign[once])
        new = first.only(self.value[first.board, first.var] == 0)
        self.value[new.board, new.var] = new.sign
        self.broken[board[self.value[board, var] != sign]] = True
        return new

    def _strike(self, new: BoardLiterals) -> Strikes:
        """Counts new values in their limits; returns what full limits strike."""
        limits, (starts, entries) = self.system.limits, self.system.limited
        where, of = spans(starts, new.var)
        row, board = self.system.limit_of[entries[where]], new.board[of]
        flat = board * len(limits) + row
        np.add.at(self.full, flat, 1)
        full = distinct(flat[self.full[flat] >= limits.upper[row]])
        board, row = np.divmod(full, max(len(limits), 1))
        self.broken[board[self.full[full] > limits.upper[row]]] = True
        where, of = spans(limits.indptr, row)
        board, row, var = board[of], row[of], limits.cols[where].astype(np.int64)
        open_ = self.value[board, var] == 0
        return Strikes(board[open_], var[open_], row[open_])

    # -- a wave ------------------------------------------------------------------------------------

    def wave(self) -> tuple[BoardLiterals, Strikes]:
        """Lets every group draw its conclusions, and decides them.

        Returns:
            The conclusions, each literal once, and the strikes that follow.
        """
        return self.learn(self.conclude())

    def conclude(self) -> BoardLiterals:
        """Lets every group draw its conclusions alone.

        Returns:
            The shared literals they conclude, possibly more than once.
        """
        if self.pending:
            self._share(_joined(self.pending))
        self.pending = []
        rounds: list[BoardLiterals] = []
        while self.touched or self.stale.any():
            rounds.append(self._round() if self.touched else self._infer())
        conclusions = _joined(rounds)
        return conclusions.only(self.system.shared[conclusions.var])

    def _share(self, literals: BoardLiterals) -> None:
        """Passes decided literals to the groups."""
        starts, copies = self.system.copies
        where, of = spans(starts, literals.var)
        self._assign(literals.board[of], copies[where], literals.sign[of])

    def _assign(self, board: Longs, copy: Longs, sign: NDArray[np.int8]) -> None:
        """Sets copies of variables, none listed twice, and updates the sums of their rows."""
        width = len(self.system.var)
        flat = board * width + copy
        self.broken[board[self.copy[flat] == -sign]] = True
        new = self.copy[flat] == 0
        board, copy, sign, flat = board[new], copy[new], sign[new], flat[new]
        self.copy[flat] = sign
        starts, rows, coefs = self.system.uses
        where, of = spans(starts, copy)
        shift = coefs[where] * sign[of]  # upwards of the least sum, or downwards of the greatest
        row = (board * len(self.system.rows))[of] + rows[where]
        np.add.at(self.low, row, np.maximum(shift, 0))
        np.add.at(self.high, row, np.minimum(shift, 0))
        self.touched.append(row)
        self.work += len(row)
        if self.system.lazy:
            lazy = self.system.lazy_of[copy]
            self.stale[(board * len(self.system.lazy) + lazy)[lazy >= 0]] = True

    def _round(self) -> BoardLiterals:
        """Examines the touched rows once; returns what they force, each copy once."""
        rows, width = self.system.rows, len(self.system.var)
        flat = distinct(np.concatenate(self.touched))
        self.touched = []
        board, row = np.divmod(flat, len(rows))
        low, high, lower, upper = self.low[flat], self.high[flat], rows.lower[row], rows.upper[row]
        self.broken[board[(high < lower) | (low > upper)]] = True
        going = ~self.broken[board] & ((low < lower) | (high > upper))
        self.work += int(self.system.lengths[row[going]].sum())
        reach, spare = high - lower, upper - low
        going &= np.minimum(reach, spare) < self.system.largest[row]
        where = going.nonzero()[0]
        board, row, reach, spare = board[where], row[where], reach[where], spare[where]
        where, of = spans(rows.indptr, row)
        coef, copy = rows.coef[where], rows.cols[where].astype(np.int64)
        size, at = np.abs(coef), (board * width)[of] + copy
        up, down = size > reach[of], size > spare[of]
        forced = ((up | down) & (self.copy[at] == 0)).nonzero()[0]
        at, of, up, down = at[forced], of[forced], up[forced], down[forced]
        self.broken[board[of[up & down]]] = True
        sign = np.where((coef[forced] > 0) == up, np.int8(1), np.int8(-1))
        if self.fired is not None:
            self.fired.append(Firing(row[of], copy[forced], sign))
        if self.forced is not None:
            var = self.system.var[copy[forced]].astype(np.int64)
            lengths = self.system.lengths[row[of]].astype(np.int64)
            self.forced.append(Forced(board[of], var, lengths))
        in_turn = at.argsort(kind="stable")
        at, sign = at[in_turn], sign[in_turn]
        again = at[1:] == at[:-1]
        board, copy = np.divmod(at, width)
        self.broken[board[1:][again & (sign[1:] != sign[:-1])]] = True
        once = np.append(len(at) > 0, ~again)[: len(at)]
        board, copy, sign = board[once], copy[once], sign[once]
        if len(board):
            self._assign(board, copy, sign)
        return BoardLiterals(board, self.system.var[copy].astype(np.int64), sign)

    def _infer(self) -> BoardLiterals:
        """Lets lazy constraints look at what changed; returns what they force, each copy once."""
        forced = []
        for flat in np.flatnonzero(self.stale).tolist():
            board, number = divmod(flat, len(self.system.lazy))
            self.stale[flat] = False
            if not self.broken[board]:
                forced.append(self._infer_on(board, self.system.lazy[number]))
        return _joined(forced)

    def _infer_on(self, board: int, lazy: Lazy) -> BoardLiterals:
        """What the lazy constraints of a group force on a board."""
        width = len(self.system.var)
        value = np.zeros(len(self.system.shared), np.int8)
        value[lazy.var] = self.copy[board * width + lazy.copies]
        self.work += WALKED * len(lazy.var) * len(lazy.constraints)
        signs: dict[int, int] = {}
        for constraint in lazy.constraints:
            for inference in constraint.propagate(value):
                literal = inference.literal
                var, sign = abs(literal), 1 if literal > 0 else -1
                is_wrong = not literal or sign in (-value[var], -signs.get(var, 0))
                if is_wrong or not value[var]:
                    self._note_reason(lazy, inference, is_wrong=is_wrong)
                if is_wrong:
                    self.broken[board] = True
                elif not value[var]:
                    signs[var] = sign
                    if self.forced is not None:
                        one = np.array([[board], [var], [len(inference.reason)]], np.int64)
                        self.forced.append(Forced(*one))
        forced = np.array(list(signs), np.int64), np.array(list(signs.values()), np.int8)
        literals = BoardLiterals(np.full(len(signs), board), *forced)
        if signs:
            copies = np.array([lazy.copy_of[var] for var in signs], np.int64)
            self._assign(literals.board, copies, literals.sign)
        return literals

    def _note_reason(self, lazy: Lazy, inference: Inference, *, is_wrong: bool) -> None:
        """Records the reason of what follows or, if that is wrong, of the contradiction."""
        if self.fired is None or (is_wrong and self.conflict >= 0):
            return
        row, literal = len(self.system.rows) + len(self.cuts), inference.literal
        false = [abs(x) for x in inference.reason if is_wrong or x != literal]
        self.cuts.append(Reasoned(lazy.group, [lazy.copy_of[var] for var in false]))
        if is_wrong:
            self.conflict = row
        else:
            copy, sign = lazy.copy_of[abs(literal)], np.sign(literal)
            firing = np.array([row]), np.array([copy]), np.array([sign], np.int8)
            self.fired.append(Firing(*firing))
