"""Barred: a value stands in none of the places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import (
    Broken,
    Constraint,
    Trait,
    Values,
    not_so_at,
    places_with,
    variables_at,
)
from uniclue.core.memory import Size, clauses
from uniclue.core.model import Value, Writer


class Forbidden(Constraint, frozen=True):
    """A value stands in none of the places: ``no panda stands on banana``.

    Attributes:
        places: Any places. The title is the whole sentence.
        value: The value.

    Rows:
        None: what it says are values that are impossible.

    Example:
        >>> word = Forbidden("shut", "no lion stands in row 1", cells((1, 2)), "lion")
        >>> word.sentence()
        'no lion stands in row 1'
        >>> word.allows("lion", "panda")
        '1 of 4: panda,panda'
    """

    traits = Trait.MODEL

    value: Value

    @property
    def about(self) -> tuple[str, ...]:
        return (str(self.value),)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        return clauses(sum(len(c.places) for c in constraints), 1)

    def literals(self, rows: Writer) -> list[int]:
        literals: list[int] = (-variables_at(rows.blocks, self, self.value)).tolist()
        return literals

    def violations(self, values: Values) -> Iterator[Broken]:
        return not_so_at(self, places_with(self, values, self.value))
