"""All cells that are not blank are connected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from uniclue.constraints.base import OUTSIDE, Broken, Values
from uniclue.constraints.connected import Connected, beside
from uniclue.constraints.faces import Separating
from uniclue.constraints.reach import Reach
from uniclue.constraints.situation import DomainChange, Reason, cut_off, two_sides
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point, around


class ConnectedExcept(Separating, frozen=True, kw_only=True):
    """All places that hold anything but one value are connected.

    Attributes:
        places: Cells, or other places on one grid.
        blank: That value.

    Rows:
        Cuts, added as a solver needs them, and a variable for each place.

    Example:
        >>> word = ConnectedExcept("shaded", "the letters", cells((1, 3)), blank=".")
        >>> word.sentence()
        'the letters is connected'
        >>> word.allows(".", "a")
        '7 of 8: ... ..a .a. .aa a.. aa. aaa'
    """

    blank: Value

    def sentence(self) -> str:
        return f"{self.title} is connected"

    def because(self, at: DomainChange) -> Reason:
        return cut_off(self.title, self._as_shaded(at), 1, around)

    def areas(self, at: DomainChange) -> list[set[Point]]:
        return two_sides(self._as_shaded(at), 1, around)

    def _as_shaded(self, at: DomainChange) -> DomainChange:
        """The situation with 1 for all values but the blank, which is 0."""

        def reads(left: Sequence[Value]) -> list[Value]:
            return sorted({int(value != self.blank) for value in left})

        before = {place: reads(left) for place, left in at.before.items()}
        after = {p: reads(left) for p, left in at.after.items() if reads(left) != before[p]}
        return replace(at, before=before, after=after)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = rows.numbers_of(rows.literals_at(c.places, c.blank, c.layer))
            literal = {place: -lit for place, lit in zip(c.places, x, strict=True) if lit}
            nodes, graph = literal.values(), beside(literal)
            rows.lazy.append(Reach(rows.groups[owner], nodes, graph, places=literal))

    def violations(self, values: Values) -> Iterator[Broken]:
        free = {self.blank: 0, None: None, OUTSIDE: 0}
        return Connected(self.code, self.title, self.places).violations(
            [free.get(value, 1) for value in values]
        )
