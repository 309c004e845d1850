"""How a puzzle is decided: a list of stages, tried in order.

A stage is a generator of solutions over the puzzle's :class:`~uniclue.solvers.state.State`. When it
ends there are no more; when it raises :class:`~uniclue.solvers.state.OpenError` the next stage
continues from what is known by then. All questions use the same list and differ only in how many
solutions they want: ``unique`` two, ``solve`` some, ``count`` all, ``check`` one. Each solution is
judged, counted and kept in one place, :func:`solutions`.

===================  ======================================================  ====================
stage                what it does                                            for
===================  ======================================================  ====================
batch                puzzles that share rules, decided together on bits      `bulk`: many puzzles
dominance            a model of some solutions, and variants of its only one  kinds that have one
domains              values struck from cells, constraint by constraint      Board.narrowing
cardinality          counts of literals, then MiniCard                       Board.counts
shared rules         a solver that holds the rules; the clues are assumed    shared_rules
kind logic           the kind's own deductions                               Puzzle.deduce
unit propagation     propagation of single rows to a fixpoint                all others
guided               guesses of the kind, where the solver stalls            Puzzle.hints
minicard             a solver that takes counts as they are, for a moment    many counts
cdcl                 a solver of clauses, until it is done                   all others
ilp, program         a solver of 0/1 programs; a program of the user         where they are named
===================  ======================================================  ====================

Naming a solver leaves the decision to that solver: stages that would decide without it are skipped.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice
from typing import ClassVar, Literal

from uniclue.constraints.board import MOST_VALUES, Board
from uniclue.constraints.narrowed import is_narrowed, narrowing_of
from uniclue.core.memory import chosen_limit
from uniclue.core.model import Value, View, watched
from uniclue.core.puzzle import Contradiction, Grid, Narrowed, Puzzle, deduces, guesses
from uniclue.encoders import cnf, ilp
from uniclue.propagation import simplify
from uniclue.propagation.counts import ContradictionError
from uniclue.propagation.narrowing import TooMuchWorkError
from uniclue.solvers import counted, guided, names
from uniclue.solvers import ilp as ilp_sessions
from uniclue.solvers import open_formula as open_formulas
from uniclue.solvers import outside as outside_solvers
from uniclue.solvers import shared as sharing
from uniclue.solvers import turns as taking_turns
from uniclue.solvers.judging import refuse_wrong
from uniclue.solvers.limits import LimitReachedError, Limits
from uniclue.solvers.projection import values_of
from uniclue.solvers.state import Found, OpenError, PassedError, State
from uniclue.solvers.verdict import Tried

IN_COUNTS = Limits(conflicts=1000)
"""The limit for each solution of cardinality constraints before another stage takes over. On 90
puzzles of 15 kinds 100 conflicts took 1.3 times as long, 300 and 3000 about as long."""
IN_ROWS = Limits(conflicts=300)
"""The same limit for cardinality constraints that come from rows."""
MANY = 2**30
"""More solutions than there are."""


class Stage(ABC):
    """A way to find the solutions of a puzzle, or to learn more about it.

    Attributes:
        name: What people call it.
        is_last: Whether it leaves nothing to the next stage, so that its solutions need not be
            remembered.
    """

    name: ClassVar[str]
    is_last: ClassVar[bool] = False

    @abstractmethod
    def suits(self, state: State) -> bool:
        """Whether to try it, by a quick test."""

    @abstractmethod
    def solutions(self, state: State) -> Found:
        """The values of the cells, solution by solution; some may have been found before.

        Raises:
            OpenError: The next stage continues from here.
            LimitReachedError: The limits of the question are reached.
        """


# -- without rows ----------------------------------------------------------------------------------


class Dominance(Stage):
    """The kind's model of some solutions; given its only one, the kind looks for a second.

    Once it has found two, it leaves all others to the next stage.
    """

    name = "dominance"

    def suits(self, state: State) -> bool:
        return type(state.puzzle).narrowed is not Puzzle.narrowed and state.method.is_plain()

    def solutions(self, state: State) -> Found:
        puzzle, narrowed, some = state.puzzle, state.puzzle.narrowed(), list[list[Value]]()
        if narrowed is None:
            raise PassedError
        model = narrowed.model
        reduced = simplify.reduce(model)
        if reduced.names.size:
            how = state.method.cardinality, state.method.solver_name()
            with closing(state.ask(open_formulas.OpenFormula.of(model, reduced, *how))) as found:
                for values in islice(found, 2):
                    some.append(values)
                    yield values
            if len(some) == 1 and (other := _other(puzzle, narrowed, some[0])) is not None:
                some.append(other)
                yield other
        else:
            if not reduced.contradiction:
                some.append(values_of(model.domain, reduced.value[model.cells] > 0))
                some += [other] if (other := _other(puzzle, narrowed, some[0])) is not None else []
            state.note_propagated(complete=len(some) < 2)
            yield from some
        if len(some) > 1:
            raise OpenError


def _other(puzzle: Puzzle, narrowed: Narrowed, values: list[Value]) -> list[Value] | None:
    """A second solution, given the only one of the kind's model; None if there is none."""
    other = narrowed.other and narrowed.other(puzzle.grid_of_values(values))
    return None if other is None else [other[r][c] for r, c in puzzle.places]  # type: ignore[misc]


class Domains(Stage):
    """Domains of cells, narrowed constraint by constraint, with a few case splits."""

    name = "domains"

    def suits(self, state: State) -> bool:
        puzzle = state.puzzle
        return isinstance(puzzle, Board) and is_narrowed(puzzle) and state.method.may_be_brief()

    def solutions(self, state: State) -> Found:
        assert isinstance(state.puzzle, Board)
        narrowing, domain = narrowing_of(state.puzzle), state.puzzle.domain
        if narrowing is None:
            raise PassedError
        # A second solution shows whether the first is the only one.
        most = MANY if state.wanted is None else max(2, state.wanted)
        try:
            some = narrowing.solutions(most)
        except TooMuchWorkError:
            state.can = narrowing.candidates(len(domain))
            raise OpenError from None
        state.note_propagated(complete=len(some) < most)
        for can in some:
            yield [domain[a.bit_length() - 1] for a in can]
        if not state.complete:
            raise OpenError


class Cardinality(Stage):
    """Cardinality constraints: propagation, then a solver that takes them natively."""

    name = "cardinality"

    def suits(self, state: State) -> bool:
        puzzle = state.puzzle
        if not isinstance(puzzle, Board) or len(puzzle.domain) > MOST_VALUES:
            return False
        is_free = state.can is None and not state.took_counts and state.method.may_be_brief()
        return is_free and chosen_limit() is None

    def solutions(self, state: State) -> Found:
        assert isinstance(state.puzzle, Board)
        counts = state.puzzle.counts()
        if counts is None:
            raise PassedError
        try:
            counts.narrow()
        except ContradictionError:
            state.note_propagated()
            return
        if counts.is_decided:
            state.note_propagated()
            yield counts.values(counts.true)
            return

        state.took_counts = True
        try:
            yield from state.ask_briefly(counted.open_formula(counts), IN_COUNTS)
        except OpenError:
            state.can = counts.candidates()
            raise


# -- with rows -------------------------------------------------------------------------------------


class SharedRulesStage(Stage):
    """A solver that holds the rules of many puzzles; the known cells are assumed."""

    name = "shared rules"
    is_last = True

    def suits(self, state: State) -> bool:
        method = state.method
        may_share = method.takes_clauses() and not method.alone and method.law is None
        return may_share and state.puzzle.only_known_cells

    def solutions(self, state: State) -> Found:
        rules = state.puzzle.shared_rules()
        if rules is None or rules.lazy:  # cuts depend on what is open in one puzzle
            raise PassedError

        shared = sharing.loaded_with(rules, state.method)
        if shared is None:
            raise PassedError
        givens = [rules.literal(place, value) for place, value in state.puzzle.known_cells()]
        yield from state.ask(sharing.SharedSession(shared, givens))


class KindLogic(Stage):
    """The kind's own quick logic."""

    name = "kind logic"

    def suits(self, state: State) -> bool:
        return deduces(type(state.puzzle)) and state.method.leaves_solver_open()

    def solutions(self, state: State) -> Found:
        with suppress(Contradiction):  # the rows have it too
            can = state.puzzle.deduce()
            if (can.sum(axis=1) == 1).all():
                state.note_propagated()
                yield [state.puzzle.domain[i] for i in can.argmax(axis=1).tolist()]
                return
            state.can = can if state.can is None else can & state.can
        raise OpenError


class UnitPropagation(Stage):
    """Propagation of single rows to a fixpoint."""

    name = "unit propagation"

    def suits(self, state: State) -> bool:
        return state.method.leaves_solver_open()

    def solutions(self, state: State) -> Found:
        model, reduced = state.model, state.reduced
        if reduced.names.size:
            raise OpenError
        state.note_propagated()
        if not reduced.contradiction:
            yield values_of(model.domain, reduced.value[model.cells] > 0)


class Guided(Stage):
    """A solver on what is open; where it stalls, guesses of the kind."""

    name = "guided"
    is_last = True

    def suits(self, state: State) -> bool:
        return guesses(type(state.puzzle)) and state.method.leaves_solver_open()

    def solutions(self, state: State) -> Found:
        how = state.method.cardinality, state.method.solver_name()
        yield from state.ask(
            guided.GuidedSession.of_puzzle(state.puzzle, state.model, state.reduced, *how)
        )


class BriefMiniCard(Stage):
    """A solver with native cardinality constraints, where clauses would be many."""

    name = "minicard"

    def suits(self, state: State) -> bool:
        return not state.took_counts and state.method.may_be_brief()

    def solutions(self, state: State) -> Found:
        model, reduced, solver = state.model, state.reduced, names.NATIVE_SOLVERS[0]
        if reduced.lazy or not open_formulas.is_worthwhile(reduced.rows):
            raise PassedError
        state.took_counts = True
        formula = cnf.native_rows(reduced.rows, len(reduced.names))
        session = open_formulas.OpenFormula.of(model, reduced, "native", solver, formula)
        session.block_all(state.found)
        yield from state.ask_briefly(session, IN_ROWS)


class Cdcl(Stage):
    """A solver of clauses on what is open, until it is done; in turns with one that rests."""

    name = "cdcl"
    is_last = True

    def suits(self, state: State) -> bool:
        return state.method.takes_clauses()

    def solutions(self, state: State) -> Found:
        how = state.method.cardinality, state.method.solver_name()
        session = open_formulas.OpenFormula.of(state.model, state.reduced, *how)
        session.block_all(state.found)
        if state.resting is None or not state.resting.projection.is_of_cells:
            yield from state.ask(session)
            return

        turns, state.resting = taking_turns.SolversInTurn(session, state.resting), None
        yield from state.ask(turns)


# -- where they are named --------------------------------------------------------------------------


class IlpStage(Stage):
    """A solver of 0/1 programs on the rows."""

    name = "ilp"
    is_last = True

    def suits(self, state: State) -> bool:
        return state.method.encoder == "ilp" and not state.method.is_outside()

    def solutions(self, state: State) -> Found:
        model = state.rows(View.LP)
        program = ilp.encode(model, rows_alone=True)
        yield from state.ask(ilp_sessions.IlpSession(program, model, state.method.solver_name()))


class ProgramStage(Stage):
    """An outside program on what is open."""

    name = "program"
    is_last = True

    def suits(self, state: State) -> bool:
        return state.method.is_outside()

    def solutions(self, state: State) -> Found:
        method = state.method
        program = outside_solvers.program(method.solver_name(), method.prove)
        model = state.rows(seen := outside_solvers.view(program))
        reduced = simplify.reduce(model, model.literals_of(state.puzzle.candidates()), seen)
        session = outside_solvers.OutsideSession(
            model, reduced, program, method.cardinality, method.prove
        )
        try:
            yield from state.ask(session)
        finally:
            state.verified = session.verified


STAGES: tuple[Stage, ...] = (
    Dominance(),
    Domains(),
    Cardinality(),
    SharedRulesStage(),
    KindLogic(),
    UnitPropagation(),
    Guided(),
    BriefMiniCard(),
    Cdcl(),
    IlpStage(),
    ProgramStage(),
)


# -- the run ---------------------------------------------------------------------------------------


def solutions(state: State, stages: Sequence[Stage] = STAGES) -> Iterator[Grid]:
    """The solutions of a puzzle, as many as are wanted, each judged by the rules.

    Afterwards the state holds whether these are all, which solver decided that, and what stopped
    the work.

    Args:
        state: The puzzle; it is changed.
        stages: The stages to try, in their order.

    Raises:
        DisagreementError: A solution breaks a rule.
    """
    try:
        for stage in stages:
            if stage.suits(state):
                yield from _solutions_of(stage, state)
                if state.tried[-1].outcome == "decided":
                    return
        state.reason = "no stage decides this puzzle"
    except LimitReachedError as error:
        state.reason = str(error)
    finally:
        state.close()


def _solutions_of(stage: Stage, state: State) -> Iterator[Grid]:
    """The solutions of a stage that no stage found before."""
    state.clock.check()
    puzzle, wanted = state.puzzle, state.wanted
    started, before = time.perf_counter(), state.number
    outcome: Literal["decided", "open", "passed", "stopped"] = "stopped"
    try:
        with closing(stage.solutions(state)) as found:
            while (values := _next(found, state)) is not None:
                if not state.is_new(values, keep=not stage.is_last):
                    continue
                grid = puzzle.grid_of_values(values)
                refuse_wrong(puzzle, grid, state.solver)
                state.number += 1
                if state.number == wanted:
                    outcome = "decided"
                yield grid
                if state.number == wanted:
                    return
        state.complete = True
        outcome = "decided"
    except PassedError:
        outcome = "passed"
    except OpenError:
        outcome = "open"
    finally:
        seconds = round(time.perf_counter() - started, 6)
        state.tried.append(Tried(stage.name, outcome, state.number - before, seconds))


def _next(found: Found, state: State) -> list[Value] | None:
    """The next solution of a stage, under the clock; None if there are no more."""
    with watched(state.clock.check):
        return next(found, None)
