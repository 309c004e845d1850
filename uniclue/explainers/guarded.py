"""A puzzle in a live solver: which of its clues a solution keeps, and grids judged by its rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from uniclue.constraints.base import parts_of
from uniclue.constraints.faces import Assuming
from uniclue.core.arrays import np
from uniclue.core.model import Group, Model
from uniclue.core.puzzle import Grid, Puzzle, Violation
from uniclue.encoders.cnf import Guarded, guarded
from uniclue.explainers.reasons import ClueGroup
from uniclue.solvers.decide import DisagreementError
from uniclue.solvers.selectors import SOLVER, SelectorSolver

CUTTING_SOLVER = "cadical195"
"""With added cuts it takes half the time of the usual solver, and never gets stuck for long."""


class GuardedPuzzle(SelectorSolver):
    """A puzzle whose clues can be switched on one by one.

    Args:
        puzzle: The puzzle.
        blocked: Solutions to exclude, each by a blocking clause.

    Attributes:
        puzzle: The puzzle.
        groups: The groups of the clues, by selector.
    """

    def __init__(self, puzzle: Puzzle, blocked: Iterable[Grid] = ()) -> None:
        self.puzzle = puzzle
        model = puzzle.model(blocked=blocked)
        formula = _with_taken(model, guarded(model, rows_alone=True))
        super().__init__(model, formula, CUTTING_SOLVER if model.lazy else SOLVER)
        self.groups: dict[int, Group] = {
            selector: model.groups[clue] for clue, selector in formula.selector_of.items()
        }
        # With few nodes there is little to connect: without most clues there would be many cuts.
        nodes = [each.literals() for each in model.lazy]
        self.prefer([*self.selectors, *(-literal for some in nodes for literal in some.tolist())])

    def clues(self, selectors: Iterable[int]) -> tuple[ClueGroup, ...]:
        """The clues of some selectors, in order."""
        return tuple(clue_of(self.model.places, self.groups[s]) for s in sorted(selectors))

    def kept_clues(self) -> set[int]:
        """Selectors of clues that the latest solution satisfies; it may satisfy others, too."""
        true = {lit for lit in self.assignment() if lit > 0}
        return true.intersection(self.selectors)

    def grid(self, on: Collection[int]) -> Grid:
        """The latest solution, judged by the rules and the clues that are on.

        Raises:
            DisagreementError: It breaks one of them.
        """
        grid = self.puzzle.grid_of_values(self.values())
        on = set(on)
        off = [self.groups[s] for s in self.selectors if s not in on]
        loose = {self.model.places[i] for group in off for i in group.cells}
        for violation in self.puzzle.broken(grid):
            if not off or _is_elsewhere(violation, off, loose):
                raise DisagreementError(
                    f"{self.name} returned a grid that breaks a rule: {violation.sentence}; "
                    "please report this"
                )
        return grid


def clue_of(places: Sequence[tuple[int, int]], group: Group) -> ClueGroup:
    """The clue of a group."""
    return ClueGroup(group.id, group.sentence, tuple(places[i] for i in group.cells))


def _is_elsewhere(violation: Violation, off: Iterable[Group], loose: set[tuple[int, int]]) -> bool:
    """Whether a violation names no cell of a clue that is off, so that another rule is broken."""
    return all(g.cells for g in off) and bool(violation.cells) and loose.isdisjoint(violation.cells)


def _with_taken(model: Model, formula: Guarded) -> Guarded:
    """The formula; clauses that take other clues for granted get the selectors of these, too.

    What a clue says on its own becomes a lazy constraint of the model.
    """
    selector = formula.selector_of
    taken: dict[tuple[int, int], list[int]] = {}
    for clue in selector.keys() & model.origins.keys():
        for constraint in parts_of(model.origins[clue]):
            parts = [p for p in constraint.atoms(model) if not selector.keys().isdisjoint(p.taken)]
            for part in parts:
                rest = [-selector[group] for group in part.taken if group in selector]
                at = [model.positions[place] for place in part.places]
                taken |= {(clue, x): rest for x in model.cells[at].ravel().tolist()}
            if parts and isinstance(constraint, Assuming):
                constraint.add_alone(model, model.groups[clue])
    return _bearing(formula, taken) if taken else formula


def _bearing(formula: Guarded, more: Mapping[tuple[int, int], list[int]]) -> Guarded:
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
