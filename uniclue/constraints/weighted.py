"""Sums of what is printed in the cells that are chosen."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from uniclue.constraints.base import Broken, Values
from uniclue.constraints.if_so import NO_SKIPPING
from uniclue.constraints.walk import WalkConstraint
from uniclue.core.model import Value


class WeightsExcept(WalkConstraint, frozen=True):
    """What the places weigh that hold anything but one value: ``row 1: 7 in all``.

    Attributes:
        places: The places.
        weights: What each of them weighs.
        total: What they weigh together.
        blank: The value of places that do not count.

    Rows:
        A path through n times the total states for n places.

    Example:
        >>> word = WeightsExcept("line", "row 1", cells((1, 3)), (1, 2, 3), 3, ".")
        >>> word.sentence()
        'row 1: 3 in all'
        >>> word.allows(".", "a")
        '2 of 8: ..a aa.'
    """

    weights: tuple[int, ...]
    total: int
    blank: Value

    def misfit(self) -> str:
        if self.skips_outside:
            return NO_SKIPPING
        if len(self.weights) != len(self.places):
            return f"weights: expected {len(self.places)}, got {len(self.weights)}"
        return ""

    def sentence(self) -> str:
        return f"{self.title}: {self.total} in all"

    def steps_a_place(self, values: int) -> int:
        return values * (self.total + 1)

    def start(self) -> Hashable:
        return 0, 0

    def step(self, state: Hashable, value: Value) -> Hashable | None:
        assert isinstance(state, tuple)
        at, weight = state
        weight += self.weights[at] * (value != self.blank)
        return (at + 1, weight) if weight <= self.total else None

    def ends(self, state: Hashable) -> bool:
        return isinstance(state, tuple) and state[1] == self.total

    def violations(self, values: Values) -> Iterator[Broken]:
        pairs = [*zip(values, self.weights, strict=True)]
        sure = sum(weight for value, weight in pairs if value not in (None, self.blank))
        most = sure + sum(weight for value, weight in pairs if value is None)
        if not sure <= self.total <= most:
            yield f"{self.sentence()}; it is {sure}", self.places
