"""The deduction graph: which steps enable which when a puzzle is solved by propagation.

A puzzle is solved in waves (:mod:`uniclue.study.waves.boards`): each rule and each clue alone draws
its conclusions from the state before the wave, by its rows and lazy constraints. The rows are those
of the strongest form of the kind's model (the last of its ladder), so in a nonogram or a kakuro a
wave is everything that follows from single lines or runs. In a sudoku a wave is all current naked
and hidden singles.

A :class:`DeductionStep` is a conclusion of a wave about a cell: a value *placed*, or values
*struck* by reasoning. Values that a placed one strikes from cells it sees are bookkeeping, no step.
A step lists all rows that imply it, each a :class:`StepReason` with the earlier steps it needs.
Where several steps strike a value, the reason needs the first; if several come first, all of them.
So steps, waves and premises do not depend on the order of cells or values, except in rows with
auxiliary variables, through which only one way is followed.

Where nothing follows, candidates are refuted: each is assumed, and waves continue until one of them
breaks a row. All candidates for which this takes the fewest waves are struck, and form the next
wave; the *cost* of a refutation is the number of values placed on its way, including the assumed
one. This is the step of Pelánek's simulated player (FLAIRS 2011) and the Nishio of sudoku players,
with the shortest taken first. On request the techniques of a grader that has some come before
refutations: the first step of its easiest technique is a wave. Puzzles left open are *stuck*.

Sources: waves of singles as parallel rounds: J. Batenburg et al., A reasoning framework for solving
Nonograms (2009), for lines; implication graphs of unit propagation: J. Marques-Silva and K.
Sakallah, GRASP (1996).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from uniclue.core.latest import model_of, once_a_puzzle
from uniclue.core.model import Group, Ints, Model, Place, Value, View
from uniclue.core.puzzle import Puzzle
from uniclue.graders.grade import Candidate, Finding, PartlySolved, graders
from uniclue.propagation.entries import Longs
from uniclue.study.graphs.graph import GraphKind, networkx
from uniclue.study.graphs.restriction import cell_of
from uniclue.study.graphs.trace import ConclusionTrace, Firings, least_cover
from uniclue.study.waves.boards import WALKED, BoardLiterals, Boards, Strikes, System, system
from uniclue.study.waves.probing import Probe

if TYPE_CHECKING:
    import networkx as nx

WORK = 100_000_000
"""The most row entries a deduction may examine, 5 to 10 s; a puzzle that takes more stays stuck."""
PROBE = 200
"""Row entries examined in roughly the time of one probe."""
LOOKS = 3
"""How often a lazy constraint looks at a probe, roughly."""
SPACE = 20_000_000
"""The most numbers in the boards of one set of assumptions."""

StepType = Literal["given", "clue", "place", "strike", "refutation", "technique"]
ReasonKind = Literal["cell", "rule", "clue", "refutation", "technique"]


@dataclass(frozen=True, slots=True)
class StepReason:
    """A reason why a step holds.

    Attributes:
        kind: ``cell``: the cell has no other value left. ``rule`` or ``clue``: the group implies
            it. ``refutation``: the opposite breaks the group's row or lazy constraint.
            ``technique``: a grader found it.
        group: The group's id, an index into ``Model.groups``; -1 for a technique.
        cells: The number of cells of the row; with auxiliary variables or a lazy constraint, of its
            group. For a technique, of its pattern.
        blank: How many of these were blank before the step, including the step's own.
        premises: Indices of the steps it needs.
        least: The least number of earlier steps that suffice, if a value may be struck by any step
            that can; at most ``len(premises)``.
    """

    kind: ReasonKind
    group: int
    cells: int
    blank: int
    premises: tuple[int, ...]
    least: int


@dataclass(frozen=True, slots=True)
class DeductionStep:
    """A conclusion of a wave about a cell.

    Values that different groups strike from a cell are different steps.

    Attributes:
        type: ``given`` (a known cell), ``clue`` (a clue that consists of literals), ``place`` (a
            value), ``strike`` (values), ``refutation`` (a refuted value) or ``technique`` (values
            that a pattern strikes, perhaps from several cells).
        wave: 0 for givens and clues, then from 1.
        cell: An index into ``Model.places``; None for a clue or a technique.
        value: The value placed, if any.
        struck: The values struck, if any; empty for a technique.
        reasons: All rows that imply it, those with the fewest premises first; none in wave 0.
        depth: For a refutation, its waves.
        cost: For a refutation, the values placed on its way.
        sentence: For a clue, its sentence; for a technique, its name and pattern.
        candidates: For a technique, the places and values struck.
    """

    type: StepType
    wave: int
    cell: int | None
    value: Value | None = None
    struck: tuple[Value, ...] = ()
    reasons: tuple[StepReason, ...] = ()
    depth: int = 0
    cost: int = 0
    sentence: str = ""
    candidates: tuple[Candidate, ...] = ()

    @property
    def premises(self) -> tuple[int, ...]:
        """The steps that its cheapest reason needs."""
        return self.reasons[0].premises if self.reasons else ()


@dataclass(frozen=True, slots=True)
class Deduction:
    """The steps of solving a puzzle by propagation, perhaps not to its end.

    Attributes:
        puzzle: The puzzle.
        form: The form of the model whose rows were used.
        steps: In order of waves, then of cells; premises are earlier steps.
        waves: How many waves had a conclusion.
        stuck: The cells that stay open, as indices into ``Puzzle.places``.
        contradiction: Whether propagation refuted the puzzle, and stopped there.
        note: The limit that was reached, if any.
    """

    puzzle: Puzzle
    form: str
    steps: tuple[DeductionStep, ...]
    waves: int
    stuck: tuple[int, ...]
    contradiction: bool = False
    note: str | None = None

    @property
    def widths(self) -> list[int]:
        """The number of cells filled in each wave, from wave 1."""
        width = [0] * (self.waves + 1)
        for step in self.steps:
            width[step.wave] += step.value is not None
        return width[1:]


def deduce(
    puzzle: Puzzle, *, refute: bool = True, techniques: bool = False, work: int = WORK
) -> Deduction:
    """Solves a puzzle by propagation, in waves.

    Args:
        puzzle: The puzzle.
        refute: Whether to refute candidates where nothing else follows.
        techniques: Whether a grader's techniques come before that, if there are some for the kind.
        work: The most row entries to examine.

    Returns:
        The steps, which are always the same for the same puzzle.
    """
    able = (g.find for g in graders() if techniques and g.find and g.rates(puzzle.kind()))
    return _Solving(puzzle, refute, next(able, None), work).run()


_systems: dict[Hashable, System] = {}


@once_a_puzzle
def system_of(puzzle: Puzzle, model: Model) -> System:
    """The model's system; the last four for models without rows of clues are cached."""
    if puzzle.shared_rules() is None:
        return system(model)
    key = (puzzle.kind(), model.form, model.rules_key)
    if key not in _systems:
        while len(_systems) >= 4:
            del _systems[next(iter(_systems))]
        _systems[key] = system(model)
    return _systems[key]


# -- solving ---------------------------------------------------------------------------------------


class _Solving:
    """A deduction under way."""

    def __init__(
        self,
        puzzle: Puzzle,
        refute: bool,
        find: Callable[[Puzzle, PartlySolved], Finding | None] | None,
        work: int,
    ) -> None:
        self.puzzle, self.refute, self.find, self.work = puzzle, refute, find, work
        ladder = puzzle.forms.ladder
        self.model = model = model_of(puzzle, ladder[-1] if ladder else None)
        self.system = system_of(puzzle, model)
        self.steps: list[DeductionStep] = []
        self.board = Boards.empty(self.system)
        self.probe: Probe | None = None
        self.probed = np.zeros(model.n_vars + 1, np.int8)  # the values that the probe knows
        self.trace = ConclusionTrace(self.system)
        self.wave = 0
        self.cell_of = cell_of(model)
        self.placed = np.full(len(model.places), -1, np.int64)  # the step that filled each cell
        self.blank = set(range(len(model.places)))
        self.strikers: dict[int, set[int]] = {}  # the steps of which each decides a variable
        self.note: str | None = None
        self.spent = 0

    def run(self) -> Deduction:
        """Solves the puzzle."""
        self._start()
        while self._wave() or self._technique() or (self.refute and self._refutations()):
            pass
        return Deduction(
            self.puzzle,
            self.model.form,
            steps=tuple(self.steps),
            waves=max((step.wave for step in self.steps), default=0),
            stuck=tuple(sorted(self.blank)),
            contradiction=bool(self.board.broken[0]),
            note=self.note,
        )

    # -- wave 0 ------------------------------------------------------------------------------------

    def _start(self) -> None:
        """Adds the literal clues."""
        for group in self.model.groups:
            if group.literals:
                self._note_clue(group)
        new, struck = self._learn(self.model.literals().astype(np.int64))
        literals = (new.var * new.sign).tolist()
        self._note_struck(struck, [abs(v) for v in literals if self._value_of(v) is not None])

    def _note_clue(self, group: Group) -> None:
        """Adds a step for a clue that consists of literals: a known cell, or a sentence."""
        index, values = len(self.steps), [self._value_of(literal) for literal in group.literals]
        pairs = zip(group.literals, values, strict=True)
        cells = [int(self.cell_of[abs(v)]) for v, value in pairs if value is not None]
        if len(values) == len(cells) == 1:
            if cells[0] not in self.blank:
                return  # both printed and given
            step = DeductionStep("given", 0, cells[0], values[0], sentence=group.sentence)
        else:
            step = DeductionStep("clue", 0, None, sentence=group.sentence)
        self.steps.append(step)
        self.placed[cells] = index
        self.blank.difference_update(cells)
        for literal in group.literals:
            self.trace.origin.setdefault(abs(literal), (index,))
            self.strikers.setdefault(abs(literal), set()).add(index)

    def _value_of(self, literal: int) -> Value | None:
        """The value that a literal places in its cell, if any."""
        model = self.model
        if self.cell_of[abs(literal)] < 0 or (model.onehot and literal < 0):
            return None
        return model.domain[(literal - 1) % len(model.domain) if model.onehot else literal > 0]

    def _note_struck(self, struck: Strikes, placed: Iterable[int]) -> None:
        """Records that the strikes of bookkeeping rest on placed values.

        Args:
            struck: The strikes.
            placed: The variables of the values placed in this wave.
        """
        origin, strikers = self.trace.origin, self.strikers
        before = set(origin)
        for var in placed:
            step = int(self.placed[self.cell_of[var]])
            for other in self.system.excludes(var):
                strikers.setdefault(other, set()).add(step)
        counted = self.system.limits.upper[struck.row] != 1
        pairs = zip(struck.var[counted].tolist(), struck.row[counted].tolist(), strict=True)
        for var, row in pairs:
            together = self.placed[self.cell_of[self._true(self.board, row)]].tolist()
            origin[var] = tuple(sorted({*origin.get(var, ()), *together}))
        for var in struck.var[~counted].tolist():
            if var not in before:
                origin[var] = tuple(sorted({*origin.get(var, ()), *strikers[var]}))

    def _true(self, board: Boards, row: int) -> Ints:
        """The true variables of a bookkeeping row."""
        limits = self.system.limits
        cols = limits.cols[limits.indptr[row] : limits.indptr[row + 1]]
        true: Ints = cols[board.value[0, cols] > 0]
        return true

    def _learn(self, literals: Longs) -> tuple[BoardLiterals, Strikes]:
        """Ends a wave by deciding literals, and what they strike."""
        new, struck = self.board.learn(BoardLiterals.of(literals))
        self._end_wave(new, struck)
        return new, struck

    def _end_wave(self, new: BoardLiterals, struck: Strikes) -> None:
        self.trace.earlier[np.append(new.var, struck.var)] = True

    # -- a wave ------------------------------------------------------------------------------------

    def _wave(self) -> bool:
        """Takes a wave; returns whether it found anything, and no contradiction."""
        board, trace = self.board, self.trace
        new, struck, firings = trace.wave(board)
        if board.broken[0] or not len(new.var):
            return False
        self.wave += 1
        self._note_steps(new, struck, firings)
        self._end_wave(new, struck)
        return True

    def _note_steps(self, new: BoardLiterals, struck: Strikes, firings: Firings) -> None:
        """Makes the steps of a wave: each value placed; the values the same groups strike."""
        steps: list[tuple[int, DeductionStep, list[int]]] = []
        strikes: dict[tuple[int, tuple[int, ...]], dict[int, list[_Way]]] = {}
        placed = []
        for var, sign in sorted(zip(new.var.tolist(), new.sign.tolist(), strict=True)):
            cell, value = int(self.cell_of[var]), self._value_of(sign * var)
            ways = self._ways(firings[var])
            if cell < 0:
                self.trace.origin[var] = ways[0].reason.premises
            elif value is not None:
                reasons = _cheapest_first(way.reason for way in ways)
                step = DeductionStep("place", self.wave, cell, value, reasons=reasons)
                steps.append((cell, step, [var]))
                placed.append(var)
            else:
                groups = tuple(sorted({way.reason.group for way in ways}))
                strikes.setdefault((cell, groups), {})[var] = ways
        for (cell, _), of_var in strikes.items():
            values = tuple(v for v in map(self._value_of, of_var) if v is not None)
            step = DeductionStep("strike", self.wave, cell, None, values, self._together(of_var))
            steps.append((cell, step, list(of_var)))
        for _, step, decided in sorted(steps, key=itemgetter(0, 2)):
            self._add(step, decided)
        self._note_struck(struck, placed)

    def _add(self, step: DeductionStep, decided: Iterable[int]) -> None:
        """Adds a step, which alone decides these variables."""
        index = len(self.steps)
        for var in decided:
            self.trace.origin[var] = (index,)
            self.strikers[var] = {index}
        if step.value is not None:
            self.placed[step.cell] = index
            self.blank.discard(step.cell)
        self.steps.append(step)

    def _ways(self, firings: list[tuple[int, int]]) -> list[_Way]:
        """All ways to see that a variable is forced, each once, the cheapest first."""
        ways: dict[tuple[int, tuple[int, ...]], _Way] = {}
        for row, copy in firings:
            needed = self.trace.needs(self.board, row, copy)
            reason = self._reason(row, needed)
            ways.setdefault((reason.group, reason.premises), _Way(reason, row, needed))
        return sorted(ways.values(), key=lambda way: _price(way.reason))

    def _together(self, ways: dict[int, list[_Way]]) -> tuple[StepReason, ...]:
        """The reasons of several variables forced by the same groups: one a group, for all."""
        of_group: dict[int, tuple[int, set[int]]] = {}
        for several in ways.values():
            for group, way in {way.reason.group: way for way in reversed(several)}.items():
                row, needed = of_group.get(group, (way.row, set()))
                of_group[group] = row, needed | way.needed
        return _cheapest_first(self._reason(row, needed) for row, needed in of_group.values())

    def _reason(self, row: int, needed: set[int], kind: ReasonKind | None = None) -> StepReason:
        """The reason that a row gives, with what it needs."""
        group, cells = self._group_of(row), self._cells_of(row)
        if kind is None:
            is_clue = self.model.groups[group].role == "clue"
            kind = "clue" if is_clue else "cell" if len(cells) == 1 else "rule"
        return self._reason_of(kind, group, cells, needed)

    def _reason_of(
        self, kind: ReasonKind, group: int, cells: list[int], needed: set[int]
    ) -> StepReason:
        blank = len(self.blank.intersection(cells))
        premises = self.trace.steps(needed)
        return StepReason(kind, group, len(cells), blank, premises, self._least(needed))

    def _group_of(self, row: int) -> int:
        """The group of a row, or of what a lazy constraint forced."""
        rows = self.system.rows
        return int(rows.group[row]) if row < len(rows) else self.board.cuts[row - len(rows)].group

    def _cells_of(self, row: int) -> list[int]:
        """The cells of a row; with auxiliary variables or a lazy constraint, those of its group."""
        cells_of, rows = self.system.cells, self.system.rows
        if row >= len(rows):
            return self._cells_of_lazy(self._group_of(row))
        if row not in cells_of:
            copies = rows.cols[rows.indptr[row] : rows.indptr[row + 1]]
            cells = self.cell_of[self.system.var[copies]].tolist()
            named = self.model.groups[int(rows.group[row])].cells
            cells_of[row] = list(named) if -1 in cells and named else sorted({*cells} - {-1})
        return cells_of[row]

    def _cells_of_lazy(self, group: int) -> list[int]:
        if named := self.model.groups[group].cells:
            return list(named)
        (lazy,) = (each for each in self.system.lazy if each.group == group)
        return sorted({*self.cell_of[lazy.var].tolist()} - {-1})

    def _least(self, needed: set[int]) -> int:
        """The least number of steps that decide the needed variables, each by any that can."""
        strikers, origin = self.strikers, self.trace.origin
        always = {step for var in needed if not strikers.get(var) for step in origin[var]}
        ways = [strikers[var] for var in needed if strikers.get(var)]
        return len(always) + least_cover([steps for steps in ways if not steps & always])

    # -- techniques --------------------------------------------------------------------------------

    def _technique(self) -> bool:
        """Takes a grader's next step; returns whether there is one."""
        if self.find is None or self.board.broken[0]:
            return False
        finding = self.find(self.puzzle, self._seen())
        if finding is None:
            return False
        self.wave += 1
        needed = {abs(self.model.literal(*one)) for one in finding.rests}
        cells = sorted({int(self.cell_of[var]) for var in needed})
        step = DeductionStep(
            "technique",
            self.wave,
            cell=None,
            reasons=(self._reason_of("technique", -1, cells, needed),),
            sentence=f"{finding.technique}: {finding.because}",
            candidates=finding.strikes,
        )
        wrong = [self.model.literal(*one) for one in finding.strikes]
        self._add(step, map(abs, wrong))
        self._learn(-np.array(wrong, np.int64))
        return True

    def _seen(self) -> PartlySolved:
        """The filled cells, and the candidates of the others."""
        model, value = self.model, self.board.value[0].tolist()
        filled: dict[Place, Value] = {}
        candidates: dict[Place, list[Value]] = {}
        for cell, place in enumerate(model.places):
            literals = {v: model.literal(place, v) for v in model.domain}
            can = [v for v, lit in literals.items() if value[abs(lit)] * lit >= 0]
            if cell in self.blank:
                candidates[place] = can
            else:
                (filled[place],) = can
        return PartlySolved(filled, candidates)

    # -- refutations -------------------------------------------------------------------------------

    def _refutations(self) -> bool:
        """Strikes all candidates whose refutation takes the fewest waves; whether there are any."""
        if self.board.broken[0]:
            return False
        literals = self._refutable(self._candidates())
        size = max(1, SPACE // self.system.size)
        best: dict[int, int] = {}
        depth: int | None = None
        for start in range(0, len(literals), size):
            refuted, waves = self._try(literals[start : start + size], depth)
            if self.note is not None:
                return False
            if refuted and (depth is None or waves < depth):
                best, depth = {}, waves
            best |= refuted
        if depth is None:
            return False
        self.wave += 1
        for literal, cost in best.items():
            cell, reason = int(self.cell_of[abs(literal)]), self._why_refuted(literal)
            right, wrong = self._value_of(-literal), self._value_of(literal)
            struck = () if right is not None or wrong is None else (wrong,)
            step = DeductionStep(
                "refutation", self.wave, cell, right, struck, (reason,), depth, cost
            )
            self._add(step, [abs(literal)])
        self._learn(-np.array(list(best), np.int64))
        return True

    def _refutable(self, literals: Longs) -> Longs:
        """The literals that waves to the end refute."""
        if self.probe is None:
            rows = self.model.matrix(View.CNF)
            if not Probe.suits(rows):
                return literals
            self.probe = Probe(rows, self.model.lazy, self.model.n_vars)
            self.probe.learn(self.model.literals().tolist())
        value = self.board.value[0]
        decided = np.flatnonzero(value != self.probed)
        self.probe.learn((decided * value[decided]).tolist())
        self.probed = value.copy()
        nodes = sum(len(lazy.var) * len(lazy.constraints) for lazy in self.system.lazy)
        self.spent += (PROBE + LOOKS * WALKED * nodes) * len(literals)
        return literals[self.probe.refuted(literals)] if literals.size else literals

    def _candidates(self) -> Longs:
        """The literals of the candidates of blank cells."""
        cells = self.model.cells.ravel()
        open_ = cells[self.board.value[0, cells] == 0].astype(np.int64)
        return open_ if self.model.onehot else np.column_stack([open_, -open_]).ravel()

    def _try(self, literals: Longs, most: int | None) -> tuple[dict[int, int], int]:
        """Assumes literals, each on its own board, for at most ``most`` waves.

        Returns:
            The literals that are refuted first, with their cost, and the number of waves.
        """
        boards = self.board.times(len(literals))
        boards.learn(BoardLiterals.of(literals, np.arange(len(literals))))
        cost = np.ones(len(literals), np.int64)
        waves = 0
        while boards.pending and (most is None or waves < most):
            waves += 1
            new, _ = boards.wave()
            placing = self.cell_of[new.var] >= 0
            if self.model.onehot:
                placing &= new.sign > 0
            cost += np.bincount(new.board[placing], minlength=len(cost))
            self.spent += boards.work
            boards.work = 0
            if self.spent > self.work:
                self.note = f"limit of {self.work:,} row entries reached"
                return {}, 0
            if boards.broken.any():
                refuted = boards.broken
                pairs = zip(literals[refuted].tolist(), cost[refuted].tolist(), strict=True)
                return dict(pairs), waves
            if not len(new.var):
                break
        return {}, waves

    def _why_refuted(self, literal: int) -> StepReason:
        """Assumes a literal alone, up to the contradiction, and traces the contradiction back."""
        board, trace = self.board.times(1), self.trace.fork()
        rests: dict[int, set[int]] = {abs(literal): set()}
        _, struck = board.learn(BoardLiterals.of(np.array([literal], np.int64)))
        self._note_assumed(board, struck, rests)
        while True:
            _, struck, firings = trace.wave(board)
            if board.broken[0]:
                row, needed = self._conflict(board, trace, firings)
                break
            for var, rows in firings.items():
                rests[var] = trace.needs(board, *rows[0])
            self._note_assumed(board, struck, rests)
        seen, waiting = set(needed), list(needed)
        while waiting:
            new_ones = rests.get(waiting.pop(), set()) - seen
            seen |= new_ones
            waiting += new_ones
        return self._reason(row, seen - rests.keys(), "refutation")

    def _note_assumed(self, board: Boards, struck: Strikes, rests: dict[int, set[int]]) -> None:
        """Records that strikes under an assumption rest on the true variables of their rows."""
        for var, row in zip(struck.var.tolist(), struck.row.tolist(), strict=True):
            rests.setdefault(var, set(self._true(board, row).tolist()))

    def _conflict(
        self, board: Boards, trace: ConclusionTrace, firings: Firings
    ) -> tuple[int, set[int]]:
        """A row that shows the contradiction on a board, and the variables it rests on."""
        rows, limits = self.system.rows, self.system.limits
        if board.conflict >= 0:
            return board.conflict, trace.needs(board, board.conflict, None)
        wrong = np.flatnonzero((board.high < rows.lower) | (board.low > rows.upper))
        if wrong.size:
            return int(wrong[0]), trace.needs(board, int(wrong[0]), None)
        for rests in firings.values():
            if len({int(board.copy[copy]) for _, copy in rests}) > 1:
                return rests[0][0], set().union(*(trace.needs(board, *one) for one in rests))
        row = int(np.flatnonzero(board.full > limits.upper)[0])
        true = self._true(board, row).tolist()
        forced = {var: firings[var][0] for var in true if firings.get(var)}
        needs = (trace.needs(board, *forced[var]) if var in forced else {var} for var in true)
        return next(iter(forced.values()))[0], set().union(*needs)


class _Way(NamedTuple):
    """A reason, its row, and the variables it needs."""

    reason: StepReason
    row: int
    needed: set[int]


def _price(reason: StepReason) -> tuple[int, ...]:
    return reason.least, len(reason.premises), reason.blank, reason.group


def _cheapest_first(reasons: Iterable[StepReason]) -> tuple[StepReason, ...]:
    return tuple(sorted(reasons, key=_price))


# -- the graph -------------------------------------------------------------------------------------


def deduction_graph(deduction: Deduction) -> nx.DiGraph[str]:
    """The steps, each with an edge from every step that its cheapest reason needs.

    Of equally cheap reasons the one of the first group is taken.

    Returns:
        An acyclic graph. Nodes have the ``type`` and ``wave`` of the step; ``row``, ``column`` and
        ``value`` if it is about a cell; ``reasons``, their number; and ``cells``, ``blank`` and
        ``least`` of the cheapest; a technique has ``strikes``. Edges have the reason's ``type``
        and, as ``clue``, the sentence of its group. ``stuck`` is the number of open cells.
    """
    graph: nx.DiGraph[str] = networkx().DiGraph(
        waves=deduction.waves, stuck=len(deduction.stuck), contradiction=deduction.contradiction
    )
    puzzle = deduction.puzzle
    groups = model_of(puzzle, deduction.form or None).groups
    names: list[str] = []
    for index, step in enumerate(deduction.steps):
        label = _step_label(puzzle, step)
        names.append(label if step.value is not None else f"{label} [{index}]")
        graph.add_node(names[-1], label=label, type=step.type, wave=step.wave)
        node = graph.nodes[names[-1]]
        if step.cell is not None:
            node["row"], node["column"] = puzzle.places[step.cell]
        if step.value is not None:
            node["value"] = puzzle.cell_text(step.value)
        if step.type == "refutation":
            node["cost"], node["depth"] = step.cost, step.depth
        if step.candidates:
            struck = (
                f"{puzzle.name_place(p)}≠{puzzle.cell_text(value)}" for p, value in step.candidates
            )
            node["strikes"] = " ".join(struck)
        for reason in step.reasons[:1]:
            node["reasons"], node["least"] = len(step.reasons), reason.least
            node["cells"], node["blank"] = reason.cells, reason.blank
            clue = step.sentence or groups[reason.group].sentence
            edges = ((names[p], names[-1]) for p in reason.premises)
            graph.add_edges_from(edges, type=reason.kind, clue=clue)
    return graph


def _step_label(puzzle: Puzzle, step: DeductionStep) -> str:
    """Such as ``r1c1=5`` or ``r1c1≠2,3``."""
    if step.cell is None:
        return step.sentence
    place = puzzle.name_place(puzzle.places[step.cell])
    if step.value is not None:
        return f"{place}={puzzle.cell_text(step.value)}"
    return f"{place}≠{','.join(map(puzzle.cell_text, step.struck))}"


GRAPHS = (
    GraphKind(
        "deduction",
        "steps of solving by propagation, joined to those they need",
        lambda p: deduction_graph(deduce(p)),
    ),
    GraphKind(
        "deduction-techniques",
        "the same, with a grader's techniques before refutations (sudoku)",
        lambda p: deduction_graph(deduce(p, techniques=True)),
    ),
)
