"""Bounds on the treewidth of a graph.

Bodlaender and Koster, Treewidth computations I and II, Information and Computation 208 (2010) and
209 (2011). Both bounds are the greatest degree met while nodes of least degree are removed, the
first of equals first.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from uniclue.research.graphs.adjacency import Adjacency, Longs

Bits = list[int]
"""The neighbours of each node as the bits of a number."""


def upper_bound(graph: Adjacency) -> int:
    """Of a node that is removed, the neighbours become a clique: least degree first."""
    return _greatest_degree(graph, _eliminate)


def lower_bound(graph: Adjacency) -> int:
    """A node is contracted into the neighbour with the fewest common ones: MMD+, least-c."""
    return _greatest_degree(graph, _contract)


def _greatest_degree(graph: Adjacency, remove: Callable[[Bits, Longs, int], None]) -> int:
    """The greatest degree of a node that is removed.

    Args:
        graph: The graph.
        remove: Takes the neighbours of all nodes, their degrees, and a node that has neighbours;
            removes it from both.
    """
    bits = [int.from_bytes(row.tobytes(), "little") for row in graph.bits()]
    degree, left, greatest = graph.degrees.copy(), graph.n, 0
    while left > greatest + 1:
        node = int(degree.argmin())
        greatest, left = max(greatest, int(degree[node])), left - 1
        if bits[node]:
            remove(bits, degree, node)
        degree[node] = graph.n
    return greatest


def _members(bits: int) -> Longs:
    """The numbers of the bits that are set."""
    as_bytes = np.frombuffer(bits.to_bytes(bits.bit_length() // 8 + 1, "little"), np.uint8)
    return np.flatnonzero(np.unpackbits(as_bytes, bitorder="little"))


def _eliminate(bits: Bits, degree: Longs, node: int) -> None:
    around, near = bits[node], _members(bits[node])
    without = ~(1 << node)
    for i in near.tolist():
        bits[i] = (bits[i] | around) & (without ^ 1 << i)
    degree[near] = [bits[i].bit_count() for i in near.tolist()]


def _contract(bits: Bits, degree: Longs, node: int) -> None:
    around, near = bits[node], _members(bits[node])
    into = min(near.tolist(), key=lambda i: (bits[i] & around).bit_count())
    without = ~(1 << node)
    for i in near.tolist():
        bits[i] &= without
    degree[near] -= 1
    fresh = around & ~bits[into] & ~(1 << into)
    if fresh:
        bits[into] |= fresh
        new = _members(fresh)
        for i in new.tolist():
            bits[i] |= 1 << into
        degree[new] += 1
        degree[into] += len(new)
