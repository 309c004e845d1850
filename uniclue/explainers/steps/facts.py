"""Facts and literals: the variables of a model whose meaning a person can state.

These are the variables of the solution's places, and of further layers. Placed values strike what
they *see*: the other values of their place, and themselves in the places of a constraint that
allows them once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from uniclue.constraints.base import Constraint, Trait, grouped
from uniclue.core.arrays import np
from uniclue.core.model import Ints, Model, Value
from uniclue.explainers.steps.step import Fact


class Coordinates(NamedTuple):
    """What a variable is: a position in ``Model.places``, one in ``Model.domain``, a layer."""

    place: int
    value: int
    layer: str


class Facts:
    """The facts that the variables of a model stand for.

    Args:
        model: The model.

    Attributes:
        model: The model.
        speaks: The meaning of each variable that stands for a fact; those of the solution first.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.speaks: dict[int, Coordinates] = {}
        self._layers = {"": model.cells, **model.layers}
        for layer, x in self._layers.items():
            table: Ints = x if x.ndim == 2 else x[:, None]
            for place, row in enumerate(table.tolist()):
                for value, variable in enumerate(row):
                    if variable and variable not in self.speaks:
                        number = value if x.ndim == 2 else model.domain.index(1)
                        self.speaks[variable] = Coordinates(place, number, layer)

    def fact(self, literal: int) -> tuple[Fact, bool]:
        """The fact of a literal, and whether it is placed; else it is struck."""
        place, value, layer = self.speaks[abs(literal)]
        at, domain = self.model.places[place], self.model.domain
        if self.model.onehot:
            return Fact(at, domain[value], layer), literal > 0
        return Fact(at, int(literal > 0), layer), True

    def literal(self, fact: Fact, *, placed: bool = True) -> int:
        """The literal of a fact.

        Raises:
            KeyError: There is no such place, value or layer.
        """
        x = self._layers[fact.layer][self.model.place_index[fact.cell]]
        value = self.model.value_index[fact.value]
        if self.model.onehot:
            return int(x[value]) * (1 if placed else -1)
        return int(x) * (1 if placed == bool(value) else -1)

    def variables(self, places: Iterable[int], values: Iterable[Value] | None) -> set[int]:
        """The variables of some places and values (None: all), in every layer."""
        at = list(places)
        out: set[int] = set()
        for x in self._layers.values():
            some = x[at]
            if x.ndim == 2 and values is not None:
                some = some[:, [self.model.value_index[v] for v in values]]
            out.update(some.ravel().tolist())
        return out - {0}

    def variables_in(self, constraint: Constraint) -> list[list[int]] | None:
        """The variables of a constraint's places, by value; None if some place has none."""
        positions = self.model.positions
        if not all(place in positions for place in constraint.places):
            return None
        x = self._layers.get(constraint.layer, self.model.cells)[
            [positions[p] for p in constraint.places]
        ]
        table: Ints = x if x.ndim == 2 else x[:, None]
        return table.tolist() if (table > 0).all() else None

    def single_groups(self) -> list[tuple[tuple[int, ...], frozenset[Value]]]:
        """The groups of places that hold a value at most once, each with the values it excepts.

        Places are positions in ``Model.places``. Empty if the model has no variable per value.
        """
        if not self.model.onehot:
            return []
        groups = dict.fromkeys(
            (tuple(others), but) for peers in self._peers for others, but in peers
        )
        return [*groups]

    @cached_property
    def _peers(self) -> list[list[tuple[Sequence[int], frozenset[Value]]]]:
        """By place: the places of each constraint that allows values once, and excepted values."""
        peers: list[list[tuple[Sequence[int], frozenset[Value]]]] = [[] for _ in self.model.places]
        positions = self.model.positions
        for _, constraint in grouped(self.model):
            if Trait.DIFFERENT in constraint.traits and not constraint.layer:
                at = [positions[p] for p in constraint.places if p in positions]
                for place in at:
                    peers[place].append((at, frozenset(getattr(constraint, "but", ()))))
        return peers

    def seen_by(self, variable: int) -> list[int]:
        """The variables that are false if this one is true, by bookkeeping alone."""
        seen = self._seen.get(variable)
        if seen is None:
            seen = self._seen[variable] = self._see(variable)
        return seen

    @cached_property
    def _seen(self) -> dict[int, list[int]]:
        return {}

    def _see(self, variable: int) -> list[int]:
        place, value, layer = self.speaks[variable]
        if not self.model.onehot or layer:
            return []
        x, held = self.model.cells, self.model.domain[value]
        seen = {v: None for v in x[place].tolist() if v != variable}
        for others, but in self._peers[place]:
            if held not in but:
                column: list[int] = x[others, value].tolist()
                seen.update((v, None) for v in column if v != variable)
        return list(seen)


class Known:
    """The literals known so far.

    Args:
        facts: The meaning of variables.
        n_vars: Variables are 1..n_vars.

    Attributes:
        value: By variable: 1 true, -1 false, 0 open.
        array: The same as an array, for lazy constraints.
    """

    def __init__(self, facts: Facts, n_vars: int) -> None:
        self.facts = facts
        self.value = [0] * (n_vars + 1)
        self.array = np.zeros(n_vars + 1, np.int8)

    def is_open(self, literal: int) -> bool:
        """Whether a literal is not known."""
        return not self.value[abs(literal)]

    def holds(self, literal: int) -> int:
        """1 if a literal is true, -1 if it is false, 0 if it is open."""
        return self.value[literal] if literal > 0 else -self.value[-literal]

    def learn(self, literals: Iterable[int]) -> list[int]:
        """Adds literals and what they strike; returns all new ones."""
        value, new = self.value, list[int]()
        todo = list(literals)
        for literal in todo:
            variable = abs(literal)
            if value[variable]:
                continue
            value[variable] = self.array[variable] = 1 if literal > 0 else -1
            new.append(literal)
            if literal > 0 and variable in self.facts.speaks:
                todo += [-v for v in self.facts.seen_by(variable)]
        return new
