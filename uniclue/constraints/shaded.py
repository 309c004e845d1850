"""Shaded: all that is not blank hangs together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Values, literals
from uniclue.constraints.connected import Connected, beside
from uniclue.constraints.reach import Reach
from uniclue.constraints.situation import Because, Situation, cut_off, two_sides
from uniclue.core.model import Ints, Model, Value
from uniclue.core.places import Point, around
from uniclue.propagation.counts import NOBODY, Counts, number


class Shaded(Constraint, frozen=True, kw_only=True):
    """All places that hold anything but one value are connected.

    Attributes:
        blank: That value.
    """

    blank: Value

    def sentence(self) -> str:
        return f"{self.title} is connected"

    def because(self, at: Situation) -> Because:
        return cut_off(self.title, self._as_shaded(at), 1, around)

    def areas(self, at: Situation) -> list[set[Point]]:
        return two_sides(self._as_shaded(at), 1, around)

    def _as_shaded(self, at: Situation) -> Situation:
        """The situation with 1 for all values but the blank, which is 0."""

        def reads(left: Sequence[Value]) -> list[Value]:
            return sorted({int(value != self.blank) for value in left})

        before = {place: reads(left) for place, left in at.before.items()}
        after = {p: reads(left) for p, left in at.after.items() if reads(left) != before[p]}
        return at._replace(before=before, after=after)

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = zip(c.places, literals(model, c.places, c.blank, c.layer), strict=True)
            literal = {place: -lit for place, lit in x if lit}
            reach = Reach(model.groups[owner], literal.values(), beside(literal))
            model.lazy.append(reach)

    def tell(self, counts: Counts) -> None:
        x = zip(self.places, counts.each(self.places, (self.blank,)), strict=True)
        literal = {place: -number(lit) for place, lit in x if lit}
        counts.lazy.append(Reach(NOBODY, literal.values(), beside(literal)))

    def violations(self, values: Values) -> Iterator[Broken]:
        free = {self.blank: 0, None: None, OUTSIDE: 0}
        return Connected(self.code, self.title, self.places).violations(
            [free.get(value, 1) for value in values]
        )
