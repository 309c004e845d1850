"""Barred: a value stands in none of the places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Values, variables
from uniclue.core.model import Ints, Model, Value
from uniclue.core.puzzle import name_places


class Barred(Constraint, frozen=True):
    """A value stands in none of the places: ``no panda stands on banana``.

    Attributes:
        value: The value.
    """

    value: Value

    def sentence(self) -> str:
        return self.title

    @property
    def about(self) -> tuple[str, ...]:
        return (str(self.value),)

    def literals(self, model: Model) -> list[int]:
        x = variables(model, self.value, self.layer)
        return [-int(x[model.place_index[place]]) for place in self.places]

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """No rows: the groups are literals."""

    def violations(self, values: Values) -> Iterator[Broken]:
        where = [p for p, value in zip(self.places, values, strict=True) if value == self.value]
        if where:
            yield f"{self.title}; not so at {name_places(where)}", where
