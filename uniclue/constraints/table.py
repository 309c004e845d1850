"""Tables: the places hold one of some tuples, or look like one of some pictures."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Self

import numpy as np

from uniclue.constraints.base import Broken, Constraint, Values, literals
from uniclue.constraints.situation import Because, Situation
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Model, Value
from uniclue.core.places import Point
from uniclue.propagation.counts import Counts, UntoldError, opposite
from uniclue.propagation.narrowing import Narrower, Tuples


class OneRow(Constraint, frozen=True):
    """The places hold one of some rows of values: the base of tables and pictures."""

    def because(self, at: Situation) -> Because:
        return Because("pattern", super().because(at).words)

    @abstractmethod
    def choices(self, model: Model) -> list[list[int]]:
        """The literals that each row asks for, 0 for none; rows that cannot be are out."""

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """A variable for each row, which means its literals; one of them is true."""
        clauses: list[list[int]] = []
        owners: list[int] = []
        for c, group in zip(constraints, ids.tolist(), strict=True):
            choices = c.choices(model)
            chosen: list[int] = []  # without choices, the clause that one is chosen is empty
            if choices:
                name = f"row of {c.label}"
                chosen = model.vars(name, len(choices), model.groups[group]).tolist()
            clauses.append(chosen)
            clauses += [
                [-one, lit] for one, x in zip(chosen, choices, strict=True) for lit in x if lit
            ]
            for column in zip(*choices, strict=True):
                if 0 not in column:
                    some: dict[int, list[int]] = {lit: [-lit] for lit in set(column)}
                    for one, lit in zip(chosen, column, strict=True):
                        some[lit].append(one)
                    clauses += some.values()
            owners += [group] * (len(clauses) - len(owners))
        model.clause_lists(owners, clauses)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        rows = sum(c.most_rows for c in constraints)
        entries = sum(c.most_rows * len(c.places) for c in constraints)
        return Size(rows, 3 * entries + rows, entries + rows, 3 * entries + rows)

    @property
    def most_rows(self) -> int:
        """How many rows there are at most."""
        return 1


class Table(OneRow, frozen=True):
    """The places hold one of these tuples.

    Attributes:
        says: What that means, in words.
        tuples: The tuples; None is any value.
    """

    says: str
    tuples: tuple[tuple[Value | None, ...], ...]

    def sentence(self) -> str:
        return f"{self.title}: {self.says}"

    @property
    def most_rows(self) -> int:
        return len(self.tuples)

    def choices(self, model: Model) -> list[list[int]]:
        of_value: dict[Value | None, list[int]] = {
            value: [0] * len(self.places)
            if value is None
            else literals(model, self.places, value, self.layer)
            for value in set(chain(*self.tuples))
        }
        rows = []
        for values in self.tuples:
            row = [of_value[value][i] for i, value in enumerate(values)]
            if 0 not in row or all(x or v is None for x, v in zip(row, values, strict=True)):
                rows.append(row)
        return rows

    def narrower(self, domain: tuple[Value, ...], asked: int) -> Narrower | None:
        if asked < len(self.places):
            return None
        return _narrower(self.tuples, domain, asked)

    def tell(self, counts: Counts) -> None:
        each = {value: counts.each(self.places, (value,)) for value in counts.domain}
        if not all(map(all, each.values())):
            raise UntoldError
        if len(self.places) == 2 and None not in chain(*self.tuples):
            for place, value, suits in _beside(self.tuples, counts.domain):
                mask = sum([each[v][1 - place] for v in suits])
                counts.add(opposite(each[value][place]) | mask, 1)
            return
        words = (*each, None)
        tuples = [*filter({*words}.issuperset, self.tuples)]
        columns = zip(*each.values(), [0] * len(self.places), strict=True)
        counts.one_of(tuples, [dict(zip(words, c, strict=True)) for c in columns])

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


@lru_cache(maxsize=256)
def _beside(
    tuples: tuple[tuple[Value | None, ...], ...], domain: tuple[Value, ...]
) -> list[tuple[int, Value, list[Value]]]:
    """Of pairs: for either place and each value the values of the other place that suit it."""
    return [
        (place, value, [v for v in domain if (value, v)[:: 1 - 2 * place] in tuples])
        for place in (0, 1)
        for value in domain
    ]


def picture(held: Iterable[Point], places: Sequence[Point]) -> str:
    """The picture of some places, all that hold the value and no others."""
    return pictures([held], places)[0]


def pictures(sets: Iterable[Iterable[Point]], places: Sequence[Point]) -> tuple[str, ...]:
    """The pictures of some sets of places."""
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

    In a picture ``1`` means that the value stands there, ``0`` that it does not, ``.`` is free; it
    has a character for each place, and blanks as one likes.

    Attributes:
        says: What that means, in words.
        pictures: The pictures.
        value: The value.
    """

    outside = "skipped"

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

    def choices(self, model: Model) -> list[list[int]]:
        x = literals(model, self.places, self.value, self.layer)
        bare = [i for i, lit in enumerate(x) if not lit]
        can = [p for p in self.plain if all(p[i] != "1" for i in bare)]
        sign = {"1": 1, "0": -1, ".": 0}
        return [[sign[c] * lit for c, lit in zip(p, x, strict=True)] for p in can]

    def tell(self, counts: Counts) -> None:
        literals = counts.each(self.places, (self.value,))
        bare = [i for i, literal in enumerate(literals) if not literal]
        signs = [{"1": x, "0": opposite(x) if x else 0, ".": 0} for x in literals]
        can = [p for p in self.plain if all(p[i] != "1" for i in bare)]
        counts.one_of(can, signs)

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
