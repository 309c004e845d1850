"""Counts that need not be right: where a cell is shaded, or where one of several numbers lies."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from uniclue.constraints.base import Broken, Values
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.constraints.walk import WalkConstraint
from uniclue.core.model import Value
from uniclue.core.words import is_where, number_of, the

NO_SKIPPING = "skips_outside: places are told apart by their order, so none can be skipped"


class ExactlyIf(WalkConstraint, frozen=True):
    """If the first place holds a value, exactly a number of the others hold theirs.

    Attributes:
        places: The place on which it depends, then those that are counted.
        number: The number of places.
        of: The name for one of them.
        value: The value that is counted.
        when: The value of the first place.
        if_so: That it holds it, in words.

    Rows:
        A path through up to n^2 states for n places.

    Example:
        >>> word = ExactlyIf("arrow", "the arrow at r1c1", cells((1, 4)), 2, "shaded cell")
        >>> word.sentence()
        'the arrow at r1c1: exactly 2 shaded cells, if it holds 0'
        >>> word.allows(0, 1)
        '11 of 16: 0011 0101 0110 1000 1001 1010 1011 1100 ...'
    """

    number: int
    of: str = "place"
    value: Value = 1
    when: Value = 0
    if_so: str = ""

    def misfit(self) -> str:
        return NO_SKIPPING if self.skips_outside else ""

    def sentence(self) -> str:
        if_so = self.if_so or f"it holds {self.when}"
        return f"{self.title}: exactly {number_of(self.number, self.of)}, if {if_so}"

    def because(self, at: DomainChange) -> Reason:
        """The count, and on what it depends."""
        if_so = self.if_so or f"it holds {self.when}"
        exactly = f"exactly {number_of(self.number, self.of)}"
        if not is_where(self.title):
            return Reason("count if so", f"if {if_so}, {self.title} counts {exactly}")
        there = "there is" if self.number == 1 else "there are"
        return Reason("count if so", f"if {if_so}, {there} {exactly} {self.title}")

    def broken(self, values: Values) -> str:
        own, *line = values
        sure, open_ = line.count(self.value), line.count(None)
        if own != self.when or sure <= self.number <= sure + open_:
            return ""
        there = number_of(sure, self.of) if sure > self.number else ""
        few = f"at most {number_of(sure + open_, self.of)}"
        return f"{the(self.title)}: {there or few}, not {self.number}"

    def steps_a_place(self, values: int) -> int:
        return 2 * self.number + 3

    def start(self) -> Hashable:
        return "depends"

    def step(self, state: Hashable, value: Value) -> Hashable | None:
        if state == "depends":
            return 0 if value == self.when else "free"
        if not isinstance(state, int):
            return state
        count = state + (value == self.value)
        return count if count <= self.number else None

    def ends(self, state: Hashable) -> bool:
        return state in ("depends", "free", self.number)

    def violations(self, values: Values) -> Iterator[Broken]:
        own, *line = values
        sure, open_ = line.count(self.value), line.count(None)
        if own == self.when and not sure <= self.number <= sure + open_:
            yield f"{self.sentence()}; there are {sure}", self.places


class Liars(WalkConstraint, frozen=True):
    """Of several numbers of places that hold a value, a number are wrong: ``region a: 1 lies``.

    Attributes:
        places: The places that the first number counts, then those of the second, and so on; a
            place may occur more than once.
        sizes: How many places each number counts.
        numbers: The numbers.
        wrong: How many of them are wrong.
        value: The value that is counted.

    Rows:
        A path through some ten states for each place.

    Example:
        >>> word = Liars("liar", "region a", cells((1, 4)), (2, 2), (1, 0))
        >>> word.sentence()
        'region a: exactly 1 number lies'
        >>> word.allows(0, 1)
        '8 of 16: 0000 0101 0110 0111 1001 1010 1011 1100'
    """

    sizes: tuple[int, ...]
    numbers: tuple[int, ...]
    wrong: int = 1
    value: Value = 1

    def misfit(self) -> str:
        if self.skips_outside:
            return NO_SKIPPING
        if len(self.sizes) != len(self.numbers):
            return f"sizes: expected {number_of(len(self.numbers), 'size')}, got {self.sizes}"
        if sum(self.sizes) != len(self.places):
            return f"sizes: expected {len(self.places)} places in all, got {sum(self.sizes)}"
        return ""

    def sentence(self) -> str:
        lies = "lies" if self.wrong == 1 else "lie"
        return f"{self.title}: exactly {number_of(self.wrong, 'number')} {lies}"

    def steps_a_place(self, values: int) -> int:
        size = len(self.places) // max(1, len(self.sizes))
        return (self.wrong + 1) * (size + 1)

    def start(self) -> Hashable:
        return self._after(0, 0, 0, 0)

    def step(self, state: Hashable, value: Value) -> Hashable | None:
        assert isinstance(state, tuple)
        which, read, count, wrong = state
        after = self._after(which, read + 1, count + (value == self.value), wrong)
        return after if after[-1] <= self.wrong else None

    def _after(self, which: int, read: int, count: int, wrong: int) -> tuple[int, int, int, int]:
        """The number that is read, how much of it, what it counts so far, how many were wrong."""
        while which < len(self.sizes) and read == self.sizes[which]:
            wrong += count != self.numbers[which]
            which, read, count = which + 1, 0, 0
        return which, read, count, wrong

    def ends(self, state: Hashable) -> bool:
        return isinstance(state, tuple) and state[-1] == self.wrong

    def violations(self, values: Values) -> Iterator[Broken]:
        sure, most, at = 0, 0, 0
        for size, number in zip(self.sizes, self.numbers, strict=True):
            some = values[at : at + size]
            at += size
            known, open_ = some.count(self.value), some.count(None)
            sure += not known <= number <= known + open_
            most += bool(open_) or known != number
        if not sure <= self.wrong <= most:
            yield (
                f"{self.sentence()}; {sure if sure == most else f'{sure} to {most}'} do",
                self.places,
            )
