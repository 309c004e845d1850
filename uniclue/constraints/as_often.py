"""Self-describing numbers: a number that says how often it occurs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Trait, Values, literals
from uniclue.core.memory import Size, count
from uniclue.core.model import Ints, Writer


class AsOften(Constraint, frozen=True):
    """The number in the first place stands in as many of the places as it says.

    Attributes:
        places: The place with the number, then all others where it counts; they hold numbers.

    Rows:
        2d for d values.

    Example:
        >>> word = AsOften("count", "row 1", cells((1, 3)))
        >>> word.sentence()
        'row 1: the first number stands as often as it says'
        >>> word.allows(1, 2, 3)
        '9 of 27: 122 123 132 133 212 221 223 232 ...'
    """

    traits = Trait.MODEL

    def sentence(self) -> str:
        return f"{self.title}: the first number stands as often as it says"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Bounds on the other places with a value, which hold if the first one has it."""
        model = rows.blocks
        for c, group in zip(constraints, ids.tolist(), strict=True):
            for number in model.domain:
                if not isinstance(number, int):
                    continue
                here, *x = literals(model, c.places, number, c.layer)
                others, room = [lit for lit in x if lit], len(x)
                one_each = [1] * len(others)
                wanted = number - 1
                model.linear(group, [*others, here], [*one_each, -wanted], 0, room)
                most = room - wanted
                if most >= 0:
                    model.linear(group, [*others, here], [*one_each, most], 0, room)
                else:
                    model.clauses(group, [-here])

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        shapes = [(len(c.places), number) for c in constraints for number in range(values)]
        return sum((count(places, number, number) for places, number in shapes), Size())

    def violations(self, values: Values) -> Iterator[Broken]:
        first, there = values[0], values.count(values[0])
        if isinstance(first, int) and not there <= first <= there + values.count(None):
            yield f"{self.sentence()}; {first} stands {there} times", self.places
