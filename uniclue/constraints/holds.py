"""Holds: what stands in a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Values, variables
from uniclue.core.model import Ints, Model, Value


class Holds(Constraint, frozen=True):
    """One place holds a value: ``in the end r1c2 holds a rose``.

    Attributes:
        value: The value.
        words: Says of any value that it is there: ``holds a rose``, ``is empty``.
        empty: The value that means that no other stands there, if there is one.
    """

    value: Value
    words: Callable[[Value], str]
    empty: Value | None = None

    def sentence(self) -> str:
        return f"{self.title} {self.words(self.value)}"

    def literals(self, model: Model) -> list[int]:
        index = model.place_index[self.places[0]]
        if self.value != self.empty:
            return [int(variables(model, self.value, self.layer)[index])]
        others = (value for value in model.domain if value != self.empty)
        return [-int(variables(model, value, self.layer)[index]) for value in others]

    @property
    def about(self) -> tuple[str, ...]:
        return () if self.value == self.empty else (str(self.value),)

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """No rows: the groups are literals."""

    def violations(self, values: Values) -> Iterator[Broken]:
        (value,) = values
        if value not in (None, self.value):
            yield f"{self.sentence()}; here it {self.words(value)}", self.places
