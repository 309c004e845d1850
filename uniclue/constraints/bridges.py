"""Bridges between islands, each as a whole."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from uniclue.constraints.reach import ALWAYS, Reach
from uniclue.core.arrays import np
from uniclue.core.model import Bools, Place, Value
from uniclue.core.places import Point, Shape, links, rows_and_columns
from uniclue.propagation.counts import NOBODY, CardinalityRows

MOST = 2
"""The most bridges that join two islands."""


class Bridge(NamedTuple):
    """Where bridges can lead straight from an island to the next.

    Attributes:
        ends: The islands.
        between: The cells between them.
        links: The links that it consists of.

    Example:
        >>> Bridge(((0, 0), (0, 2)), [(0, 1)], [(0, 0.5), (0, 1.5)]).ends
        ((0, 0), (0, 2))
    """

    ends: tuple[Place, Place]
    between: Sequence[Place]
    links: Sequence[Point]


def bridges_of(shape: Shape, islands: Collection[Place]) -> Iterator[Bridge]:
    """All bridges of a board, those along rows first.

    Args:
        shape: Rows and columns of the board.
        islands: The islands.

    Example:
        >>> [bridge.links for bridge in bridges_of((1, 3), {(0, 0): 1, (0, 2): 1})]
        [[(0.0, 0.5), (0.0, 1.5)]]
    """
    for _, line in rows_and_columns(shape):
        at = [i for i, cell in enumerate(line) if cell in islands]
        for i, j in pairwise(at):
            yield Bridge((line[i], line[j]), line[i + 1 : j], links(line[i : j + 1]))


class BridgeRows(CardinalityRows):
    """A puzzle of bridges in counts: of each, whether it is there, and whether it is double.

    Args:
        bridges: All bridges, one at least.
        islands: The islands, and how many bridges end at each, if it is a number.
        unknowns: The positions of the links of all bridges.

    Example:
        >>> islands = {(0, 0): 1, (0, 2): 1}
        >>> found = [*bridges_of((1, 3), islands)]
        >>> unknowns = {link: i for i, link in enumerate(found[0].links)}
        >>> rows = BridgeRows(found, islands, unknowns)
    """

    def __init__(
        self,
        bridges: Sequence[Bridge],
        islands: Mapping[Place, Value],
        unknowns: Mapping[Point, int],
    ) -> None:
        super().__init__({(i, 0): i for i in range(MOST * len(bridges))}, (0, 1))
        self._of_link = [0] * len(unknowns)
        there = [1 << 2 * MOST * i for i in range(len(bridges))]
        node = {island: i for i, island in enumerate(islands)}
        ends = [[node[end] for end in bridge.ends] for bridge in bridges]
        at: list[list[int]] = [[] for _ in islands]
        for i, bridge in enumerate(bridges):
            self.clause_lists(0, [[-(there[i] << 2), there[i]]])
            for end in ends[i]:
                at[end].append(i)
            for link in bridge.links:
                self._of_link[unknowns[link]] = i
        for some, number in zip(at, islands.values(), strict=True):
            if not isinstance(number, int):
                continue
            double = [there[i] << 2 for i in some]
            self.count(0, [*(there[i] for i in some), *double], number, number)
        for i, j in _crossing(bridges):
            self.count(0, [there[i], there[j]], 0, 1)
        near = [[len(at) + i for i in some] for some in at] + ends
        nodes = [ALWAYS] * len(at) + [MOST * i + 1 for i in range(len(bridges))]
        self.lazy.append(Reach(NOBODY, nodes, near))

    def decided(self, open_cells: Collection[int]) -> int:
        """How many links are."""
        open_ = {variable // MOST for variable in open_cells}
        return sum([i not in open_ for i in self._of_link])

    def values(self, true: int) -> list[Value]:
        """How many bridges lead along each link."""
        values = super().values(true)
        number = [pair.count(1) for pair in zip(values[::2], values[1::2], strict=True)]
        return [number[i] for i in self._of_link]

    def candidates(self) -> Bools:
        """How many can lead along each link; shape (links, 3)."""
        can = super().candidates()
        none, one, two = can[::2, 0], can[::2, 1] & can[1::2, 0], can[1::2, 1]
        return np.stack([none, one, two], axis=1)[self._of_link]


def _crossing(bridges: Iterable[Bridge]) -> list[tuple[int, int]]:
    """The pairs that cross."""
    first: dict[Place, int] = {}
    pairs = (
        (first.setdefault(p, i), i) for i, bridge in enumerate(bridges) for p in bridge.between
    )
    return [(one, other) for one, other in pairs if one != other]
