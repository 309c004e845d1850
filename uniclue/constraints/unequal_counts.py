"""Unequal: two areas that do not hold a value equally often; places that are not all different."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Self

from msgspec.structs import replace

from uniclue.constraints.base import (
    OUTSIDE,
    Broken,
    Constraint,
    Trait,
    Values,
    literals,
    places_with,
    values_of,
)
from uniclue.constraints.unary import NUMBERS, number_of_times, number_size
from uniclue.constraints.walk import WalkConstraint
from uniclue.core.arrays import np
from uniclue.core.memory import Size, clauses
from uniclue.core.model import Ints, Model, Value, Writer
from uniclue.core.places import Point, names
from uniclue.core.words import plural


class DifferentCounts(WalkConstraint, frozen=True):
    """The first places do not hold a value as often as the others: ``rooms a and b differ``.

    In models of the form ``numbers`` each area's number is said once, in unary: far fewer rows, and
    less that one constraint tells alone.

    Attributes:
        places: The places of one area, then those of the other.
        first: How many of the places belong to the first area.
        of: What one place with the value is called.
        value: The value.

    Rows:
        A path through n x n/2 states for n places; in the form ``numbers`` a number in unary for
        each area, once, and n/2 clauses.

    Example:
        >>> one, other = cells((1, 4))[:2], cells((1, 4))[2:]
        >>> word = DifferentCounts("unequal", "areas a and b", one + other, 2, "shaded cell")
        >>> word.sentence()
        'areas a and b: not equally many shaded cells'
        >>> word.allows(0, 1)
        '10 of 16: 0001 0010 0011 0100 0111 1000 1011 1100 ...'
    """

    traits = Trait.MODEL

    first: int
    of: str = "place"
    value: Value = 1

    def sentence(self) -> str:
        return f"{self.title}: not equally many {plural(self.of)}"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A path each, over the places that have variables, or a comparison of two numbers."""
        model = rows.blocks
        if model.form == NUMBERS:
            cls._compare(model, constraints, ids)
            return
        firsts = [sum(p in model.positions for p in c.places[: c.first]) for c in constraints]
        unknowns = [replace(c, first=n) for c, n in zip(constraints, firsts, strict=True)]
        super().add(model, unknowns, ids)

    @property
    def _sides(self) -> tuple[Sequence[Point], Sequence[Point]]:
        return self.places[: self.first], self.places[self.first :]

    @classmethod
    def _compare(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """Makes two numbers different: one is less or more than the other."""
        shared, owners, rows = model.groups[ids[0]].role == "rule", [], []
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = (literals(model, places, c.value, c.layer) for places in c._sides)
            sides = [number_of_times(model, owner, some, shared=shared) for some in x]
            for n in range(min(map(len, sides)) + 1):
                less = [-side[n - 1] for side in sides if n]
                rows.append([*less, *(side[n] for side in sides if n < len(side))])
                owners.append(owner)
        model.clause_lists(owners, rows)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        if form != NUMBERS:
            return super().estimate(constraints, values, form)
        areas = {area for c in constraints for area in c._sides}
        compared = clauses(sum(min(map(len, c._sides)) + 1 for c in constraints), 4)
        return sum((number_size(len(area)) for area in areas), compared)

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
            where = places_with(self, values, self.value)
            yield f"{self.sentence()}; it is {one.count(self.value)}", where


class SomeEqual(Constraint, frozen=True):
    """Two of the places or more hold the same: ``block at r1c1: not all are different``.

    Attributes:
        places: Two places or more.

    Rows:
        1 + nd for n places and d values, and d variables.

    Example:
        >>> word = SomeEqual("corner", "the block at r1c1", cells((1, 3)))
        >>> word.sentence()
        'the block at r1c1: not all are different'
        >>> word.allows(1, 2, 3)
        '21 of 27: 111 112 113 121 122 131 133 211 ...'
    """

    traits = Trait.MODEL

    def sentence(self) -> str:
        return f"{self.title}: not all are different"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """twice[i]: the i-th value stands at two places or more."""
        model = rows.blocks
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
            clauses = np.concatenate([-twice[:, :, None, None].repeat(n, axis=2), others], axis=3)
            model.clauses(owners.repeat(size * n), clauses.reshape(-1, n + 1))

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        number = len(constraints) * values
        entries = sum(len(c.places) ** 2 for c in constraints) * values
        return Size(number, entries, 5 * number, entries)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = [value for value in values if value != OUTSIDE]
        if None not in held and len({*held}) == len(held):
            yield f"{self.sentence()}; {names(self.places)} are", self.places

    def is_kept(self, values: Values) -> bool:
        some = {*values}
        return (len(some) < len(values) and some.isdisjoint((None, OUTSIDE))) or super().is_kept(
            values
        )
