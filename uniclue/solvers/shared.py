"""Solvers that hold rules shared by many puzzles.

Puzzles whose clues are only known cells differ only in their assumptions. Each has a
:class:`SharedSession`: the clauses against its solutions carry an activation literal, which is
retired when the session is closed.
"""

from __future__ import annotations

import atexit
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from uniclue.core.model import Bools, Model, Value
from uniclue.encoders import cnf
from uniclue.solvers import names, sat
from uniclue.solvers.limits import Clock
from uniclue.solvers.projection import Projection

if TYPE_CHECKING:
    from uniclue.solvers.method import Method
    from uniclue.solvers.sat import IncrementalSolver

SHARED_VARIABLES = 2000
"""Larger rules are never shared: every puzzle loads what propagation leaves open of them."""
LOADED_KEPT = 2
SESSIONS_KEPT = 5000
"""A shared solver is renewed after this many sessions: each leaves a retired variable."""


class SharedRules:
    """A solver loaded with rules.

    Args:
        loaded: The solver.
        rules: The rules.

    Attributes:
        loaded: As above.
        projection: The cell variables.
        sessions: Sessions opened so far.
    """

    def __init__(self, loaded: IncrementalSolver, rules: Model) -> None:
        self.loaded, self.projection = loaded, Projection.of_model(rules)
        self.sessions = 0


_loaded: dict[Hashable, SharedRules] = {}
_asked_once: set[Hashable] = set()


@atexit.register
def close_loaded() -> None:
    """Frees the shared solvers; PySAT cannot do it while the interpreter is shutting down."""
    while _loaded:
        _loaded.popitem()[1].loaded.close()


def forget() -> None:
    """Frees the shared solvers and forgets which rules were requested, as in a new process."""
    close_loaded()
    _asked_once.clear()


def loaded_with(rules: Model, method: Method) -> SharedRules | None:
    """The solver loaded with these rules; None the first time they are requested."""
    solver = method.solver_name()
    if rules.n_vars > SHARED_VARIABLES or solver in names.ONE_FORMULA_A_CALL:
        return None
    key = (rules.rules_key, solver, method.cardinality)
    kept = _loaded.get(key)
    if kept is not None and kept.sessions < SESSIONS_KEPT:
        return kept
    if kept is None and key not in _asked_once:
        _asked_once.add(key)
        return None
    if kept is not None:
        _loaded.pop(key).loaded.close()

    while len(_loaded) >= LOADED_KEPT:
        _loaded.pop(next(iter(_loaded))).loaded.close()
    loaded = sat.IncrementalSolver(cnf.encode(rules, method.cardinality), solver, forced=True)
    shared = _loaded[key] = SharedRules(loaded, rules)
    return shared


class SharedSession:
    """Solutions of one puzzle from a solver loaded with the rules of many.

    Args:
        shared: The solver.
        givens: The literals that make the puzzle.
    """

    deduced = 0
    tells_conflicts = True

    def __init__(self, shared: SharedRules, givens: Sequence[int]) -> None:
        loaded = self._loaded = shared.loaded
        self.solver, self.sizes, self.fallbacks = loaded.name, loaded.sizes, loaded.cnf.fallbacks
        self._projection, self._givens = shared.projection, [*givens]
        self._given = frozenset(givens)
        self._activation: int | None = None
        self._forced = False
        self._truth: Bools
        shared.sessions += 1

    def next(self, clock: Clock) -> list[Value] | None:
        """The values of the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        loaded = self._loaded
        if self._forced:
            return None
        if self._activation is not None:
            assumptions = [*self._givens, self._activation]
            return self._values() if loaded.solve(assumptions, clock) else None
        # Without new clauses or assumptions a solver returns the model it still holds, undecided.
        tells = loaded.tells_forced and bool(self._givens)
        before = loaded.statistics["decisions"] if tells else -1
        if not loaded.solve(self._givens, clock):
            return None
        self._forced = tells and loaded.statistics["decisions"] == before
        return self._values()

    def _values(self) -> list[Value]:
        self._truth = self._projection.truth(self._loaded.assignment())
        return self._projection.values(self._truth)

    def exclude(self) -> None:
        """Excludes the solution just found: some cell that is not given has another value."""
        if self._forced:
            return
        if self._activation is None:
            self._activation = self._loaded.new_variable()
        stands = self._projection.literals(self._truth).tolist()
        blocking = [-literal for literal in stands if literal not in self._given]
        self._loaded.add_clause([*blocking, -self._activation])

    def close(self) -> None:
        """Retires the clauses against its solutions."""
        if self._activation is not None:
            self._loaded.add_clause([-self._activation])
