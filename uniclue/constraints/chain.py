"""Chains: numbers that follow each other stand beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Self

import numpy as np

from uniclue.constraints.base import Broken, Constraint, Part, Values, literals
from uniclue.core.model import Ints, Model
from uniclue.core.places import Point, name


class Chain(Constraint, frozen=True):
    """Every number has the next one beside it, and the one before: ``the board is one chain``.

    Attributes:
        last: The last number; the first is 1, and there are no others.
        slanting: Whether a cell that shares only a corner is beside, too.
    """

    last: int
    slanting: bool = False

    def sentence(self) -> str:
        return f"{self.title}: every number stands beside the next one"

    def atoms(self, model: Model) -> list[Part]:
        """One for each number and the next."""
        steps = pairwise(range(1, self.last + 1))
        return [Part(f"{one} stands beside {two}", self.places, (one, two)) for one, two in steps]

    def _are_beside(self, one: Point, other: Point) -> bool:
        across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
        return max(across, down) == 1 and (self.slanting or across + down == 1)

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """For each place and number a clause: the next number stands beside it; the one before."""
        for c, group in zip(constraints, ids.tolist(), strict=True):
            places = [place for place in c.places if place in model.positions]
            near = [[i for i, q in enumerate(places) if c._are_beside(p, q)] for p in places]
            beside = np.full((len(places), max(map(len, near), default=0)), -1)
            for i, some in enumerate(near):
                beside[i, : len(some)] = some
            for one, other in pairwise(range(1, c.last + 1)):
                x, y = (np.array([*literals(model, places, n), 0], np.int32) for n in (one, other))
                model.clauses(group, np.column_stack([-x[:-1], y[beside]]))
                model.clauses(group, np.column_stack([-y[:-1], x[beside]]))

    def violations(self, values: Values) -> Iterator[Broken]:
        if None in values:
            return
        held = [(p, v) for p, v in zip(self.places, values, strict=True) if isinstance(v, int)]
        for place, number in held:
            near = [value for p, value in held if self._are_beside(place, p)]
            for other in (number - 1, number + 1):
                if 1 <= other <= self.last and other not in near:
                    yield f"{self.sentence()}; not {number} at {name(place)}", [place]
