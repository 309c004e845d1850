"""A puzzle's formula in a live solver, with a selector for every clue.

Selectors are assumptions: the solver is loaded once and asked about any set of clues. The formula
is the whole model as encoded, since what propagation leaves of it no longer says which clue a
clause comes from.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from uniclue.constraints.base import Constraint
from uniclue.core.model import Group, Model
from uniclue.core.puzzle import Grid, Puzzle, Violation
from uniclue.encoders.cnf import Guarded, guarded
from uniclue.explainers.reasons import Clue
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.decide import DisagreementError
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.projection import Projection
from uniclue.solvers.sat import Loaded

SOLVER = "glucose4"
"""Asked often about one formula it is quick: cadical195 took 1.4 to 24 times as long."""
CUTTING_SOLVER = "cadical195"
"""Where cuts are added it is the other way round: half the time, and never stuck for long."""
SHUFFLES = 5
"""How often a core is looked for anew before its members are tried one by one."""


class GuardedPuzzle:
    """A puzzle whose clues can be switched on one by one.

    Args:
        puzzle: The puzzle.
        blocked: Solutions to leave out, by a blocking clause each.

    Attributes:
        puzzle: The puzzle.
        model: Its model.
        loaded: The solver.
        selectors: The selector of every clue, in the order of the clues' groups.
        groups: The groups of the clues, by selector.
    """

    def __init__(self, puzzle: Puzzle, blocked: Iterable[Grid] = ()) -> None:
        self.puzzle = puzzle
        self.model = puzzle.model(blocked=blocked)
        self._projection = Projection.of_model(self.model)
        formula = self._with_taken(guarded(self.model, rows_alone=True))
        cuts = formula_cuts(self.model, formula)
        self.loaded = Loaded(formula.cnf, CUTTING_SOLVER if cuts else SOLVER, cuts=cuts)
        self.selectors = formula.selectors
        self.groups: dict[int, Group] = {
            selector: self.model.groups[clue]
            for selector, clue in zip(formula.selectors, formula.clues, strict=True)
        }
        # With few nodes there is little to connect: without most clues there would be many cuts.
        nodes = [each.literals() for each in self.model.lazy]
        self.loaded.prefer(
            [*self.selectors, *(-literal for some in nodes for literal in some.tolist())]
        )

    def _with_taken(self, formula: Guarded) -> Guarded:
        """The formula, where clauses that take other clues for granted bear their selectors, too.

        What a clue says without these becomes a lazy constraint of the model.
        """
        model, selector = self.model, dict(zip(formula.clues, formula.selectors, strict=True))
        taken: dict[tuple[int, int], list[int]] = {}
        for clue in selector.keys() & model.origins.keys():
            constraint: Constraint = model.origins[clue]
            parts = [p for p in constraint.atoms(model) if not selector.keys().isdisjoint(p.taken)]
            for part in parts:
                rest = [-selector[group] for group in part.taken if group in selector]
                at = [model.positions[place] for place in part.places]
                taken |= {(clue, x): rest for x in model.cells[at].ravel().tolist()}
            if parts:
                constraint.add_alone(model, model.groups[clue])
        return self._bearing(formula, taken) if taken else formula

    def _bearing(self, formula: Guarded, more: Mapping[tuple[int, int], list[int]]) -> Guarded:
        """The formula with more literals in clauses, by their group and a variable in them."""
        cnf, clauses, new = formula.cnf, list[int](), list[int]()
        ends = np.cumsum(cnf.lengths)
        for i in np.flatnonzero(np.isin(cnf.group, [group for group, _ in more])).tolist():
            for literal in cnf.lits[ends[i] - cnf.lengths[i] : ends[i]].tolist():
                rest = more.get((int(cnf.group[i]), abs(literal)), [])
                clauses += [i] * len(rest)
                new += rest
        lengths = cnf.lengths + np.bincount(clauses, minlength=len(ends)).astype(np.int32)
        lits = np.insert(cnf.lits, ends[clauses], new)
        return replace(formula, cnf=replace(cnf, lengths=lengths, lits=lits))

    def clues(self, selectors: Iterable[int]) -> tuple[Clue, ...]:
        """The clues of some selectors, in order."""
        return tuple(clue_of(self.model.places, self.groups[s]) for s in sorted(selectors))

    def solve(self, on: Sequence[int], clock: Clock) -> bool:
        """Whether a solution keeps the rules and these clues.

        Raises:
            LimitReachedError: A limit stopped the search.
        """
        return self.loaded.solve(list(on), clock)

    def kept_clues(self) -> set[int]:
        """Selectors of clues that the solution just found keeps; it may keep others, too."""
        true = {lit for lit in self.loaded.assignment() if lit > 0}
        return true.intersection(self.selectors)

    def grid(self, on: Collection[int]) -> Grid:
        """The solution just found, judged by the rules and the clues that are on.

        Raises:
            DisagreementError: It breaks one of them.
        """
        model, projection = self.model, self._projection
        truth = projection.truth(self.loaded.assignment())
        grid = self.puzzle.grid_of_values(projection.values(truth))
        on = set(on)
        off = [self.groups[s] for s in self.selectors if s not in on]
        loose = {model.places[i] for group in off for i in group.cells}
        for violation in self.puzzle.broken(grid):
            if not off or _is_elsewhere(violation, off, loose):
                raise DisagreementError(
                    f"{self.loaded.name} returned a grid that breaks a rule: {violation.sentence}; "
                    "please report this"
                )
        return grid

    def close(self) -> None:
        """Frees the solver."""
        self.loaded.close()


def formula_cuts(model: Model, formula: Guarded) -> Cuts | None:
    """What finds the cuts for a formula with selectors; None if there are no lazy constraints.

    Cuts of rules stay whatever the clues are; those of a clue's own constraint carry its selector.
    """
    selectors = dict(zip(formula.clues, formula.selectors, strict=True))
    return Cuts(model, selectors=selectors) if model.lazy else None


def clue_of(places: Sequence[tuple[int, int]], group: Group) -> Clue:
    """The clue of a group."""
    return Clue(group.id, group.sentence, tuple(places[i] for i in group.cells))


def _is_elsewhere(violation: Violation, off: Iterable[Group], loose: set[tuple[int, int]]) -> bool:
    """Whether a broken rule names no cell of any clue that is off, so that it is another one."""
    return all(g.cells for g in off) and bool(violation.cells) and loose.isdisjoint(violation.cells)


@dataclass(frozen=True, slots=True)
class Shrunk:
    """Assumptions under which a formula has no model.

    Attributes:
        literals: The assumptions.
        minimal: Whether it was shown that any one less of them leaves a model.
        reason: If it was not: the limit that was hit.
    """

    literals: list[int]
    minimal: bool = True
    reason: str | None = None


def shrink(
    loaded: Loaded,
    literals: Iterable[int],
    clock: Clock,
    always: Sequence[int] = (),
    needed: Collection[int] = (),
) -> Shrunk:
    """A minimal subset of assumptions under which a formula has no model (a MUS).

    Deletion with refinement: every "no" comes with a core, and what is not in it is left out at
    once. Before that a core is looked for a few times from another order of the assumptions, which
    makes it small. The same calls give the same subset.

    Args:
        loaded: The formula.
        literals: Assumptions under which it has no model.
        clock: Watches the limits; one that is hit ends the work.
        always: More assumptions, which are not to be shrunk.
        needed: Some of ``literals`` without which the others are known to leave a model.

    Returns:
        The subset, in ascending order.
    """
    untried = sorted(literals)
    members: list[int] = []
    tried: list[int] = []
    try:
        untried = _small_core(loaded, untried, clock, always)
        members = [lit for lit in untried if lit in needed]
        untried = [lit for lit in untried if lit not in needed]
        while untried:
            tried = [untried.pop()]
            if loaded.solve([*always, *members, *untried], clock):
                members += tried
            else:
                core = set(loaded.core())
                untried = [lit for lit in untried if lit in core]
            tried = []
    except LimitReachedError as limit:
        return Shrunk(sorted(members + untried + tried), False, str(limit))
    return Shrunk(sorted(members))


def _small_core(
    loaded: Loaded, literals: list[int], clock: Clock, always: Sequence[int]
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
