"""Matches: how many places hold each its own value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import eq
from typing import Self

from uniclue.constraints.base import Broken, Trait, Values
from uniclue.constraints.logic import AnyOf, literal_lists
from uniclue.core.memory import Size, count
from uniclue.core.model import Ints, Writer
from uniclue.core.words import number_of


class Matches(AnyOf, frozen=True):
    """Exactly a number of places hold each its own value: ``at r2c3: exactly 2 arrows``.

    Attributes:
        places: Any places. One may be named several times, with different values.
        values: A value for every place.
        says: What one match is called: ``arrow``.
        number: How many places hold their value.

    Rows:
        One.

    Example:
        >>> word = Matches("number", "at r1c2", cells((1, 3)), ("e", "n", "w"), "arrow", 2)
        >>> word.sentence()
        'at r1c2: exactly 2 arrows'
        >>> word.allows("e", "n", "w")
        '6 of 27: eew ene enn eww nnw wnw'
    """

    traits = Trait.SKIPS_OUTSIDE

    says: str = "match"
    number: int = 1

    def sentence(self) -> str:
        return f"{self.title}: exactly {number_of(self.number, self.says)}"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """One row each."""
        lists = literal_lists(rows, constraints)
        for c, group, x in zip(constraints, ids.tolist(), lists, strict=True):
            rows.count(group, [lit for lit in x if lit], c.number, c.number)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        sizes = (count(len(c.places), c.number, c.number) for c in constraints)
        return sum(sizes, Size())

    def violations(self, values: Values) -> Iterator[Broken]:
        if not self.is_kept(values):
            there = sum(map(eq, values, self.all_values))
            yield f"{self.sentence()}; there {'is' if there == 1 else 'are'} {there}", self.places

    def is_kept(self, values: Values) -> bool:
        there = sum(map(eq, values, self.all_values))
        return bool(there <= self.number <= there + values.count(None))
