"""Graphs whose floods work on sets of nodes: integers with a bit for each node.

Where nodes lie on a board, a node's bit is given by its place, row by row. All neighbours of a node
differ from it by a few offsets then (1 and the width, diagonals besides), so one step of a flood,
in all directions at once, is two shifts and two masks an offset.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter

from uniclue.core.places import Point

MOST_OFFSETS = 8
"""Neighbours that differ by rarer offsets are added node by node."""
KEPT = 64
"""How many graphs are remembered."""
PARTS_OF_UNIT = (1, 2, 4)
"""Places are multiples of a unit, a half or a quarter of it: cells, sides and corners, slants."""

DIGITS = bytes.maketrans(b"\0\1", b"01")

NodeSet = int


class BitGraph:
    """A graph that is flooded by sets of nodes.

    Args:
        neighbours: The neighbours of each node; a node is a neighbour of each of its own.
        places: Where each node lies, no two at one place; None: a node's bit is its number.
    """

    def __init__(
        self, neighbours: Sequence[Sequence[int]], places: Sequence[Point] | None = None
    ) -> None:
        bits = _bits(places) if places else [*range(len(neighbours))]
        self._bit = bits
        self._node = {bit: node for node, bit in enumerate(bits)}
        length = max(bits, default=0) + 1
        order = [self._node.get(bit, len(bits)) for bit in reversed(range(length))]
        self._in_order = itemgetter(*order, len(bits))
        self._everything = self.set_of_few(range(len(bits)))
        self._steps: list[tuple[int, NodeSet]] = []
        self._far: dict[int, NodeSet] = {}
        if places is None:
            self._far = {node: self.set_of_few(others) for node, others in enumerate(neighbours)}
        else:
            self._find_steps(neighbours)
        self._with_far = sum(1 << bit for bit in self._far)

    def _find_steps(self, neighbours: Sequence[Sequence[int]]) -> None:
        """Sorts the pairs of neighbours into common offsets and the rest."""
        steps: dict[int, NodeSet] = {}
        for bit, others in zip(self._bit, neighbours, strict=True):
            for other in others:
                if (offset := self._bit[other] - bit) > 0:
                    steps[offset] = steps.get(offset, 0) | 1 << bit
        common = sorted(steps, key=lambda offset: -steps[offset].bit_count())[:MOST_OFFSETS]
        self._steps = [(offset, steps.pop(offset)) for offset in common]
        for offset, some in steps.items():
            for bit in map(self._bit.__getitem__, self.nodes(some)):
                for one, other in ((bit, bit + offset), (bit + offset, bit)):
                    self._far[one] = self._far.get(one, 0) | 1 << other

    def set_of(self, there: Sequence[bool]) -> NodeSet:
        """The nodes that are there."""
        digits = bytes(self._in_order(bytes(there) + b"\0"))
        return int(digits.translate(DIGITS), 2) >> 1

    def set_of_few(self, nodes: Iterable[int]) -> NodeSet:
        """The set of some nodes."""
        some = 0
        for node in nodes:
            some |= 1 << self._bit[node]
        return some

    def nodes(self, some: NodeSet) -> Iterator[int]:
        """The nodes of a set."""
        while some:
            low = some & -some
            yield self._node[low.bit_length() - 1]
            some ^= low

    def first(self, some: NodeSet) -> int:
        """The first node of a set that is not empty."""
        return self._node[(some & -some).bit_length() - 1]

    def beside(self, some: NodeSet) -> NodeSet:
        """The neighbours of some nodes, which may be some of these, too."""
        near = 0
        for offset, mask in self._steps:
            near |= (some & mask) << offset | some >> offset & mask
        left = some & self._with_far
        while left:
            low = left & -left
            near |= self._far[low.bit_length() - 1]
            left ^= low
        return near

    def flood(self, start: NodeSet, within: NodeSet) -> NodeSet:
        """All nodes that are reached from some within others."""
        reached = new = start & within
        while new:
            new = self.beside(new) & within & ~reached
            reached |= new
        return reached

    def parts(self, some: NodeSet) -> list[NodeSet]:
        """The connected parts of some nodes."""
        found = []
        while some:
            part = self.flood(some & -some, some)
            found.append(part)
            some &= ~part
        return found

    def separator(self, part: NodeSet, goal: NodeSet) -> NodeSet:
        """The nodes around a part that a way from the goal comes to.

        Those that only touch what the part encloses are left out.
        """
        border = self.beside(part) & ~part
        beyond = self._everything & ~part & ~border
        wanted = self.beside(border) & beyond
        reached = new = goal & beyond
        while new and wanted & ~reached:
            new = self.beside(new) & beyond & ~reached
            reached |= new
        return border & (self.beside(reached & wanted) | goal)


def _bits(places: Sequence[Point]) -> list[int]:
    """A number for each place: row by row, on the coarsest lattice that holds all of them."""
    parts = next(n for n in PARTS_OF_UNIT if not any(r * n % 1 or c * n % 1 for r, c in places))
    rows, columns = ([int(x * parts) for x in some] for some in zip(*places, strict=True))
    top, left = min(rows), min(columns)
    width = max(columns) - left + 1
    return [(r - top) * width + c - left for r, c in zip(rows, columns, strict=True)]


@lru_cache(KEPT)
def bit_graph(
    neighbours: tuple[tuple[int, ...], ...], places: tuple[Point, ...] | None
) -> BitGraph:
    """The graph, shared by all constraints that have it."""
    return BitGraph(neighbours, places)
