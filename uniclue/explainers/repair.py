"""The fewest clues to add so that a puzzle with several solutions has one.

Implicit hitting sets over solutions. The master problem chooses a solution S of the puzzle and
candidates that hold in it, as few as possible, such that every solution T found so far either is S
or breaks one of them. A second solver, the checker, looks for a solution other than S that keeps
them. If there is none, they make the puzzle unique, and no smaller set can, whatever the solution;
otherwise the master problem has one more solution to separate from S.

Candidates are clues of the kind's own type (``possible_clues``, or words that could be written into
the fields of a puzzle), and givens (``givens``). A given states the value of a cell; that a cell
lacks a value is no candidate, since no kind prints that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import combinations, groupby, islice, pairwise
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec
from pysat.card import ITotalizer

from uniclue.core.arrays import np
from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Grid, PossibleClue, Puzzle
from uniclue.drawing.picture import layer_of, says_nothing
from uniclue.encoders.cnf import Cnf, encode_rows, guarded
from uniclue.explainers.candidates import Survey
from uniclue.explainers.changing import changed
from uniclue.explainers.guarded import clue_of
from uniclue.explainers.possible import PossibleWord, with_written, written_clues
from uniclue.explainers.reasons import ClueGroup, NoRepair, Repair
from uniclue.formats.puzzle_json import members_of
from uniclue.solvers import decide
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.decide import DisagreementError, Method
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.projection import Projection
from uniclue.solvers.sat import IncrementalSolver
from uniclue.solvers.selectors import SOLVER, cuts_of, shrink

MOST_CLUES = 2000
"""With more possible clues than this, clues of the kind's own type are not tried."""
MOST_ADDED = 12
"""The largest size of set to search for the smallest."""
MOST_CONFLICTS = 30_000
"""The conflict limit of the master problem."""
SEEDS = 100
"""How many known solutions the master problem starts from."""
SEEDS_OF_CLUES = 20
"""Likewise for clues of the kind's own type; each is judged on each solution."""
AT_ONCE = 3
"""How many solutions to find that keep one proposal."""


@runtime_checkable
class ProposesClues(Protocol):
    """A puzzle that proposes further clues of its own type."""

    def possible_clues(self) -> Iterable[PossibleClue]:
        """The clues that could be added; a repair chooses the fewest of them."""
        ...

    def with_clues(self, clues: Sequence[Any]) -> Puzzle:
        """The puzzle with some of these clues; each is a group of its model."""
        ...


def possible_clues(puzzle: Puzzle) -> Iterable[PossibleClue]:
    """The clues that the kind itself proposes; none for most kinds."""
    return puzzle.possible_clues() if isinstance(puzzle, ProposesClues) else ()


def repairs(survey: Survey, clock: Clock) -> Iterator[Repair | NoRepair]:
    """Single changes; the fewest clues of the kind's own type to add, if it has any; givens.

    Args:
        survey: The values in the puzzle's solutions, and some solutions.
        clock: Enforces the limits; changes get a third of the remaining time, clues half of it.

    Raises:
        DisagreementError: A repaired puzzle is not unique.
    """
    own_clock = _share(clock, 1 / 3)
    yield from changed(survey, own_clock)
    clock.count(own_clock)
    possible = tuple(islice(possible_clues(survey.puzzle), MOST_CLUES + 1))
    written = [] if possible else written_clues(survey.puzzle, survey.solutions)
    if max(len(possible), len(written)) > MOST_CLUES:
        yield NoRepair(by="clues", reason=f"more than {MOST_CLUES} clues could be added")
    elif possible:
        yield _repair(_OwnClues(survey, possible), clock, 0.5)
    elif written:
        yield _repair(_WrittenClues(survey, written), clock, 0.5)
    yield _repair(_Givens(survey), clock, 1.0)


def _repair(choice: _Choice, clock: Clock, share: float) -> Repair | NoRepair:
    """The smallest set of one type or, if a limit stops the search for it, an irredundant set."""
    own_clock = _share(clock, share)
    try:
        with closing(_RepairSearch(choice, own_clock)) as search:
            for attempt, part, conflicts in (
                (search.fewest, 0.5, MOST_CONFLICTS),
                (search.fewest_for_one, 0.5, MOST_CONFLICTS // 3),
                (search.irredundant, 0.8, None),
            ):
                spent = _share(own_clock, part, conflicts)
                proposal = attempt(spent)
                own_clock.count(spent)
                if proposal is not None:
                    return _checked(choice, proposal, own_clock)
            return NoRepair(by=choice.by, reason="no set of them leaves exactly one solution")
    except LimitReachedError as stopped:
        return NoRepair(by=choice.by, reason=str(stopped))
    finally:
        clock.count(own_clock)


def _share(clock: Clock, share: float, conflicts: int | None = None) -> Clock:
    """A clock for a share of another one's remaining time, optionally with a conflict limit."""
    seconds, left = clock.seconds_left(), clock.conflicts_left()
    limits = Limits(
        None if seconds is None else max(seconds, 0.0) * share,
        None if left is None else int(left * share),
    )
    return Clock(limits.within(Limits(None, conflicts)), held=clock.held)


Shown = Literal["minimum", "irredundant", "sufficient"]


@dataclass(frozen=True, slots=True)
class _Proposal:
    """Candidates that leave a single solution; see ``Repair``."""

    solution: Grid
    chosen: list[int]
    shown: Shown
    at_least: int


def _checked(choice: _Choice, proposal: _Proposal, clock: Clock) -> Repair | NoRepair:
    """The repair, after a check of the repaired puzzle.

    Raises:
        LimitReachedError: A limit stopped the check.
        DisagreementError: The repaired puzzle has another solution, or several.
    """
    puzzle = choice.repaired(proposal.chosen)
    verdict = decide.unique(puzzle, Method(limits=_share(clock, 1.0).limits))
    if verdict.status == "unknown":
        raise LimitReachedError(str(verdict.reason))
    if verdict.solutions != (proposal.solution,):
        if not choice.are_all:  # the kind may read more constraints from written words
            return NoRepair(by=choice.by, reason="together they say more than one by one")
        raise DisagreementError(f"repair: {verdict.status}, not unique; please report this")
    is_known = choice.are_all or len(proposal.chosen) == 1
    return Repair(
        by=choice.by,
        clues=choice.clues(proposal.chosen),
        shown=proposal.shown if is_known or proposal.shown == "sufficient" else "irredundant",
        at_least=proposal.at_least if is_known else 1,
        solution=proposal.solution,
        puzzle=members_of(puzzle),
    )


# -- candidates ------------------------------------------------------------------------------------


class _Choice(ABC):
    """The candidates that may be added to a puzzle.

    Attributes:
        by: See ``Repair``.
        seeds: How many known solutions the master problem starts from.
        survey: The survey of the puzzle's solutions.
        cnf: The puzzle's formula, with a selector for each candidate.
        projection: The formula's cell variables.
        selectors: The selectors.
        slots: Sets of selectors of which at most one may be chosen; each counts as one.
        are_all: Whether these are all candidates there are.
    """

    by: Literal["givens", "clues"]
    seeds: int
    are_all = True

    survey: Survey
    cnf: Cnf
    projection: Projection
    selectors: list[int]
    slots: list[list[int]]

    @abstractmethod
    def literals(self, grid: Grid) -> list[int]:
        """The literals of the formula that are true if and only if a grid is the solution."""

    @abstractmethod
    def broken_by(self, grid: Grid, loaded: IncrementalSolver, clock: Clock) -> list[int]:
        """Selectors of the candidates that do not hold in a solution."""

    @abstractmethod
    def repaired(self, chosen: Sequence[int]) -> Puzzle:
        """The puzzle with some candidates."""

    @abstractmethod
    def clues(self, chosen: Sequence[int]) -> tuple[ClueGroup, ...]:
        """The chosen candidates as clues of the repaired puzzle."""

    def grid_of(self, loaded: IncrementalSolver) -> Grid:
        """The solver's solution, judged by the rules."""
        puzzle, projection = self.survey.puzzle, self.projection
        grid = puzzle.grid_of_values(projection.values(projection.truth(loaded.assignment())))
        decide.refuse_wrong(puzzle, grid, SOLVER)
        return grid

    @abstractmethod
    def cuts(self) -> Cuts | None:
        """The separator of cuts for the formula; None if there are no lazy constraints."""


class _Givens(_Choice):
    """Givens: the values in solutions. The formula is the part that propagation leaves open."""

    by = "givens"
    seeds = SEEDS

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.projection = Projection.of_open_part(survey.model, survey.reduced)
        rows, names = survey.reduced.rows, survey.reduced.names
        base = encode_rows(rows, len(names))
        several = survey.seen.sum(axis=1) > 1
        points = dict(zip(survey.puzzle.places, layer_of(survey.puzzle).places, strict=True))
        self._cells: list[tuple[Place, Value]] = []
        self.slots, selector = [], base.n_vars
        for i in np.flatnonzero(several).tolist():
            place, slot = survey.model.places[i], []
            for v in np.flatnonzero(survey.seen[i]).tolist():
                value = survey.model.domain[v]
                if says_nothing(survey.puzzle, points[place], value):
                    continue
                selector += 1
                slot.append(selector)
                self._cells.append((place, value))
            self.slots += [slot] if slot else []
        self.selectors = [s for slot in self.slots for s in slot]
        cells = [survey.model.literal(place, value) for place, value in self._cells]
        lits = survey.reduced.renumbered(np.array(cells, np.int32))
        implied = np.stack([-np.array(self.selectors, np.int32), lits], axis=1)
        self.cnf = base.plus(list(implied), selector)

    def literals(self, grid: Grid) -> list[int]:
        lits = self.survey.reduced.renumbered(self.survey.model.literals_in(grid))
        literals: list[int] = lits[lits != 0].tolist()
        return literals

    def broken_by(self, grid: Grid, loaded: IncrementalSolver, clock: Clock) -> list[int]:
        pairs = zip(self.selectors, self._cells, strict=True)
        return [s for s, ((r, c), value) in pairs if grid[r][c] != value]

    def _given(self, chosen: Sequence[int]) -> dict[Place, Value]:
        first = self.selectors[0]
        return dict(sorted(self._cells[s - first] for s in chosen))

    def repaired(self, chosen: Sequence[int]) -> Puzzle:
        puzzle = self.survey.puzzle
        givens = dict(puzzle.given_cells()) | self._given(chosen)
        return msgspec.structs.replace(puzzle, givens=puzzle.grid_of(givens))

    def clues(self, chosen: Sequence[int]) -> tuple[ClueGroup, ...]:
        model = self.repaired(chosen).model()
        literals = {(model.literal(place, value),) for place, value in self._given(chosen).items()}
        found = {g.literals: g for g in model.groups if g.role == "clue" and g.literals in literals}
        return tuple(clue_of(model.places, group) for group in found.values())

    def cuts(self) -> Cuts | None:
        return Cuts.of_open_part(self.survey.model, self.survey.reduced)


class _OwnClues(_Choice):
    """Clues of the kind's own type, in the model of the puzzle that has all of them."""

    by = "clues"
    seeds = SEEDS_OF_CLUES

    def __init__(self, survey: Survey, possible: Sequence[Any]) -> None:
        self.survey, self._possible = survey, possible
        self._model = survey.puzzle.model()
        ends = [len(self._model.groups)]
        for clue in possible:
            clue.add(survey.puzzle, self._model)
            ends.append(len(self._model.groups))
        self.projection = Projection.of_model(self._model)
        formula, new = guarded(self._model, rows_alone=True), ends[-1] - ends[0]
        self._formula = formula
        of_group = formula.selector_of
        parts = [[of_group[i] for i in range(*pair)] for pair in pairwise(ends)]
        self._groups = [self._model.groups[slice(*pair)] for pair in pairwise(ends)]
        several = np.cumsum([len(part) > 1 for part in parts]) + formula.cnf.n_vars
        both = zip(parts, several.tolist(), strict=True)
        self.selectors = [part[0] if len(part) == 1 else own for part, own in both]
        self.slots = [[selector] for selector in self.selectors]
        self._clue_of = {selector: i for i, selector in enumerate(self.selectors)}
        implied = [
            [-own, each]
            for own, part in zip(self.selectors, parts, strict=True)
            for each in part
            if each != own
        ]
        there = [[selector] for selector in formula.selectors[:-new]]
        clauses = [np.array(clause, np.int32) for clause in there + implied]
        self.cnf = formula.cnf.plus(clauses, int(several[-1]))

    def literals(self, grid: Grid) -> list[int]:
        literals: list[int] = self._model.literals_in(grid).tolist()
        return literals

    def broken_by(self, grid: Grid, loaded: IncrementalSolver, clock: Clock) -> list[int]:
        """Those that propagation refutes; if the rest cannot all hold, those in a core, too."""
        stands = self.literals(grid)
        implied = set(loaded.implied(stands) or ())
        broken = [s for s in self.selectors if -s in implied]
        left = [s for s in self.selectors if -s not in implied]
        while not loaded.solve([*stands, *left], clock):
            core = set(left).intersection(loaded.core())
            new = {s for s in core if not loaded.solve([*stands, s], clock)}
            broken += sorted(new)
            left = [s for s in left if s not in new]
        return broken

    def repaired(self, chosen: Sequence[int]) -> Puzzle:
        puzzle: Any = self.survey.puzzle
        repaired: Puzzle = puzzle.with_clues([self._possible[self._clue_of[s]] for s in chosen])
        return repaired

    def clues(self, chosen: Sequence[int]) -> tuple[ClueGroup, ...]:
        model = self.repaired(chosen).model()
        found = {g.sentence: g for g in model.groups if g.role == "clue"}
        parts = (self._groups[self._clue_of[s]] for s in chosen)
        of_parts = (
            [clue_of(model.places, found[group.sentence]) for group in part] for part in parts
        )
        return tuple(map(_as_one, of_parts))

    def cuts(self) -> Cuts | None:
        return cuts_of(self._model, self._formula)


def _as_one(parts: Sequence[ClueGroup]) -> ClueGroup:
    """Several clues of the model as one clue."""
    sentence = "; ".join(part.sentence for part in parts)
    cells = dict.fromkeys(cell for part in parts for cell in part.cells)
    return msgspec.structs.replace(parts[0], sentence=sentence, cells=tuple(cells))


class _WrittenClues(_OwnClues):
    """Words for the fields of the puzzle that hold in a known solution, at most one per entry."""

    are_all = False

    def __init__(self, survey: Survey, written: Sequence[PossibleWord]) -> None:
        super().__init__(survey, written)
        entries = groupby(
            zip(self.selectors, written, strict=True), key=lambda each: each[1].clue[:2]
        )
        self.slots = [[selector for selector, _ in some] for _, some in entries]

    def repaired(self, chosen: Sequence[int]) -> Puzzle:
        return with_written(self.survey.puzzle, [self._possible[self._clue_of[s]] for s in chosen])


# -- the search ------------------------------------------------------------------------------------


class _RepairSearch:
    """The master problem, which proposes, and the checker, which looks for other solutions.

    Args:
        choice: The candidates.
        clock: Enforces the limits.

    Attributes:
        at_least: A lower bound on the number of candidates.
        impossible: Whether no set of candidates leaves a single solution.
    """

    def __init__(self, choice: _Choice, clock: Clock) -> None:
        self.choice = choice
        self.at_least, self.impossible = 1, False
        self._master = IncrementalSolver(choice.cnf, SOLVER, cuts=choice.cuts())
        self._checker = IncrementalSolver(choice.cnf, SOLVER, cuts=choice.cuts())
        self._told: set[Grid] = set()
        for slot in choice.slots:
            for one, other in combinations(slot, 2):
                self._master.add_clause([-one, -other])
        counted = [self._one_of(slot) for slot in choice.slots]
        self._most = min(MOST_ADDED, len(counted))
        total = ITotalizer(counted, ubound=self._most, top_id=self._master.top)
        for clause in total.cnf.clauses:
            self._master.add_clause(clause)
        self._more_than: list[int] = total.rhs
        self._master.top = max(self._master.top, total.top_id)
        total.delete()
        for grid in choice.survey.solutions[: choice.seeds]:
            self._separate_from(grid, clock)

    def _one_of(self, slot: list[int]) -> int:
        """A literal that is true if a candidate of a slot is chosen."""
        if len(slot) == 1:
            return slot[0]
        some = self._master.new_variable()
        for selector in slot:
            self._master.add_clause([-selector, some])
        return some

    def _separate_from(self, grid: Grid, clock: Clock) -> None:
        """Makes the master problem separate its solution from this one, if they differ."""
        if grid in self._told:
            return
        self._told.add(grid)
        same = self._master.new_variable()
        for lit in self.choice.literals(grid):
            self._master.add_clause([-same, lit])
        self._master.add_clause([same, *self.choice.broken_by(grid, self._checker, clock)])

    def fewest(self, clock: Clock) -> _Proposal | None:
        """The fewest candidates that single out a solution; None if they are not found."""
        with suppress(LimitReachedError):
            if proposed := self._fewest_of((), self._most, clock):
                return _Proposal(*proposed, "minimum", self.at_least)
        return None

    def fewest_for_one(self, clock: Clock) -> _Proposal | None:
        """The fewest candidates that single out one of some known solutions.

        With a fixed solution the master problem is a plain hitting set, and far easier.
        """
        best: _Proposal | None = None
        most = self._most
        with suppress(LimitReachedError):
            for grid in self.choice.survey.solutions[: self.choice.seeds]:
                if proposed := self._fewest_of(self.choice.literals(grid), most, clock):
                    chosen = proposed[1]
                    best = _Proposal(grid, chosen, self._shown(chosen), self.at_least)
                    most = len(chosen) - 1
                if most < self.at_least:
                    break
        return best

    def _fewest_of(
        self, fixed: Sequence[int], most: int, clock: Clock
    ) -> tuple[Grid, list[int]] | None:
        """A solution, and the fewest candidates that single it out, if ``most`` suffice.

        Args:
            fixed: The literals of the solution, if it is prescribed.
            most: The most candidates.
            clock: Enforces the limits.
        """
        number = self.at_least
        while number <= most:
            bound = [-lit for lit in self._more_than[number : number + 1]]
            if self._master.solve([*fixed, *bound], clock):
                grid, chosen = self._proposed()
                if self._singles_out(grid, chosen, clock):
                    return grid, chosen
                continue
            if not fixed and not self._master.core():
                self.impossible = True
                return None
            number += 1
            if not fixed:
                self.at_least = number
        return None

    def _proposed(self) -> tuple[Grid, list[int]]:
        found = self._master.assignment()
        chosen = [s for s in self.choice.selectors if found[s - 1] > 0]
        return self.choice.grid_of(self._master), chosen

    def _singles_out(self, grid: Grid, chosen: list[int], clock: Clock) -> bool:
        """Whether these candidates leave one solution; others are passed to the master problem."""
        active = self._blocking(grid)
        self._checker.prefer(self.choice.literals(grid))  # close solutions exclude more proposals
        others = 0
        while others < AT_ONCE and self._checker.solve([*chosen, active], clock):
            others += 1
            other = self.choice.grid_of(self._checker)
            self._block(other, active)
            self._separate_from(other, clock)
        self._checker.add_clause([-active])
        if others:
            self._separate_from(grid, clock)
        return not others

    def _blocking(self, grid: Grid) -> int:
        """A literal under which a solution is blocked in the checker."""
        active = self._checker.new_variable()
        self._block(grid, active)
        return active

    def _block(self, grid: Grid, active: int) -> None:
        self._checker.add_clause([-active, *(-lit for lit in self.choice.literals(grid))])

    def irredundant(self, clock: Clock) -> _Proposal | None:
        """An irredundant set of candidates that single out a solution; None if there is none.

        Raises:
            LimitReachedError: A limit was reached before a set was found.
        """
        for grid in () if self.impossible else self.choice.survey.solutions:
            broken = set(self.choice.broken_by(grid, self._checker, clock))
            kept = ([s for s in slot if s not in broken] for slot in self.choice.slots)
            hold = [slot[0] for slot in kept if slot]
            active = self._blocking(grid)
            if self._checker.solve([*hold, active], clock):
                self._checker.add_clause([-active])
                continue
            shrunk = shrink(self._checker, hold, clock, always=[active])
            shown = self._shown(shrunk.literals) if shrunk.minimal else "sufficient"
            return _Proposal(grid, shrunk.literals, shown, self.at_least)
        return None

    def _shown(self, chosen: list[int]) -> Shown:
        """Whether an irredundant set is also shown to be the smallest."""
        return "minimum" if len(chosen) == self.at_least else "irredundant"

    def close(self) -> None:
        """Frees the solvers."""
        self._master.close()
        self._checker.close()
