"""Islands around numbers, and areas of a size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Self

from uniclue.constraints.areas import Area, RootedArea
from uniclue.constraints.base import Broken, Part, Spatial, Trait, Values, grouped, literals
from uniclue.constraints.connected import beside, steps_from
from uniclue.constraints.faces import Assuming
from uniclue.constraints.reach import ALWAYS, Reach, add_clauses, add_layers
from uniclue.constraints.rooted import ConnectedToRoot
from uniclue.constraints.situation import DomainChange, Reason, flooded
from uniclue.core.arrays import np
from uniclue.core.memory import Size, count
from uniclue.core.model import Group, Ints, Model, Place, Value, Writer
from uniclue.core.places import Point, Shape, name
from uniclue.core.spaces import Space, space_of
from uniclue.core.words import both, number_of

MOST_LAYERED = 20_000
"""An island of any size with more layer variables than this is left to cuts."""
LAZY = 7
"""Islands of at least this many cells are left to cuts: counts over all they reach are long."""


class Island(Spatial, frozen=True, kw_only=True):
    """The places with a value that are connected with the first one have a given number.

    Attributes:
        places: The cell of the number, then all cells that the island could reach.
        number: How many, counting the first one; None: any number.
        others: Places that belong to other islands.
        value: The value.

    Rows:
        Rows in layers around the first cell.

    Example:
        >>> word = Island("island", "the island of r1c1", cells((1, 3)), number=2)
        >>> word.sentence()
        'the island of r1c1 is of 2 cells'
        >>> word.allows(0, 1)
        '1 of 8: 001'
    """

    traits = Trait.MODEL

    number: int | None
    others: tuple[Point, ...] = ()
    value: Value = 0

    def sentence(self) -> str:
        size = "its own" if self.number is None else f"of {number_of(self.number, 'cell')}"
        return f"{self.title} is {size}"

    def because(self, at: DomainChange) -> Reason:
        """It cannot grow otherwise, is full, would meet another one, or cannot reach that far."""
        root, number = self.places[0], self.number or 1
        sure, cells = {*at.sure(self.value), root}, number_of(number, "cell")
        own = flooded([root], sure, self.space.around)
        placed, out = at.placed(self.value), [place for place in at.after if place != root]
        if {*placed} - {root}:
            return Reason("only way", f"otherwise {self.title} cannot grow to {cells}")
        if not out:
            return Reason("only way", f"{self.title} begins there")
        if self.number is not None and len(own) >= number:
            complete = f"has its {cells}" if number > 1 else "is complete"
            return Reason("full", f"{self.title} {complete}")
        with_it = flooded([root], {*sure, *out}, self.space.around)
        if met := with_it.intersection(self.others):
            return Reason("apart", f"otherwise {self.title} meets that of {at.name(min(met))}")
        if with_it != own and self.number is not None and len(with_it) > number:
            return Reason("full", f"otherwise {self.title} has more than {cells}")
        are_all = len(out) > FEW_AREAS and len(out) == len(at.after)
        where = "them" if are_all else at.names(out)
        return Reason("out of reach", f"{self.title} does not reach {where}")

    @property
    def members(self) -> str:
        """The name of the model's layer that says which places are members."""
        return _members(self.places[0])

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """member[i]: a place is part of the island; it is if one beside it is and it can."""
        model = rows.blocks
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = literals(model, c.places, c.value, c.layer)
            literal = {place: lit for place, lit in zip(c.places, x, strict=True) if lit}
            radius = len(literal) if c.number is None else c.number - 1
            root, barred = c.places[0], {*c.others}
            near = steps_from(root, literal.keys() - barred, c.space.around, radius)
            own = dict(zip(near, model.vars(c.members, len(near)).tolist(), strict=True))
            layer = model.layers[c.members] = np.zeros(len(model.places), np.int32)
            layer[[model.positions[place] for place in own]] = list(own.values())
            clauses = [[own[root]]]
            for place, member in own.items():
                clauses.append([-member, literal[place]])
                for other in c.space.around(place):
                    if other in literal:
                        joins = [own[other]] if other in own else []
                        clauses.append([-member, -literal[other], *joins])
            group, graph = model.groups[owner], beside(own, c.space.around)
            add_clauses(model, group, clauses)
            nodes = [ALWAYS, *list(own.values())[1:]]
            if c.number is None and len(own) * radius > MOST_LAYERED:
                model.lazy.append(Reach(group, nodes, graph, [0], places=own))
            elif c.number is not None and c.number >= LAZY:
                model.lazy.append(RootedArea(group, nodes, graph, 0, c.number, places=own))
            else:
                if c.number is not None:
                    model.linear(owner, list(own.values()), 1, c.number, c.number)
                add_layers(model, group, nodes, graph, [0], radius)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        return sum((c._size() for c in constraints), Size())

    def _size(self) -> Size:
        """A variable for each place; for small islands their number, and layers of steps."""
        places = len(self.places)
        size = Size(places, 11 * places, 5 * places, 13 * places)
        radius = places if self.number is None else self.number - 1
        if self.number is None and places * radius > MOST_LAYERED:
            return size
        if self.number is not None and self.number >= LAZY:
            return size
        if self.number is not None:
            size += count(places, self.number, self.number)
        layers = places * min(radius, places) // 2
        return size + Size(layers, 5 * layers, 2 * layers, 6 * layers)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True))
        root = self.places[0]
        near = self.space.around
        sure = flooded([root], {p for p, value in held.items() if value == self.value}, near)
        can = flooded([root], {p for p, v in held.items() if v in (None, self.value)}, near)
        number = len(self.places) if self.number is None else self.number
        if len(sure) > number:
            yield f"{self.sentence()}; it has {len(sure)} or more", sorted(sure)
        elif not can or len(can) < (self.number or 1):
            yield f"{self.sentence()}; it has {len(can)} at most", [root]
        elif met := sure.intersection(self.others):
            yield f"{self.sentence()}; it meets that of {name(min(met))}", sorted(sure)


class InIslands(ConnectedToRoot, Assuming, frozen=True, kw_only=True):
    """Each place with a value is part of an island; the islands come before it.

    Attributes:
        places: All cells that hold the value only as part of an island.
        roots: The first places of the :class:`Island` constraints that come before it in the rules.

    Rows:
        One for each place, with the variables of the islands.

    Example:
        >>> word = InIslands("lost", "an island", cells((1, 3)), value=0, roots=((0, 0),))
        >>> word.sentence()
        'an island is reached from everywhere'
        >>> word.allows(0, 1)
        '4 of 8: 000 001 011 111'
    """

    traits = Trait.MODEL

    def atoms(self, model: Model) -> list[Part]:
        """One part for each place; the islands that do not reach it are taken for granted."""
        groups = {c.members: i for i, c in grouped(model) if isinstance(c, Island)}
        islands = [(groups[layer], model.layers[layer]) for layer in map(_members, self.roots)]
        return [
            Part(
                f"{name(p)} is reached by {self.title}, or not white",
                (p,),
                taken=tuple(group for group, member in islands if not member[model.positions[p]]),
            )
            for p in self.places
        ]

    def because(self, at: DomainChange) -> Reason:
        if at.placed(self.value):
            return Reason("only island", f"no other island reaches {at.names(at.after)}")
        return Reason("out of reach", f"no island reaches {at.names(at.after)}")

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        model = rows.blocks
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = np.array(literals(model, c.places, c.value, c.layer), np.int32)
            at = [model.positions[place] for place in c.places]
            member = [model.layers[_members(root)][at] for root in c.roots]
            model.clauses(owner, np.column_stack([-x, *member]))

    def add_alone(self, model: Model, group: Group) -> None:
        """Adds that every place with the value is connected with a root, by islands of any size."""
        super().add(model, [self], np.array([group.id]))


FEW_AREAS = 4
"""The most areas that a reason names."""


class ComponentSize(Spatial, frozen=True, kw_only=True):
    """Every connected component of the places with a value has a bounded number of places.

    Attributes:
        places: Cells, or other places on one grid.
        value: The value.
        least: The fewest places.
        most: The most places; None: any number.

    Rows:
        Rows in layers around each place, up to the most places.

    Example:
        >>> word = ComponentSize("area", "areas of 2", cells((2, 2)), value=2, least=2, most=2)
        >>> word.sentence()
        'areas of 2: 2 connected cells'
        >>> word.allows(1, 2)
        '5 of 16: 1111 1122 1212 2121 2211'
    """

    traits = Trait.MODEL

    value: Value
    least: int
    most: int | None

    def sentence(self) -> str:
        if self.most == self.least:
            return f"{self.title}: {number_of(self.least, 'connected cell')}"
        return f"{self.title}: {self.least} or more connected cells"

    def because(self, at: DomainChange) -> Reason:
        """An area cannot grow otherwise, has all its cells, or has no room."""
        sure, can = {*at.sure(self.value)}, {*at.can(self.value)}
        reasons, starts = dict[str, list[Point]](), list[Point]()
        kept = [place for place, left in at.after.items() if self.value in left]
        for place in kept:  # other values are struck there, if it is not decided yet
            left = can - {place}
            starts += islice((p for p in sorted(sure) if self._lacks_room(p, left)), 1)
        if starts:
            growing = f"otherwise the {self.value} at {at.names(sorted({*starts}))} cannot grow"
            reasons[growing] = []
        for place in at.struck(self.value):
            reasons.setdefault(*self._barred(place, sure, can, at)).append(place)
        words = [first.format(at.names(places)) for first, places in reasons.items()]
        if len(words) > FEW_AREAS:
            words[FEW_AREAS - 1 :] = [f"so on for {len(words) - FEW_AREAS + 1} more areas"]
        name = "only way" if kept else "no room" if "{}" in min(reasons, default="") else "full"
        return Reason(name, both(words) if words else super().because(at).words)

    def _lacks_room(self, start: Point, among: set[Point]) -> bool:
        return len(flooded([start], among, self.space.around, self.least)) < self.least

    def _barred(
        self, place: Point, sure: set[Point], can: set[Point], at: DomainChange
    ) -> tuple[str, list[Point]]:
        """Why a place does not hold the value; ``{}`` stands for it and others like it."""
        near = flooded([place], sure | {place}, self.space.around) - {place}
        full = number_of(self.most or 0, "cell")
        if self.most is not None and len(near) >= self.most:
            first = min(near)
            if len(flooded([first], sure, self.space.around)) >= self.most:
                return f"the {self.value} {at.at(first)} has its {full}", []
            return f"otherwise more than {full} are connected", []
        if self._lacks_room(place, can):
            return f"an area of {self.value} has no room at {{}}", []
        return self.sentence(), []

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        model = rows.blocks
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = zip(c.places, literals(model, c.places, c.value, c.layer), strict=True)
            literal = {place: lit for place, lit in x if lit}
            nodes, group = literal.values(), model.groups[owner]
            if 2 * c.least > len(literal):
                c._add_single(model, group, literal)
                continue
            if c.least > 1:
                clauses = [
                    [-lit, *(literal[at] for at in c.space.around(place) if at in literal)]
                    for place, lit in literal.items()
                ]
                add_clauses(model, group, clauses)
            model.lazy.append(Area(group, nodes, beside(literal, c.space.around), c.least, c.most))

    def _add_single(self, model: Model, group: Group, literal: dict[Point, int]) -> None:
        """Adds rows where there is room for one area only: its places are counted and connected.

        Cuts of an :class:`Area` would forbid the shapes of too many places one by one.
        """
        if not literal:
            return
        x, is_there = list(literal.values()), int(model.vars("there", 1, group)[0])
        model.clause_lists(group, [[-lit, is_there] for lit in x])
        model.linear(group, [*x, is_there], [*[1] * len(x), -self.least], 0, len(x))
        if self.most is not None:
            model.linear(group, x, 1, 0, self.most)
        graph = beside(literal, self.space.around)
        model.lazy.append(Reach(group, x, graph, places=literal))

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True))
        sure = {place for place, value in held.items() if value == self.value}
        can = {place for place, value in held.items() if value in (None, self.value)}
        left = set(sure)
        while left:
            some = flooded([min(left)], sure, self.space.around)
            left -= some
            if self.most is not None and len(some) > self.most:
                yield f"{self.sentence()}; at {name(min(some))} {len(some)} do", sorted(some)
            elif len(room := flooded([min(some)], can, self.space.around)) < self.least:
                yield f"{self.sentence()}; at {name(min(some))} {len(room)} can", sorted(some)


def islands_of(
    code: str,
    printed: Mapping[Place, Value],
    board: Shape | Space,
    value: Value = 0,
    called: str = "island",
) -> Iterator[Island]:
    """An island around each of some numbers, none of which holds another number.

    Args:
        code: The rule code.
        printed: The numbers by their cells; other words stand for any number.
        board: The board's space, or the rows and columns of a rectangle.
        value: The value of the islands.
        called: What one of them is called.

    Example:
        >>> [word.sentence() for word in islands_of("island", {(0, 0): 2, (0, 2): "?"}, (1, 4))]
        ['the island of r1c1 is of 2 cells', 'the island of r1c3 is its own']
    """
    space = space_of(board)
    for cell, word in printed.items():
        number = word if isinstance(word, int) else None
        near = space.within(cell, number or len(space.cells))
        others = tuple(at for at in near if at in printed and at != cell)
        title = f"the {called} of {name(cell)}"
        yield Island(code, title, near, number=number, others=others, value=value)


def _members(root: Point) -> str:
    """The name of the layer of an island."""
    return f"island of {name(root)}"
