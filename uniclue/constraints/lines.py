"""Relations of numbers along a line: a least difference, sums, equal lists, a sandwich."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import Any, Self

from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Trait, Values, literals
from uniclue.constraints.compare import Related
from uniclue.constraints.sums import narrow_between
from uniclue.constraints.walk import WalkConstraint
from uniclue.core.arrays import np
from uniclue.core.memory import Size, clauses
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import names
from uniclue.core.words import either
from uniclue.propagation.narrowing import DomainStore, Narrower, steps, summed


class MinDifference(Related, frozen=True):
    """Neighbours on a line have a least difference: ``whisper from r1c1: differ by 5 or more``.

    Attributes:
        places: A line of places that hold numbers.
        by: The least difference.

    Rows:
        2(n - 1)d for n places and d values.

    Example:
        >>> word = MinDifference("whisper", "the whisper from r1c1", cells((1, 3)), 2)
        >>> word.sentence()
        'the whisper from r1c1: neighbours differ by 2 or more'
        >>> word.allows(1, 2, 3)
        '2 of 27: 131 313'
    """

    by: int

    def relates(self, one: Any, other: Any) -> bool:
        return bool(abs(one - other) >= self.by)

    def says(self) -> str:
        return f"neighbours differ by {self.by} or more"


class PairSum(Related, frozen=True):
    """Two numbers add up to one of some sums, or to none of them: ``r1c1 and r1c2: sum 10``.

    Attributes:
        places: Two places that hold numbers.
        sums: The sums.
        negated: Whether they add up to none of them.

    Rows:
        2d for d values.

    Example:
        >>> word = PairSum("x", "r1c1 and r1c2", cells((1, 2)), (4,))
        >>> word.sentence()
        'r1c1 and r1c2: sum 4'
        >>> word.allows(1, 2, 3)
        '3 of 9: 13 22 31'
    """

    sums: tuple[int, ...]
    negated: bool = False

    def relates(self, one: Any, other: Any) -> bool:
        return bool(one + other in self.sums) != self.negated

    def says(self) -> str:
        return f"{'no ' if self.negated else ''}sum {either(map(str, self.sums))}"


class EqualLists(Constraint, frozen=True):
    """The second half of the places holds the same values as the first, in the same order.

    Attributes:
        places: The places of the first list, then those of the second.

    Rows:
        nd for n places and d values.

    Example:
        >>> word = EqualLists("clone", "both rows", cells((2, 2)))
        >>> word.sentence()
        'both rows: both halves are the same'
        >>> word.allows(1, 2, 3)
        '9 of 81: 1111 1212 1313 2121 2222 2323 3131 3232 ...'
    """

    traits = Trait.MODEL

    def sentence(self) -> str:
        return f"{self.title}: both halves are the same"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Two clauses for each value and each two equal places."""
        model = rows.blocks
        for c, group in zip(constraints, ids.tolist(), strict=True):
            half = len(c.places) // 2
            for value in model.domain:
                x = np.array(literals(model, c.places, value, c.layer), np.int32)
                alike = np.column_stack([x[:half], -x[half:]])
                alike = alike[alike.any(axis=1)]
                model.clauses(group, np.vstack([alike, -alike]))

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        return clauses(sum(len(c.places) for c in constraints) * values, 2)

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower | None:
        return _copied if unknowns == len(self.places) else None

    def violations(self, values: Values) -> Iterator[Broken]:
        half = len(values) // 2
        for i, (one, other) in enumerate(zip(values[:half], values[half:], strict=True)):
            if None not in (one, other) and one != other:
                where = self.places[i], self.places[half + i]
                yield f"{self.sentence()}; not so at {names(where)}", where


class SumOf(WalkConstraint, frozen=True):
    """The first number is the sum of the others: ``the arrow from r1c1``.

    Attributes:
        places: The place with the sum, then those that are added up. All hold numbers.

    Rows:
        A path through n x d states for n places and d values.

    Example:
        >>> word = SumOf("arrow", "the arrow from r1c1", cells((1, 3)))
        >>> word.sentence()
        'the arrow from r1c1: the first number is the sum of the others'
        >>> word.allows(1, 2, 3)
        '3 of 27: 211 312 321'
    """

    traits = Trait.NUMBERS

    def sentence(self) -> str:
        return f"{self.title}: the first number is the sum of the others"

    def steps_a_place(self, values: int) -> int:
        return values * values // 4

    def start(self) -> Hashable:
        return -1

    def step(self, state: Any, value: Value) -> Hashable | None:
        number = int(value)
        left = number if state < 0 else state - number
        return left if left >= 0 else None

    def ends(self, state: Hashable) -> bool:
        return state == 0

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower | None:
        numbers = [value if isinstance(value, int) else -1 for value in domain]
        most = max(numbers)
        if min(numbers) < 0 or not unknowns:
            return None
        first = steps(tuple([most - number for number in numbers]))
        others = [steps(tuple(numbers))] * (unknowns - 1)
        return partial(summed, [first, *others], (2 << most) - 1, 1 << most)

    def violations(self, values: Values) -> Iterator[Broken]:
        total, *others = [value for value in values if value != OUTSIDE] or [1]
        so_far = sum(int(value) for value in others if value is not None)
        if total is not None and (so_far > int(total) or (None not in others and so_far != total)):
            yield f"{self.sentence()}; they add up to {so_far}", self.places


class Sandwich(WalkConstraint, frozen=True):
    """The numbers between two others add up to a sum: ``row 1: 7 between 1 and 9``.

    Attributes:
        places: A line of places that hold numbers.
        number: The sum.
        ends_at: The two others; each occurs once, in either order.

    Rows:
        A path through 2 x n x s states for n places and a sum of s.

    Example:
        >>> word = Sandwich("sum", "row 1", cells((1, 3)), 2, (1, 3))
        >>> word.sentence()
        'row 1: total 2 between 1 and 3'
        >>> word.allows(1, 2, 3)
        '2 of 27: 123 321'
    """

    traits = Trait.NUMBERS

    number: int
    ends_at: tuple[Value, Value]

    def sentence(self) -> str:
        return f"{self.title}: total {self.number} between {self.ends_at[0]} and {self.ends_at[1]}"

    def steps_a_place(self, values: int) -> int:
        return values * (2 + self.number * values // 25)

    def start(self) -> Hashable:
        return "", 0

    def step(self, state: Any, value: Value) -> Hashable | None:
        """The state is the end that was passed and the sum since; or that both were passed."""
        passed, total = state
        if value not in self.ends_at:
            total += int(value) if passed in self.ends_at else 0
            return (passed, total) if total <= self.number else None
        if passed == "":
            return value, 0
        return ("both", 0) if passed not in (value, "both") and total == self.number else None

    def ends(self, state: Any) -> bool:
        return bool(state == ("both", 0))

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        return all(
            narrow_between(narrowing, c, c.number, (c.ends_at, c.ends_at[::-1]))
            for c in constraints
        )

    def violations(self, values: Values) -> Iterator[Broken]:
        if None not in values:
            at = sorted(i for i, value in enumerate(values) if value in self.ends_at)
            total = sum(int(value) for value in values[at[0] + 1 : at[-1]] if value) if at else 0
            is_once = sorted(map(str, (values[i] for i in at))) == sorted(map(str, self.ends_at))
            if total != self.number or not is_once:
                yield f"{self.sentence()}; it is {total}", self.places


class FirstSum(WalkConstraint, frozen=True):
    """The first number is how many of them, itself included, add up to a sum: an X-sum.

    Attributes:
        places: A line of places that hold numbers.
        number: The sum.

    Rows:
        A path through n x d x s states for n places, d values and a sum of s.

    Example:
        >>> word = FirstSum("sum", "row 1", cells((1, 3)), 5)
        >>> word.sentence()
        'row 1: the first digits, as many as the first one says, make 5'
        >>> word.allows(1, 2, 3)
        '4 of 27: 231 232 233 311'
    """

    traits = Trait.NUMBERS

    number: int

    def sentence(self) -> str:
        return f"{self.title}: the first digits, as many as the first one says, make {self.number}"

    def steps_a_place(self, values: int) -> int:
        return values * values * min(self.number, 5 * values) // 8

    def start(self) -> Hashable:
        return None, self.number

    def step(self, state: Any, value: Value) -> Hashable | None:
        """The state is how many more count, and what they have to make."""
        more, left = state
        number = int(value)
        if more == 0:
            return state  # type: ignore[no-any-return]
        more = max(number, 1) - 1 if more is None else more - 1
        left -= number
        return (more, left) if left >= 0 and (more or not left) else None

    def ends(self, state: Any) -> bool:
        return bool(state == (0, 0))

    def violations(self, values: Values) -> Iterator[Broken]:
        unknowns = [value for value in values if value != OUTSIDE]
        first = unknowns[0] if unknowns else 1
        counted = unknowns[: int(first)] if first is not None else [None]
        total = sum(int(value) for value in counted if value is not None)
        is_short = first is not None and int(first) > len(unknowns)
        if is_short or (None not in counted and total != self.number):
            yield f"{self.sentence()}; they make {total}", self.places


def _copied(can: tuple[int, ...]) -> Sequence[int]:
    """The second half of the places holds the values of the first half."""
    half = len(can) // 2
    both = [*map(int.__and__, can[:half], can[half:])]
    return [*both, *both, *can[2 * half :]]
