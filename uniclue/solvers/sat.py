"""PySAT solvers: an :class:`IncrementalSolver` is a formula loaded into one live solver."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace

from uniclue.core.arrays import np
from uniclue.core.late import LateModule
from uniclue.encoders.cnf import Cnf
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.direct import PREFIXES, DirectSolver
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.names import DEFAULT_SAT, NO_BUDGET, ONE_FORMULA_A_CALL

if TYPE_CHECKING:
    from pysat import solvers as pysat_solvers
else:
    pysat_solvers = LateModule("pysat.solvers")

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

CRASHES_ON_NOTHING = "maplesat"
"""MapleSAT ends the process if it is given no clauses at all."""

FIRST_SLICE = 1000
SLICE_SECONDS = 0.1


def sat_solvers() -> list[str]:
    """Names of the PySAT solvers usable in this installation."""
    names = sorted(n for n in vars(pysat_solvers.SolverNames) if not n.startswith("_"))
    return [name for name in names if is_usable(name)]


def is_usable(name: str) -> bool:
    """Whether a name is a PySAT solver that works here."""
    try:
        with pysat_solvers.Solver(name=name, bootstrap_with=[[1]]) as solver:
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
    if "pysat.solvers" not in sys.modules:
        yield
        return
    elsewhere = SimpleNamespace(check=lambda: False)  # stands in for the look at the thread
    own, pysat_solvers.MainThread = pysat_solvers.MainThread, elsewhere
    try:
        yield
    finally:
        pysat_solvers.MainThread = own


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
    """A formula to load: a :class:`Cnf`, or one without arrays."""

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


class IncrementalSolver:
    """A formula loaded into a PySAT solver.

    Args:
        cnf: The formula.
        name: The solver's PySAT name.
        forced: Set the solver up to report which answers are forced, if it can.
        repeatable: Search in slices of one size, not adapted to the time the last one took, so
            that it takes the same steps every time.
        cuts: Finds the lazy constraints that a model of the formula breaks.

    Attributes:
        cnf: The formula.
        cuts: As above.
        name: The solver's name.
        repeatable: Whether it takes the same steps every time.
        tells_forced: Whether the decisions in :attr:`statistics` tell that an answer was forced.
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
        self.top = cnf.n_vars
        steady = STEADY if cuts is None else {}  # cuts are found sooner with many restarts
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
        if self.name in PREFIXES:
            solver: Any = DirectSolver(self.name)
        else:
            solver = pysat_solvers.Solver(name=self.name)
        if self.name in CONFIGURABLE:
            solver.configure(self._options)
        solver.append_formula(clauses)
        if self.name == CRASHES_ON_NOTHING and not len(self.cnf):
            solver.add_clause([1, -1])  # so that it knows a variable
        for lits, bound in self.cnf.atmosts:
            solver.add_atmost(lits, bound)
        return solver

    @property
    def statistics(self) -> dict[str, int]:
        """Conflicts, decisions, propagations and restarts so far, if the solver reports them."""
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
        if not clause:  # not every solver accepts the empty clause
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
            self._solver.append_formula(clauses)
        self.top += cnf.n_vars - shared
        return more

    def solve(self, assumptions: Sequence[int], clock: Clock) -> bool:
        """Whether the formula has a model under the assumptions that keeps all lazy constraints.

        Where a model breaks one, a cut is added for good, and the search goes on.

        Raises:
            LimitReachedError: A limit of the clock stopped the search.
        """
        assumptions = list(assumptions)  # PySAT reads a core of CaDiCaL from no other sequence
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
        """Like :meth:`solve`, but None if these limits are reached."""
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
        """The literals implied by assumptions by unit propagation; None on a contradiction."""
        holds, literals = self._solver.propagate(assumptions=list(assumptions))
        return literals if holds else None

    def prefer(self, literals: list[int]) -> None:
        """Makes the solver try these values first."""
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
