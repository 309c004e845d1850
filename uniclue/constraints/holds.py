"""Holds: the value of one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from uniclue.constraints.base import Broken, Constraint, Trait, Values, variables_at
from uniclue.core.model import Value, Writer


class Holds(Constraint, frozen=True):
    """One place holds a value: ``in the end r1c2 holds a rose``.

    Attributes:
        places: One place.
        value: The value.
        words: Turns a value into words: ``holds a rose``, ``is empty``.
        empty: The value of an empty place, if there is one.

    Rows:
        None: what it says is a value that is known.

    Example:
        >>> word = Holds("target", "r1c1", cells((1, 1)), "rose", lambda value: f"holds a {value}")
        >>> word.sentence()
        'r1c1 holds a rose'
        >>> word.allows("rose", ".")
        '1 of 2: rose'
    """

    traits = Trait.MODEL

    value: Value
    words: Callable[[Value], str]
    empty: Value | None = None

    def sentence(self) -> str:
        return f"{self.title} {self.words(self.value)}"

    def literals(self, rows: Writer) -> list[int]:
        if self.value != self.empty:
            return [int(variables_at(rows.blocks, self, self.value)[0])]
        return [
            -int(variables_at(rows.blocks, self, value)[0])
            for value in rows.domain
            if value != self.empty
        ]

    @property
    def about(self) -> tuple[str, ...]:
        return () if self.value == self.empty else (str(self.value),)

    def violations(self, values: Values) -> Iterator[Broken]:
        (value,) = values
        if value not in (None, self.value):
            yield f"{self.sentence()}; here it {self.words(value)}", self.places
