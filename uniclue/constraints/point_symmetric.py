"""Mirrored: what holds a value looks the same when it is turned half-way around a centre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Trait, Values, literals, places_with
from uniclue.constraints.reach import add_clauses
from uniclue.core.memory import Size, clauses
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point, names


class PointSymmetric(Constraint, frozen=True, kw_only=True):
    """The places with a value are the same turned half-way around; those at the centre hold it.

    Attributes:
        places: Cells that can hold the value.
        centre: The centre: a cell, a side or a corner.
        value: The value.

    Rows:
        One for each place.

    Example:
        >>> word = PointSymmetric("turn", "the galaxy", cells((1, 3)), centre=(0, 1))
        >>> word.sentence()
        'the galaxy is the same turned around its centre'
        >>> word.allows(0, 1)
        '2 of 8: 010 111'
    """

    traits = Trait.MODEL

    centre: Point
    value: Value = 1

    def sentence(self) -> str:
        return f"{self.title} is the same turned around its centre"

    def turned(self, place: Point) -> Point:
        """The image of a place."""
        return 2 * self.centre[0] - place[0], 2 * self.centre[1] - place[1]

    def _middle(self) -> list[Point]:
        """The cells at the centre."""
        r, c = self.centre
        rows, columns = ({x - x % 1, x + x % 1} for x in (r, c))
        return [(i, j) for i in sorted(rows) for j in sorted(columns)]

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A clause for each place."""
        model = rows.blocks
        for c, group in zip(constraints, ids.tolist(), strict=True):
            x = zip(c.places, literals(model, c.places, c.value, c.layer), strict=True)
            literal = {place: lit for place, lit in x if lit}
            some = [[literal[at]] if at in literal else [] for at in c._middle()]
            for place, lit in literal.items():
                other = literal.get(c.turned(place))
                if other != lit:
                    some.append([-lit, other] if other else [-lit])
            add_clauses(model, model.groups[group], some)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        return clauses(sum(len(c.places) for c in constraints), 2)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = places_with(self, values, self.value)
        can = {*held, *places_with(self, values, None)}
        wrong = [place for place in held if self.turned(place) not in can]
        bare = [place for place in self._middle() if place not in can]
        wrong += [place for place in bare if place in self.places]
        if wrong or bare:
            yield f"{self.sentence()}; not so at {names(wrong)}", wrong
