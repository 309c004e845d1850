"""What is seen along a line from its start: how many towers, their sum, the first value."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Self

import numpy as np

from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Values, literals
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Model, Value
from uniclue.core.words import number_of


class SeenAlong(Constraint, frozen=True):
    """Numbers above 0 are towers, and one hides all behind it that are no higher: the base."""

    number: int

    @abstractmethod
    def weight(self, height: int) -> int:
        """What a tower of that height counts if it is seen."""

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """high[i, h]: one of the first i + 1 towers is at least the h-th height; new[i, h]: seen.

        Place i is seen with height h if it has that height and none before it was as high.
        """
        heights = sorted(v for v in model.domain if isinstance(v, int) and v > 0)
        for c, group in zip(constraints, ids.tolist(), strict=True):
            places = [place for place in c.places if place in model.positions]
            of_height = [literals(model, places, height, c.layer) for height in heights]
            x = np.array(of_height, np.int32).T.reshape(len(places), len(heights))
            owner = model.groups[group]
            high = model.vars(f"height so far, {c.label}", x.shape, owner)
            new = model.vars(f"seen, {c.label}", x.shape, owner)
            tops = high.tolist()
            lines = [
                *zip(x.tolist(), tops, new.tolist(), [[0] * len(heights), *tops], strict=False)
            ]
            clauses: list[list[int]] = []
            for h in range(len(heights)):
                clauses += [[-top[h], before[h], *own[h:]] for own, top, _, before in lines]
                clauses += [[-own[h], top[h]] for own, top, _, _ in lines]
                if h:
                    clauses += [[-top[h], top[h - 1]] for _, top, _, _ in lines]
                clauses += [[-before[h], top[h]] for _, top, _, before in lines[1:]]
                clauses += [[-seen[h], own[h]] for own, _, seen, _ in lines]
                clauses += [[-seen[h], -before[h]] for _, _, seen, before in lines[1:]]
                clauses += [[-own[h], before[h], seen[h]] for own, _, seen, before in lines]
            model.clause_lists(group, clauses)
            weights = [c.weight(height) for height in heights] * len(places)
            row = new.reshape(1, -1)
            if row.size:
                model.linear(group, row, np.array([weights]), c.number, c.number)
            elif c.number:
                model.contradiction(owner)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        """As of a clause with all greater heights for every place and height, and of a total."""
        cells = sum(len(c.places) for c in constraints) * values
        literals = cells * (2 + values // 2) + 16 * cells
        counted = sum(c.number * len(c.places) * values for c in constraints)
        return Size(2 * cells + counted, literals, 8 * cells + 3 * counted, literals + 7 * counted)

    def violations(self, values: Values) -> Iterator[Broken]:
        if None not in values:
            line = [value for value in values if isinstance(value, int) and value > 0]
            seen = set(accumulate(line, max))
            total = sum(map(self.weight, seen))
            if total != self.number:
                yield f"{self.sentence()}; it is {total}", self.places


class Seen(SeenAlong, frozen=True):
    """So many towers are seen: ``row 3 from the left: 4 towers are seen``.

    Attributes:
        number: How many.
    """

    def sentence(self) -> str:
        return f"{self.title}: {number_of(self.number, 'tower')} seen"

    def weight(self, height: int) -> int:
        return 1


class SeenSum(SeenAlong, frozen=True):
    """The towers that are seen add up to so much: ``row 3 from the left: towers of 12 are seen``.

    Attributes:
        number: The sum of their heights.
    """

    def sentence(self) -> str:
        return f"{self.title}: towers of {self.number} together seen"

    def weight(self, height: int) -> int:
        return height


class FirstSeen(Constraint, frozen=True):
    """The first value that is no blank is this one: ``row 3 from the left: b comes first``.

    Attributes:
        value: The value.
        blank: The value that is passed over.
    """

    value: Value
    blank: Value = 0

    def sentence(self) -> str:
        return f"{self.title}: {self.value} comes first"

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """Wherever another value stands, this one stands before; and it stands somewhere."""
        for c, group in zip(constraints, ids.tolist(), strict=True):
            x = [lit for lit in literals(model, c.places, c.value, c.layer) if lit]
            model.clauses(group, x or np.zeros((1, 1), np.int32))
            places = [place for place in c.places if place in model.positions]
            for value in model.domain:
                if value not in (c.value, c.blank):
                    for i, other in enumerate(literals(model, places, value, c.layer)):
                        model.clauses(group, [-other, *x[:i]])

    def violations(self, values: Values) -> Iterator[Broken]:
        asked = [value for value in values if value != OUTSIDE]
        first = next((value for value in asked if value != self.blank), self.blank)
        if first not in (None, self.value):
            comes = "nothing does" if first == self.blank else f"{first} does"
            yield f"{self.sentence()}; {comes}", self.places
