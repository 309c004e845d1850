"""Totals and products of the numbers in some places."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from math import isqrt, prod
from typing import Any, Self

from uniclue.constraints.base import Broken, Constraint, Trait, Values, by_length, literals
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.constraints.walk import WalkConstraint
from uniclue.core.arrays import np
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.words import number_of
from uniclue.propagation.narrowing import (
    DomainStore,
    Narrower,
    either,
    enclosed,
    multiplied,
    sets_of,
    steps,
    summed,
)


class Sum(Constraint, frozen=True):
    """The numbers add up to a total: ``cage at r1c1: total 12``.

    Attributes:
        places: Places that hold numbers.
        least: The least total.
        most: The greatest total.
        weights: The weight of each place; empty: 1 each.

    Rows:
        One, with weights.

    Example:
        >>> word = Sum("cage", "the cage at r1c1", cells((1, 3)), 8, 8)
        >>> word.sentence()
        'the cage at r1c1: total 8'
        >>> word.allows(1, 2, 3)
        '3 of 27: 233 323 332'
        >>> Sum("row", "row 1", cells((1, 3)), 3, 4, weights=(1, 2, 3)).allows(0, 1)
        '3 of 8: 001 101 110'
    """

    traits = Trait.DEAR | Trait.MODEL

    least: int
    most: int
    weights: tuple[int, ...] = ()

    def misfit(self) -> str:
        if len(self.weights) in (0, len(self.places)):
            return ""
        places = number_of(len(self.places), "place")
        return f"weights: expected one each for {places}, got {self.weights}"

    def sentence(self) -> str:
        number = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
        return f"{self.title}: total {number}"

    def because(self, at: DomainChange) -> Reason:
        """Names the sum of the other places, too, where only one place is determined."""
        of = dict(zip(self.places, self.weights or (1,) * len(self.places), strict=True))
        sums = [
            [of[p] * value for value in left if isinstance(value, int)]
            for p, left in at.before.items()
            if p not in at.after
        ]
        if len(at.after) != 1 or not sums:
            return Reason("sum", super().because(at).words)
        least, most = sum(map(min, sums)), sum(map(max, sums))
        make = str(least) if least == most else f"{least} to {most}"
        return Reason("sum", f"{super().because(at).words}; the others make {make}")

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """One row each, over all variables of its places."""
        model = rows.blocks
        numbers = [value for value in model.domain if isinstance(value, int) and value]
        entries: list[list[int]] = []
        weights: list[list[int]] = []
        for c in constraints:
            of = c.weights or (1,) * len(c.places)
            lists = [literals(model, c.places, number, c.layer) for number in numbers]
            entries.append([lit for x in lists for lit in x])
            weights.append([number * weight for number in numbers for weight in of])
        bounds = np.array([(c.least, c.most) for c in constraints])
        for which, x in by_length(entries):
            coef = np.array([weights[i] for i in which], np.int32)
            model.linear(ids[which], x, coef, *bounds[which].T)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        """The size of a diagram over entries and sums; measured on cages and weighted lines."""
        numbers = values - (values == 2)  # 0 counts nothing
        entries = sum(len(c.places) for c in constraints) * numbers
        nodes = sum(
            min(numbers, c._sums(numbers)) * c._states(values, numbers) for c in constraints
        )
        return Size(2 * nodes // 5, entries, 2 * nodes, 5 * nodes)

    def _states(self, values: int, numbers: int) -> int:
        """About how many sums of the first places are distinguished, place by place."""
        sums, length = self._sums(numbers), len(self.places)
        ends = (min(i, length - i) for i in range(length))
        return sum(min(sums, values ** min(i, 9)) for i in ends)

    def _sums(self, numbers: int) -> int:
        """About how many sums of some entries are distinguished."""
        greatest = numbers * (sum(self.weights) or len(self.places))
        return max(1, min(self.most, greatest - self.least))

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower | None:
        numbers = [value if isinstance(value, int) else 0 for value in domain]
        greatest = max(numbers, default=0) * (sum(self.weights) or unknowns)
        least, most = max(self.least, 0), min(self.most, greatest)
        if min((*numbers, *self.weights), default=0) < 0 or (
            self.weights and unknowns < len(self.places)
        ):
            return None
        ways = [steps(tuple([n * weight for n in numbers])) for weight in self.weights or (1,)]
        ends = (2 << most) - (1 << least) if least <= most else 0
        within = (2 << most) - 1 if most >= 0 else 0
        return partial(summed, ways if self.weights else ways * unknowns, within, ends)

    def violations(self, values: Values) -> Iterator[Broken]:
        if not self.is_kept(values):
            yield f"{self.sentence()}; it is {self._total(values)}", self.places

    def is_kept(self, values: Values) -> bool:
        return None in values or self.least <= self._total(values) <= self.most

    def _total(self, values: Values) -> int:
        if not self.weights:
            return sum([value for value in values if isinstance(value, int)])
        pairs = zip(values, self.weights, strict=True)
        return sum([value * weight for value, weight in pairs if isinstance(value, int)])


def _divisors(number: int) -> int:
    """About how many divisors a number has; one too many for a square."""
    return 2 * sum(number % k == 0 for k in range(1, isqrt(number) + 1))


class Product(WalkConstraint, frozen=True):
    """The numbers multiply to a product: ``cage at r1c1: product 12``.

    Attributes:
        places: Places that hold numbers from 1 on.
        number: The product, 1 or more.

    Rows:
        A path through n x k states for n places and k divisors of the number.

    Example:
        >>> word = Product("cage", "the cage at r1c1", cells((1, 3)), 6)
        >>> word.sentence()
        'the cage at r1c1: product 6'
        >>> word.allows(1, 2, 3)
        '6 of 27: 123 132 213 231 312 321'
    """

    number: int

    def sentence(self) -> str:
        return f"{self.title}: product {self.number}"

    def steps_a_place(self, values: int) -> int:
        left = (self.number // k for k in range(1, values + 1) if self.number % k == 0)
        return sum(_divisors(number) for number in left)

    def start(self) -> Hashable:
        return 1

    def step(self, state: Any, value: Value) -> Hashable | None:
        product = state * value if isinstance(value, int) else state
        return product if 0 < product <= self.number and self.number % product == 0 else None

    def ends(self, state: Hashable) -> bool:
        return state == self.number

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower | None:
        factors = tuple([value if isinstance(value, int) else None for value in domain])
        step, within, ends = multiplied(self.number, factors)
        return partial(summed, [step] * unknowns, within, ends)

    def violations(self, values: Values) -> Iterator[Broken]:
        product = prod(value for value in values if isinstance(value, int))
        if None not in values and product != self.number:
            yield f"{self.sentence()}; it is {product}", self.places


class SumOrProduct(Product, frozen=True):
    """The numbers add up or multiply to a number: ``cage at r1c1: sum or product 12``.

    Attributes:
        places: Places that hold numbers from 1 on.
        number: The sum, or the product.

    Rows:
        A path through n x k x s states for n places, k divisors of the number and s sums.

    Example:
        >>> word = SumOrProduct("cage", "the cage at r1c1", cells((1, 3)), 4)
        >>> word.sentence()
        'the cage at r1c1: sum or product 4'
        >>> word.allows(1, 2, 3)
        '6 of 27: 112 121 122 211 212 221'
    """

    def sentence(self) -> str:
        return f"{self.title}: sum or product {self.number}"

    def steps_a_place(self, values: int) -> int:
        number = min(self.number, values * len(self.places))
        return number * super().steps_a_place(values)

    def start(self) -> Hashable:
        return 0, 1

    def step(self, state: Any, value: Value) -> Hashable | None:
        """A sum that is too large, or a product that is no divisor, is None."""
        total, product = state
        if isinstance(value, int):
            total = total + value if total is not None and total + value <= self.number else None
            product = product * value if product is not None else 0
        is_divisor = product and product <= self.number and self.number % product == 0
        return (total, product if is_divisor else None) if total is not None or is_divisor else None

    def ends(self, state: Any) -> bool:
        return self.number in state

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower | None:
        total = Sum(self.code, self.title, self.places, self.number, self.number)
        sums, products = total.narrower(domain, unknowns), super().narrower(domain, unknowns)
        return partial(either, sums, products) if sums and products else None

    def violations(self, values: Values) -> Iterator[Broken]:
        some = [value for value in values if isinstance(value, int)]
        if None not in values and self.number not in (sum(some), prod(some)):
            yield f"{self.sentence()}; they are {sum(some)} and {prod(some)}", self.places


class SumBetween(WalkConstraint, frozen=True):
    """The numbers between the first and the second end add up to a sum: ``row 1: 7 between``.

    Attributes:
        places: A line of places that hold numbers, or the two ends.
        number: The sum.
        end: The value of both ends.

    Rows:
        A path through n x s states for n places and a sum of s.

    Example:
        >>> word = SumBetween("sum", "row 1", cells((1, 4)), 2, "x")
        >>> word.sentence()
        'row 1: total 2 between two x'
        >>> word.allows("x", 1, 2)
        '6 of 81: x11x x2xx x2x1 x2x2 1x2x 2x2x'
    """

    number: int
    end: Value = 0

    def sentence(self) -> str:
        return f"{self.title}: total {self.number} between two {self.end}"

    def steps_a_place(self, values: int) -> int:
        return values * (self.number + 2)

    def start(self) -> Hashable:
        return 0, 0

    def step(self, state: Any, value: Value) -> Hashable | None:
        ends, total = state
        if value == self.end:
            return (min(ends + 1, 2), total) if ends != 1 or total == self.number else None
        total += value if ends == 1 and isinstance(value, int) else 0
        return (ends, total) if total <= self.number else None

    def ends(self, state: Any) -> bool:
        return bool(state == (2, self.number))

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        return all(narrow_between(narrowing, c, c.number, ((c.end, c.end),)) for c in constraints)

    def violations(self, values: Values) -> Iterator[Broken]:
        if None not in values:
            at = [i for i, value in enumerate(values) if value == self.end]
            between = values[at[0] + 1 : at[1]] if len(at) > 1 else ()
            total = sum(value for value in between if isinstance(value, int))
            if len(at) < 2 or total != self.number:
                yield f"{self.sentence()}; it is {total}", self.places


MOST_SETS = 10
"""Numbers, at most, whose sets are enumerated."""


def narrow_between(
    narrowing: DomainStore, c: Constraint, number: int, ends: tuple[tuple[Value, Value], ...]
) -> bool:
    """Adds that the numbers between two ends add up to a sum, where every number occurs once.

    Args:
        narrowing: The domains to narrow.
        c: The constraint.
        number: The sum.
        ends: The first end and the second; one or the other pair.

    Returns:
        Whether it could be added.
    """
    at = narrowing.at(c.places)
    bit = {value: 1 << i for i, value in enumerate(narrowing.domain)}
    bar = {end for pair in ends for end in pair}
    numbers = tuple((b, v) for v, b in bit.items() if isinstance(v, int) and v not in bar and v > 0)
    stand_once = sum(b for b, _ in numbers) & narrowing.once_in(at)
    if stand_once != narrowing.every - sum(bit.get(end, 0) for end in bar):
        return False
    if not at or len(numbers) > MOST_SETS:
        return False
    pairs = [(bit.get(one, 0), bit.get(other, 0)) for one, other in ends]
    narrowing.add(partial(enclosed, pairs, sets_of(numbers, number)), at)
    return True
