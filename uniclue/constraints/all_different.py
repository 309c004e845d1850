"""Different values: none occurs twice, or each occurs exactly once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar, Self

from uniclue.constraints.base import (
    OUTSIDE,
    Broken,
    Constraint,
    Part,
    Trait,
    Values,
    bits,
    sized_title,
    values_of,
)
from uniclue.constraints.faces import JudgesMany
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core.arrays import NDArray, np
from uniclue.core.memory import Size, count
from uniclue.core.model import NO_BOUND, Bools, Ints, Model, Value, Writer
from uniclue.core.places import Point, names
from uniclue.core.puzzle import duplicates
from uniclue.core.words import a_number, both, is_plural, the
from uniclue.propagation.narrowing import DomainStore, Narrower, different, straight, unchanged


class AllDifferent(JudgesMany, frozen=True):
    """No value occurs twice: ``across run at r2c3 (4 cells) holds no digit twice``.

    Attributes:
        places: Any places.
        but: Values that may occur more often, such as a blank.

    Rows:
        d for d values.

    Example:
        >>> word = AllDifferent("line", "row 1", cells((1, 3)), but=(".",))
        >>> word.sentence()
        'row 1 (3 cells) holds no digit twice'
        >>> word.allows(".", "a", "b")
        '13 of 27: ... ..a ..b .a. .ab .b. .ba a.. ...'
    """

    traits = Trait.DIFFERENT
    least: ClassVar[int] = 0
    """How often each value occurs at least."""

    but: tuple[Value, ...] = ()

    def sentence(self) -> str:
        return f"{sized_title(self)} holds no digit twice"

    def because(self, at: DomainChange) -> Reason:
        """The places that already hold the values removed."""
        struck = {v for p, left in at.after.items() for v in {*at.before[p]} - {*left}}
        there = {v: p for p, v in at.known().items() if v in struck}
        if not there:
            return Reason("one rule", f"{the(self.title)} holds no digit twice")
        words = both(f"its {value} {at.at(place)}" for value, place in sorted(there.items()))
        return Reason(
            "seen", f"{the(self.title)} {'have' if is_plural(self.title) else 'has'} {words}"
        )

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """At most one place for every value, or exactly one."""
        least = 0 if rows.form == "plain" else cls.least
        every = rows.domain
        rows.counts_in(
            ids,
            constraints[0].layer,
            [c.places for c in constraints],
            [tuple([v for v in every if v not in c.but]) if c.but else every for c in constraints],
            [(least or -NO_BOUND, 1)] * len(constraints),
        )

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        least = 0 if form == "plain" else cls.least
        lengths = Counter(len(c.places) for c in constraints).items()
        rows = (count(length, least, 1) * (values * number) for length, number in lengths)
        return sum(rows, Size())

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower:
        return partial(different, bits(domain, self.but))

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        """Pairs of places are narrowed as unequal."""
        others, index, pairs = [], narrowing.index, list[tuple[int, int, int]]()
        for c in constraints:
            if c.but or len(c.places) != 2:
                others.append(c)
                narrowing.know_different(c.places, ~bits(narrowing.domain, c.but))
                continue
            one, other = c.places
            if one in index and other in index:
                pairs.append((index[one], index[other], -1))
        narrowing.keep_apart(pairs)
        return super().narrow(narrowing, others)

    def violations(self, values: Values) -> Iterator[Broken]:
        free = (*self.but, OUTSIDE)
        held = (None if value in free else value for value in values)
        for value, where in duplicates(zip(self.places, held, strict=True)):
            yield f"{self.title} holds {value} at {names(where)}", where

    def is_kept(self, values: Values) -> bool:
        return len(set(values)) == len(values) or super().is_kept(values)

    @classmethod
    def all_kept(cls, constraints: Sequence[Self], values: NDArray[Any]) -> Bools:
        """Compares the bits of the values, which are at most 63."""
        bits = np.bitwise_or.reduce(np.left_shift(1, values.astype(np.int64)), axis=2)
        kept: Bools = (np.bitwise_count(bits) == values.shape[2]).all(axis=1)
        return kept


class Permutation(AllDifferent, frozen=True):
    """Every value occurs once: ``row 3 holds every digit once``.

    The form ``plain`` of a model says "at most once" only, which leaves unit propagation with naked
    singles (Lynce and Ouaknine 2006).

    Attributes:
        places: As many places as there are values, without those in ``but``.

    Rows:
        d for d values.

    Example:
        >>> word = Permutation("line", "row 1", cells((1, 3)))
        >>> word.sentence()
        'row 1 holds every digit once'
        >>> word.allows(1, 2, 3)
        '6 of 27: 123 132 213 231 312 321'
    """

    least = 1

    def fault(self, unknowns: Collection[Point], domain: tuple[Value, ...]) -> str:
        """Also refuses fewer places than values, which a judge would not notice."""
        number = sum(place in unknowns for place in self.places)
        few = f"needs a place for each of {len(domain)} values, and has {number}"
        return super().fault(unknowns, domain) or (few if number < len(domain) else "")

    def sentence(self) -> str:
        return f"{self.title} holds every digit once"

    def atoms(self, model: Model) -> list[Part]:
        """One part for each value."""
        return [
            Part(f"{self.title} needs {a_number(value)}", self.places, (value,), "need")
            for value in model.domain
        ]

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        for c in constraints:
            at = narrowing.at(c.places)
            if not at:
                return False
            narrowing.add_once(narrowing.every, at)
        return True


class DifferentLists(Constraint, frozen=True):
    """Two lines differ somewhere: ``row 1 and row 2 are not the same``.

    The places are those of the first line, then those of the second.

    Attributes:
        places: The places of the first line, then those of the second.

    Rows:
        1 + nd/2 for n places and d values, and n/2 variables.

    Example:
        >>> word = DifferentLists("same", "row 1 and row 2", cells((2, 2)))
        >>> word.sentence()
        'row 1 and row 2 are not the same'
        >>> word.allows(0, 1)
        '12 of 16: 0001 0010 0011 0100 0110 0111 1000 1001 ...'
    """

    def sentence(self) -> str:
        return f"{self.title} are not the same"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """differs[i]: the i-th places do not hold the same; one of them is true."""
        owners, clauses = list[int](), list[list[int]]()
        for c, group in zip(constraints, ids.tolist(), strict=True):
            half = len(c.places) // 2
            differs = rows.new(f"differs, {c.label}", half, group)
            clauses.append(differs)
            for value in rows.domain:
                x = rows.literals_at(c.places, value, c.layer)
                alike = zip(differs, x[:half], x[half:], strict=True)
                implied = [[-one, -a, -b] for one, a, b in alike if (a == 0) == (b == 0)]
                clauses += sorted(implied, key=lambda clause: clause.count(0))
            owners += [group] * (len(clauses) - len(owners))
        rows.clause_lists(owners, clauses)

    def violations(self, values: Values) -> Iterator[Broken]:
        half = len(values) // 2
        if None not in values and list(values[:half]) == list(values[half:]):
            yield f"{self.title} are the same", self.places


class Consecutive(Constraint, frozen=True):
    """The numbers follow each other, in any order: ``across run at r2c3 is a straight``.

    Attributes:
        places: Places that hold numbers.

    Rows:
        1 + 2nd for n places and d values, and up to d variables.

    Example:
        >>> word = Consecutive("straight", "row 1", cells((1, 3)))
        >>> word.sentence()
        'row 1 (3 cells) is a straight: its numbers follow each other, in any order'
        >>> word.allows(1, 2, 3, 4)
        '12 of 64: 123 132 213 231 234 243 312 321 ...'
    """

    traits = Trait.NUMBERS | Trait.MODEL

    def sentence(self) -> str:
        return f"{sized_title(self)} is a straight: its numbers follow each other, in any order"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """starts[i]: the i-th number is the least; the others stand in the window from there."""
        model = rows.blocks
        numbers = sorted(value for value in model.domain if isinstance(value, int))
        lists = [[place for place in c.places if place in model.positions] for c in constraints]
        for n in {*map(len, lists)} - {0}:
            which = [i for i, places in enumerate(lists) if len(places) == n]
            firsts = [first for first in numbers if {*range(first, first + n)} <= {*numbers}]
            if not firsts:
                for group in ids[which].tolist():
                    model.contradiction(model.groups[group])
                continue
            starts = np.stack(
                [
                    model.vars(f"starts, {c.label}", len(firsts), model.groups[group])
                    for c, group in zip(
                        [constraints[i] for i in which], ids[which].tolist(), strict=True
                    )
                ]
            )
            x = values_of(model, [lists[i] for i in which], constraints[0].layer)
            x = x[..., [model.value_index[number] for number in numbers]]
            later = np.subtract.outer(numbers, firsts)
            windows = starts[:, None, None] * ((later >= 0) & (later < n))
            needs = np.concatenate([-x[..., None], windows.repeat(n, axis=1)], axis=3)
            model.exactly_one(ids[which], starts)
            model.clauses(ids[which].repeat(x[0].size), needs.reshape(-1, needs.shape[3]))
            if n > 1:
                once = x.swapaxes(1, 2).reshape(-1, n)
                model.at_most_one(ids[which].repeat(len(numbers)), once)

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower:
        return partial(straight, _windows(domain, unknowns)) if unknowns else unchanged

    def violations(self, values: Values) -> Iterator[Broken]:
        held = [value for value in values if isinstance(value, int)]
        unknowns = len(held) + values.count(None)
        if len({*held}) < len(held) or (held and max(held) - min(held) >= unknowns):
            yield f"{self.sentence()}; not so", self.places


@lru_cache(maxsize=256)
def _windows(domain: tuple[Value, ...], length: int) -> list[int]:
    """The sets of ``length`` consecutive numbers, as bits."""
    numbers = [value for value in domain if isinstance(value, int)]
    sets = (tuple(range(first, first + length)) for first in numbers)
    return [bits(domain, some) for some in sets if {*some} <= {*numbers}]
