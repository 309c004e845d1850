"""What only some constraints provide, beside what every :class:`Constraint` has.

A constraint has one of these abilities if its class extends the class here; who needs it asks with
``isinstance``. None of them adds members of its own to a constraint, so they combine.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import Any, Self, TypeGuard

from uniclue.constraints.base import Constraint
from uniclue.constraints.situation import DomainChange
from uniclue.core.arrays import NDArray
from uniclue.core.model import Bools, Group, Model
from uniclue.core.places import Point
from uniclue.propagation.narrowing import Narrower


class Separating(Constraint, frozen=True):
    """A constraint whose places can fall into two parts, which a picture of a step points to."""

    @abstractmethod
    def areas(self, at: DomainChange) -> Sequence[Collection[Point]]:
        """The places on both sides of those that changed.

        Args:
            at: The domains of its places before and after.
        """


class Assuming(Constraint, frozen=True):
    """A constraint with rows that take other clues for granted.

    Steps that use such rows name these clues, too. Parts (:class:`Part`) state their own.
    """

    def taken(self, model: Model) -> tuple[int, ...]:
        """The groups of the clues that its rows take for granted."""
        return ()

    def by_itself(self, clauses: list[list[int]]) -> list[list[int]]:
        """Those of an atom's clauses that hold without them."""
        return []

    def add_alone(self, model: Model, group: Group) -> None:
        """Adds the rows it needs when these clues are left out, if any."""


class DomainConsistent(Constraint, frozen=True):
    """A constraint with a propagator that makes its places domain consistent, for steps."""

    @abstractmethod
    def complete_narrower(self) -> Narrower:
        """The propagator, which strikes every value without support."""


class JudgesMany(Constraint, frozen=True):
    """A constraint that can judge many complete boards at once; see :func:`judges_many`."""

    @classmethod
    @abstractmethod
    def all_kept(cls, constraints: Sequence[Self], values: NDArray[Any]) -> Bools:
        """Judges many complete boards.

        Args:
            constraints: Constraints of this class, with equally many places each.
            values: Shape (boards, constraints, places). The values in their places.

        Returns:
            Shape (boards,). Whether a board keeps all of them.
        """


def judges_many(cls: type[Constraint]) -> TypeGuard[type[JudgesMany]]:
    """Whether a class judges many boards, by the violations that it reports of one.

    A class that changes its violations alone no longer does.
    """
    if not issubclass(cls, JudgesMany):
        return False
    first = next(c for c in cls.__mro__ if {"violations", "all_kept"} & vars(c).keys())
    return "all_kept" in vars(first)
