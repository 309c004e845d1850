"""What is known on a board while steps are told: candidates, and what sees what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.different import Different
from uniclue.constraints.situation import Situation
from uniclue.core.model import Group, Place, Value
from uniclue.core.places import Point, name
from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.step import Atom, Fact, Step

Values = tuple[Value, ...]


class Told:
    """A puzzle and what its steps have told so far.

    Args:
        puzzle: The puzzle; what it prints is known.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        asked = puzzle.asked if isinstance(puzzle, Board) else None
        points = asked.places if asked else puzzle.places
        self.point: dict[Place, Point] = dict(zip(puzzle.places, points, strict=True))
        self.place: dict[Point, Place] = {point: at for at, point in self.point.items()}
        self.name_point = asked.name if asked else name
        self._can: dict[str, dict[Place, Values]] = {"": {}}
        for cell, value in puzzle.known_cells():
            if cell in self.point:
                self.place_fact(Fact(cell, value))

    # -- what is known -----------------------------------------------------------------------------

    def can(self, cell: Place, layer: str = "") -> Values:
        """The values that a place can hold; in layers of members 0 and 1."""
        known = self._can.get(layer, {}).get(cell)
        return known if known is not None else (0, 1) if layer else self.puzzle.domain

    def value(self, cell: Place) -> Value | None:
        """The one value that a place can hold; None if there are several, or none."""
        left = self.can(cell)
        return left[0] if len(left) == 1 else None

    def apply(self, step: Step) -> None:
        """Learns what a step says."""
        for fact in step.struck:
            self.strike(fact)
        for fact in step.placed:
            self.place_fact(fact)

    def strike(self, fact: Fact) -> None:
        """Learns that a value does not stand somewhere."""
        left = tuple(v for v in self.can(fact.cell, fact.layer) if v != fact.value)
        self._can.setdefault(fact.layer, {})[fact.cell] = left

    def place_fact(self, fact: Fact) -> None:
        """Learns that a value stands somewhere, and is seen from there."""
        self._can.setdefault(fact.layer, {})[fact.cell] = (fact.value,)
        if not fact.layer:
            for constraint in self.once.get(fact.cell, ()):
                if fact.value not in constraint.but:
                    for cell in self.cells(constraint.places):
                        if cell != fact.cell and fact.value in self.can(cell):
                            self.strike(Fact(cell, fact.value))

    def copy(self) -> Told:
        """What is known now, to suppose more."""
        other = Told.__new__(Told)
        other.__dict__.update(self.__dict__)
        other._can = {layer: dict(cells) for layer, cells in self._can.items()}
        return other

    # -- what belongs together ---------------------------------------------------------------------

    @cached_property
    def constraints(self) -> list[Constraint]:
        """The rules, then the clues."""
        if not isinstance(self.puzzle, Board):
            return []
        return [*self.puzzle._rules.all, *self.puzzle._clues.all]

    @cached_property
    def once(self) -> Mapping[Place, list[Different]]:
        """For each cell, the constraints that say that no value stands twice."""
        held: dict[Place, list[Different]] = {}
        for constraint in self.constraints:
            if isinstance(constraint, Different) and not constraint.layer:
                for cell in self.cells(constraint.places):
                    held.setdefault(cell, []).append(constraint)
        return held

    @cached_property
    def _of_group(self) -> Mapping[int, Constraint]:
        """The constraint of each group of the model."""
        left: dict[tuple[str, str], list[Group]] = {}
        for group in reversed(self.puzzle.model().groups):
            left.setdefault((group.code, group.sentence), []).append(group)
        pairs = ((left.get((c.code, c.sentence())), c) for c in self.constraints)
        return {groups.pop().id: c for groups, c in pairs if groups}

    def constraint(self, group: int) -> Constraint | None:
        """The constraint that a group of the model stands for, if it is one."""
        return self._of_group.get(group)

    def cells(self, points: Iterable[Point]) -> Iterator[Place]:
        """Places as in the solution grid, those that are asked."""
        return (self.place[point] for point in points if point in self.place)

    def situation(self, constraint: Constraint, step: Step) -> Situation:
        """What the places of a constraint can hold before and after a step."""
        at = {self.place[p]: p for p in constraint.places if p in self.place}
        layer = constraint.layer
        before = {point: self.can(cell, layer) for cell, point in at.items()}
        after: dict[Point, Values] = {}
        for fact, is_placed in chain(
            ((fact, True) for fact in step.placed), ((fact, False) for fact in step.struck)
        ):
            if fact.cell not in at:
                continue
            point, value = at[fact.cell], fact.value
            if fact.layer != layer:  # a member of what is made of a value
                value, is_placed = getattr(constraint, "value", 1), bool(value) == is_placed
            left = after.get(point, before[point])
            after[point] = tuple(v for v in left if (v == value) == is_placed)
        return Situation(before, after, self.name_point)

    # -- words -------------------------------------------------------------------------------------

    def rule(self, atom: Atom) -> str:
        """The rule of the game that an atom falls under, in words; else the atom's sentence."""
        return self.puzzle.codes.get(atom.code) or atom.sentence

    def name(self, cell: Place) -> str:
        """What people call a place."""
        return self.name_point(self.point[cell])
