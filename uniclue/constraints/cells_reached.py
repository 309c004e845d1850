"""Reached: how many places are connected with one that does not count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import Broken, Spatial, Trait, Values, literals
from uniclue.constraints.connected import beside, steps_from
from uniclue.constraints.islands import MOST_LAYERED
from uniclue.constraints.reach import ALWAYS, Reach, add_clauses, add_layers
from uniclue.constraints.situation import flooded
from uniclue.core.memory import Size, count
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point
from uniclue.core.words import number_of


class CellsReached(Spatial, frozen=True, kw_only=True):
    """How many other places are reached from the first one: ``from r1c1: 5 cells reached``.

    A place is reached over neighbours that hold the value. The first one, which may have no
    variable, is not counted.

    Attributes:
        places: The cell from which others are reached, then all cells that could be.
        number: How many are reached.
        value: The value.

    Rows:
        Rows in layers around the first cell.

    Example:
        >>> word = CellsReached("number", "from r1c1", cells((1, 4)), number=2)
        >>> word.sentence()
        'from r1c1: 2 cells reached'
        >>> word.allows(0, 1)
        '2 of 16: 0110 1110'
    """

    traits = Trait.MODEL | Trait.SKIPS_OUTSIDE

    number: int
    value: Value = 1

    def sentence(self) -> str:
        return f"{self.title}: {number_of(self.number, 'cell')} reached"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """reached[i]: the place is reached; so is every neighbour that holds the value."""
        model = rows.blocks
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            root, *others = c.places
            x = zip(others, literals(model, others, c.value, c.layer), strict=True)
            literal = {place: lit for place, lit in x if lit}
            queue = [*steps_from(root, literal, c.space.around, c.number)]
            group, near = model.groups[owner], queue[1:]
            own = dict(
                zip(near, model.vars(f"reached, {c.label}", len(near), group).tolist(), strict=True)
            )
            clauses = [[-reached, literal[place]] for place, reached in own.items()]
            for place in queue:
                for other in c.space.around(place):
                    if other in literal:
                        before = [-own[place]] if place in own else []
                        after = [own[other]] if other in own else []
                        clauses.append([*before, -literal[other], *after])
            add_clauses(model, group, clauses)
            if near:
                model.linear(owner, list(own.values()), 1, c.number, c.number)
            elif c.number:
                model.contradiction(group)
            nodes, graph = [ALWAYS, *own.values()], beside(queue, c.space.around)
            if len(near) * c.number > MOST_LAYERED:
                model.lazy.append(Reach(group, nodes, graph, [0], places=queue))
            elif near:
                add_layers(model, group, nodes, graph, [0], c.number)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        return sum((c._size() for c in constraints), Size())

    def _size(self) -> Size:
        """A variable for each place in reach, their number, and layers of steps."""
        near = len(self.places) - 1
        size = Size(near, 11 * near, 5 * near, 13 * near) + count(near, self.number, self.number)
        if near * self.number > MOST_LAYERED:
            return size
        layers = near * min(self.number, near) // 2
        return size + Size(layers, 5 * layers, 2 * layers, 6 * layers)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places[1:], values[1:], strict=True))
        sure = self._from_first({place for place, v in held.items() if v == self.value})
        can = self._from_first({place for place, v in held.items() if v in (None, self.value)})
        if not len(sure) <= self.number <= len(can):
            bounds = f"{len(sure)}" if sure == can else f"{len(sure)} to {len(can)}"
            yield f"{self.sentence()}; it is {bounds}", sorted(sure) or self.places[:1]

    def _from_first(self, among: set[Point]) -> set[Point]:
        """The places that are reached over some."""
        around = self.space.around
        return flooded(around(self.places[0]), among, around)
