"""Counts: how many places hold a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import compress, groupby
from operator import attrgetter
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Trait, Values, bits, places_with
from uniclue.constraints.situation import DomainChange, Reason, has, has_now, needs, room_for
from uniclue.core.memory import Size, count
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point, names
from uniclue.core.words import either, is_plural, is_where, number_of, the
from uniclue.propagation.narrowing import DomainStore, Narrower, counted


class Counted(Constraint, frozen=True):
    """A number of places holds a value: the base of the counts."""

    traits = Trait.SKIPS_OUTSIDE

    @property
    def value(self) -> Value:
        """The value."""
        raise NotImplementedError

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number."""
        raise NotImplementedError

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """One row each, those of equal length together; no number is in bounds that exclude all."""
        can = [c.bounds[0] <= c.bounds[1] for c in constraints]
        for owner in compress(ids.tolist(), [not so for so in can]):
            rows.contradiction(owner)
        if some := [*compress(constraints, can)]:
            rows.counts_in(
                ids[can],
                some[0].layer,
                [c.places for c in some],
                [(c.value,) for c in some],
                [c.bounds for c in some],
                by_length=True,
            )

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        shapes = Counter((len(c.places), *c.bounds) for c in constraints).items()
        return sum((count(*shape) * number for shape, number in shapes), Size())

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower:
        least, most = self.bounds
        return (
            partial(counted, bits(domain, (self.value,)), least, most) if least <= most else _never
        )

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        """Values that occur once in the same places are narrowed together.

        So are all others, where these are different and as many as the places left.
        """
        others = []
        for places, same in groupby(constraints, key=attrgetter("places")):
            some, at = [*same], narrowing.at(places)
            is_once = [c.bounds == (1, 1) and c.value in narrowing.domain for c in some]
            if at and sum(is_once) > 1:
                values = bits(narrowing.domain, tuple(c.value for c in compress(some, is_once)))
                narrowing.add_once(values, at)
                some = [c for c, once in zip(some, is_once, strict=True) if not once]
            others += some
            for c in some if at else ():
                rest = narrowing.different_in(at) & ~bits(narrowing.domain, (c.value,))
                if c.bounds == (len(at) - rest.bit_count(),) * 2:
                    narrowing.add_once(rest, at)
        return super().narrow(narrowing, others)

    def violations(self, values: Values) -> Iterator[Broken]:
        (least, most), number = self.bounds, values.count(self.value)
        if number > most or number + self.room(values) < least:
            yield self.wrong(values, number), places_with(self, values, self.value)

    def is_kept(self, values: Values) -> bool:
        (least, most), number = self.bounds, values.count(self.value)
        return least <= number <= most or super().is_kept(values)

    def room(self, values: Values) -> int:
        """How many more places can still hold the value."""
        return values.count(None)

    def because(self, at: DomainChange) -> Reason:
        """Enough places hold the value, or no other place can."""
        there = at.sure(self.value)
        if len(there) >= self.bounds[1]:
            return Reason("count complete", self.full(at, there))
        return Reason("last places", self.lacking())

    def full(self, at: DomainChange, there: Sequence[Point]) -> str:
        """Enough places hold the value."""
        more = f", {at.names(there)}" if there else ""
        return f"{self.sentence()}{more}"

    def lacking(self) -> str:
        """Every place that is left must hold the value."""
        return f"{self.sentence()}, and no other place is left"

    def wrong(self, values: Values, number: int) -> str:
        """The sentence about a wrong number."""
        blank = f" and {values.count(None)} blank" if None in values else ""
        return f"{self.sentence()}; there {'is' if number == 1 else 'are'} {number}{blank}"


def _never(can: tuple[int, ...]) -> list[int]:
    """The propagator of what no values keep."""
    return [0] * max(1, len(can))


class Count(Counted, frozen=True):
    """A number of places within bounds holds a value: ``exactly 2 blocks hold a lion``.

    Attributes:
        places: Any places. The title is the whole sentence.
        value: The value.
        least: The least number of places.
        most: The greatest number of places.

    Rows:
        One.

    Example:
        >>> word = Count("species", "1 or 2 blocks hold a lion", cells((1, 3)), "lion", 1, 2)
        >>> word.sentence()
        '1 or 2 blocks hold a lion'
        >>> word.allows("lion", ".")
        '6 of 8: lion,lion,. lion,.,lion lion,.,. .,lion,lion .,lion,. .,.,lion'
    """

    value: Value
    least: int
    most: int

    @property
    def bounds(self) -> tuple[int, int]:
        return self.least, self.most

    def wrong(self, values: Values, number: int) -> str:
        where = names(places_with(self, values, self.value))
        return f"{self.title}; not so{f' at {where}' if where else ''}"


class Supply(Count, frozen=True):
    """A count of one of several values that are all supplied in given numbers.

    Attributes:
        places: Any places. The title is the whole sentence.
        others: The other values, with their numbers.

    Rows:
        One.

    Example:
        >>> word = Supply("species", "2 lions", cells((1, 3)), "lion", 2, 2, (("panda", 1),))
        >>> word.sentence()
        '2 lions'
        >>> word.allows("lion", "panda")
        '3 of 8: lion,lion,panda lion,panda,lion panda,lion,lion'
    """

    others: tuple[tuple[Value, int], ...]

    def room(self, values: Values) -> int:
        """How many free places remain for the value once all others have their number."""
        missing = sum(max(0, number - values.count(value)) for value, number in self.others)
        return max(0, values.count(None) - missing)


class Exactly(Counted, frozen=True):
    """Exactly a number of places hold a value: ``around r2c3: exactly 2 lamps``.

    Attributes:
        places: Any places.
        number: The number of places.
        of: The name for one of them: ``lamp``.
        value: The value.

    Rows:
        One.

    Example:
        >>> word = Exactly("number", "beside r2c2", around((1, 1)), 2, "lamp")
        >>> word.sentence()
        'beside r2c2: exactly 2 lamps'
        >>> word.allows(0, 1)
        '6 of 16: 0011 0101 0110 1001 1010 1100'
    """

    number: int
    of: str = "place"
    value: Value = 1

    @property
    def bounds(self) -> tuple[int, int]:
        return self.number, self.number

    @property
    def phrase(self) -> str:
        """``exactly``, ``at most`` or ``at least``."""
        return "exactly"

    def sentence(self) -> str:
        return f"{self.title}: {self.phrase} {number_of(self.number, self.of)}"

    def broken(self, values: Values) -> str:
        (least, most), number = self.bounds, values.count(self.value)
        room = number + self.room(values)
        if number > most:
            return has_now(self.title, number, self.of)
        return room_for(self.title, room, self.of, least) if room < least else ""

    def full(self, at: DomainChange, there: Sequence[Point]) -> str:
        if not self.number:
            return f"no {self.of} {self.title if is_where(self.title) else f'in {the(self.title)}'}"
        return has(self.title, self.number, self.of, at.at(there[0]))

    def lacking(self) -> str:
        return f"{needs(self.title, self.number, self.of)}, and no other place is left"


class AllBut(Exactly, frozen=True):
    """All places but a number hold a value: ``beside r2c3: exactly 2 triangles``, where . is none.

    Attributes:
        places: Any places.
        number: The number of places that do not hold it.
        of: The name for a place that does not hold it.

    Rows:
        One.

    Example:
        >>> word = AllBut("number", "beside r2c2", around((1, 1)), 1, "triangle", ".")
        >>> word.sentence()
        'beside r2c2: exactly 1 triangle'
        >>> word.allows(".", "a", "b")
        '8 of 81: ...a ...b ..a. ..b. .a.. .b.. a... b...'
    """

    @property
    def bounds(self) -> tuple[int, int]:
        return (len(self.places) - self.number,) * 2

    def full(self, at: DomainChange, there: Sequence[Point]) -> str:
        return super().lacking()

    def lacking(self) -> str:
        where = self.title if is_where(self.title) else f"in {the(self.title)}"
        return f"{number_of(self.number, self.of)} {where}, and no more"

    def broken(self, values: Values) -> str:
        return Constraint.broken(self, values)

    def wrong(self, values: Values, number: int) -> str:
        return super().wrong(values, len(values) - values.count(None) - number)


class AtMost(Exactly, frozen=True):
    """At most a number of places hold a value.

    Attributes:
        places: Any places.
        number: The greatest number of places.
        of: The name for one of them: ``lamp``.
        value: The value.

    Rows:
        One.

    Example:
        >>> word = AtMost("pool", "the block at r1c1", block((0, 0)), 1, "shaded cell")
        >>> word.sentence()
        'the block at r1c1: at most 1 shaded cell'
        >>> word.allows(0, 1)
        '5 of 16: 0000 0001 0010 0100 1000'
    """

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, self.number

    @property
    def phrase(self) -> str:
        return "at most"

    def because(self, at: DomainChange) -> Reason:
        is_pool = len(self.places) == 4 and self.number == 3
        return Reason("two by two" if is_pool else "no more", self.full(at, ()))

    def full(self, at: DomainChange, there: Sequence[Point]) -> str:
        more = number_of(self.number + 1, self.of)
        if is_where(self.title):
            return f"otherwise there are {more} {self.title}"
        return f"otherwise {the(self.title)} {'hold' if is_plural(self.title) else 'holds'} {more}"


class AtLeast(Exactly, frozen=True):
    """At least a number of places hold a value.

    Attributes:
        places: Any places.
        number: The least number of places.
        of: The name for one of them: ``lamp``.
        value: The value.

    Rows:
        One.

    Example:
        >>> word = AtLeast("dark", "in sight of r1c1", cells((1, 3)), 1, "lamp")
        >>> word.sentence()
        'in sight of r1c1: at least 1 lamp'
        >>> word.allows(0, 1)
        '7 of 8: 001 010 011 100 101 110 111'
    """

    @property
    def bounds(self) -> tuple[int, int]:
        return self.number, len(self.places)

    @property
    def phrase(self) -> str:
        return "at least"


MOST_COUNTED_IN = 8
"""Places, at most, as there are up to 2**n clauses."""


class CountIn(Constraint, frozen=True):
    """The number of places that hold a value is one of several: ``at r2c3: 0 or 2 lines``.

    For up to eight places, such as the lines that meet in a joint; a clause for every way to have
    another number.

    Attributes:
        places: Up to eight places.
        numbers: The numbers allowed.
        of: The name for one of them.
        value: The value.

    Rows:
        Up to 2^n clauses for n places.

    Example:
        >>> word = CountIn("joint", "at r2c2", around((1, 1), 0.5), (0, 2), "line")
        >>> word.sentence()
        'at r2c2: 0 or 2 lines'
        >>> word.allows(0, 1)
        '7 of 16: 0000 0011 0101 0110 1001 1010 1100'
    """

    traits = Trait.SKIPS_OUTSIDE

    numbers: tuple[int, ...]
    of: str = "place"
    value: Value = 1

    def sentence(self) -> str:
        return f"{self.title}: {self._numbers}"

    @property
    def _numbers(self) -> str:
        *most, last = self.numbers
        return either([*map(str, most), number_of(last, self.of)])

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A clause for each way to have another number."""
        lists = [
            [x for x in rows.literals_at(c.places, c.value, c.layer) if x] for c in constraints
        ]
        if (most := max(map(len, lists))) > MOST_COUNTED_IN:
            raise ValueError(f"expected at most {MOST_COUNTED_IN} places to count in, got {most}")
        rows.numbers_in(ids, lists, [c.numbers for c in constraints])

    def because(self, at: DomainChange) -> Reason:
        there, can = len(at.sure(self.value)), len(at.can(self.value))
        verb = "is" if there == 1 else "are"
        where = self.title if is_where(self.title) else f"in {the(self.title)}"
        more = f"{there} {verb} there, and {can - there} more can be"
        return Reason("counting", f"{self._numbers} {where}: {more}")

    def violations(self, values: Values) -> Iterator[Broken]:
        sure = values.count(self.value)
        if not any(sure <= n <= sure + values.count(None) for n in self.numbers):
            yield f"{self.sentence()}; there are {sure}", places_with(self, values, self.value)


def number_of_blocks(number: int, verb: str = "hold") -> str:
    """Such as ``1 block holds``, ``3 blocks hold``.

    Args:
        number: The number.
        verb: The verb, as for several.

    Example:
        >>> number_of_blocks(1), number_of_blocks(3)
        ('1 block holds', '3 blocks hold')
    """
    return f"1 block {verb}s" if number == 1 else f"{number} blocks {verb}"
