"""Different values: none stands twice, or every one stands once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from uniclue.constraints.base import Broken, Constraint, Values, cells_of
from uniclue.core.model import Bools, Ints, Model
from uniclue.core.places import names
from uniclue.core.puzzle import duplicates


class Different(Constraint, frozen=True):
    """No value stands twice: ``across run at r2c3 (4 cells) holds no digit twice``."""

    judges_many = True

    def sentence(self) -> str:
        return f"{self.sized_title} holds no digit twice"

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """At most one place for every value."""
        x = cells_of(model, constraints).swapaxes(1, 2)
        model.at_most_one(ids.repeat(x.shape[1]), x.reshape(-1, x.shape[2]))

    def violations(self, values: Values) -> Iterator[Broken]:
        for value, where in duplicates(zip(self.places, values, strict=True)):
            yield f"{self.title} holds {value} at {names(where)}", where

    def is_kept(self, values: Values) -> bool:
        return len(set(values)) == len(values) or super().is_kept(values)

    @classmethod
    def all_kept(cls, constraints: Sequence[Self], values: NDArray[Any]) -> Bools:
        """By the bits of the values; they are 63 at most."""
        bits = np.bitwise_or.reduce(np.left_shift(1, values.astype(np.int64)), axis=2)
        kept: Bools = (np.bitwise_count(bits) == values.shape[2]).all(axis=1)
        return kept


class Permutation(Different, frozen=True):
    """Every value stands once: ``row 3 holds every digit once``.

    The form ``plain`` of a model says "at most once" only, which leaves unit propagation with naked
    singles (Lynce and Ouaknine 2006).
    """

    def sentence(self) -> str:
        return f"{self.title} holds every digit once"

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """Exactly one place for every value."""
        if model.form == "plain":
            super().add(model, constraints, ids)
            return
        x = cells_of(model, constraints).swapaxes(1, 2)
        model.exactly_one(ids.repeat(x.shape[1]), x.reshape(-1, x.shape[2]))
