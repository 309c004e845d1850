"""Comparisons of numbers: less, a difference, a ratio, between, increasing."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, Self

from msgspec.structs import replace

from uniclue.constraints.base import (
    OUTSIDE,
    Broken,
    Constraint,
    Trait,
    Values,
    literals,
    literals_by_value,
)
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core.arrays import np
from uniclue.core.memory import Size, clauses
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point, name
from uniclue.core.words import either
from uniclue.propagation.narrowing import Images, Narrower, related


class Related(Constraint, frozen=True):
    """The numbers in every two consecutive places are in a relation."""

    traits = Trait.NUMBERS

    @abstractmethod
    def relates(self, one: Any, other: Any) -> bool:
        """Whether two numbers are in the relation."""

    @abstractmethod
    def says(self) -> str:
        """The relation in words, after the title."""

    def sentence(self) -> str:
        return f"{self.title}: {self.says()}"

    def because(self, at: DomainChange) -> Reason:
        """Names the values that the place before or after it can hold, too, if they are few."""
        words, unknowns = super().because(at).words, [p for p in self.places if p in at.before]
        near = [q for pair in pairwise(unknowns) for p, q in (pair, pair[::-1]) if at.after.get(p)]
        few = [q for q in dict.fromkeys(near) if len(at.before[q]) < 4]
        reasons = [f"{at.name(q)} is {either(map(str, at.before[q]))}" for q in few[:2]]
        return Reason("comparison", "; ".join([words, *reasons]))

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A clause for each value of a place, with the values that can stand next to it."""
        alike: dict[Self, list[int]] = {}
        for i, c in enumerate(constraints):
            bare = replace(c, code="", title="", places=(), name="", layer="")
            alike.setdefault(bare, []).append(i)
        for relation, which in alike.items():
            unknowns = [[p for p in constraints[i].places if p in rows.positions] for i in which]
            pairs = [
                (i, pair)
                for i, places in zip(which, unknowns, strict=True)
                for pair in pairwise(places)
            ]
            if not pairs:
                continue
            of, both = zip(*pairs, strict=True)
            suits = [[relation.relates(a, b) for b in rows.domain] for a in rows.domain]
            rows.related(ids[list(of)], constraints[0].layer, both, suits)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        pairs = sum(max(len(c.places) - 1, 0) for c in constraints)
        return clauses(2 * values * pairs, 2 + values // 2)

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower:
        bare = replace(self, code="", title="", places=(), name="", layer="")
        return partial(related, *_images(bare, domain))

    def violations(self, values: Values) -> Iterator[Broken]:
        pairs = zip(self.places, values, strict=True)
        unknowns = [(place, value) for place, value in pairs if value != OUTSIDE]
        for (p, one), (q, other) in pairwise(unknowns):
            if one is not None and other is not None and not self.relates(one, other):
                yield f"{self.sentence()}; {name(p)} holds {one}, {name(q)} {other}", (p, q)


@lru_cache(maxsize=256)
def _images(relation: Related, domain: tuple[Value, ...]) -> tuple[Images, Images]:
    """The values that can follow each value of a place, and those that can precede it."""
    so = [[relation.relates(one, other) for other in domain] for one in domain]
    onwards = [sum([1 << i for i, suits in enumerate(row) if suits]) for row in so]
    back = [sum([1 << i for i, suits in enumerate(row) if suits]) for row in zip(*so, strict=True)]
    return Images(onwards), Images(back)


class Less(Related, frozen=True):
    """The first of two places holds less than the second: ``r1c1 < r1c2``.

    Attributes:
        places: Two places that hold numbers, that of the lesser one first. The title is the whole
            sentence.
        by: The least difference.

    Rows:
        2d for d values.

    Example:
        >>> word = Less("sign", "r1c1 < r1c2", cells((1, 2)))
        >>> word.sentence()
        'r1c1 < r1c2: the first is less'
        >>> word.allows(1, 2, 3)
        '3 of 9: 12 13 23'
    """

    by: int = 1

    def relates(self, one: Any, other: Any) -> bool:
        return bool(one + self.by <= other)

    def because(self, at: DomainChange) -> Reason:
        words = super().because(at).words
        return (
            Reason("comparison", words.replace(f"{self.says()} ({self.title})", self.title))
            if "<" in self.title
            else Reason("comparison", words)
        )

    def says(self) -> str:
        return "the first is less" + (f" by {self.by} or more" if self.by > 1 else "")


class Increasing(Related, frozen=True):
    """The numbers grow from place to place: ``the thermometer at r1c1: numbers grow``.

    Attributes:
        places: A line of places that hold numbers.
        strictly: Whether no number may equal the one before.

    Rows:
        2(n - 1)d for n places and d values.

    Example:
        >>> word = Increasing("thermometer", "the thermometer at r1c1", cells((1, 3)))
        >>> word.sentence()
        'the thermometer at r1c1: numbers grow'
        >>> word.allows(1, 2, 3, 4)
        '4 of 64: 123 124 134 234'
    """

    strictly: bool = True

    def relates(self, one: Any, other: Any) -> bool:
        return bool(one < other or (one == other and not self.strictly))

    def says(self) -> str:
        return "numbers grow" if self.strictly else "numbers do not fall"


class Difference(Related, frozen=True):
    """Two numbers differ by a given number, or do not: ``r1c1 and r1c2: difference 1``.

    Attributes:
        places: Two places that hold numbers.
        number: The difference.
        negated: Whether they do not.

    Rows:
        2d for d values.

    Example:
        >>> word = Difference("dot", "r1c1 and r1c2", cells((1, 2)), 1)
        >>> word.sentence()
        'r1c1 and r1c2: difference 1'
        >>> word.allows(1, 2, 3)
        '4 of 9: 12 21 23 32'
        >>> Difference("no dot", "r1c1 and r1c2", cells((1, 2)), 1, negated=True).allows(1, 2, 3)
        '5 of 9: 11 13 22 31 33'
    """

    number: int
    negated: bool = False

    def relates(self, one: Any, other: Any) -> bool:
        return bool(abs(one - other) == self.number) != self.negated

    def says(self) -> str:
        return f"{'no ' if self.negated else ''}difference {self.number}"


class Ratio(Related, frozen=True):
    """One of two numbers is a multiple of the other by a ratio: ``r1c1 and r1c2: ratio 2``.

    Attributes:
        places: Two places that hold numbers.
        number: The ratio.
        negated: Whether, instead, neither number is.

    Rows:
        2d for d values.

    Example:
        >>> word = Ratio("dot", "r1c1 and r1c2", cells((1, 2)), 2)
        >>> word.sentence()
        'r1c1 and r1c2: ratio 2'
        >>> word.allows(1, 2, 3, 4)
        '4 of 16: 12 21 24 42'
        >>> Ratio("no dot", "r1c1 and r1c2", cells((1, 2)), 2, negated=True).allows(1, 2, 3)
        '7 of 9: 11 13 22 23 31 32 33'
    """

    number: int
    negated: bool = False

    def relates(self, one: Any, other: Any) -> bool:
        is_so = one * self.number == other or other * self.number == one
        return bool(is_so) != self.negated

    def says(self) -> str:
        return f"{'no ' if self.negated else ''}ratio {self.number}"


class Between(Constraint, frozen=True):
    """The numbers of all places but the first and the last lie between the numbers of these two.

    Attributes:
        places: A line of places that hold numbers, an end first and an end last.

    Rows:
        About 2(n - 2)d^2 for n places and d values, and a variable.

    Example:
        >>> word = Between("line", "the line from r1c1", cells((1, 3)))
        >>> word.sentence()
        'the line from r1c1: numbers between those at its ends'
        >>> word.allows(1, 2, 3)
        '2 of 27: 123 321'
    """

    traits = Trait.NUMBERS | Trait.MODEL

    def sentence(self) -> str:
        return f"{self.title}: numbers between those at its ends"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """rising: the last is greater than the first."""
        model = rows.blocks
        for c, group in zip(constraints, ids.tolist(), strict=True):
            ends = [place in model.positions for place in (c.places[0], c.places[-1])]
            if not all(ends):
                continue
            places = [place for place in c.places if place in model.positions]
            first, *inner, last = literals_by_value(model, places, c.layer).T.tolist()
            (rising,) = model.vars(f"rising, {c.label}", 1, model.groups[group]).tolist()
            clauses: list[list[int]] = []
            for middle in inner:
                for low, high, way in ((first, last, rising), (last, first, -rising)):
                    for one, other in ((low, middle), (middle, high)):
                        for i, x in enumerate(one):
                            clauses += [[-way, -x, -y] for y in other[: i + 1]]
            model.clause_lists(group, clauses)

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower | None:
        numbers = [value for value in domain if isinstance(value, int)]
        is_all = unknowns == len(self.places) and len(numbers) == len(domain)
        return _between if is_all and numbers == sorted(numbers) else None

    def violations(self, values: Values) -> Iterator[Broken]:
        first, *inner, last = values
        if isinstance(first, int) and isinstance(last, int):
            low, high = sorted((first, last))
            wrong = [
                p
                for p, v in zip(self.places[1:-1], inner, strict=True)
                if isinstance(v, int) and not low < v < high
            ]
            if wrong:
                yield f"{self.sentence()}; not so at {name(wrong[0])}", wrong


def _between(can: tuple[int, ...]) -> Sequence[int]:
    """Values between those at the ends, whichever end is greater."""
    first, *inner, last = can
    if not inner:
        return can
    greatest = min([1 << a.bit_length() for a in inner])  # of one of them, at most
    least = max([a & -a for a in inner])
    left = [0] * len(can)
    for low, high, way in ((first, last, 1), (last, first, -1)):
        low, high = low & (greatest >> 1) - 1, high & -(least << 1)
        within = -((low & -low) << 1) & ((1 << high.bit_length()) - 1 >> 1)
        row = [low, *[a & within for a in inner], high]
        if all(row):
            row[0], row[-1] = row[0 :: len(row) - 1][::way]
            left = [*map(int.__or__, left, row)]
    return can if all(map(int.__eq__, left, can)) else left


class Element(Constraint, frozen=True):
    """The first place holds the index of the place with a value: ``r1c1 tells where the 9 is``.

    Attributes:
        places: The place with the index, which counts from 1, then the places that are counted.
        value: The value.

    Rows:
        d for d values.

    Example:
        >>> word = Element("index", "row 1", cells((1, 3)), "a")
        >>> word.sentence()
        'row 1: the first number tells where the a is'
        >>> word.allows(1, 2, "a")
        '6 of 27: 1a1 1a2 1aa 21a 22a 2aa'
    """

    traits = Trait.MODEL

    value: Value

    def sentence(self) -> str:
        return f"{self.title}: the first number tells where the {self.value} is"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A clause for each index in the first place: the place with that index holds the value."""
        model = rows.blocks
        for c, group in zip(constraints, ids.tolist(), strict=True):
            there = literals(model, c.places[1:], c.value, c.layer)
            for number in model.domain:
                (x,) = literals(model, c.places[:1], number, c.layer)
                inside = isinstance(number, int) and 1 <= number <= len(there)
                held = there[int(number) - 1] if inside else 0
                if held != x or not x:  # else it tells of itself
                    model.clauses(group, np.array([[-x, held]]))

    def violations(self, values: Values) -> Iterator[Broken]:
        number, *line = values
        if number is None:
            return
        pointed: Value | None = OUTSIDE
        where: tuple[Point, ...] = (self.places[0],)
        if isinstance(number, int) and 1 <= number <= len(line):
            pointed, where = line[number - 1], (self.places[0], self.places[number])
        if pointed not in (None, self.value):
            yield f"{self.sentence()}; it tells of {number}", where
