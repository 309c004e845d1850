"""Pairs: everything that is printed has a neighbour of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Values
from uniclue.core.model import Ints, Writer
from uniclue.core.places import Point, around, name


class Matching(Constraint, frozen=True):
    """Each place that holds 1 belongs to one partner beside it, and each partner to one place.

    Attributes:
        places: The places that can hold 1.
        partners: Cells that are printed, such as the trees of tents.
        of: What stands in a place: ``tent``.
        beside: What a partner is: ``tree``.

    Rows:
        One for each place and partner, and up to 4 variables for each partner.

    Example:
        >>> word = Matching("tree", "the board", around8((1, 1)), ((1, 1),), "tent", "tree")
        >>> word.sentence()
        'the board: every tent has a tree of its own beside it'
        >>> word.allows(0, 1)
        '4 of 256: 00000010 00001000 00010000 01000000'
    """

    partners: tuple[Point, ...]
    of: str = "place"
    beside: str = "partner"

    def sentence(self) -> str:
        return f"{self.title}: every {self.of} has a {self.beside} of its own beside it"

    def _near(self, places: Iterable[Point]) -> dict[Point, list[Point]]:
        """The partners beside each of some places, row by row."""
        near: dict[Point, list[Point]] = {place: [] for place in places}
        for partner in sorted(self.partners):
            for place in around(partner):
                if place in near:
                    near[place].append(partner)
        return near

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """pair[i]: a place and a partner beside it belong together."""
        for c, group in zip(constraints, ids.tolist(), strict=True):
            near = {p: some for p, some in c._near(c.places).items() if p in rows.positions}
            pairs = [(place, partner) for place, some in near.items() for partner in some]
            x = rows.new(f"pair, {c.label}", len(pairs), group)
            of: dict[Point, list[int]] = {partner: [] for partner in c.partners}
            beside: dict[Point, list[int]] = {place: [] for place in near}
            for pair, (place, partner) in zip(x, pairs, strict=True):
                beside[place].append(pair)
                of[partner].append(pair)
            for some in of.values():
                if not some:
                    rows.contradiction(group)
            for some in of.values():
                rows.count(group, some, 1, 1)
            stands = rows.literals_at(near, 1, c.layer)
            for stand, some in zip(stands, beside.values(), strict=True):
                rows.count(group, [*some, -stand], 1, 1)

    def violations(self, values: Values) -> Iterator[Broken]:
        can = {p: v for p, v in zip(self.places, values, strict=True) if v in (1, None)}
        near = self._near(can)
        sure = {place: some for place, some in near.items() if can[place] == 1}
        yield from self._without(sure, self.of)
        free: dict[Point, list[Point]] = {partner: [] for partner in self.partners}
        for place, some in near.items():
            for partner in some:
                free[partner].append(place)
        yield from self._without(free, self.beside)

    def _without(self, near: Mapping[Point, Sequence[Point]], what: str) -> Iterator[Broken]:
        """Those of one sort for which none of the other is left, by augmenting paths."""
        taken: dict[Point, Point] = {}

        def place(one: Point, tried: set[Point]) -> bool:
            for other in near[one]:
                if other not in tried:
                    tried.add(other)
                    if other not in taken or place(taken[other], tried):
                        taken[other] = one
                        return True
            return False

        for one in near:
            if not place(one, set()):
                where = [p for p in (one, *near[one]) if p in self.places]
                yield f"{self.sentence()}; not the {what} at {name(one)}", where
                return
