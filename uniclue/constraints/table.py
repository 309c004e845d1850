"""Tables: the places hold one of some tuples, or look like one of some pictures."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, product
from typing import Self

import msgspec

from uniclue.constraints.base import Broken, Constraint, Trait, Values
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core import model
from uniclue.core.arrays import np
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point
from uniclue.core.words import number_of
from uniclue.propagation.narrowing import Narrower, Tuples

MOST_TUPLES = 10_000
"""The most tuples of values that a table with ``Not`` is written out as to narrow domains."""


class OneRow(Constraint, frozen=True):
    """The places hold one of some rows of values: the base of tables and pictures."""

    def because(self, at: DomainChange) -> Reason:
        return Reason("pattern", super().because(at).words)

    @abstractmethod
    def table(self, rows: Writer) -> model.WordRows:
        """The possible rows, as words of literals."""

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """The literals of exactly one row are true."""
        names = [f"row of {c.label}" for c in constraints]
        rows.one_of(ids, names, [c.table(rows) for c in constraints])

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        rows = sum(c.most_rows for c in constraints)
        entries = sum(c.most_rows * len(c.places) for c in constraints)
        return Size(rows, 3 * entries + rows, entries + rows, 3 * entries + rows)

    @property
    def most_rows(self) -> int:
        """The greatest number of rows."""
        return 1


class Not(msgspec.Struct, frozen=True):
    """Any value but one, in a tuple of a :class:`Table`.

    Attributes:
        value: The value.

    Example:
        >>> tuples = (("e", Not("w")), ("s", None))
        >>> word = Table("arrow", "r1c1", cells((1, 2)), "does not point back", tuples)
        >>> word.allows("e", "w", "s")
        '5 of 9: ee es se sw ss'
    """

    value: Value


Entry = Value | Not | None
"""An entry of a tuple: a value, any value but one, or any value."""


class Table(OneRow, frozen=True):
    """The places hold one of these tuples.

    Attributes:
        places: As many places as a tuple has values, in their order.
        says: What that means, in words.
        tuples: The tuples; None is any value, ``Not(value)`` any value but this one.

    Rows:
        A variable for each tuple, and a clause for each of its values.

    Example:
        >>> word = Table("plate", "plate a", cells((1, 2)), "a magnet", (("+", "-"), ("-", "+")))
        >>> word.sentence()
        'plate a: a magnet'
        >>> word.allows("+", "-", ".")
        '2 of 9: +- -+'
    """

    says: str
    tuples: tuple[tuple[Entry, ...], ...]

    def misfit(self) -> str:
        odd = (row for row in self.tuples if len(row) != len(self.places))
        places = number_of(len(self.places), "place")
        return next((f"tuples: expected one entry each for {places}, got {row}" for row in odd), "")

    def sentence(self) -> str:
        return f"{self.title}: {self.says}"

    @property
    def most_rows(self) -> int:
        return len(self.tuples)

    def table(self, rows: Writer) -> model.WordRows:
        of_value = {
            entry: self._literals(rows, entry) for entry in {*chain.from_iterable(self.tuples)}
        }
        columns = zip(*of_value.values(), strict=True)
        of = [dict(zip(of_value, column, strict=True)) for column in columns]
        can = self.tuples
        if not all([all(x) for entry, x in of_value.items() if _is_value(entry)]):  # noqa: C419
            beyond = [{v for v, lit in x.items() if not lit and _is_value(v)} for x in of]
            can = tuple(row for row in can if not any(map(set.__contains__, beyond, row)))
        overlapping = {i for row in can for i, entry in enumerate(row) if isinstance(entry, Not)}
        return model.WordRows(can, of, overlapping)

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower | None:
        if unknowns < len(self.places):
            return None
        return _narrower(self.tuples, domain, unknowns)

    def _literals(self, rows: Writer, entry: Entry) -> list[int]:
        """The literal for each place that it fits an entry; 0 if anything does."""
        if entry is None:
            return [0] * len(self.places)
        if isinstance(entry, Not):
            return [-x for x in rows.literals_at(self.places, entry.value, self.layer)]
        return rows.literals_at(self.places, entry, self.layer)

    def violations(self, values: Values) -> Iterator[Broken]:
        for row in self.tuples:
            if all(map(_fits, values, row)):
                return
        yield f"{self.sentence()}; not so", self.places

    def is_kept(self, values: Values) -> bool:
        return tuple(values) in self.tuples or super().is_kept(values)


def _is_value(entry: Entry) -> bool:
    """Whether an entry is a value, so that one place alone can hold it."""
    return entry is not None and not isinstance(entry, Not)


def _fits(value: Value | None, entry: Entry) -> bool:
    """Whether a value fits an entry, or may; None is not known."""
    if value is None or entry is None:
        return True
    return value != entry.value if isinstance(entry, Not) else value == entry


@lru_cache(maxsize=256)
def _narrower(
    tuples: tuple[tuple[Entry, ...], ...], domain: tuple[Value, ...], places: int
) -> Tuples | None:
    """The narrower of places that hold one of these tuples; None if they stand for too many."""
    index: dict[Entry, int] = {value: i for i, value in enumerate(domain)} | {None: -1}
    if any(isinstance(entry, Not) for entry in chain.from_iterable(tuples)):
        every = chain.from_iterable(_without_not(row, domain) for row in tuples)
        if len(tuples := tuple(islice(every, MOST_TUPLES + 1))) > MOST_TUPLES:
            return None
    rows = [[index[value] for value in row] for row in tuples if {*row} <= index.keys()]
    return Tuples(np.array(rows, np.int32).reshape(-1, places), len(domain))


def _without_not(
    row: tuple[Entry, ...], domain: tuple[Value, ...]
) -> Iterator[tuple[Value | None, ...]]:
    """The tuples of values that a tuple stands for."""
    fits = ([v for v in domain if v != e.value] if isinstance(e, Not) else [e] for e in row)
    return product(*fits)


def picture(held: Iterable[Point], places: Sequence[Point]) -> str:
    """The picture in which exactly these places hold the value."""
    return pictures([held], places)[0]


def pictures(sets: Iterable[Iterable[Point]], places: Sequence[Point]) -> tuple[str, ...]:
    """The pictures of some sets of places.

    Args:
        sets: The sets of places: those with a 1, in each pattern.
        places: The places of the :class:`Pattern`, in their order.

    Returns:
        The patterns, as texts of 0 and 1.

    Example:
        >>> pictures([[(0, 0)], [(0, 1), (0, 2)]], cells((1, 3)))
        ('100', '011')
    """
    index = {place: i for i, place in enumerate(places)}
    drawn = []
    for held in sets:
        looks = bytearray(b"0" * len(places))
        for place in held:
            looks[index[place]] = ord("1")
        drawn.append(looks.decode())
    return tuple(drawn)


class Pattern(OneRow, frozen=True):
    """The places look like one of some pictures.

    In a picture ``1`` means that the place holds the value, ``0`` that it does not, ``.`` is free;
    a picture has a character for each place, and blanks anywhere.

    Attributes:
        places: As many places as a pattern has characters, in their order.
        says: What that means, in words.
        pictures: The pictures.
        value: The value.

    Rows:
        A variable for each pattern, and a clause for each of its characters.

    Example:
        >>> turns = ("1100", "1010", "0101", "0011")
        >>> word = Pattern("circle", "r2c2", around((1, 1), 0.5), "a turn", turns)
        >>> word.sentence()
        'r2c2: a turn'
        >>> word.allows(0, 1)
        '4 of 16: 0011 0101 1010 1100'
    """

    traits = Trait.SKIPS_OUTSIDE

    says: str
    pictures: tuple[str, ...]
    value: Value = 1

    def misfit(self) -> str:
        odd = (p for p in self.plain if len(p) != len(self.places) or {*p} - {*"10."})
        places = number_of(len(self.places), "place")
        expected = f"pictures: expected 1, 0 or . each for {places}"
        return next((f"{expected}, got {picture!r}" for picture in odd), "")

    def sentence(self) -> str:
        return f"{self.title}: {self.says}"

    @property
    def most_rows(self) -> int:
        return len(self.pictures)

    @property
    def plain(self) -> list[str]:
        """The pictures without blanks."""
        return [picture.replace(" ", "") for picture in self.pictures]

    def table(self, rows: Writer) -> model.WordRows:
        x = rows.literals_at(self.places, self.value, self.layer)
        bare = [i for i, lit in enumerate(x) if not lit]
        can = tuple([p for p in self.plain if all(p[i] != "1" for i in bare)])
        return model.WordRows(can, [{"1": lit, "0": -lit, ".": 0} for lit in x])

    def violations(self, values: Values) -> Iterator[Broken]:
        looks = ["?" if v is None else "1" if v == self.value else "0" for v in values]
        if not any(
            all(c in ("?", p) or p == "." for c, p in zip(looks, picture, strict=True))
            for picture in self.plain
        ):
            yield f"{self.sentence()}; not so", self.places

    def is_kept(self, values: Values) -> bool:
        looks = "".join(["1" if v == self.value else "0" for v in values])
        return (looks in self.pictures and None not in values) or super().is_kept(values)
