"""Questions to PySAT solvers.

A :class:`Loaded` formula is one live solver. A :class:`SatQuestion` asks it for solutions one
after the other, each blocked over the cell variables. Puzzles with the same rules put their
questions to one loaded solver: givens are assumptions, and the blocking clauses of a question
carry an activation literal that is retired when the question is closed.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pysat.solvers
from pysat.solvers import Solver, SolverNames

from uniclue.encoders.cnf import Cnf
from uniclue.encoders.simplify import simplify
from uniclue.models.model import Bools, Ints, Model
from uniclue.solvers.limits import Clock
from uniclue.solvers.names import DEFAULT_SAT

ONE_FORMULA_A_CALL = frozenset({"kissat404"})
"""Solvers that cannot be asked twice and ignore assumptions; they get a new formula each call."""
NO_BUDGET = frozenset({"lingeling", "kissat404"})
"""Solvers that cannot be stopped and continued; only the end of their process stops them, so
limits hold where there is a worker process to end (the command line's --time-limit)."""

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


class _NotMainThread:
    """Stands in for PySAT's look at the current thread."""

    @staticmethod
    def check() -> bool:
        return False


@contextmanager
def _signals_left_to_python() -> Iterator[None]:
    """Keeps PySAT from handling Ctrl-C by a jump out of the solver.

    In the main thread PySAT would jump out of the middle of the search, memory allocation
    included, and the solver could not even be freed. Python raises KeyboardInterrupt
    after the slice instead.
    """
    own, pysat.solvers.MainThread = pysat.solvers.MainThread, _NotMainThread
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
        with _signals_left_to_python():
            yield
    finally:
        signal.signal(signal.SIGINT, before)


class Loaded:
    """A formula loaded into a PySAT solver.

    Attributes:
        cnf: The formula.
        name: The solver's PySAT name.
        shared: Whether several questions may be asked.
        questions: Questions asked so far.
    """

    def __init__(self, cnf: Cnf, name: str = DEFAULT_SAT, *, shared: bool = False) -> None:
        self.cnf, self.name, self.shared = cnf, name, shared
        self.questions = 0
        self.top = cnf.n_vars
        # A solver of one puzzle needs only what its clues leave open.
        small = cnf if shared else simplify(cnf)
        self._contradiction = bool((small.lengths == 0).any())
        self._clauses = [] if self._contradiction else small.clauses()
        self._solver: Any = None
        if name not in ONE_FORMULA_A_CALL:
            self._solver = self._new_solver(self._clauses)
            self._clauses = []
        self._seen_conflicts = 0
        self._model: list[int] = []

    def _new_solver(self, clauses: list[list[int]]) -> Any:
        solver = Solver(name=self.name, bootstrap_with=clauses)
        for lits, bound in self.cnf.atmosts:
            solver.add_atmost(lits, bound)
        return solver

    @property
    def counts_conflicts(self) -> bool:
        """Whether the solver tells how many conflicts it met."""
        return self.name not in ONE_FORMULA_A_CALL

    def new_variable(self) -> int:
        """A fresh variable."""
        self.top += 1
        return self.top

    def add_clause(self, clause: list[int]) -> None:
        """Adds a clause for good."""
        if self._solver is None:
            self._clauses.append(clause)
        else:
            self._solver.add_clause(clause)

    def solve(self, assumptions: Sequence[int], clock: Clock) -> bool:
        """Whether the formula has a model under the assumptions.

        Raises:
            LimitReachedError: A limit of the clock stopped the search.
        """
        clock.check()
        if self._contradiction:
            return False
        if self.name in NO_BUDGET:
            with _signal_ends_process():
                return self._solve_at_once(assumptions, clock)
        with _signals_left_to_python():
            return self._solve_in_slices(assumptions, clock)

    def _solve_at_once(self, assumptions: Sequence[int], clock: Clock) -> bool:
        if self._solver is None:
            with self._new_solver(self._clauses + [[lit] for lit in assumptions]) as solver:
                found = solver.solve()
                self._model = solver.get_model() if found else []
            return bool(found)
        found = self._solver.solve(assumptions=assumptions)
        self._count_conflicts(clock)
        self._model = self._solver.get_model() if found else []
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
                self._model = self._solver.get_model() if found else []
                return bool(found)
            clock.check()
            pace = SLICE_SECONDS / max(time.perf_counter() - started, 1e-6)
            size = max(100, int(size * min(pace, 4.0)))

    def _count_conflicts(self, clock: Clock) -> None:
        total = int(self._solver.accum_stats().get("conflicts", 0))
        clock.conflicts += total - self._seen_conflicts
        self._seen_conflicts = total

    def truth(self, ids: Ints) -> Bools:
        """Truth values of variables in the model just found, in the shape of ``ids``."""
        values = np.zeros(max(self.top, len(self._model)) + 1, bool)
        model = np.array(self._model, np.int64)
        values[np.abs(model)] = model > 0
        return values[ids]

    def close(self) -> None:
        """Frees the solver."""
        if self._solver is not None:
            self._solver.delete()
            self._solver = None


class SatQuestion:
    """Solutions of one puzzle, one after the other, from a loaded solver."""

    def __init__(self, loaded: Loaded, model: Model, assumptions: Sequence[int] = ()) -> None:
        self.loaded, self.model = loaded, model
        self.assumptions = list(assumptions)
        self._activation: int | None = None
        loaded.questions += 1

    @property
    def solver(self) -> str:
        """The solver's name."""
        return self.loaded.name

    @property
    def sizes(self) -> dict[str, int]:
        """Size of the formula."""
        cnf = self.loaded.cnf
        return {"variables": cnf.n_vars, "clauses": len(cnf), "literals": len(cnf.lits)}

    def next(self, clock: Clock) -> Bools | None:
        """The cell variables of another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        extra = [] if self._activation is None else [self._activation]
        if not self.loaded.solve(self.assumptions + extra, clock):
            return None
        return self.loaded.truth(self.model.cells)

    def exclude(self, truth: Bools) -> None:
        """Blocks a solution: the clause that some cell literal of it is false."""
        blocking = (-self.model.true_literals(truth)).tolist()
        if self.loaded.shared:
            if self._activation is None:
                self._activation = self.loaded.new_variable()
            known = {-lit for lit in self.assumptions}
            blocking = [lit for lit in blocking if lit not in known] + [-self._activation]
        self.loaded.add_clause(blocking)

    def close(self) -> None:
        """Retires the blocking clauses of a shared solver; frees one of our own."""
        if not self.loaded.shared:
            self.loaded.close()
        elif self._activation is not None:
            self.loaded.add_clause([-self._activation])
