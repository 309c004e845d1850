"""Heights: one value stands lower than another, or level with it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import (
    Broken,
    OfValues,
    Trait,
    Values,
    cells_in,
    grouped,
    not_so_at,
    variables_at,
)
from uniclue.constraints.count import Count
from uniclue.constraints.faces import Assuming
from uniclue.core.arrays import np
from uniclue.core.memory import Size, clauses
from uniclue.core.model import Group, Ints, Model, Place, Value, View, Writer


class Heights(OfValues, frozen=True):
    """What the heights are on which two values stand.

    Attributes:
        values: The two values.
        heights: The height of each place.
    """

    traits = Trait.MODEL

    values: tuple[Value, Value]
    heights: tuple[int, ...]

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Rows over the distinct heights, not over pairs of places."""
        model = rows.blocks
        for c, group in zip(constraints, ids.tolist(), strict=True):
            level = np.unique(np.array(c.heights), return_inverse=True)[1].astype(np.int32)
            c.add_levels(model, model.groups[group], level)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        return clauses(sum(4 * len(c.places) for c in constraints), 2)

    @abstractmethod
    def add_levels(self, model: Model, group: Group, level: Ints) -> None:
        """Adds the rows.

        Args:
            model: The model.
            group: The group of the rows.
            level: Shape (places,). The height of each place, counted among those there are.
        """

    @abstractmethod
    def misplaced(self, values: Values) -> list[Place]:
        """The places of either value that are out of order."""

    def violations(self, values: Values) -> Iterator[Broken]:
        return not_so_at(self, sorted(self.misplaced(values)))

    def standing(self, values: Values, value: Value) -> list[tuple[Place, int]]:
        """Where a value stands, and on which height."""
        of_all = zip(cells_in(self), self.heights, values, strict=True)
        return [(place, height) for place, height, stands in of_all if stands == value]


class LowerThan(Heights, Assuming, frozen=True):
    """Wherever the values stand, the first one stands lower than the second, or higher.

    Attributes:
        places: All cells of the board.
        values: The two values.
        heights: The height of every place.
        higher: Whether it stands higher.

    Example:
        >>> beside = "lion", "panda"
        >>> word = LowerThan("height", "lions lower than pandas", cells((1, 2)), beside, (1, 2))
        >>> word.sentence()
        'lions lower than pandas'
        >>> word.allows("lion", "panda")
        '3 of 4: lion,lion lion,panda panda,panda'
    """

    higher: bool = False

    @property
    def low_and_high(self) -> tuple[Value, Value]:
        """The value that stands lower, and the other one."""
        return (self.values[1], self.values[0]) if self.higher else self.values

    def taken(self, model: Model) -> tuple[int, ...]:
        """The count of the lower species, of which one stands somewhere."""
        low = self.low_and_high[0]
        counts = ((i, c) for i, c in grouped(model) if isinstance(c, Count))
        return tuple(i for i, c in counts if c.value == low and c.least)

    def by_itself(self, clauses: list[list[int]]) -> list[list[int]]:
        """All but that the lower species reaches the lowest level."""
        return [clause for clause in clauses if len(clause) > 1]

    def add_levels(self, model: Model, group: Group, level: Ints) -> None:
        """reach[i]: the first value stands on level i or above; it is true only if it does."""
        low, high = (variables_at(model, self, value) for value in self.low_and_high)
        reach = model.vars("the lower species stands this high", int(level.max()) + 1, group)
        above = np.append(reach[1:], 0)
        model.clauses(group, reach[:1])
        model.clauses(group, np.stack([-reach[1:], reach[:-1]], axis=1))
        model.clauses(group, np.stack([-low, reach[level]], axis=1))
        model.clauses(group, np.column_stack([-reach, above, _per_level(low, level)]))
        model.clauses(group, np.stack([-high, -reach[level]], axis=1))

    def misplaced(self, values: Values) -> list[Place]:
        low, high = (self.standing(values, value) for value in self.low_and_high)
        return [p for p, h in low if any(h >= other for _, other in high)] + [
            p for p, h in high if any(h <= other for _, other in low)
        ]


class SameHeight(Heights, frozen=True):
    """Wherever the values stand, both stand at one height.

    Attributes:
        places: All cells of the board.
        values: The two values.
        heights: The height of every place.
        supply: How many places hold each value.

    Example:
        >>> beside = "lion", "panda"
        >>> word = SameHeight("height", "both alike", cells((1, 3)), beside, (1, 1, 2), (1, 1))
        >>> word.sentence()
        'both alike'
        >>> word.allows("lion", "panda", ".")
        '11 of 27: lion,lion,. lion,panda,. lion,.,. panda,lion,. panda,panda,. panda,.,.
        .,lion,. .,panda,. ...'
    """

    supply: tuple[int, int]

    def add_levels(self, model: Model, group: Group, level: Ints) -> None:
        """shared[i]: both values stand on level i."""
        shared = model.vars("both species stand on this level", int(level.max()) + 1, group)
        model.exactly_one(group, shared)
        for value, number in zip(self.values, self.supply, strict=True):
            x = variables_at(model, self, value)
            model.clauses(group, np.stack([-x, shared[level]], axis=1))
            # Implied, and what makes the LP tight: the level they share holds all of them.
            row = np.column_stack([shared, _per_level(x, level)])
            coef = np.append(-number, np.ones(len(x), np.int32))
            model.linear(group, row, coef, 0, 0, View.LP)

    def misplaced(self, values: Values) -> list[Place]:
        both = [at for value in self.values for at in self.standing(values, value)]
        return [place for place, _ in both] if len({height for _, height in both}) > 1 else []


def _per_level(x: Ints, level: Ints) -> Ints:
    """The variables of each level's places, 0 elsewhere: shape (levels, places)."""
    return np.where(level == np.arange(level.max() + 1)[:, None], x, 0)
