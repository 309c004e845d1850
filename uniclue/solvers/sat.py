"""Sessions with PySAT solvers.

A :class:`Loaded` formula is one live solver. A session asks it for solutions one after the other,
each blocked over the cell variables. An :class:`OwnSession` has a solver to itself, loaded with
what propagation leaves open of its puzzle. Puzzles with the same rules have a
:class:`SharedSession` each with one loaded solver: givens are assumptions, and the blocking clauses
of a session carry an activation literal that is retired when the session is closed.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import repeat
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np
import pysat.solvers
import pysolvers
from msgspec.structs import replace
from pysat.solvers import Solver, SolverNames

from uniclue.core.model import Bools, Ints, Model, Rows, Value
from uniclue.core.puzzle import Puzzle
from uniclue.encoders.cnf import Cnf, encode_rows
from uniclue.propagation.reduce import Reduced
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.names import DEFAULT_SAT, NATIVE_SOLVERS, NO_BUDGET, ONE_FORMULA_A_CALL
from uniclue.solvers.open_part import ReducedSession

TELLS_FORCED = frozenset({"cadical195"})
"""Solvers whose statistics tell whether an answer took a decision, set up as below."""
NO_GUESSES = {"lucky": 0, "elim": 0}
"""CaDiCaL options: values come from decisions and propagation alone, never from trying constant
phases or from the reconstruction of eliminated variables. A solution found without a decision is
then forced, and the only one."""
STEADY = {"stabilizeonly": 1}
"""CaDiCaL options for a puzzle by itself: few restarts. A 25x25 sudoku then takes half the time or
less; nonograms, kakuros and small sudokus take the same."""
CONFIGURABLE = frozenset({"cadical153", "cadical195"})

ADDING = {
    DEFAULT_SAT: (pysolvers.cadical195_add_cl, "cadical"),
    NATIVE_SOLVERS[0]: (pysolvers.minicard_add_cl, "minicard"),
    "glucose4": (pysolvers.glucose41_add_cl, "glucose"),
}
"""What adds a clause to solvers that are loaded often, and where PySAT keeps them."""

CRASHES_ON_NOTHING = "maplesat"
"""MapleSAT ends the process if it is asked about no clauses at all."""

COSTLY = 400
"""A count with more cells of a sequential counter than so is left out until a solution breaks it:
that of all mines on a board seldom tells more than the numbers do."""
COSTLY_BESIDE_CUTS = 4000
"""The same where lazy constraints are cut: each is cut many times over in solutions that break the
count. Snakes of 12x12 take a hundredth of the time they took with fewer."""

BRIEF = Limits(conflicts=300)
"""What a solver that takes counts as they are takes at most before another goes on."""
WORTHWHILE = 200
"""It is worthwhile where so many cells of counters and pairs of literals are saved."""

FIRST_SLICE = 1000
SLICE_SECONDS = 0.1


def sat_solvers() -> list[str]:
    """Names of the PySAT solvers usable in this installation."""
    names = sorted(n for n in vars(SolverNames) if not n.startswith("_"))
    return [name for name in names if is_usable(name)]


def is_usable(name: str) -> bool:
    """Whether a name is a PySAT solver that works here."""
    try:
        with Solver(name=name, bootstrap_with=[[1]]) as solver:
            return bool(solver.solve())
    except Exception:
        # PySAT raises various errors for solvers whose package is not installed.
        return False


@contextmanager
def signals_left_to_python() -> Iterator[None]:
    """Keeps PySAT from handling Ctrl-C by a jump out of the solver.

    In the main thread PySAT would jump out of the middle of the search, memory allocation
    included, and the solver could not even be freed. Python raises KeyboardInterrupt
    after the slice instead.
    """
    elsewhere = SimpleNamespace(check=lambda: False)  # stands in for the look at the thread
    own, pysat.solvers.MainThread = pysat.solvers.MainThread, elsewhere
    try:
        yield
    finally:
        pysat.solvers.MainThread = own


@contextmanager
def _signal_ends_process() -> Iterator[None]:
    """Lets Ctrl-C end the process, while a solver runs that cannot be stopped otherwise."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        with signals_left_to_python():
            yield
    finally:
        signal.signal(signal.SIGINT, before)


class Loadable(Protocol):
    """What a solver is loaded with: a :class:`Cnf`, or what has no arrays."""

    @property
    def n_vars(self) -> int: ...
    @property
    def atmosts(self) -> Sequence[tuple[list[int], int]]: ...
    @property
    def fallbacks(self) -> tuple[str, ...]: ...
    @property
    def sizes(self) -> dict[str, int]: ...
    def __len__(self) -> int: ...
    def clauses(self) -> list[list[int]]: ...
    def iter_clauses(self) -> Iterator[list[int]]: ...


class Loaded:
    """A formula loaded into a PySAT solver.

    Args:
        cnf: The formula.
        name: The solver's PySAT name.
        forced: Set the solver up to tell which answers are forced, if it can.
        repeatable: Have it search in slices of one size, not as long as the last one took, so
            that it takes the same steps every time.
        cuts: Finds what a model of the formula breaks of lazy constraints beside it.

    Attributes:
        cnf: The formula.
        cuts: As above.
        name: The solver's name.
        repeatable: Whether it takes the same steps every time.
        tells_forced: Whether the decisions in :attr:`statistics` tell that an answer was forced.
        sessions: Shared sessions opened so far.
    """

    def __init__(
        self,
        cnf: Loadable,
        name: str = DEFAULT_SAT,
        *,
        forced: bool = False,
        repeatable: bool = False,
        cuts: Cuts | None = None,
    ) -> None:
        self.cnf, self.name, self.repeatable, self.cuts = cnf, name, repeatable, cuts
        self.sessions = 0
        self.top = cnf.n_vars
        steady = STEADY if cuts is None else {}  # which are found sooner with many restarts
        self._options = (NO_GUESSES if name in TELLS_FORCED else {}) if forced else steady
        self.tells_forced = self._options is NO_GUESSES
        self._solver: Any = None
        self._clauses: list[list[int]] = []
        self._seen_conflicts = 0
        self._once: list[int] = []
        if name in ONE_FORMULA_A_CALL:
            self._clauses = cnf.clauses()
        else:
            self._solver = self._new_solver(cnf.iter_clauses())

    def _new_solver(self, clauses: Iterable[list[int]]) -> Any:
        solver = Solver(name=self.name)
        if self.name in CONFIGURABLE:
            solver.configure(self._options)
        self._add_to(solver, clauses)
        if self.name == CRASHES_ON_NOTHING and not len(self.cnf):
            solver.add_clause([1, -1])  # so that it knows a variable
        add = solver.add_atmost
        if self.name == NATIVE_SOLVERS[0]:  # past PySAT's look at every count
            add = partial(pysolvers.minicard_add_am, solver.solver.minicard)
        for lits, bound in self.cnf.atmosts:
            add(lits, bound)
        return solver

    def _add_to(self, solver: Any, clauses: Iterable[list[int]]) -> None:
        if self.name in ADDING:  # past PySAT's look at every clause, half of the time
            add, of = ADDING[self.name]
            deque(map(add, repeat(getattr(solver.solver, of)), clauses), 0)
        else:
            solver.append_formula(clauses, no_return=True)

    @property
    def statistics(self) -> dict[str, int]:
        """Conflicts, decisions, propagations and restarts so far, as far as the solver tells."""
        return dict(self._solver.accum_stats())

    def new_variable(self) -> int:
        """A fresh variable."""
        self.top += 1
        return self.top

    @property
    def sizes(self) -> dict[str, int]:
        """Size of the formula, and how many cuts were added to it, if any can be."""
        cuts = {} if self.cuts is None else {"cuts": len(self.cuts.found)}
        return self.cnf.sizes | cuts

    def add_clause(self, clause: list[int]) -> None:
        """Adds a clause for good."""
        if not clause:  # which not every solver takes
            never = self.new_variable()
            self.add_clause([never])
            clause = [-never]
        if self._solver is None:
            self._clauses.append(clause)
        else:
            self._solver.add_clause(clause)

    def extend(self, cnf: Cnf, shared: int) -> int:
        """Adds another formula's clauses, none of them empty, to a live solver for good.

        Args:
            cnf: The formula.
            shared: How many of its first variables are those of this one.

        Returns:
            What is added to the numbers of its other variables.
        """
        more = self.top - shared
        lits = np.where(np.abs(cnf.lits) > shared, cnf.lits + np.sign(cnf.lits) * more, cnf.lits)
        clauses = replace(cnf, lits=lits).iter_clauses()
        if self._solver is None:
            self._clauses += clauses
        else:
            self._add_to(self._solver, clauses)
        self.top += cnf.n_vars - shared
        return more

    def solve(self, assumptions: Sequence[int], clock: Clock) -> bool:
        """Whether the formula has a model under the assumptions that keeps all lazy constraints.

        What a model breaks of them is cut off for good, and the search goes on.

        Raises:
            LimitReachedError: A limit of the clock stopped the search.
        """
        while self._solve(assumptions, clock):
            clauses = self.cuts.broken_in(self.assignment()) if self.cuts else ()
            if not clauses:
                return True
            for clause in clauses:
                self.add_clause(clause)
        return False

    def _solve(self, assumptions: Sequence[int], clock: Clock) -> bool:
        clock.check()
        clock.calls += 1
        if self.name in NO_BUDGET:
            with _signal_ends_process():
                return self._solve_at_once(assumptions, clock)
        with signals_left_to_python():
            return self._solve_in_slices(assumptions, clock)

    def _solve_at_once(self, assumptions: Sequence[int], clock: Clock) -> bool:
        if self._solver is None:
            with self._new_solver(self._clauses + [[lit] for lit in assumptions]) as solver:
                found = solver.solve()
                self._once = solver.get_model() if found else []
            return bool(found)
        found = self._solver.solve(assumptions=assumptions)
        self._count_conflicts(clock)
        return bool(found)

    def _solve_in_slices(self, assumptions: Sequence[int], clock: Clock) -> bool:
        """Searches a slice of conflicts at a time, looking at the clock (and for Ctrl-C)."""
        size = FIRST_SLICE
        while True:
            started = time.perf_counter()
            spare = clock.conflicts_left()
            self._solver.conf_budget(size if spare is None else min(size, spare))
            found = self._solver.solve_limited(assumptions=assumptions)
            self._count_conflicts(clock)
            if found is not None:
                return bool(found)
            clock.check()
            if self.repeatable:
                continue
            pace = SLICE_SECONDS / max(time.perf_counter() - started, 1e-6)
            size = max(100, int(size * min(pace, 4.0)))

    def attempt(self, assumptions: Sequence[int], clock: Clock, most: Limits) -> bool | None:
        """As :meth:`solve`, but None if it takes more than these limits."""
        clock.check()
        own = clock.part(most)
        try:
            return self.solve(assumptions, own)
        except LimitReachedError:
            return None
        finally:
            clock.count(own)

    def core(self) -> list[int]:
        """Assumptions of the last call that suffice for its answer, that there is no model."""
        return self._solver.get_core() or []

    def implied(self, assumptions: Sequence[int]) -> list[int] | None:
        """What follows from assumptions by unit propagation; None if a contradiction does."""
        holds, literals = self._solver.propagate(assumptions=list(assumptions))
        return literals if holds else None

    def prefer(self, literals: list[int]) -> None:
        """Has the solver try these values first."""
        self._solver.set_phases(literals)

    def _count_conflicts(self, clock: Clock) -> None:
        total = int(self._solver.accum_stats().get("conflicts", 0))
        clock.conflicts += total - self._seen_conflicts
        self._seen_conflicts = total

    def assignment(self) -> list[int]:
        """The literals of the model just found, variable by variable; it may end early."""
        return self._once if self._solver is None else self._solver.get_model()

    def close(self) -> None:
        """Frees the solver."""
        if self._solver is not None:
            self._solver.delete()
            self._solver = None


class SharedSession:
    """Solutions of one puzzle from a solver loaded with the rules of many.

    Args:
        loaded: The solver.
        rules: The rules it is loaded with.
        givens: The literals that make the puzzle.
    """

    deduced = 0

    def __init__(self, loaded: Loaded, rules: Model, givens: list[int]) -> None:
        self.loaded, self.model, self._assumptions = loaded, rules, givens
        self.solver, self.sizes = loaded.name, loaded.cnf.sizes
        self._given_set = frozenset(givens)
        self._activation: int | None = None
        self._forced = False
        self._last: list[int] = []
        loaded.sessions += 1

    def next(self, clock: Clock) -> list[Value] | None:
        """What stands in the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        loaded = self.loaded
        if self._forced:
            return None
        if self._activation is not None:
            assumptions = [*self._assumptions, self._activation]
            return self._values() if loaded.solve(assumptions, clock) else None
        # Asked nothing new, a solver shows the model it still holds, and decides nothing.
        tells = loaded.tells_forced and bool(self._assumptions)
        before = loaded.statistics["decisions"] if tells else -1
        if not loaded.solve(self._assumptions, clock):
            return None
        self._forced = tells and loaded.statistics["decisions"] == before
        return self._values()

    def _values(self) -> list[Value]:
        size = self.model.cells.size
        cells = self.loaded.assignment()[:size]
        cells += range(-len(cells) - 1, -size - 1, -1)  # those that stand in no clause
        self._last = [lit for lit in cells if lit > 0] if self.model.onehot else cells
        return self.model.values(self._last)

    def exclude(self) -> None:
        """Blocks the last solution: the clause that some cell literal of it is false."""
        if self._forced:
            return
        if self._activation is None:
            self._activation = self.loaded.new_variable()
        blocking = [-lit for lit in self._last if lit not in self._given_set]
        self.loaded.add_clause([*blocking, -self._activation])

    def close(self) -> None:
        """Retires the blocking clauses."""
        if self._activation is not None:
            self.loaded.add_clause([-self._activation])


def truth_of(reduced: Reduced, loaded: Loaded) -> Bools:
    """Truth of all variables, from a model just found of what is open; 0 is no variable.

    Returns:
        Shape (n_vars + 1,).
    """
    literals = np.array(loaded.assignment()[: len(reduced.names)], np.int32)
    return reduced.truth(literals[literals > 0])


def counter_cells(rows: Rows) -> tuple[Ints, Ints]:
    """How many cells a sequential counter of each row has; 0 for what is no count.

    Returns:
        Shape (m,) each: these numbers, and how many pairs say that at most one literal holds.
    """
    length = np.diff(rows.indptr)
    negative = rows.sums(rows.coef < 0)
    least = np.maximum(rows.lower + negative, 0)
    most = np.minimum(rows.upper + negative, length)
    is_count = rows.sums(np.abs(rows.coef) != 1) == 0
    up, down = most * (length - most) * (most > 1), least * (length - least) * (least > 1)
    return np.maximum(up, down) * is_count, length * (length - 1) // 2 * (is_count & (most == 1))


def is_worthwhile(rows: Rows) -> bool:
    """Whether a solver that takes counts as they are is loaded in much less time."""
    return bool(np.concatenate(counter_cells(rows)).sum() >= WORTHWHILE)


class OwnSession(ReducedSession):
    """Solutions of one puzzle from a solver of its own, asked what propagation left open.

    Args:
        model: The puzzle's model.
        reduced: What is open of it.
        cardinality: How its counting rows become clauses.
        solver: The solver's name.
        cnf: The open rows as a formula, if they are that already.
    """

    def __init__(
        self,
        model: Model,
        reduced: Reduced,
        cardinality: str,
        solver: str,
        cnf: Cnf | None = None,
    ) -> None:
        super().__init__(model, reduced)
        self.solver = solver
        self._late: Rows | None = None
        if cnf is None:
            cnf = self._encoded(cardinality)
        self.loaded = Loaded(cnf, solver, cuts=self.cuts)

    def _encoded(self, cardinality: str) -> Cnf:
        """The open rows as a formula, without counts that are loaded late."""
        reduced = self.reduced
        most = COSTLY if self.cuts is None else COSTLY_BESIDE_CUTS
        late = (counter_cells(reduced.rows)[0] > most) & (cardinality == "auto")
        self._late = reduced.rows.only(late) if late.any() else None
        rows = reduced.rows if self._late is None else reduced.rows.only(~late)
        return encode_rows(rows, len(reduced.names), cardinality)

    @property
    def sizes(self) -> dict[str, int]:
        """Size of the formula."""
        return self.loaded.sizes

    def next(self, clock: Clock) -> list[Value] | None:
        """What stands in the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        clock.check()
        while not self._none and self.loaded.solve((), clock):
            truth = truth_of(self.reduced, self.loaded)
            if not self._load_broken(truth):
                return self._values(truth)
        return None

    def _load_broken(self, truth: Bools) -> bool:
        """Loads the rows that were left out and are broken; whether there are any."""
        if self._late is None:
            return False
        rows, names = self._late, self.reduced.names
        held = rows.sums(rows.coef * truth[names[rows.cols - 1]])
        broken = (held < rows.lower) | (held > rows.upper)
        if not broken.any():
            return False
        top = self.loaded.top
        self.loaded.extend(encode_rows(rows.only(broken), top), top)
        self._late = rows.only(~broken)
        return True

    def demand(self, literals: Ints) -> None:
        """Asks from now on for solutions in which some of these cell literals hold."""
        self.loaded.prefer(self._demand(literals).tolist())

    def _add(self, clause: Ints) -> None:
        self.loaded.add_clause(clause.tolist())

    def close(self) -> None:
        """Frees the solver."""
        self.loaded.close()


class NarrowedSession(OwnSession):
    """Two solutions of a puzzle at most: by its narrowed model, then by varying the first.

    Args:
        puzzle: The puzzle.
        model: Its narrowed model.
        reduced: What is open of that.
        cardinality: How its counting rows become clauses.
        solver: The solver's name.
    """

    def __init__(
        self, puzzle: Puzzle, model: Model, reduced: Reduced, cardinality: str, solver: str
    ) -> None:
        super().__init__(model, reduced, cardinality, solver)
        self._puzzle = puzzle
        self._first: list[Value] | None = None

    def next(self, clock: Clock) -> list[Value] | None:
        values, first = super().next(clock), self._first
        self._first = values
        if values is not None or first is None:
            return values
        return varied(self._puzzle, first)


def varied(puzzle: Puzzle, values: list[Value]) -> list[Value] | None:
    """Another solution than the only one of the narrowed model; None if there is no other."""
    other = puzzle.varied(puzzle.grid_of_values(values))
    return None if other is None else [other[r][c] for r, c in puzzle.places]  # type: ignore[misc]
