"""PatternCount: how often some pictures occur, such as ships of a length, or ends of a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Values
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point
from uniclue.core.words import number_of

Picture = tuple[tuple[Point, ...], tuple[Point, ...]]
"""The places that hold the value, and those that do not."""


class PatternCount(Constraint, frozen=True):
    """Some pictures occur a given number of times: ``the fleet: exactly 2 ships of 3 cells``.

    Attributes:
        places: All places that occur in the patterns.
        pictures: The patterns: of each, the places that hold the value, and those that do not.
            Places beyond the board hold no value.
        number: How many of them are present.
        of: What one of them is called.
        value: The value.

    Rows:
        One, and a variable for each pattern.

    Example:
        >>> (_, line), *_ = rows((1, 3))
        >>> ships = (line[:2], line[2:]), (line[1:], line[:1])
        >>> word = PatternCount("fleet", "the fleet", line, ships, 1, "ship of 2 cells")
        >>> word.sentence()
        'the fleet: exactly 1 ship of 2 cells'
        >>> word.allows(0, 1)
        '2 of 8: 011 110'
    """

    pictures: tuple[Picture, ...]
    number: int
    of: str = "picture"
    value: Value = 1

    def sentence(self) -> str:
        return f"{self.title}: exactly {number_of(self.number, self.of)}"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """there[i]: the i-th picture is there."""
        for c, group in zip(constraints, ids.tolist(), strict=True):
            at = c.places, c.value, c.layer
            seen = rows.pictures(group, f"there, {c.label}", at, c.pictures)
            rows.count(group, seen, c.number, c.number)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        number = sum(len(c.pictures) for c in constraints)
        entries = sum(len(held) + len(bare) for c in constraints for held, bare in c.pictures)
        return Size(
            2 * number, 3 * entries + number, entries + 3 * number, 3 * entries + 9 * number
        )

    def violations(self, values: Values) -> Iterator[Broken]:
        stands = dict(zip(self.places, values, strict=True))
        sure = [p for p in self.pictures if self._is_there(p, stands, {self.value})]
        can = [p for p in self.pictures if self._is_there(p, stands, {self.value, None})]
        if not len(sure) <= self.number <= len(can):
            bounds = f"{len(sure)}" if len(sure) == len(can) else f"{len(sure)} to {len(can)}"
            yield (
                f"{self.sentence()}; it is {bounds}",
                [place for held, _ in sure for place in held],
            )

    def is_kept(self, values: Values) -> bool:
        held = {*compress(self.places, [value == self.value for value in values])}
        there = [p for p in self.pictures if held.issuperset(p[0]) and held.isdisjoint(p[1])]
        return (len(there) == self.number and None not in values) or super().is_kept(values)

    def _is_there(
        self, picture: Picture, stands: dict[Point, Value | None], allowed: set[Value | None]
    ) -> bool:
        """Whether a picture is there, or can be where unknown places are allowed to hold."""
        held, bare = picture
        free = {self.value} if None in allowed else {self.value, None}
        return all(p in stands and stands[p] in allowed for p in held) and not any(
            p in stands and stands[p] in free for p in bare
        )
