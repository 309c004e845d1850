"""Bounds on the treewidth of a graph.

Bodlaender and Koster, Treewidth computations I and II, Information and Computation 208 (2010) and
209 (2011). Both bounds are the greatest degree met while nodes of least degree are removed, the
first of equals first.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from uniclue.study.graphs.adjacency import Adjacency

Bits = list[int]
"""The neighbours of each node, and the node itself, as the bits of a number."""


def upper_bound(graph: Adjacency) -> int:
    """Removes nodes, least degree first; the neighbours of each become a clique."""
    return _greatest_degree(graph, _eliminate)


def lower_bound(graph: Adjacency) -> int:
    """A node is contracted into the neighbour with the fewest common ones: MMD+, least-c."""
    return _greatest_degree(graph, _contract)


def _greatest_degree(graph: Adjacency, remove: Callable[[Bits, memoryview, int], None]) -> int:
    """The greatest degree of a node that is removed.

    Args:
        graph: The graph.
        remove: Takes the neighbours of all nodes, their degrees, and a node that has neighbours;
            removes it from both.
    """
    bits = [int.from_bytes(row.tobytes(), "little") | 1 << i for i, row in enumerate(graph.bits())]
    degree, left, greatest = graph.degrees.copy(), graph.n, 0
    while left > greatest + 1:
        node = int(degree.argmin())
        greatest, left = max(greatest, int(degree[node])), left - 1
        if degree[node]:
            remove(bits, degree.data, node)
        degree[node] = graph.n
    return greatest


FEW = 24
"""Up to this many bits are faster one by one."""


def _members(bits: int) -> list[int]:
    """The numbers of the bits that are set, in increasing order."""
    if bits.bit_count() > FEW:
        as_bytes = np.frombuffer(bits.to_bytes(bits.bit_length() // 8 + 1, "little"), np.uint8)
        return np.flatnonzero(np.unpackbits(as_bytes, bitorder="little")).tolist()
    members = []
    while bits:
        members.append(bits.bit_length() - 1)
        bits ^= 1 << members[-1]
    return members[::-1]


def _eliminate(bits: Bits, degree: memoryview, node: int) -> None:
    own, around = 1 << node, bits[node]
    for i in _members(around ^ own):
        bits[i] = now = (bits[i] | around) ^ own
        degree[i] = now.bit_count() - 1


def _contract(bits: Bits, degree: memoryview, node: int) -> None:
    own, around = 1 << node, bits[node]
    near = _members(around ^ own)
    common = [(bits[i] & around).bit_count() for i in near]
    into = near[common.index(min(common))]
    for i in near:
        bits[i] ^= own
        degree[i] -= 1
    fresh = around & ~bits[into] & ~own
    if fresh:
        bits[into] |= fresh
        for i in _members(fresh):
            bits[i] |= 1 << into
            degree[i] += 1
            degree[into] += 1
