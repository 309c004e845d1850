"""The deduction graph: who enables whom when a puzzle is solved by propagation.

A puzzle is solved in waves (:mod:`uniclue.graphs.boards`): each rule and each clue alone concludes
what it can from what was known before the wave. The rows are those of the strongest form of the
kind's model (the last of ``Puzzle.ladder``), so that for a nonogram or a kakuro a wave is all that
each line or run tells. In a sudoku a wave is all naked and hidden singles that are there.

A :class:`Step` is what a wave finds out about a cell: a value *placed*, or values *struck* by
reasoning. Values that a placed one strikes from the cells it sees are bookkeeping and no step. For
every step all rows that give it are kept, each a :class:`Reason` with the earlier steps it needs.
Where several steps strike a value, the reason needs the first; if several come first, all of them.
So steps, waves and premises do not depend on the order of cells or values, except in rows with
auxiliary variables, where one way through them is followed.

Where nothing follows, candidates are refuted: each is assumed, and waves go on until one of them
breaks a row. All candidates for which that takes the fewest waves are struck, and form the next
wave; a refutation *costs* the values placed on its way, the assumed one among them. That is the
step of Pelánek's simulated player (FLAIRS 2011) and the Nishio of sudoku players, with the
shortest taken first. Puzzles that this leaves open are *stuck*.

Sources: waves of singles as parallel rounds: J. Batenburg et al., A reasoning framework for solving
Nonograms (2009), for lines; implication graphs of unit propagation: J. Marques-Silva and K.
Sakallah, GRASP (1996).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Literal

import numpy as np

from uniclue.graphs.boards import Boards, Firing, Longs, Struck, System, Told, spans, system
from uniclue.graphs.graph import GraphKind, networkx
from uniclue.models.model import Group, Ints, Model, Value
from uniclue.models.puzzle import Puzzle, name_place

if TYPE_CHECKING:
    import networkx as nx

WORK = 300_000_000
"""Row entries that one deduction may look at, about 10 s; a puzzle that takes more stays stuck."""
SPACE = 50_000_000
"""Numbers that the boards of one set of assumptions may hold."""

StepType = Literal["given", "clue", "place", "strike", "refutation"]
ReasonKind = Literal["cell", "rule", "clue", "refutation"]


@dataclass(frozen=True, slots=True)
class Reason:
    """A way to see that a step holds.

    Attributes:
        kind: ``cell``: the cell has nothing else left. ``rule`` or ``clue``: so says the group.
            ``refutation``: the opposite breaks the row of this group.
        group: The group's id, an index into ``Model.groups``.
        cells: How many cells the row speaks of; with auxiliary variables, its group.
        blank: How many of these held no value when the reason came up, the step's own among them.
        premises: Indices of the steps it needs.
        least: How few of the steps before it suffice, if a value may be struck by any that can; at
            most ``len(premises)``.
    """

    kind: ReasonKind
    group: int
    cells: int
    blank: int
    premises: tuple[int, ...]
    least: int


@dataclass(frozen=True, slots=True)
class Step:
    """What a wave finds out about a cell.

    Attributes:
        type: ``given`` (a known cell), ``clue`` (a clue that is only literals), ``place`` (a
            value), ``strike`` (values) or ``refutation`` (a value struck since it was refuted).
        wave: 0 for givens and clues, then from 1.
        cell: An index into ``Model.places``; None for a clue.
        value: The value placed, if one was.
        struck: The values struck, if any.
        reasons: All rows that give it, those with the fewest premises first; none in wave 0.
        depth: For a refutation, its waves.
        cost: For a refutation, the values placed on its way.
        sentence: For a clue, its sentence.
    """

    type: StepType
    wave: int
    cell: int | None
    value: Value | None = None
    struck: tuple[Value, ...] = ()
    reasons: tuple[Reason, ...] = ()
    depth: int = 0
    cost: int = 0
    sentence: str = ""

    @property
    def premises(self) -> tuple[int, ...]:
        """The steps that its cheapest reason needs."""
        return self.reasons[0].premises if self.reasons else ()


@dataclass(frozen=True, slots=True)
class Deduction:
    """A puzzle solved by propagation, as far as that goes.

    Attributes:
        puzzle: The puzzle.
        form: The form of the model whose rows were used.
        steps: In order of waves, then of cells; premises are earlier steps.
        waves: How many waves found something.
        stuck: The cells that stay open, as indices into ``Puzzle.places``.
        contradiction: Whether it was found that there is no solution; then nothing more is told.
        note: The limit that was reached, if one was.
    """

    puzzle: Puzzle
    form: str
    steps: tuple[Step, ...]
    waves: int
    stuck: tuple[int, ...]
    contradiction: bool = False
    note: str | None = None

    @property
    def widths(self) -> list[int]:
        """How many cells are filled in each wave, from wave 1."""
        width = [0] * (self.waves + 1)
        for step in self.steps:
            width[step.wave] += step.value is not None
        return width[1:]


def deduce(puzzle: Puzzle, *, refute: bool = True, work: int = WORK) -> Deduction:
    """Solves a puzzle by propagation, in waves.

    Args:
        puzzle: The puzzle.
        refute: Whether to refute candidates where nothing else follows.
        work: Row entries that may be looked at.

    Returns:
        Its steps. The same puzzle always gives the same ones.
    """
    form = puzzle.ladder[-1] if puzzle.ladder else None
    model = puzzle.model(form)
    return _Solving(puzzle, model, _system(puzzle, model), refute, work).run()


_systems: dict[Hashable, System] = {}


def _system(puzzle: Puzzle, model: Model) -> System:
    """The model's system; of models without rows of clues the four made last are kept."""
    alike = all(group.role == "rule" or group.literals for group in model.groups)
    if model.rules_key is None or not alike:
        return system(model)
    key = (puzzle.kind(), model.form, model.rules_key)
    if key not in _systems:
        while len(_systems) >= 4:
            del _systems[next(iter(_systems))]
        _systems[key] = system(model)
    return _systems[key]


# -- why -------------------------------------------------------------------------------------------


class _Because:
    """Traces what groups found on one board back to steps.

    Attributes:
        origin: For each known variable the steps it rests on: that which placed it, or the first
            ones that struck it.
        known: Shape (n_vars + 1,). Whether a variable was known before this wave.
        when: Shape (copies,). The round in which each copy was forced; 0 for none.
        cause: Shape (copies,). The first row that forced it; -1 if its group was told.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.origin: dict[int, tuple[int, ...]] = {}
        self.known = np.zeros(len(system.shared), np.bool_)
        self.when = np.zeros(len(system.var), np.int64)
        self.cause = np.full(len(system.var), -1, np.int64)
        self.rounds = 0

    def fork(self) -> _Because:
        """A copy, for an assumption."""
        new = _Because(self.system)
        new.origin, new.known = self.origin.copy(), self.known.copy()
        new.when, new.cause, new.rounds = self.when.copy(), self.cause.copy(), self.rounds
        return new

    def note(self, fired: Iterable[Firing]) -> None:
        """Notes what the rounds of a wave forced."""
        for firing in fired:
            self.rounds += 1
            copies, once = np.unique(firing.copy, return_index=True)
            self.when[copies] = self.rounds
            self.cause[copies] = firing.row[once]

    def needs(self, board: Boards, row: int, copy: int | None) -> set[int]:
        """The variables known before this wave that a row needs to force a copy, or to break."""
        found: set[int] = set()
        seen = set()
        waiting = self._support(board, row, copy)
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            var = int(self.system.var[one])
            if self.cause[one] < 0 or (self.system.shared[var] and self.known[var]):
                found.add(var)
            else:
                waiting += self._support(board, int(self.cause[one]), one)
        return found

    def _support(self, board: Boards, row: int, copy: int | None) -> list[int]:
        """The copies that make a row force a copy (None: that make it break), as few as will do."""
        rows = self.system.rows
        entries = slice(int(rows.indptr[row]), int(rows.indptr[row + 1]))
        copies, coefs = rows.cols[entries].tolist(), rows.coef[entries].tolist()
        values = board.copy[rows.cols[entries]].tolist()
        room = 0
        if copy is None:
            until = self.rounds + 1
            sides = [1] if int(board.high[row]) < int(rows.lower[row]) else [-1]
        else:
            until = int(self.when[copy])
            own = copies.index(copy)
            sides = [values[own] * (1 if coefs[own] > 0 else -1)]
            room = abs(coefs[own])
        (side,) = sides
        if side > 0:
            spare = int(self.system.high[row]) - int(rows.lower[row])
        else:
            spare = int(rows.upper[row]) - int(self.system.low[row])
        when = self.when
        known = [
            (abs(coef), one)
            for one, coef, value in zip(copies, coefs, values, strict=True)
            if value * coef * side < 0 and when[one] < until
        ]
        known.sort(key=lambda entry: -entry[0])
        out = []
        for size, one in known:
            if spare < room:
                break
            spare -= size
            out.append(one)
        return out

    def steps(self, needed: Iterable[int]) -> tuple[int, ...]:
        """The steps that variables rest on."""
        return tuple(sorted({step for var in needed for step in self.origin[var]}))


def least_cover(sets: list[set[int]]) -> int:
    """How few things hit all sets: the size of a minimum hitting set.

    By branching on the smallest set, with the bound that no thing hits more sets than the most hit
    by one.
    """
    best = len(sets)

    def branch(left: list[set[int]], taken: int) -> None:
        nonlocal best
        if not left:
            best = min(best, taken)
            return
        hits: dict[int, int] = {}
        for some in left:
            for thing in some:
                hits[thing] = hits.get(thing, 0) + 1
        most = max(hits.values())
        if taken - (-len(left) // most) >= best:
            return
        smallest = min(left, key=len)
        for thing in sorted(smallest, key=lambda thing: (-hits[thing], thing)):
            branch([some for some in left if thing not in some], taken + 1)
            if len(smallest) == 1 or hits[thing] == len(left):
                return

    branch(sets, 0)
    return best


# -- solving ---------------------------------------------------------------------------------------


@dataclass
class _Solving:
    """A deduction under way."""

    puzzle: Puzzle
    model: Model
    system: System
    refute: bool
    work: int
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        model = self.model
        self.board = Boards.empty(self.system)
        self.why = _Because(self.system)
        self.wave = 0
        self.cell_of = np.full(model.n_vars + 1, -1, np.int32)
        shape = (-1, *[1] * (model.cells.ndim - 1))
        self.cell_of[model.cells] = np.arange(len(model.places), dtype=np.int32).reshape(shape)
        self.placed = np.full(len(model.places), -1, np.int64)  # the step that filled each cell
        self.striker: list[int] = [-1] * (model.n_vars + 1)  # the step that struck a variable
        self.note: str | None = None
        self._rows_cells: dict[int, list[int]] = {}

    def run(self) -> Deduction:
        """Solves the puzzle."""
        self._start()
        while not self.board.broken[0] and self._blank().size:
            if not self._wave() and not (self.refute and self._refutations()):
                break
        broken = bool(self.board.broken[0])
        stuck = tuple(self._blank().tolist())
        waves = max((step.wave for step in self.steps), default=0)
        form = self.model.form
        steps = tuple(self.steps)
        return Deduction(self.puzzle, form, steps, waves, stuck, broken, self.note)

    def _blank(self) -> Longs:
        """The cells that hold no value."""
        return np.flatnonzero(self.placed < 0)

    # -- wave 0 ------------------------------------------------------------------------------------

    def _start(self) -> None:
        """Notes the literal clues."""
        told: dict[int, int] = {}
        for group in self.model.groups:
            if group.literals:
                self._note_clue(group)
                told |= {abs(literal): (1 if literal > 0 else -1) for literal in group.literals}
        literals = self.model.literals()
        zero = np.zeros(len(literals), np.int64)
        signs = np.sign(literals).astype(np.int8)
        new, struck = self.board.learn(Told(zero, np.abs(literals).astype(np.int64), signs))
        self._note_struck(struck)
        self._end_wave(new, struck)

    def _note_clue(self, group: Group) -> None:
        """A step for a clue that is only literals: a known cell, or a sentence."""
        index = len(self.steps)
        values = [(literal, self._value_of(literal)) for literal in group.literals]
        placing = [(literal, value) for literal, value in values if value is not None]
        if len(placing) == len(values) == 1:
            literal, value = placing[0]
            cell = int(self.cell_of[abs(literal)])
            self.placed[cell] = index
            self.steps.append(Step("given", 0, cell, value, sentence=group.sentence))
        else:
            self.steps.append(Step("clue", 0, None, sentence=group.sentence))
            for literal, value in values:
                if value is not None:
                    self.placed[int(self.cell_of[abs(literal)])] = index
        for literal in group.literals:
            self.why.origin.setdefault(abs(literal), (index,))
            self.striker[abs(literal)] = index

    def _value_of(self, literal: int) -> Value | None:
        """The value that a literal places in its cell, if it does."""
        model, var = self.model, abs(literal)
        if self.cell_of[var] < 0:
            return None
        if model.onehot:
            return model.domain[(var - 1) % len(model.domain)] if literal > 0 else None
        return model.domain[int(literal > 0)]

    def _note_struck(self, struck: Struck) -> None:
        """What bookkeeping struck rests on the values in the full rows."""
        limits, placed = self.system.limits, self.placed
        vars_, rows = struck.var.tolist(), struck.row.tolist()
        holders: dict[int, list[int]] = {}
        origin: dict[int, set[int]] = {}
        for var, row in zip(vars_, rows, strict=True):
            if row not in holders:
                cols = limits.cols[limits.indptr[row] : limits.indptr[row + 1]]
                true = cols[self.board.value[0, cols] > 0]
                holders[row] = placed[self.cell_of[true]].tolist()
            origin.setdefault(var, set()).update(holders[row])
        for var, steps in origin.items():
            self.why.origin.setdefault(var, tuple(sorted(steps)))

    def _end_wave(self, new: Told, struck: Struck) -> None:
        """From now on these are known."""
        self.why.known[new.var] = True
        self.why.known[struck.var] = True

    # -- a wave ------------------------------------------------------------------------------------

    def _wave(self) -> bool:
        """Takes a wave; returns whether it found anything."""
        board, why = self.board, self.why
        board.fired = []
        new, struck = board.wave()
        fired, board.fired = board.fired, None
        why.note(fired)
        if board.broken[0] or not len(new.var):
            return False
        self.wave += 1
        self._note_steps(new, struck, fired)
        self._end_wave(new, struck)
        return True

    def _note_steps(self, new: Told, struck: Struck, fired: list[Firing]) -> None:
        """Makes the steps of a wave."""
        firings = _by_variable(self.system, new, fired)
        signs = dict(zip(new.var.tolist(), new.sign.tolist(), strict=True))
        place: dict[int, tuple[int, Value]] = {}
        strike: dict[int, list[int]] = {}
        other: list[int] = []
        kept = set(struck.var.tolist())
        for var, sign in sorted(signs.items()):
            cell, value = int(self.cell_of[var]), self._value_of(sign * var)
            if cell < 0:
                other.append(var)
            elif value is not None:
                place[cell] = (var, value)
            elif var not in kept:
                strike.setdefault(cell, []).append(var)
        reasons = {var: self._reasons(var, firings[var]) for var in signs if self._counts(var, place)}
        steps: list[tuple[int, Step, list[int]]] = []
        for cell, (var, value) in place.items():
            found = _cheapest_first(reasons[var])
            steps.append((cell, Step("place", self.wave, cell, value, reasons=found), [var]))
        for cell, vars_ in strike.items():
            if cell in place:
                continue
            values = tuple(self.model.domain[(var - 1) % len(self.model.domain)] for var in vars_)
            merged = _merged([reasons[var] for var in vars_])
            steps.append((cell, Step("strike", self.wave, cell, None, values, merged), vars_))
        for cell, step, vars_ in sorted(steps, key=lambda found: found[0]):
            for var in vars_:
                self.why.origin[var] = (len(self.steps),)
                self.striker[var] = len(self.steps)
            if step.value is not None:
                self.placed[cell] = len(self.steps)
            self.steps.append(step)
        for var in other:
            self.why.origin[var] = reasons[var][0].premises
        for var, sign in signs.items():
            if sign < 0 and var not in self.why.origin:
                # The cell was filled in this wave, or bookkeeping strikes it as well.
                cell = int(self.cell_of[var])
                if cell in place:
                    self.why.origin[var] = (int(self.placed[cell]),)
        self._note_struck(struck)

    def _counts(self, var: int, place: dict[int, tuple[int, Value]]) -> bool:
        """Whether the reasons of a variable are wanted: not for the rest of a cell just filled."""
        cell = int(self.cell_of[var])
        return cell not in place or place[cell][0] == var

    def _reasons(self, var: int, firings: list[tuple[int, int]]) -> list[Reason]:
        """All reasons for a variable, each once."""
        found: dict[tuple[int, tuple[int, ...]], Reason] = {}
        for row, copy in firings:
            needed = self.why.needs(self.board, row, copy)
            premises = self.why.steps(needed)
            group = int(self.system.rows.group[row])
            if (group, premises) not in found:
                found[group, premises] = self._reason(row, group, needed, premises)
        return list(found.values())

    def _reason(
        self, row: int, group: int, needed: set[int], premises: tuple[int, ...]
    ) -> Reason:
        cells = self._cells_of(row)
        kind: ReasonKind = "clue" if self.model.groups[group].role == "clue" else "rule"
        if len(cells) == 1 and kind == "rule":
            kind = "cell"
        blank = int((self.placed[cells] < 0).sum())
        return Reason(kind, group, len(cells), blank, premises, self._least(needed, premises))

    def _cells_of(self, row: int) -> list[int]:
        """The cells that a row speaks of; with auxiliary variables, those of its group."""
        if row not in self._rows_cells:
            rows = self.system.rows
            vars_ = self.system.var[rows.cols[rows.indptr[row] : rows.indptr[row + 1]]]
            cells = self.cell_of[vars_]
            named = self.model.groups[int(rows.group[row])].cells
            if (cells < 0).any() and named:
                self._rows_cells[row] = list(named)
            else:
                self._rows_cells[row] = np.unique(cells[cells >= 0]).tolist()
        return self._rows_cells[row]

    def _least(self, needed: set[int], premises: tuple[int, ...]) -> int:
        """The fewest steps that give the needed variables, each by any step that can."""
        starts, entries = self.system.limited
        limits = self.system.limits
        sets: list[set[int]] = []
        always: set[int] = set()
        for var in needed:
            ways = {self.striker[var]} if self.striker[var] >= 0 else set()
            if self.board.value[0, var] < 0:
                for entry in entries[starts[var] : starts[var + 1]].tolist():
                    row = self.system.limit_of[entry]
                    if limits.upper[row] == 1 and self.board.full[row] == 1:
                        cols = limits.cols[limits.indptr[row] : limits.indptr[row + 1]]
                        true = cols[self.board.value[0, cols] > 0]
                        ways |= set(self.placed[self.cell_of[true]].tolist())
            ways.discard(-1)
            if ways:
                sets.append(ways)
            else:
                always |= set(self.why.origin[var])
        return len(always) + least_cover([ways for ways in sets if not ways & always])

    # -- refutations -------------------------------------------------------------------------------

    def _refutations(self) -> bool:
        """Strikes all candidates whose refutation takes the fewest waves, if there are any."""
        return False


def _by_variable(
    system: System, new: Told, fired: list[Firing]
) -> dict[int, list[tuple[int, int]]]:
    """For each new variable the rows that forced it, each with its group's copy."""
    firings: dict[int, list[tuple[int, int]]] = {var: [] for var in new.var.tolist()}
    for firing in fired:
        vars_ = system.var[firing.copy].tolist()
        for var, row, copy in zip(vars_, firing.row.tolist(), firing.copy.tolist(), strict=True):
            if var in firings:
                firings[var].append((row, copy))
    return firings


def _cheapest_first(reasons: list[Reason]) -> tuple[Reason, ...]:
    return tuple(sorted(reasons, key=lambda r: (r.least, len(r.premises), r.blank, r.group)))


def _merged(reasons: list[list[Reason]]) -> tuple[Reason, ...]:
    """The reasons of several values struck from one cell: one a group, with all premises."""
    of_group: dict[int, list[Reason]] = {}
    for some in reasons:
        for reason in some:
            of_group.setdefault(reason.group, []).append(reason)
    merged = [
        Reason(
            some[0].kind,
            group,
            max(r.cells for r in some),
            max(r.blank for r in some),
            tuple(sorted({p for r in some for p in r.premises})),
            max(r.least for r in some),
        )
        for group, some in of_group.items()
    ]
    return _cheapest_first(merged)
