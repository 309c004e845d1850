"""Sight from a cell in several directions, up to what blocks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Self

from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Trait, Values
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.constraints.unary import NUMBERS, add_up
from uniclue.core.memory import Size, count
from uniclue.core.model import CARDINALITY, Ints, Value, View, Writer
from uniclue.core.places import Point
from uniclue.core.words import number_of


class CellsSeen(Constraint, frozen=True):
    """The number of places seen from the first one, itself included: ``from r2c3: 5 cells seen``.

    A direction is seen up to the first place that does not hold the value.

    Attributes:
        places: The place from which one looks, then those of each direction, the nearest first:
            ``[place, *ray(place, "n", shape), *ray(place, "e", shape)]``.
        arms: How many places each direction has, in the order of the places.
        number: How many are seen.
        value: The value that one can see through; the first place holds it, too, if it
            has a variable.
        itself: Whether the first place counts, too.

    Rows:
        About 3n for n places, and n variables; the form ``numbers`` adds n^2/4 and n variables.

    Example:
        >>> arms = ray((0, 0), "e", (2, 3)), ray((0, 0), "s", (2, 3))
        >>> seen = [(0, 0), *arms[0], *arms[1]]
        >>> word = CellsSeen("number", "from r1c1", seen, tuple(map(len, arms)), 3)
        >>> word.sentence()
        'from r1c1: 3 cells seen'
        >>> word.allows(0, 1)
        '2 of 16: 0001 0010'
    """

    traits = Trait.SKIPS_OUTSIDE

    arms: tuple[int, ...]
    number: int
    value: Value = 0
    itself: bool = True

    def misfit(self) -> str:
        arms, places = sum(self.arms), len(self.places)
        return (
            f"arms: expected {places - 1} places in all, got {arms}" if arms != places - 1 else ""
        )

    def sentence(self) -> str:
        return f"{self.title}: {number_of(self.number, 'cell')} seen"

    def because(self, at: DomainChange) -> Reason:
        """Names the cells that are seen already, or can be seen in the other directions, too."""
        sure, can, line = list[int](), list[int](), self.places[1:]
        changed = -1
        for arm in self.arms:
            some, line = line[:arm], line[arm:]
            if changed < 0 and any(p in at.after for p in some):
                changed = len(sure)
            left = [[*at.before.get(p, ())] for p in some]
            sure.append(_run([v == [self.value] for v in left], {True}))
            can.append(_run([self.value in v for v in left], {True}))
        too = ", itself included" * self.itself
        if self.places[0] in at.after:
            return Reason("sight", f"{self.sentence()}{too}")
        if sum(sure) + self.itself == self.number:
            return Reason("sight", f"{self.sentence()}, and they are")
        if changed >= 0 and at.placed(self.value):
            others = sum(can) - can[changed]
            more = f"the other ways come to {others} at most" if others else "nowhere else"
            return Reason("sight", f"{self.sentence()}{too}; {more}")
        return Reason("sight", f"otherwise more than {self.number} are seen {self.title}")

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """seen[i]: the place and all between are open; ends where there is no variable.

        So what is seen in a direction is a number in unary; a form adds these up.
        """
        is_cut, is_added = rows.form in (NUMBERS, CARDINALITY), rows.form == NUMBERS
        for c, group in zip(constraints, ids.tolist(), strict=True):
            own, *x = rows.literals_at(c.places, c.value, c.layer)
            if c.itself and (own or c.places[0] in rows.positions):
                rows.clause_lists(group, [[own]])
            lines, end, rest = list[list[int]](), 0, c.number - c.itself
            for arm in c.arms:
                some, end = x[end : end + arm], end + arm
                some = some[: some.index(0)] if 0 in some else some
                lines.append(some[: rest + 1] if is_cut else some)  # one too many
            seen_in = rows.prefixes(group, f"seen, {c.label}", lines)
            counted = [*chain(*seen_in)]
            if not is_added or not counted:
                rows.count(group, counted, rest, rest)
            if is_added:
                model = rows.blocks
                model.linear(group, counted, 1, rest, rest, View.LP)
                add_up(model, group, seen_in, rest)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        return sum((c._size(form) for c in constraints), Size())

    def _size(self, form: str) -> Size:
        """A variable and three clauses for each place, and the count of what is seen."""
        rest = self.number - self.itself
        cut = form in (NUMBERS, CARDINALITY)
        seen = sum(min(arm, rest + 1) if cut else arm for arm in self.arms)
        return Size(seen, 7 * seen, 3 * seen, 7 * seen) + count(seen, rest, rest)

    def violations(self, values: Values) -> Iterator[Broken]:
        (own, *line), sure, most = values, int(self.itself), int(self.itself)
        where: list[Point] = [self.places[0]]
        for arm in self.arms:
            some, line = line[:arm], line[arm:]
            known = _run(some, {self.value})
            sure, most = sure + known, most + _run(some, {self.value, None})
        is_open = not self.itself or own in (None, self.value, OUTSIDE)
        if not is_open or not sure <= self.number <= most:
            seen = f"{sure}" if sure == most else f"{sure} to {most}"
            yield (
                f"{self.sentence()}; it is {seen if is_open else 0}",
                where,
            )


def _run(values: Sequence[Value | None], open_: set[Value | None]) -> int:
    """How many of the first values are open."""
    return next((i for i, value in enumerate(values) if value not in open_), len(values))
