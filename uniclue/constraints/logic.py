"""Logical relations of several places: at least one, not all, all equal, not all equal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, pairwise
from operator import eq, getitem, ne
from typing import Any, Self

from uniclue.constraints.base import (
    OUTSIDE,
    Broken,
    Constraint,
    Trait,
    Values,
    bits,
    broken_at,
    values_of,
)
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core.arrays import np
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point, names
from uniclue.core.words import is_plural, number_of, the
from uniclue.propagation.narrowing import DomainStore, Narrower, not_all, unchanged


def literal_lists(rows: Writer, constraints: Sequence[AnyOf]) -> list[list[int]]:
    """The literals that say that each place holds its value, 0 where there is no variable.

    Args:
        rows: Where they are written.
        constraints: Constraints in one layer.
    """
    places = [*chain.from_iterable([c.places for c in constraints])]
    of_value = {
        value: rows.literals_at(places, value, constraints[0].layer)
        for value in dict.fromkeys(chain.from_iterable([c.values for c in constraints]))
    }
    lists, end = list[list[int]](), 0
    for c in constraints:
        first, end = end, end + len(c.places)
        if len(c.values) == 1:
            lists.append(of_value[c.values[0]][first:end])
        else:
            each = map(of_value.__getitem__, c.values)
            lists.append([*map(getitem, each, range(first, end))])
    return lists


class AnyOf(Constraint, frozen=True):
    """At least one place holds its value: ``a clause``.

    Attributes:
        places: Any places. One that occurs in several parts of the condition may be named twice,
            with different values.
        values: A value for every place; one for all may stand alone.
        says: What that means, in words.

    Rows:
        One.

    Example:
        >>> word = AnyOf("lit", "r1c1", cells((1, 3)), (1,), "a lamp lights it")
        >>> word.sentence()
        'r1c1: a lamp lights it'
        >>> word.allows(0, 1)
        '7 of 8: 001 010 011 100 101 110 111'
    """

    traits = Trait.SKIPS_OUTSIDE

    values: tuple[Value, ...]
    says: str = ""

    def sentence(self) -> str:
        return f"{self.title}: {self.says}" if self.says else self.title

    def misfit(self) -> str:
        if len(self.values) in (1, len(self.places)):
            return ""
        places = number_of(len(self.places), "place")
        return f"values: expected one for all places, or one each for {places}, got {self.values}"

    @property
    def all_values(self) -> tuple[Value, ...]:
        """A value for every place."""
        return self.values * len(self.places) if len(self.values) == 1 else self.values

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A clause each."""
        rows.clause_lists(ids, literal_lists(rows, constraints))

    def violations(self, values: Values) -> Iterator[Broken]:
        if all(v not in (None, wanted) for v, wanted in zip(values, self.all_values, strict=True)):
            yield broken_at(self, self.places)

    def is_kept(self, values: Values) -> bool:
        return any(map(eq, values, self.all_values)) or None in values


class NotAll(AnyOf, frozen=True):
    """Not every place holds its value; all but one may.

    Attributes:
        places: Any places.
        values: A value for every place; one for all may stand alone.
        says: What that means, in words.

    Rows:
        One.

    Example:
        >>> word = NotAll("touch", "r1c1 and r1c2", cells((1, 2)), ("+",), "no + beside +")
        >>> word.sentence()
        'r1c1 and r1c2: no + beside +'
        >>> word.allows("+", "-")
        '3 of 4: +- -+ --'
    """

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A clause each; none where a place has no variables: it holds no value."""
        places, values = [c.places for c in constraints], [c.values for c in constraints]
        rows.not_all_in(ids, constraints[0].layer, places, values)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        literals = sum(len(c.places) for c in constraints)
        return Size(0, literals, len(constraints), literals)

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower | None:
        if len(self.values) > 1:
            return None
        is_all = unknowns == len(self.places) and self.values[0] in domain
        return partial(not_all, bits(domain, self.values)) if is_all else unchanged

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        """Pairs of places that do not hold the same value are narrowed as unequal."""
        bit = {value: 1 << i for i, value in enumerate(narrowing.domain)}
        others, index, pairs = [], narrowing.index, list[tuple[int, int, int]]()
        for c in constraints:
            if len(c.places) != 2 or len(c.values) > 1:
                others.append(c)
                continue
            one, other = c.places
            if one in index and other in index and c.values[0] in bit:
                pairs.append((index[one], index[other], bit[c.values[0]]))
        narrowing.keep_apart(pairs)
        return super().narrow(narrowing, others)

    def violations(self, values: Values) -> Iterator[Broken]:
        if all(v == wanted for v, wanted in zip(values, self.all_values, strict=True)):
            yield broken_at(self, self.places)

    def is_kept(self, values: Values) -> bool:
        if len(self.values) == 1:
            return values.count(self.values[0]) < len(values)
        return any(map(ne, values, self.values))


class Implies(AnyOf, frozen=True):
    """If the first places hold their values, one of the others holds its own.

    Attributes:
        places: The places of the causes, then those of what may follow.
        values: A value for every place.
        says: What that means, in words.
        causes: The number of first places.

    Rows:
        One.

    Example:
        >>> word = Implies("domino", "r1c1", cells((1, 3)), (1,), "a neighbour is shaded")
        >>> word.sentence()
        'r1c1: a neighbour is shaded'
        >>> word.allows(0, 1)
        '7 of 8: 000 001 010 011 101 110 111'
    """

    causes: int = 1

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A clause each; none where a first place has no variables."""
        clauses = []
        for c, x in zip(constraints, literal_lists(rows, constraints), strict=True):
            clauses.append([*(-lit for lit in x[: c.causes]), *x[c.causes :]])
        keep = [i for i, c in enumerate(constraints) if all(clauses[i][: c.causes])]
        rows.clause_lists(ids[keep], [clauses[i] for i in keep])

    def violations(self, values: Values) -> Iterator[Broken]:
        held = [(v, v == wanted) for v, wanted in zip(values, self.all_values, strict=True)]
        can_hold = any(so or v is None for v, so in held[self.causes :])
        if all(so for _, so in held[: self.causes]) and not can_hold:
            there = [p for p, v in zip(self.places, values, strict=True) if v != OUTSIDE]
            yield broken_at(self, there)

    def is_kept(self, values: Values) -> bool:
        wanted, causes = self.all_values, self.causes
        if not all(map(eq, values[:causes], wanted)):
            return True
        others = values[causes:]
        return any(map(eq, others, wanted[causes:])) or None in others


class AllEqual(Constraint, frozen=True):
    """All places hold the same value: ``r1c1 and r1c2 hold the same``.

    Attributes:
        places: Two places or more.

    Rows:
        2(n - 1)d for n places and d values.

    Example:
        >>> word = AllEqual("same", "row 1", cells((1, 3)))
        >>> word.sentence()
        'row 1: all hold the same'
        >>> word.allows(0, 1)
        '2 of 8: 000 111'
    """

    def sentence(self) -> str:
        return f"{self.title}: all hold the same"

    def because(self, at: DomainChange) -> Reason:
        title = the(self.title)
        one = f"{title} are alike" if is_plural(title) else f"all of {title} is alike"
        return Reason("alike", one)

    def broken(self, values: Values) -> str:
        there = any(True for _ in self.violations(values))
        return f"{the(self.title)} would not be all alike" if there else ""

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Two clauses for each value and each two consecutive places."""
        owners, clauses = list[int](), list[list[int]]()
        domain = rows.domain[rows.domain == (0, 1) :]  # with two values, one determines the other
        for c, group in zip(constraints, ids.tolist(), strict=True):
            of_value = [rows.literals_at(c.places, value, c.layer) for value in domain]
            unknowns = [x for x in zip(*of_value, strict=True) if all(x)]
            for one, other in pairwise(unknowns):
                clauses += [[-x, y] for x, y in zip(one, other, strict=True)]
                clauses += [[x, -y] for x, y in zip(one, other, strict=True)]
            owners += [group] * (len(clauses) - len(owners))
        rows.clause_lists(owners, clauses)

    def violations(self, values: Values) -> Iterator[Broken]:
        if len({*values} - {None, OUTSIDE}) > 1:
            yield broken_at(self, self.places)


class NotAllEqual(Constraint, frozen=True):
    """Not all places hold the same value: ``no three in a row are alike``.

    Attributes:
        places: Two places or more.
        values: The values concerned; empty: all.

    Rows:
        d for d values.

    Example:
        >>> word = NotAllEqual("three", "row 1", cells((1, 3)))
        >>> word.sentence()
        'row 1: not all are alike'
        >>> word.allows(0, 1)
        '6 of 8: 001 010 011 100 101 110'
    """

    values: tuple[Value, ...] = ()

    def sentence(self) -> str:
        return f"{self.title}: not all are {either_or_alike(self.values)}"

    def because(self, at: DomainChange) -> Reason:
        return Reason("not alike", f"otherwise {self._alike()}")

    def broken(self, values: Values) -> str:
        return self._alike() if any(True for _ in self.violations(values)) else ""

    def _alike(self) -> str:
        """What must not be."""
        return f"{the(self.title)} would {'be' if len(self.places) < 3 else 'all be'} alike"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A clause for each value; none where a place has no variables."""
        owners, places, values = list[int](), list[Sequence[Point]](), list[tuple[Value]]()
        for which in alike(constraints):
            about = constraints[which[0]].values or rows.domain
            each = [(value,) for value in about if value in rows.domain]
            owners += [i for i in which for _ in each]
            places += [constraints[i].places for i in which for _ in each]
            values += each * len(which)
        rows.not_all_in(ids[owners], constraints[0].layer, places, values)

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        """Pairs of places are narrowed as unequal; none where a place has no variables."""
        if any(len(c.places) != 2 for c in constraints):
            return False
        domain, index = narrowing.domain, narrowing.index
        narrowing.keep_apart(
            (index[one], index[other], bits(domain, c.values) if c.values else -1)
            for c in constraints
            for one, other in [c.places]
            if one in index and other in index
        )
        return True

    def violations(self, values: Values) -> Iterator[Broken]:
        (first, *others) = {*values}
        if not others and first not in (None, OUTSIDE) and first in (self.values or (first,)):
            yield f"{self.sentence()}; {names(self.places)} hold {first}", self.places

    def is_kept(self, values: Values) -> bool:
        return len({*values}) > 1 or super().is_kept(values)


def alike(constraints: Sequence[NotAllEqual]) -> list[list[int]]:
    """The positions of constraints with equally many places and the same values, by group."""
    of: dict[Any, list[int]] = {}
    for i, c in enumerate(constraints):
        of.setdefault((len(c.places), c.values), []).append(i)
    return [*of.values()]


def either_or_alike(values: Sequence[Value]) -> str:
    """The values, or that they are alike."""
    return " or all are ".join(map(str, values)) or "alike"


class InDomain(Constraint, frozen=True):
    """Every place holds one of some values: ``r2c3 is even``.

    Attributes:
        places: Any places.
        values: The values allowed.
        says: What that means, in words.
        reason: Why it is so, for the step that uses it; empty: the rule says it.

    Rows:
        None: what it says are values that are impossible.

    Example:
        >>> word = InDomain("even", "r1c1", cells((1, 1)), (2, 4), "is even")
        >>> word.sentence()
        'r1c1: is even'
        >>> word.allows(1, 2, 3, 4)
        '2 of 4: 2 4'
    """

    values: tuple[Value, ...]
    says: str = ""
    reason: str = ""

    def sentence(self) -> str:
        return f"{self.title}: {self.says or 'one of ' + ', '.join(map(str, self.values))}"

    def because(self, at: DomainChange) -> Reason:
        """For a single place, the reason is what is printed there; its rule states it."""
        words = self.reason if len(self.places) == 1 else super().because(at).words
        return Reason("given", words)

    def literals(self, rows: Writer) -> list[int]:
        barred = [value for value in rows.domain if value not in self.values]
        lists = [rows.literals_at(self.places, value, self.layer) for value in barred]
        return [-lit for lit in chain(*lists) if lit]

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Nothing: the literals suffice."""

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        """All are applied at once; none is needed again."""
        can, allowed = narrowing.can, dict[tuple[Value, ...], int]()
        for c in constraints:
            if c.values not in allowed:
                allowed[c.values] = bits(narrowing.domain, c.values)
            for i in narrowing.at(c.places):
                can[i] &= allowed[c.values]
        return True

    def violations(self, values: Values) -> Iterator[Broken]:
        allowed = {*self.values, None, OUTSIDE}
        wrong = [p for p, value in zip(self.places, values, strict=True) if value not in allowed]
        if wrong:
            yield broken_at(self, wrong)

    def is_kept(self, values: Values) -> bool:
        return all(map(self.values.__contains__, values)) or super().is_kept(values)


class InReach(InDomain, frozen=True):
    """Every place is part of one of the areas that can reach it; the values are these areas.

    Attributes:
        places: Any places, whose values are the names of areas.
        values: The areas that can reach every one of the places.
        says: What that means, in words.

    Rows:
        None: what it says are values that are impossible.

    Example:
        >>> word = InReach("reach", "r1c1", cells((1, 1)), (1, 3), "only areas 1 and 3 reach it")
        >>> word.sentence()
        'r1c1: only areas 1 and 3 reach it'
        >>> word.allows(1, 2, 3)
        '2 of 3: 1 3'
    """

    def because(self, at: DomainChange) -> Reason:
        return Reason("out of reach", self.says)


class Crossing(Constraint, frozen=True):
    """What crosses a cell goes straight on, and not both ways: ``bridges do not cross``.

    The places are the links above, left, right and below.

    Attributes:
        places: The links above, left, right and below a cell: ``around(cell, 0.5)``. Their values
            are the numbers of lines.

    Rows:
        About 4d for d values.

    Example:
        >>> word = Crossing("cross", "r2c2", around((1, 1), 0.5))
        >>> word.sentence()
        'r2c2: lines go straight on and do not cross'
        >>> word.allows(0, 1, 2)
        '5 of 81: 0000 0110 0220 1001 2002'
    """

    traits = Trait.MODEL | Trait.SKIPS_OUTSIDE

    def sentence(self) -> str:
        return f"{self.title}: lines go straight on and do not cross"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Clauses over the values of the four links."""
        model = rows.blocks
        x = values_of(model, [c.places for c in constraints], constraints[0].layer)
        is_none = np.array([value == 0 for value in model.domain])
        straight = np.stack([-x[:, [0, 3, 1, 2]], x[:, [3, 0, 2, 1]]], axis=-1)
        none = x[:, :, is_none]
        crossing = np.stack([none[:, [0, 0, 3, 3]], none[:, [1, 2, 1, 2]]], axis=-1)
        goes_on = (straight[..., 0] != 0) & ((straight[..., 1] != 0) | ~is_none)
        for pairs, can in ((straight, goes_on), (crossing, crossing.all(axis=-1))):
            model.clauses(ids[np.nonzero(can)[0]], pairs[can])

    def violations(self, values: Values) -> Iterator[Broken]:
        up, left, right, down = (0 if value == OUTSIDE else value for value in values)
        ways = ((up, down), (left, right))
        bends = any(None not in way and way[0] != way[1] for way in ways)
        if bends or all(any(value not in (0, None) for value in way) for way in ways):
            yield broken_at(self, self.places)

    def is_kept(self, values: Values) -> bool:
        up, left, right, down = values
        is_straight = up == down and left == right and 0 in (up, left)
        return is_straight or super().is_kept(values)
