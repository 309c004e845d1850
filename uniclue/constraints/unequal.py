"""Unequal: two areas that do not hold a value equally often; places that are not all different."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Self

import numpy as np
from msgspec.structs import replace

from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Values, values_of
from uniclue.constraints.walk import Walk
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Model, Value
from uniclue.core.places import names


class Unequal(Walk, frozen=True):
    """The first places do not hold a value as often as the others: ``rooms a and b differ``.

    Attributes:
        first: How many the first places are.
        of: What one place with the value is called.
        value: The value.
    """

    first: int
    of: str = "place"
    value: Value = 1

    def sentence(self) -> str:
        return f"{self.title}: not equally many {self.of}s"

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """A path each, over the places that are asked."""
        firsts = [sum(p in model.positions for p in c.places[: c.first]) for c in constraints]
        asked = [replace(c, first=n) for c, n in zip(constraints, firsts, strict=True)]
        super().add(model, asked, ids)

    def steps_a_place(self, values: int) -> int:
        return values * len(self.places) // 2 + 1

    def start(self) -> Hashable:
        return 0, 0

    def step(self, state: Any, value: Value) -> Hashable | None:
        place, more = state
        counts = int(value == self.value)
        return place + 1, more + (counts if place < self.first else -counts)

    def ends(self, state: Any) -> bool:
        return bool(state[1])

    def violations(self, values: Values) -> Iterator[Broken]:
        one, other = values[: self.first], values[self.first :]
        if None not in values and one.count(self.value) == other.count(self.value):
            where = self.where(values, self.value)
            yield f"{self.sentence()}; it is {one.count(self.value)}", where


class SomeAlike(Constraint, frozen=True):
    """Two of the places or more hold the same: ``block at r1c1: not all are different``."""

    def sentence(self) -> str:
        return f"{self.title}: not all are different"

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """twice[i]: the i-th value stands at two places or more."""
        size = len(model.domain)
        lists = [[place for place in c.places if place in model.positions] for c in constraints]
        for n in {*map(len, lists)}:
            which = [i for i, places in enumerate(lists) if len(places) == n]
            owners = ids[which]
            twice = np.stack(
                [
                    model.vars(f"twice, {constraints[i].label}", size, model.groups[group])
                    for i, group in zip(which, owners.tolist(), strict=True)
                ]
            )
            model.clauses(owners, twice)
            if n < 2:
                model.clauses(owners.repeat(size), -twice.reshape(-1, 1))
                continue
            x = values_of(model, [lists[i] for i in which], constraints[0].layer).swapaxes(1, 2)
            others = x[:, :, None] * ~np.eye(n, dtype=np.bool_)  # each leaves out one place
            rows = np.concatenate([-twice[:, :, None, None].repeat(n, axis=2), others], axis=3)
            model.clauses(owners.repeat(size * n), rows.reshape(-1, n + 1))

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        number = len(constraints) * values
        entries = sum(len(c.places) ** 2 for c in constraints) * values
        return Size(number, entries, 5 * number, entries)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = [value for value in values if value != OUTSIDE]
        if None not in held and len({*held}) == len(held):
            yield f"{self.sentence()}; {names(self.places)} are", self.places
