"""Neighbours: two values stand next to each other, or do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import Broken, OfValues, Trait, Values, cells_in, not_so_at, variables
from uniclue.core.arrays import np
from uniclue.core.memory import Size, clauses
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Shape
from uniclue.core.puzzle import neighbours, shifted


class Neighbours(OfValues, frozen=True):
    """Each of either value has one of the other orthogonally next to it, or none has.

    The places are all cells of the board.

    Attributes:
        places: All cells of the board.
        values: The two values.
        shape: Rows and columns of the board.
        negated: Whether none has.

    Rows:
        n for n places and each of the values.

    Example:
        >>> beside = "panda", "lion"
        >>> word = Neighbours("beside", "pandas stand by lions", cells((1, 3)), beside, (1, 3))
        >>> word.sentence()
        'pandas stand by lions'
        >>> word.allows("panda", "lion", ".")
        '7 of 27: panda,lion,panda panda,lion,. lion,panda,lion lion,panda,. .,panda,lion
        .,lion,panda .,.,.'
    """

    traits = Trait.MODEL

    values: tuple[Value, Value]
    shape: Shape
    negated: bool = False

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A clause per place and direction; negated, one per pair of places."""
        model = rows.blocks
        for c, group in zip(constraints, ids.tolist(), strict=True):
            one, other = (variables(model, value, c.layer) for value in c.values)
            if c.negated:
                beside = _beside(other, c.shape)
                pairs = np.stack([np.broadcast_to(one[:, None], beside.shape), beside], axis=2)
                model.clauses(group, -pairs[(pairs != 0).all(axis=2)])
                continue
            for here, there in ((one, other), (other, one)):
                model.clauses(group, np.column_stack([-here, _beside(there, c.shape)]))

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        each = (clauses(2 * len(c.places), 4 if c.negated else 5) for c in constraints)
        return sum(each, Size())

    def violations(self, values: Values) -> Iterator[Broken]:
        at = dict(zip(cells_in(self), values, strict=True))
        wrong = []
        for one, other in (self.values, self.values[::-1]):
            for place in (place for place, value in at.items() if value == one):
                beside = [at[near] for near in neighbours(place, self.shape)]
                meets = other in beside
                if meets if self.negated else not meets and None not in beside:
                    wrong.append(place)
        return not_so_at(self, sorted(wrong))


def _beside(x: Ints, shape: Shape) -> Ints:
    """The variables of the four neighbours of each place, 0 beyond the edge."""
    beside: Ints = shifted(x.reshape(shape)).reshape(-1, 4)
    return beside
