"""A model in a live solver with a selector for every clue.

Selectors are assumptions: the solver is loaded once and can decide any set of clues, and the core
of an unsatisfiable answer names the clues it takes. The formula is the whole model as encoded,
since after propagation it is no longer known which clue a clause comes from.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from uniclue.core.lazy import Clause
from uniclue.core.model import Ints, Model, Value
from uniclue.encoders.cnf import Guarded, guarded
from uniclue.solvers.cores import minimal_core
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.projection import Projection
from uniclue.solvers.sat import IncrementalSolver

SOLVER = "glucose4"
"""Quick to load, quick if called often about one formula (cadical195 took 1.4 to 24 times as long),
and it takes phases."""
SHUFFLES = 5
"""How often a core is looked for anew before its members are tried one by one."""


class SelectorSolver(IncrementalSolver):
    """A model in a live solver with a selector for every clue.

    Cuts of rules stay whatever the clues are; those of a clue's own lazy constraint carry its
    selector.

    Args:
        model: The model.
        formula: Its formula; None to encode it.
        name: The solver's PySAT name.
        repeatable: As for :class:`IncrementalSolver`: the same questions in the same order get the
            same answers in every process, solutions and cores included, with one version of PySAT.

    Attributes:
        model: The model.
        selectors: The selector of every clue, in the order of the clues' groups.
    """

    def __init__(
        self,
        model: Model,
        formula: Guarded | None = None,
        name: str = SOLVER,
        *,
        repeatable: bool = False,
    ) -> None:
        formula = formula or guarded(model, rows_alone=True)
        self.model, self.selectors = model, formula.selectors
        self._projection = Projection.of_model(model)
        super().__init__(formula.cnf, name, cuts=cuts_of(model, formula), repeatable=repeatable)

    def add(self, clues: Guarded) -> list[int]:
        """Adds clues about the same cells; their selectors."""
        more = self.extend(clues.cnf, self.model.cells.size)
        return [selector + more for selector in clues.selectors]

    def true_cells(self) -> Ints:
        """The cell literals of the solution just found, as in :meth:`Model.true_literals`."""
        return self._projection.literals(self._projection.truth(self.assignment()))

    def values(self) -> list[Value]:
        """The values of the cells in the solution just found."""
        return self._projection.values(self._projection.truth(self.assignment()))

    def block(self, literals: Iterable[int], unless: int = 0) -> None:
        """Leaves out solutions with all of some literals, unless a variable is false."""
        self.add_clause([-literal for literal in (*literals, *filter(None, [unless]))])

    def retire(self, variable: int) -> None:
        """Fixes a variable to false."""
        self.add_clause([-variable])

    @property
    def rule_cuts(self) -> list[Clause]:
        """The cuts made so far from the rules alone, on cell variables alone."""
        lazy, most = self.model.lazy, self.model.cells.size
        return [
            cut.clause
            for cut in (self.cuts.found if self.cuts else ())
            if lazy[cut.constraint].group.role == "rule" and max(map(abs, cut.clause)) <= most
        ]


def cuts_of(model: Model, formula: Guarded) -> Cuts | None:
    """The cut finder for a model's formula with selectors; None without lazy constraints."""
    return Cuts(model, selectors=formula.selector_of) if model.lazy else None


@dataclass(frozen=True, slots=True)
class Shrunk:
    """Assumptions under which a formula has no model.

    Attributes:
        literals: The assumptions, ascending.
        minimal: Whether it was shown that without any one of them there is a model.
        reason: If it was not: the limit that was hit.
    """

    literals: list[int]
    minimal: bool = True
    reason: str | None = None


def shrink(
    loaded: IncrementalSolver,
    literals: Iterable[int],
    clock: Clock,
    always: Sequence[int] = (),
    needed: Collection[int] = (),
) -> Shrunk:
    """A minimal core of assumptions, or as small a one as the limits allow.

    Before the search for it (:func:`minimal_core`) the solver computes a few cores with the
    assumptions in different orders, to start from a small one. The same calls give the same core.

    Args:
        loaded: The formula.
        literals: Assumptions under which it has no model.
        clock: Watches the limits; one that is hit ends the work.
        always: More assumptions, always kept.
        needed: Some of ``literals`` without which the others are known to leave a model.
    """
    known = _small_core(loaded, sorted(literals), clock, always)

    def core_of(kept: list[int], left: list[int]) -> set[int] | None:
        nonlocal known
        if loaded.solve([*always, *kept, *left], clock):
            return None
        core = set(loaded.core())
        known = kept + [lit for lit in left if lit in core]
        return core

    rest = [lit for lit in known if lit not in needed]
    try:
        minimal = minimal_core(rest, core_of, [lit for lit in known if lit in needed])
    except LimitReachedError as limit:
        return Shrunk(sorted(known), False, str(limit))
    return Shrunk(sorted(minimal))


def _small_core(
    loaded: IncrementalSolver, literals: list[int], clock: Clock, always: Sequence[int]
) -> list[int]:
    """The smallest core of a few; a limit leaves the best one so far."""
    order, best = random.Random(len(literals)), literals
    for _ in range(SHUFFLES):
        tried = best.copy()
        order.shuffle(tried)
        try:
            if loaded.solve([*always, *tried], clock):
                raise ValueError("expected assumptions under which there is no model")
        except LimitReachedError:
            break
        core = set(loaded.core())
        best = [lit for lit in best if lit in core]
        if len(best) <= 2:
            break
    return best
