"""Sight from a cell in several directions, up to what blocks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Self

from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Values, literals
from uniclue.constraints.situation import Because, Situation
from uniclue.constraints.unary import NUMBERS, add_up
from uniclue.core.model import Ints, Model, Value, View
from uniclue.core.places import Point
from uniclue.core.words import number_of
from uniclue.propagation.counts import Counts


class Sight(Constraint, frozen=True):
    """From the first place so many places are seen, itself too: ``from r2c3: 5 cells seen``.

    A direction is seen up to the first place that does not hold the value.

    Attributes:
        arms: How many places each direction has; they follow the first place, the nearest first.
        number: How many are seen.
        value: The value that one can see through; the first place holds it, too, if it is asked.
    """

    outside = "skipped"

    arms: tuple[int, ...]
    number: int
    value: Value = 0

    def sentence(self) -> str:
        return f"{self.title}: {number_of(self.number, 'cell')} seen"

    def because(self, at: Situation) -> Because:
        """With what is seen already, or can be seen the other ways."""
        sure, can, line = list[int](), list[int](), self.places[1:]
        changed = -1
        for arm in self.arms:
            some, line = line[:arm], line[arm:]
            if changed < 0 and any(p in at.after for p in some):
                changed = len(sure)
            left = [[*at.before.get(p, ())] for p in some]
            sure.append(_run([v == [self.value] for v in left], {True}))
            can.append(_run([self.value in v for v in left], {True}))
        if self.places[0] in at.after:
            return Because("sight", f"{self.sentence()}, itself too")
        if sum(sure) + 1 == self.number:
            return Because("sight", f"{self.sentence()}, and they are")
        if changed >= 0 and at.placed(self.value):
            others = sum(can) - can[changed]
            more = f"the other ways come to {others} at most" if others else "nowhere else"
            return Because("sight", f"{self.sentence()}, itself too; {more}")
        return Because("sight", f"otherwise more than {self.number} are seen {self.title}")

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """seen[i]: the place and all between are open; ends where nothing is asked.

        So what is seen in a direction is a number in unary; a form adds these up.
        """
        for c, group in zip(constraints, ids.tolist(), strict=True):
            (own, *x), seen_in = literals(model, c.places, c.value, c.layer), list[list[int]]()
            clauses = [[own]] if own or c.places[0] in model.positions else []
            for arm in c.arms:
                some, x = x[:arm], x[arm:]
                some = some[: some.index(0)] if 0 in some else some
                some = some[: c.number] if model.form == NUMBERS else some  # one too many
                seen = model.vars(f"seen, {c.label}", len(some), model.groups[group]).tolist()
                for i, (open_, here) in enumerate(zip(some, seen, strict=True)):
                    before = seen[i - 1 : i] if i else []
                    clauses += [[-here, open_], [here, -open_, *(-lit for lit in before)]]
                    clauses += [[-here, lit] for lit in before]
                seen_in.append(seen)
            model.clause_lists(group, clauses)
            counted, rest = [*chain(*seen_in)], c.number - 1
            if rest and not counted:
                model.contradiction(model.groups[group])
            is_added = model.form == NUMBERS
            model.linear(group, counted, 1, rest, rest, View.LP if is_added else View.BOTH)
            if is_added:
                add_up(model, group, seen_in, rest)

    def tell(self, counts: Counts) -> None:
        (own, *line), counted = counts.each(self.places, (self.value,)), 0
        if own:
            counts.add(own, 1)
        for arm in self.arms:
            some, line = line[:arm], line[arm:]
            some = (some[: some.index(0)] if 0 in some else some)[: self.number]  # one too many
            before = 0
            for here, open_ in zip(counts.new(len(some)), some, strict=True):
                counts.alls.append((here, before | open_))
                counted |= here
                before = here
        counts.add(counted, self.number - 1, self.number - 1)

    def violations(self, values: Values) -> Iterator[Broken]:
        (own, *line), sure, most = values, 1, 1
        where: list[Point] = [self.places[0]]
        for arm in self.arms:
            some, line = line[:arm], line[arm:]
            known = _run(some, {self.value})
            sure, most = sure + known, most + _run(some, {self.value, None})
        if own not in (None, self.value, OUTSIDE) or not sure <= self.number <= most:
            seen = f"{sure}" if sure == most else f"{sure} to {most}"
            yield (
                f"{self.sentence()}; it is {seen if own in (None, self.value, OUTSIDE) else 0}",
                where,
            )


def _run(values: Sequence[Value | None], open_: set[Value | None]) -> int:
    """How many of the first values are open."""
    return next((i for i, value in enumerate(values) if value not in open_), len(values))
