"""Self-counting: a number that occurs as often as its value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Trait, Values, literals
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Writer


class SelfCount(Constraint, frozen=True):
    """Some of the places hold one number, as often as its value; no other number occurs.

    Attributes:
        places: Any places. Values that are no numbers are blanks.

    Rows:
        d for d values, and d variables.

    Example:
        >>> word = SelfCount("area", "area a", cells((1, 3)))
        >>> word.sentence()
        'area a: one number, as often as it says'
        >>> word.allows(".", 1, 2)
        '6 of 27: ..1 .1. .22 1.. 2.2 22.'
    """

    traits = Trait.MODEL

    def sentence(self) -> str:
        return f"{self.title}: one number, as often as it says"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """number[i]: the i-th number is the one that occurs."""
        model = rows.blocks
        numbers = [value for value in model.domain if isinstance(value, int)]
        for c, group in zip(constraints, ids.tolist(), strict=True):
            if not numbers:
                model.contradiction(model.groups[group])
                continue
            chosen = model.vars(f"number, {c.label}", len(numbers), model.groups[group]).tolist()
            model.exactly_one(group, chosen)
            for number, one in zip(numbers, chosen, strict=True):
                x = [lit for lit in literals(model, c.places, number, c.layer) if lit]
                model.linear(group, [*x, one], [1] * len(x) + [-number], 0, 0)
                for lit in x:
                    model.clauses(group, [-lit, one])

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        entries = sum(len(c.places) for c in constraints) * values
        return Size(2 * entries, 3 * entries, 8 * entries, 24 * entries)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = [value for value in values if isinstance(value, int)]
        number, most = held[0] if held else 1, len(held) + values.count(None)
        if len({*held}) > 1 or not len(held) <= number <= most:
            where = [p for p, v in zip(self.places, values, strict=True) if isinstance(v, int)]
            yield f"{self.sentence()}; not so", where or self.places
