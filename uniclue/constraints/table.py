"""Tables: the places hold one of some tuples, or look like one of some pictures."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Self

import numpy as np

from uniclue.constraints.base import Broken, Constraint, Trait, Values
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core import model
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point
from uniclue.propagation.narrowing import Narrower, Tuples


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


class Table(OneRow, frozen=True):
    """The places hold one of these tuples.

    Attributes:
        places: As many places as a tuple has values, in their order.
        says: What that means, in words.
        tuples: The tuples; None is any value.

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
    tuples: tuple[tuple[Value | None, ...], ...]

    def sentence(self) -> str:
        return f"{self.title}: {self.says}"

    @property
    def most_rows(self) -> int:
        return len(self.tuples)

    def table(self, rows: Writer) -> model.WordRows:
        of_value: dict[Value | None, list[int]] = {
            value: [0] * len(self.places)
            if value is None
            else rows.literals_at(self.places, value, self.layer)
            for value in {*chain.from_iterable(self.tuples)}
        }
        columns = zip(*of_value.values(), strict=True)
        of = [dict(zip(of_value, column, strict=True)) for column in columns]
        can = self.tuples
        if not all([all(x) for value, x in of_value.items() if value is not None]):  # noqa: C419
            beyond = [{v for v, lit in x.items() if not lit and v is not None} for x in of]
            can = tuple(row for row in can if not any(map(set.__contains__, beyond, row)))
        return model.WordRows(can, of)

    def narrower(self, domain: tuple[Value, ...], asked: int) -> Narrower | None:
        if asked < len(self.places):
            return None
        return _narrower(self.tuples, domain, asked)

    def violations(self, values: Values) -> Iterator[Broken]:
        for row in self.tuples:
            if all(v is None or w is None or v == w for v, w in zip(values, row, strict=True)):
                return
        yield f"{self.sentence()}; not so", self.places

    def is_kept(self, values: Values) -> bool:
        return tuple(values) in self.tuples or super().is_kept(values)


@lru_cache(maxsize=256)
def _narrower(
    tuples: tuple[tuple[Value | None, ...], ...], domain: tuple[Value, ...], places: int
) -> Tuples:
    """The narrower of places that hold one of these tuples."""
    index = {value: i for i, value in enumerate(domain)} | {None: -1}
    rows = [[index[value] for value in row] for row in tuples if {*row} <= index.keys()]
    return Tuples(np.array(rows, np.int32).reshape(-1, places), len(domain))


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
