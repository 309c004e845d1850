"""Bridges between islands, each as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np

from uniclue.constraints.reach import ALWAYS, Reach
from uniclue.core.model import Group, Ints, Model, Place
from uniclue.core.places import Point, Shape, links, rows_and_columns

MOST = 2
"""So many bridges join two islands at most."""


class Bridge(NamedTuple):
    """Where bridges can lead straight from an island to the next.

    Attributes:
        ends: The islands.
        between: The cells between them.
        links: The links that it consists of.
    """

    ends: tuple[Place, Place]
    between: Sequence[Place]
    links: Sequence[Point]


def bridges_of(shape: Shape, islands: Mapping[Place, int]) -> Iterator[Bridge]:
    """All of a board, those along rows first."""
    for _, line in rows_and_columns(shape):
        at = [i for i, cell in enumerate(line) if cell in islands]
        for i, j in pairwise(at):
            yield Bridge((line[i], line[j]), line[i + 1 : j], links(line[i : j + 1]))


def bridge_model(
    bridges: Sequence[Bridge], islands: Mapping[Place, int], asked: Mapping[Point, int]
) -> Model:
    """A model with the variables of each bridge once, which all its links share.

    Args:
        bridges: All bridges, one at least.
        islands: The islands, and how many bridges end at each.
        asked: The positions of the links of all bridges.
    """
    model = Model()
    group = model.group("rule", "bridges join all islands and do not cross")
    x = model.vars("bridges", (len(bridges), MOST + 1))
    bridge_of_link = np.zeros(len(asked), np.int32)
    bridge_of_link[[asked[link] for bridge in bridges for link in bridge.links]] = np.repeat(
        np.arange(len(bridges)), [len(bridge.links) for bridge in bridges]
    )
    model.domain, model.cells = tuple(range(MOST + 1)), x[bridge_of_link]
    model.exactly_one(group, x)

    number = {island: i for i, island in enumerate(islands)}
    ends = [[number[end] for end in bridge.ends] for bridge in bridges]
    at: list[list[int]] = [[] for _ in islands]
    for i, some in enumerate(ends):
        for end in some:
            at[end].append(i)
    _add_totals(model, group, x, zip(at, islands.values(), strict=True))
    if crossing := _crossing(bridges):
        model.clauses(group, x[np.array(crossing), 0])
    nodes = [ALWAYS] * len(at) + (-x[:, 0]).tolist()
    near = [[len(at) + i for i in some] for some in at] + ends
    model.lazy.append(Reach(group, nodes, near))
    return model


def _crossing(bridges: Iterable[Bridge]) -> list[tuple[int, int]]:
    """The pairs that cross."""
    first: dict[Place, int] = {}
    pairs = (
        (first.setdefault(p, i), i) for i, bridge in enumerate(bridges) for p in bridge.between
    )
    return [(one, other) for one, other in pairs if one != other]


def _add_totals(
    model: Model, group: Group, x: Ints, islands: Iterable[tuple[list[int], int]]
) -> None:
    """Adds how many bridges end at each island.

    Args:
        model: The model.
        group: The group of the clauses.
        x: Shape (bridges, 3). That none, one or two are there.
        islands: The bridges at each island, and the total.
    """
    none, two = x[:, 0], x[:, 2]
    compared = np.stack([0 * none, none, -two, -none, two], axis=1)
    alike: dict[tuple[int, int], list[list[int]]] = defaultdict(list)
    for at, total in islands:
        alike[len(at), total].append(at)
    for (places, total), which in alike.items():
        clauses = _totals(places, total)
        literals = compared[np.array(which, np.int32)].reshape(len(which), 5 * places)[:, clauses]
        model.clauses(group, literals.reshape(len(which) * len(clauses), places))


@cache
def _totals(places: int, total: int) -> Ints:
    """Clauses that so many bridges end at an island.

    Where numbers add up to one more than the total, a place has less than its number; where they
    add up to one less, a place has more.

    Returns:
        Shape (clauses, places). Positions among the literals that say, place by place: nothing,
        less than one, less than two, more than none, more than one.
    """
    total = min(total, MOST * places + 1)  # which is too much already
    numbers = [*product(range(MOST + 1), repeat=places)]
    less = [[5 * i + n for i, n in enumerate(v)] for v in numbers if sum(v) == total + 1]
    more = [[5 * i + (n + 3) % 5 for i, n in enumerate(v)] for v in numbers if sum(v) == total - 1]
    return np.array(less + more, np.int32).reshape(len(less + more), places)
