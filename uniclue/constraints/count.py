"""Counts: how many places hold a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Values
from uniclue.core.model import Ints, Model, Value
from uniclue.core.places import names


class Count(Constraint, frozen=True):
    """So many places hold a value: ``exactly 2 blocks hold a lion``.

    Attributes:
        value: The value.
        least: How many hold it at least.
        most: How many hold it at most.
    """

    value: Value
    least: int
    most: int

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """One row each."""
        for c, group in zip(constraints, ids.tolist(), strict=True):
            model.linear(group, c.x(model, c.value), 1, c.least, c.most)

    def violations(self, values: Values) -> Iterator[Broken]:
        number = values.count(self.value)
        if number > self.most or number + self.room(values) < self.least:
            where = self.where(values, self.value)
            yield f"{self.title}; not so{f' at {names(where)}' if where else ''}", where

    def room(self, values: Values) -> int:
        """How many more places can still hold the value."""
        return values.count(None)


class Supply(Count, frozen=True):
    """A count of one of several values that are all supplied in given numbers.

    Attributes:
        others: The other values, with their numbers.
    """

    others: tuple[tuple[Value, int], ...]

    def room(self, values: Values) -> int:
        """None, if the places still free do not suffice for all the others that are missing."""
        missing = sum(max(0, number - values.count(value)) for value, number in self.others)
        return max(0, values.count(None) - missing)


def number_of_blocks(number: int, verb: str = "hold") -> str:
    """Such as ``1 block holds``, ``3 blocks hold``."""
    return f"1 block {verb}s" if number == 1 else f"{number} blocks {verb}"
