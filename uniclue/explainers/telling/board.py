"""What is known on a board while steps are put into words: candidates, and what sees what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import itemgetter

from uniclue.constraints.base import Constraint, Trait, grouped
from uniclue.constraints.board import Board
from uniclue.constraints.count import AtMost
from uniclue.constraints.situation import DomainChange
from uniclue.core.model import Place, Value
from uniclue.core.places import Point, name, ranges
from uniclue.core.puzzle import Puzzle
from uniclue.core.spaces import SQUARES
from uniclue.core.words import both
from uniclue.explainers.steps.atoms import Atoms
from uniclue.explainers.steps.facts import Known
from uniclue.explainers.steps.step import Atom, KnownFacts, Step

Values = tuple[Value, ...]


class Names:
    """The names of the places and areas of a puzzle.

    Attributes:
        puzzle: The puzzle.
        point: By place in the solution grid, the place in half coordinates.
        name_point: The name of a place in half coordinates.
        drawn: How answers are drawn, as in :attr:`Layer.drawn`.
        space: What lies beside what.
        brief: Whether sides have short names: ``the side r1c1-r1c2``.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        unknowns = puzzle.unknowns if isinstance(puzzle, Board) else None
        points = unknowns.places if unknowns else puzzle.places
        self.point: dict[Place, Point] = dict(zip(puzzle.places, points, strict=True))
        self.name_point = unknowns.name if unknowns else name
        self.drawn = unknowns.drawn if unknowns else ""
        self.has_sides = unknowns is not None and unknowns.has_sides
        self.space = puzzle.space if isinstance(puzzle, Board) else SQUARES
        self.brief = False

    def name(self, cell: Place) -> str:
        """The name of a place."""
        return self.names([cell])

    def names(self, cells: Iterable[Place]) -> str:
        """The names of several places; those of sides are short."""
        points = [self.point[cell] for cell in dict.fromkeys(cells)]
        are_sides = self.has_sides and all(r % 1 != c % 1 for r, c in points)
        if not are_sides or (len(points) == 1 and not self.brief):
            return ranges(points, self.name_point)
        phrases, left = list[str](), dict.fromkeys(points)
        while (cell := self._with_most(left)) is not None:
            own = [side for side in self.space.sides_of(cell) if side in left]
            phrases.append(self._sides_of(cell, own))
            for side in own:
                del left[side]
        return both([*phrases, *self._single(left)])

    def _single(self, sides: Iterable[Point]) -> Iterator[str]:
        """Sides of which no two belong to one cell."""
        inner, outer = list[str](), list[str]()
        for side in sides:
            long = self.name_point(side)
            is_inner = long.startswith("the side between")
            (inner if is_inner else outer).append(self.space.link(side) if is_inner else long)
        if inner:
            yield f"the side{'s' if len(inner) > 1 else ''} {both(inner)}"
        yield from outer

    def _with_most(self, sides: Iterable[Point]) -> Place | None:
        """The first cell with the most of some sides; None if no cell has two of them."""
        ends = Counter(sorted(cell for side in sides for cell in self.space.cells_at(side)))
        cell, number = max(ends.items(), key=itemgetter(1), default=(None, 0))
        return cell if number > 1 else None

    def _sides_of(self, cell: Place, own: Sequence[Point]) -> str:
        """Some sides of a cell: ``the top and left sides of r1c1``."""
        at = self.space.name(cell)
        if len(own) == len(self.space.sides_of(cell)):
            return f"all sides of {at}"
        return f"the {both(self.space.way(cell, side) for side in own)} sides of {at}"

    def value_text(self, value: Value) -> str:
        """A value among others: ``3``, ``empty``."""
        text = self.puzzle.cell_text(value)
        return "empty" if text == "." and len(self.puzzle.domain) > 2 else text

    def area(self, value: Value) -> str:
        """The name of the area that a value stands for; empty if the value is its name."""
        if self.drawn != "areas" or not isinstance(self.puzzle, Board):
            return ""
        clues = self.puzzle._clues.parts
        return next((c.title for c in clues if getattr(c, "value", None) == value), "")


class BoardState(Names):
    """A puzzle and what its steps have concluded so far.

    Args:
        puzzle: The puzzle.
        atoms: The atoms of its model.
        known: The known literals, to which more may be added; None for what is printed.
    """

    def __init__(self, puzzle: Puzzle, atoms: Atoms, known: Known | None = None) -> None:
        super().__init__(puzzle)
        self.atoms = atoms
        self._model, self._facts = atoms.model, atoms.facts
        self.known = known or Known(atoms.facts, atoms.model.n_vars)
        self.known.learn(atoms.start)
        self.place: dict[Point, Place] = {point: at for at, point in self.point.items()}

    # -- what is known -----------------------------------------------------------------------------

    def can(self, cell: Place, layer: str = "") -> Values:
        """The values that a place can hold."""
        x = self._model.layers.get(layer, self._model.cells)
        variables, value = x[self._model.place_index[cell]], self.known.value
        if x.ndim == 2:
            pairs = zip(self._model.domain, variables.tolist(), strict=True)
            return tuple(v for v, variable in pairs if variable and value[variable] >= 0)
        variable = int(variables)
        return (0,) if not variable else ((0, 1), (1,), (0,))[value[variable]]

    def value(self, cell: Place) -> Value | None:
        """The known value of a place."""
        model, value = self._model, self.known.value
        row = model.cells[model.place_index[cell]].reshape(-1).tolist()
        if not model.onehot:
            return None if not value[row[0]] else int(value[row[0]] > 0)
        pairs = zip(model.domain, row, strict=True)
        return next((v for v, variable in pairs if value[variable] > 0), None)

    def literals(self, step: Step | KnownFacts) -> list[int]:
        """The conclusions of a step, or the facts it needs, as literals."""
        literal = self._facts.literal
        struck = [literal(fact, placed=False) for fact in step.struck]
        return [*struck, *(literal(fact) for fact in step.placed)]

    def apply(self, step: Step) -> None:
        """Adds the conclusions of a step."""
        self.known.learn(self.literals(step))

    def effects(self, literal: int) -> frozenset[int]:
        """An open literal, and the open literals that it strikes."""
        seen = self._facts.seen_by(literal) if literal > 0 else ()
        return frozenset([literal, *(-v for v in seen if not self.known.value[v])])

    def supposing(self, literals: Iterable[int]) -> BoardState:
        """A copy with some more literals known."""
        other = BoardState.__new__(BoardState)
        other.__dict__.update(self.__dict__)
        other.known = Known(self._facts, self._model.n_vars)
        value = self.known.value
        other.known.value, other.known.array = value.copy(), self.known.array.copy()
        other.known.learn(literals)
        return other

    # -- constraints -------------------------------------------------------------------------------

    @cached_property
    def once(self) -> Mapping[Place, list[Constraint]]:
        """For each cell, the constraints that allow no value twice."""
        held: dict[Place, list[Constraint]] = {}
        for _, constraint in grouped(self._model):
            if Trait.DIFFERENT in constraint.traits and not constraint.layer:
                for cell in self.cells(constraint.places):
                    held.setdefault(cell, []).append(constraint)
        return held

    def see(self, one: Place, other: Place) -> bool:
        """Whether two cells cannot have the same value."""
        return any(self.point[other] in c.places for c in self.once.get(one, ()))

    def constraint(self, group: int) -> Constraint | None:
        """The constraint of a group of the model, if it has one."""
        return self._model.origins.get(group)

    def is_clue(self, atom: Atom) -> bool:
        """Whether an atom is part of a clue, and not of a rule of the game."""
        return self._model.groups[atom.group].role == "clue"

    def cells(self, points: Iterable[Point]) -> Iterator[Place]:
        """Places as in the solution grid, without those that are not in it."""
        return (self.place[point] for point in points if point in self.place)

    def situation(self, constraint: Constraint, step: Step) -> DomainChange:
        """The candidates of a constraint's places before and after a step."""
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
            if fact.layer != layer:  # a fact about another layer
                value, is_placed = getattr(constraint, "value", 1), bool(value) == is_placed
                if value not in before[point]:
                    before[point] = self.puzzle.domain
            left = after.get(point, before[point])
            after[point] = tuple(v for v in left if (v == value) == is_placed)
        return DomainChange(before, after, self.name_point)

    # -- words -------------------------------------------------------------------------------------

    def rule(self, atom: Atom) -> str:
        """The rule of the game that an atom is part of, in words; else the atom's sentence."""
        return self.puzzle.codes.get(atom.code) or atom.sentence


def excludes(constraint: Constraint) -> bool:
    """Whether a constraint is about two places of which only one may hold a value."""
    return isinstance(constraint, AtMost) and len(constraint.places) == 2
