"""Growth: in a round, values spread to neighbouring places that suit them.

Every value that stands in a place that suits it spreads to the orthogonal neighbours that are empty
and suit it, all at the same time; a place that two different values reach in one round stays empty.
No value is ever displaced or goes away. Source: the animals document, section 1.4 (Beautiful
Garden).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Self

from uniclue.constraints.base import Broken, OfValues, Trait, Values
from uniclue.core.arrays import ArrayLike, np
from uniclue.core.memory import Size, clauses, count
from uniclue.core.model import Bools, Group, Ints, Model, Place, Value, View, Writer
from uniclue.core.places import Shape
from uniclue.core.puzzle import Grid, filled, neighbours, shifted

Suits = Callable[[Value, Place], bool]


def growth_rounds(planting: Grid, suits: Suits, rounds: int, empty: Value) -> Iterator[Grid]:
    """What becomes of a complete grid, round after round, by simulation.

    Args:
        planting: What stands in every place.
        suits: Whether a place suits a value.
        rounds: How many rounds it grows.
        empty: What stands in an empty place.

    Yields:
        The grid itself, then what it is after every round.

    Example:
        >>> planted = ("rose", ".", "."),
        >>> [*growth_rounds(planted, lambda cell, value: True, 1, ".")]
        [(('rose', '.', '.'),), (('rose', 'rose', '.'),)]
    """
    rows, cols = shape = len(planting), len(planting[0])
    garden = {place: value for place, value in filled(planting) if value != empty}
    yield planting
    for _ in range(rounds):
        reached: dict[Place, set[Value]] = {}
        for place, value in garden.items():
            if suits(value, place):
                for near in neighbours(place, shape):
                    if near not in garden and suits(value, near):
                        reached.setdefault(near, set()).add(value)
        garden |= {place: values.pop() for place, values in reached.items() if len(values) == 1}
        yield tuple(tuple(garden.get((r, c), empty) for c in range(cols)) for r in range(rows))


class Growth(OfValues, frozen=True):
    """One round of growth; it makes the layer that follows from the solution's cells.

    Reached: a neighbour in a suitable place holds the value. Born: reached, empty, and by no other
    value. Standing: stood or born. All follow from the solution, so there is nothing to judge.

    Attributes:
        places: All cells of the board.
        values: The values that grow; the first value of the domain is the empty place.
        shape: Rows and columns of the board.
        suited: Whether a place suits a value, for every place and value.
        number: The number of the round, from 1.

    Example:
        >>> suited = (True, True), (True, False)
        >>> word = Growth("growth", "round 1", cells((1, 2)), ("rose", "lily"), (1, 2), suited, 1)
        >>> word.sentence()
        'round 1: round 1'
        >>> word.allows("rose", "lily", ".")
        '9 of 9: rose,rose rose,lily rose,. lily,rose lily,lily lily,. .,rose .,lily ...'
    """

    traits = Trait.MODEL

    shape: Shape
    suited: tuple[tuple[bool, ...], ...]
    number: int

    def sentence(self) -> str:
        return f"round {self.number}: {self.title}"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A round after the other, on the layer that the one before has made."""
        model = rows.blocks
        for c, group in zip(constraints, ids.tolist(), strict=True):
            suited = np.array(c.suited).reshape(*c.shape, len(c.values))
            before = model.layers.get(c.layer, model.cells)[:, 1:].reshape(suited.shape)
            after = c._add_round(model, model.groups[group], before, suited).reshape(
                -1, len(c.values)
            )
            model.layers[c.layer] = np.pad(after, ((0, 0), (1, 0)))

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        """Every value that can grow into a place is compared with every other one."""
        sizes: dict[int, Size] = {}
        for c in constraints:
            key = id(c.suited)  # the rounds of a garden share it
            sizes[key] = sizes.get(key) or c._size_of_round()
        return sum((sizes[id(c.suited)] for c in constraints), Size())

    def _size_of_round(self) -> Size:
        suited = np.array(self.suited).reshape(*self.shape, len(self.values))
        grows = (suited & shifted(suited).any(axis=-1)).sum(axis=-1).ravel()
        growing, rivals, n = int(grows.sum()), int((grows * (grows - 1)).sum()), len(self.values)
        return (
            Size(3 * growing, entries=3 * growing)
            + clauses(10 * growing, 2)
            + clauses(2 * growing, 3)
            + clauses(growing, n + 2)
            + clauses(rivals, 2)
            + Size(entries=rivals, literals=rivals)
            + count(n, 0, 1) * int((grows > 0).sum())
        )

    def _add_round(self, model: Model, group: Group, before: Ints, suited: Bools) -> Ints:
        """The variables of what stands after the round: shape (rows, columns, values)."""
        grows = suited & shifted(suited).any(axis=-1)  # a suitable place next to another one
        reached, born, after = np.zeros_like(before), np.zeros_like(before), before.copy()
        size = int(grows.sum())
        reached[grows] = r = model.vars(f"reached in round {self.number}", size)
        born[grows] = b = model.vars(f"born in round {self.number}", size)
        after[grows] = a = model.vars(f"standing after round {self.number}", size)
        old = before[grows]

        near = shifted(np.where(suited, before, 0))[grows]
        model.clauses(group, _implications(near, r[:, None]))
        model.clauses(group, np.column_stack([-r, near]))

        anyone, others = _anyone_and_others(before, reached)
        model.clauses(group, _implications(b, r))
        model.clauses(group, _implications(born[..., None], -others))
        model.clauses(group, np.column_stack([-r, b, anyone[grows], others[grows]]))

        model.linear(group, np.stack([a, old, b], axis=1), (1, -1, -1), 0, 0, View.LP)
        model.clauses(group, np.stack([-a, old, b], axis=1), View.CNF)
        for cause in (old, b):
            model.clauses(group, _implications(cause, a), View.CNF)
        model.clauses(group, _implications(old, -b), View.CNF)
        model.at_most_one(group, after[grows.any(axis=-1)])
        return after

    def violations(self, values: Values) -> Iterator[Broken]:
        return iter(())


def _implications(one: ArrayLike, other: ArrayLike) -> Ints:
    """The clauses ``one -> other``, where both are literals and not padding: shape (m, 2)."""
    one, other = np.broadcast_arrays(one, other)
    both = (one != 0) & (other != 0)
    return np.stack([-one[both], other[both]], axis=1)


def _anyone_and_others(standing: Ints, reached: Ints) -> tuple[Ints, Ints]:
    """For each place and value: which values may stand there, and which *other* ones reach it.

    Both have shape (rows, columns, values, values).
    """
    values = standing.shape[-1]
    others = np.where(np.eye(values, dtype=bool), 0, reached[:, :, None, :])
    return np.broadcast_to(standing[:, :, None, :], (*standing.shape, values)), others
