"""Solvers called past PySAT's ``Solver``.

``pysat.solvers`` takes three times as long to import as the extension module ``pysolvers`` that
does the work, and looks at every clause in Python. The methods are those of PySAT.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import repeat
from typing import Any

import pysolvers

CADICAL = "cadical195"
PREFIXES = {"minicard": "minicard", "glucose4": "glucose41", CADICAL: CADICAL}
"""The solvers by name, each with what the names of its functions begin with."""
NO_JUMPS = 0
"""Ctrl-C does not jump out of the middle of a search; Python raises KeyboardInterrupt after it."""
NO_PHASES_SAVED = 0


class DirectSolver:
    """A live solver.

    Args:
        name: One of :data:`PREFIXES`.

    Attributes:
        add_clause: Adds a clause.
        conf_budget: Bounds the conflicts of the next search.
    """

    add_clause: Callable[[Sequence[int]], object]
    conf_budget: Callable[[int], object]

    def __init__(self, name: str) -> None:
        self._is_cadical, self._function = name == CADICAL, partial(_function, PREFIXES[name])
        self._handle: Any = self._function("new")()
        self.add_clause = partial(self._function("add_cl"), self._handle)
        self.conf_budget = partial(self._function("cbudget"), self._handle)
        self._solve: Callable[..., Any] = partial(self._function("solve_lim"), self._handle)
        self._assumed: Sequence[int] = ()
        self._found: bool | None = None

    def append_formula(self, clauses: Iterable[Sequence[int]]) -> None:
        """Adds clauses."""
        deque(map(self._function("add_cl"), repeat(self._handle), clauses), 0)

    def add_atmost(self, literals: Sequence[int], bound: int) -> None:
        """Adds that at most ``bound`` of some literals are true, in a solver that takes that."""
        self._function("add_am")(self._handle, literals, bound)

    def configure(self, options: Mapping[str, int]) -> None:
        """Sets options of a solver that has some."""
        for name, value in options.items():
            self._function("set")(self._handle, name, value)

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether there is a model under assumptions."""
        self._assumed = list(assumptions)
        self._found = bool(self._function("solve")(self._handle, self._assumed, NO_JUMPS))
        return self._found

    def solve_limited(self, assumptions: Sequence[int] = ()) -> bool | None:
        """The same; None if the budget is used up."""
        self._assumed = list(assumptions)
        if self._is_cadical:
            self._found = {1: True, -1: False}.get(self._solve(self._assumed, NO_JUMPS))
        else:
            self._found = self._solve(self._assumed, NO_JUMPS, 0)
        return self._found

    def propagate(self, assumptions: Sequence[int] = ()) -> tuple[bool, list[int]]:
        """Whether unit propagation finds no contradiction, and the literals that it implies."""
        propagate = self._function("propagate")
        holds, literals = propagate(self._handle, list(assumptions), NO_PHASES_SAVED, NO_JUMPS)
        return bool(holds), literals or []

    def set_phases(self, literals: Sequence[int]) -> None:
        """Makes the solver try these values first."""
        if self._is_cadical:
            self.configure({"lucky": 0})  # it would try constant values before them
        self._function("setphases")(self._handle, literals)

    def get_model(self) -> list[int]:
        """The literals of the model that was found."""
        return self._function("model")(self._handle) or [] if self._found else []

    def get_core(self) -> list[int]:
        """Assumptions that suffice for there being no model, if none was found."""
        if self._found is not False:
            return []
        assumed = [self._assumed] if self._is_cadical else []
        return self._function("core")(self._handle, *assumed) or []

    def accum_stats(self) -> dict[str, int]:
        """Conflicts, decisions, propagations and restarts so far."""
        stats: dict[str, int] = self._function("acc_stats")(self._handle)
        return stats

    def delete(self) -> None:
        """Frees the solver; what interrupts that must not have it freed twice."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self.add_clause = self.conf_budget = self._solve = _freed
            proof = [None] if self._is_cadical else []
            self._function("del")(handle, *proof)

    def __del__(self) -> None:
        self.delete()

    def __enter__(self) -> DirectSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.delete()


@cache
def _function(prefix: str, name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(pysolvers, f"{prefix}_{name}")
    return function


def _freed(*_: object) -> Any:
    raise RuntimeError("the solver was freed")
