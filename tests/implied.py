"""Does a step follow from what it names? Read off its facts, by trying all boards.

The reasons that a step names are judged as constraints judge a board, which shares nothing with
the rows of the model, nor with what these take for granted. The values that it says it needs
stand, and strike what they see; everything else is open. A step follows if every board that keeps
all this has what the step concludes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from uniclue.constraints.all_different_sum import AllDifferentSum
from uniclue.constraints.base import OUTSIDE, Constraint, Trait
from uniclue.constraints.board import Board
from uniclue.constraints.chain import Chain
from uniclue.constraints.course import ends_of
from uniclue.constraints.directed import Directed, turns_layer
from uniclue.constraints.islands import InIslands, Island
from uniclue.constraints.loop import Loop
from uniclue.constraints.situation import flooded
from uniclue.constraints.tree import TreePath, path_layer
from uniclue.core.model import Value
from uniclue.core.places import Point, around
from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.step import Atom, Fact, KnownFacts, Step

MOST_BOARDS = 100_000
"""After so many partly filled boards a conclusion is left undecided."""

Values = list[Value | None]
"""What stands in the places of the model, in their order; None: not filled in."""


class UndecidedError(Exception):
    """There are too many boards."""


class Said(NamedTuple):
    """What a reason says: the positions of places it speaks of, and whether a board breaks it."""

    places: Sequence[int]
    is_broken: Callable[[Values], bool]


def turns_after(directed: Directed, link: Point, drawn: set[Point]) -> int | None:
    """The turns after a link, away from the start; None if it is on no line that ends."""
    if link not in drawn:
        return 0
    for cell, first in directed.starts:
        line, turns = [first], [0]
        while line[-1] in drawn:
            one, other = ends_of(line[-1])
            cell = other if one == cell else one
            near = [p for p in around(cell, 0.5) if p in drawn and p not in line]
            if cell in directed.ends or len(near) != 1:
                break
            turns.append(turns[-1] + (near[0][0] != line[-1][0] and near[0][1] != line[-1][1]))
            line.append(near[0])
        if link in line and cell in directed.ends:
            return turns[-1] - turns[line.index(link)]
    return None


def path_in(cells: set[Point], ends: tuple[Point, Point]) -> set[Point] | None:
    """The cells between two ends; None if they are not connected, or in more than one way."""
    one, other = ends
    if one not in cells or other not in cells:
        return None
    part = flooded([one], cells, around)
    if other not in part:
        return None
    left = set(part)
    while dead := {p for p in left - {one, other} if sum(q in left for q in around(p)) < 2}:
        left -= dead
    is_path = all(sum(q in left for q in around(p)) == (1 if p in ends else 2) for p in left)
    return left if is_path else None


class Reading:
    """The steps of a puzzle, read.

    Args:
        puzzle: The puzzle.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle, self._model = puzzle, puzzle.model(splits=True)
        self._at = self._model.positions
        constraints = self._model.origins.values()
        self._once = [
            ([self._at[p] for p in c.places if p in self._at], getattr(c, "but", ()))
            for c in constraints
            if Trait.DIFFERENT in c.traits and not c.layer
        ]
        self._directed = [c for c in constraints if isinstance(c, Directed)]
        self._ways = {path_layer(c.title): c for c in constraints if isinstance(c, TreePath)}
        self._islands = {c.members: c for c in constraints if isinstance(c, Island)}

    def loose(self, step: Step) -> Iterator[Fact]:
        """What a step concludes that does not follow from what it names.

        Raises:
            UndecidedError: There are too many boards.
        """
        said = [self._said(atom) for atom in step.atoms]
        said += [self._of_layer(f, so) for f, so in _facts(step.state) if f.layer]
        can = self._left(step)
        for fact, so in _facts(step):
            against = self._of_layer(fact, not so) if fact.layer else self._of_cell(fact, not so)
            if self._has_board([against, *said], can):
                yield fact

    # -- what is read ------------------------------------------------------------------------------

    def _left(self, step: Step) -> list[list[Value]]:
        """What each place can hold by the values that a step needs, and by what those see."""
        left = [[*self._model.domain] for _ in self._model.places]
        for fact, so in _facts(step.state):
            if fact.layer:
                continue
            place = self._model.place_index[fact.cell]
            left[place] = [v for v in left[place] if (v == fact.value) == so]
            for others, but in self._once if so and self._model.onehot else ():
                if place in others and fact.value not in but:
                    for other in others:
                        if other != place and fact.value in left[other]:
                            left[other].remove(fact.value)
        return left

    def _said(self, atom: Atom) -> Said:
        """What a reason says; by itself, where it is part of a rule."""
        places = [self._model.place_index[cell] for cell in atom.cells]
        if atom.sort == "cell":
            return Said(places, lambda values: False)
        if atom.sort == "need":
            (value,) = atom.values
            return Said(
                places, lambda values: _cannot_hold_once([values[i] for i in places], value)
            )
        constraint: Constraint = self._model.origins[atom.group]
        if atom.sort == "part":
            (part,) = (p for p in constraint.atoms(self._model) if p.sentence == atom.sentence)
            match constraint:
                case Chain():
                    return self._in_chain(constraint, *map(int, part.values or ()))
                case Loop():
                    return self._at_joint(constraint, part.places)
                case InIslands():
                    return self._in_island(constraint, part.places[0])
            raise NotImplementedError(type(constraint))
        return self._whole(constraint)

    def _whole(self, constraint: Constraint) -> Said:
        """What a constraint says, as it judges."""
        at, layer = [self._at.get(p) for p in constraint.places], constraint.layer

        def is_broken(values: Values) -> bool:
            if layer:
                values = self._in_layer(layer, values)
            held = [OUTSIDE if i is None else values[i] for i in at]
            if isinstance(constraint, AllDifferentSum) and len({*held} - {None}) + held.count(
                None
            ) < len(held):
                return True
            return next(constraint.violations(held), None) is not None

        asked = range(len(self._model.places)) if layer else [i for i in at if i is not None]
        return Said(asked, is_broken)

    def _in_layer(self, layer: str, values: Values) -> Values:
        """What stands in the places of a layer that follows from the board; None if it is open."""
        assert isinstance(self._puzzle, Board)
        board = {p: v for p, v in zip(self._model.places, values, strict=True) if v is not None}
        rows = self._puzzle.layers(self._puzzle.grid_of(board))[layer]
        return [rows[r][c] for r, c in self._model.places]

    def _in_chain(self, chain: Chain, one: int, other: int) -> Said:
        """That a number stands beside the next one."""
        points = {self._at[p]: p for p in chain.places if p in self._at}

        def is_broken(values: Values) -> bool:
            for this, that in ((one, other), (other, one)):
                stand = [p for i, p in points.items() if values[i] == this]
                can = [p for i, p in points.items() if values[i] in (that, None)]
                if not all(any(_are_near(p, q, chain.slanting) for q in can) for p in stand):
                    return True
            return False

        return Said([*points], is_broken)

    def _at_joint(self, loop: Loop, places: Sequence[Point]) -> Said:
        """That no or two lines meet; two, if the loop has to pass there."""
        lines = [p for p in places if (p[0] % 1 == 0) != (p[1] % 1 == 0)]
        joint = [p for p in places if p not in lines]
        at = [self._at[p] for p in lines if p in self._at]
        shade = [self._at[p] for p in joint if p in self._at]

        def is_broken(values: Values) -> bool:
            least = sum(values[i] == 1 for i in at)
            most = least + sum(values[i] is None for i in at)
            passed = bool(joint) and (not shade or values[shade[0]] == 0)
            left_out = not joint or (bool(shade) and values[shade[0]] in (1, None))
            can_pass = not joint or passed or values[shade[0]] is None
            return not ((least == 0 and left_out) or (least <= 2 <= most and can_pass))

        return Said([*at, *shade], is_broken)

    def _in_island(self, rule: InIslands, place: Point) -> Said:
        """That a place with the value hangs together with a root."""
        points = {p: self._at[p] for p in rule.places}

        def is_broken(values: Values) -> bool:
            if values[points[place]] != rule.value:
                return False
            can = {p for p, i in points.items() if values[i] in (rule.value, None)}
            return flooded([place], can, around).isdisjoint(rule.roots)

        return Said([*points.values()], is_broken)

    # -- what is concluded -------------------------------------------------------------------------

    def _of_cell(self, fact: Fact, so: bool) -> Said:
        """That a value stands in a place, or that it does not."""
        place = self._model.place_index[fact.cell]
        return Said([place], lambda v: v[place] is not None and (v[place] == fact.value) != so)

    def _of_layer(self, fact: Fact, so: bool) -> Said:
        """The same of a layer: a place is part of an island, or holds a value after a round.

        Or a line has a number of turns to come from there, or the path of a tree passes it.
        """
        places = range(len(self._model.places))
        if (island := self._islands.get(fact.layer)) is not None:
            return self._of_island(island, fact, so)

        place = self._model.place_index[fact.cell]
        if (way := self._ways.get(fact.layer)) is not None:
            return self._of_way(way, self._point_at(place), so=(fact.value == 1) == so)
        for directed in self._directed:
            for number in range(1, directed.turns + 1):
                if fact.layer == turns_layer(directed.title, number):
                    link = self._point_at(place)
                    return self._of_turns(directed, link, number, so=(fact.value == 1) == so)

        def is_broken(values: Values) -> bool:
            stands = self._in_layer(fact.layer, values)[place]
            return stands is not None and (stands == fact.value) != so

        return Said(places, is_broken)

    def _point_at(self, place: int) -> Point:
        """The place of the board at a position."""
        points: dict[int, Point] = {i: point for point, i in self._at.items()}
        return points[place]

    def _of_way(self, way: TreePath, at: Point, *, so: bool) -> Said:
        """That the path of a tree passes a cell, or does not; where there is no tree, neither."""
        points = {p: self._at[p] for p in way.places if p in self._at}

        def is_broken(values: Values) -> bool:
            if any(values[i] is None for i in points.values()):
                return False
            passed = path_in({p for p, i in points.items() if values[i] == way.value}, way.ends)
            return passed is None or (at in passed) != so

        return Said([*points.values()], is_broken)

    def _of_turns(self, directed: Directed, link: Point, number: int, *, so: bool) -> Said:
        """That the line over a link has so many turns to come from there, or does not."""
        at = [self._at[p] for p in directed.places if p in self._at]

        def is_broken(values: Values) -> bool:
            if any(values[i] is None for i in at):
                return False
            drawn = {p for p, i in self._at.items() if values[i] == 1}
            turns = turns_after(directed, link, drawn)
            return turns is None or (turns >= number) != so

        return Said(at, is_broken)

    def _of_island(self, island: Island, fact: Fact, so: bool) -> Said:
        """That a place hangs together with the first one of an island, or does not."""
        root = island.places[0]
        points = {p: i for p, i in self._at.items() if not any(x % 1 for x in p)}
        place = next(p for p, i in points.items() if self._model.places[i] == fact.cell)
        member = (fact.value == 1) == so

        def is_broken(values: Values) -> bool:
            sure = {p for p, i in points.items() if values[i] == island.value}
            can = {p for p, i in points.items() if values[i] in (island.value, None)}
            if member:
                return place not in flooded([root], can, around)
            return place in flooded([root], sure, around)

        return Said([*points.values()], is_broken)

    # -- all boards --------------------------------------------------------------------------------

    def _has_board(self, said: Sequence[Said], can: Sequence[Sequence[Value]]) -> bool:
        """Whether a board breaks none of what is said."""
        speaking: dict[int, list[Said]] = {}
        for each in said:
            for place in each.places:
                speaking.setdefault(place, []).append(each)
        values: Values = [None] * len(can)
        tried = 0

        def fits(place: int, value: Value) -> bool:
            nonlocal tried
            if (tried := tried + 1) > MOST_BOARDS:
                raise UndecidedError
            values[place] = value
            is_broken = any(each.is_broken(values) for each in speaking[place])
            values[place] = None
            return not is_broken

        def fill(left: dict[int, Sequence[Value]]) -> bool:
            """Fills the place with the fewest values that break nothing, and so on."""
            if not left:
                return True
            left = {p: [v for v in some if fits(p, v)] for p, some in left.items()}
            place = min(left, key=lambda p: len(left[p]))
            for value in left.pop(place):
                values[place] = value
                if fill(left):
                    return True
            values[place] = None
            return False

        return fill({place: can[place] for place in speaking})


def _facts(told: Step | KnownFacts) -> list[tuple[Fact, bool]]:
    """What is placed, and what is struck; whether it is so."""
    return [*((fact, True) for fact in told.placed), *((fact, False) for fact in told.struck)]


def _cannot_hold_once(values: Values, value: Value) -> bool:
    """Whether a value certainly stands in none or in several of some places."""
    return values.count(value) > 1 or not {value, None}.intersection(values)


def _are_near(one: Point, other: Point, slanting: bool) -> bool:
    away = sorted((abs(one[0] - other[0]), abs(one[1] - other[1])))
    return away[1] == 1 and (slanting or away[0] == 0)
