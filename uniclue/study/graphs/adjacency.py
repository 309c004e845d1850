"""Graphs as arrays, without names: undirected, without loops, nodes numbered from 0."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from uniclue.propagation.entries import distinct, spans

if TYPE_CHECKING:
    import networkx as nx

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]

MOST_SINGLED_OUT = 64
"""The most nodes singled out in :meth:`Adjacency.canonical`; ties after that remain."""


@dataclass(frozen=True)
class Adjacency:
    """The neighbours of each node.

    Attributes:
        indptr: Shape (n + 1,). Where the neighbours of each node begin.
        indices: Shape (2 * edges,). The neighbours of each node in increasing order.
        turn: Shape (n,). A symmetry, if one is known: the node to which it takes each one.
    """

    indptr: Longs
    indices: Longs
    turn: Longs | None = None

    @classmethod
    def of(cls, n: int, ends: Longs) -> Adjacency:
        """The graph with these edges: shape (edges, 2). Loops and repeats are left out."""
        one, other = ends[ends[:, 0] != ends[:, 1]].T
        keys = np.sort(np.concatenate([one * n + other, other * n + one]))
        return cls._of_keys(n, keys[np.diff(keys, prepend=-1) > 0])

    @classmethod
    def _of_keys(cls, n: int, keys: Longs) -> Adjacency:
        start, end = np.divmod(keys, max(n, 1))
        return cls(np.searchsorted(start, np.arange(n + 1)), end)

    @classmethod
    def of_graph(cls, graph: nx.Graph[str]) -> Adjacency:
        """The nodes of a networkx graph in its order."""
        number = {node: i for i, node in enumerate(graph)}
        ends = [(number[u], number[v]) for u, v in graph.edges()]
        return cls.of(len(number), np.array(ends, np.int64).reshape(-1, 2))

    @property
    def n(self) -> int:
        """How many nodes it has."""
        return len(self.indptr) - 1

    @cached_property
    def degrees(self) -> Longs:
        """Shape (n,)."""
        degree: Longs = np.diff(self.indptr)
        return degree

    @cached_property
    def starts(self) -> Longs:
        """Shape (2 * edges,). The nodes whose neighbours ``indices`` are."""
        return np.repeat(np.arange(self.n), self.degrees)

    @property
    def edges(self) -> Longs:
        """Shape (edges, 2), the smaller end first, in increasing order."""
        first = self.starts < self.indices
        return np.column_stack([self.starts[first], self.indices[first]])

    def only(self, nodes: Longs) -> Adjacency:
        """The graph on some nodes, or on all of them, numbered in that order."""
        number = np.full(self.n, -1)
        number[nodes] = np.arange(len(nodes))
        where, start = spans(self.indptr, nodes)
        end = number[self.indices[where]]
        keys = np.sort((start * len(nodes) + end)[end >= 0])
        graph = self._of_keys(len(nodes), keys)
        return graph if self.turn is None else graph.turned(number[self.turn[nodes]])

    def turned(self, turn: Longs) -> Adjacency:
        """The same graph; if this permutation is a symmetry of it, that is known from now on."""
        if (np.sort(turn) != np.arange(self.n)).any():
            return self
        keys = np.sort(turn[self.starts] * self.n + turn[self.indices])
        is_same = (keys == self.starts * self.n + self.indices).all()
        return replace(self, turn=turn) if is_same else self

    def orbits(self) -> Longs:
        """The least node to which the symmetry takes each node in the end. Shape (n,)."""
        least = now = np.arange(self.n)
        while self.turn is not None and ((now := self.turn[now]) != np.arange(self.n)).any():
            least = np.minimum(least, now)
        return least

    def dense(self) -> Floats:
        """The adjacency matrix: shape (n, n)."""
        matrix = np.zeros((self.n, self.n))
        matrix[self.starts, self.indices] = 1
        return matrix

    def bits(self) -> Words:
        """The neighbours of each node as bits: shape (n, words)."""
        bits = np.zeros((self.n, -(-self.n // 64) * 64), np.bool_)
        bits[self.starts, self.indices] = True
        return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)

    def components(self) -> Longs:
        """The connected component of each node, from 0 by its first node. Shape (n,)."""
        first = np.arange(self.n)  # the least node known to be in the same component
        while True:
            nearest = first.copy()
            np.minimum.at(nearest, first[self.starts], first[self.indices])
            while (nearest != (further := nearest[nearest])).any():
                nearest = further
            nearest = nearest[first]
            if (nearest == first).all():
                return np.unique(first, return_inverse=True)[1].astype(np.int64)
            first = nearest

    @cached_property
    def largest_component(self) -> Adjacency:
        """The component with most nodes, then most edges; with ties, the first."""
        labels = self.components()
        if not labels.any():
            return self
        nodes, edges = np.bincount(labels), np.bincount(labels, weights=self.degrees)
        best = int(np.lexsort((-edges, -nodes))[0])
        return self.only(np.flatnonzero(labels == best))

    def core_numbers(self) -> Longs:
        """The greatest k of a k-core with each node: those of least degree go first. Shape (n,)."""
        degree, core, k = self.degrees.copy(), np.zeros(self.n, np.int64), 0
        alive = np.ones(self.n, np.bool_)
        while alive.any():
            k = max(k, int(degree[alive].min()))
            while (gone := np.flatnonzero(alive & (degree <= k))).size:
                core[gone], alive[gone] = k, False
                where, _ = spans(self.indptr, gone)
                degree -= np.bincount(self.indices[where], minlength=self.n)
        return core

    def triangles(self) -> Longs:
        """The number of triangles at each node, counted both ways round. Shape (n,)."""
        closed = np.zeros(len(self.indices), np.int64)
        for first in range(0, self.n, 512):  # the third corner is one of these
            here = (self.indices >= first) & (self.indices < first + 512)
            near = np.zeros((self.n, 512), np.bool_)
            near[self.starts[here], self.indices[here] - first] = True
            bits = np.packbits(near, axis=1).view(np.uint64)
            both = bits[self.starts] & bits[self.indices]
            closed += np.bitwise_count(both).sum(axis=1, dtype=np.int64)
        return np.bincount(self.starts, closed, self.n).astype(np.int64)

    def cut_nodes(self) -> int:
        """How many nodes would part their component (Hopcroft and Tarjan, CACM 16, 1973)."""
        near = np.split(self.indices, self.indptr[1:-1]) if self.n else []
        unseen = [iter(nodes.tolist()) for nodes in near]
        when, parent, order = [-1] * self.n, [-1] * self.n, list[int]()
        for root in range(self.n):
            path = [root] if when[root] < 0 else []
            while path:
                node = path[-1]
                if when[node] < 0:
                    when[node] = len(order)
                    order.append(node)
                for other in unseen[node]:
                    if when[other] < 0:
                        parent[other] = node
                        path.append(other)
                        break
                else:
                    path.pop()
        # The earliest node that each one sees; then that its descendants see, the last ones first.
        earliest = np.array(when, np.int64)
        np.minimum.at(earliest, self.starts, earliest[self.indices])
        low, parts = earliest.tolist(), [0] * self.n
        for node in reversed(order):
            above = parent[node]
            if above < 0:
                parts[node] -= 1  # a root needs a second part
                continue
            parts[above] += low[node] >= when[above]
            low[above] = min(low[above], low[node])
        return sum(number > 0 for number in parts)

    # -- a canonical order -------------------------------------------------------------------------

    def refined(self, colours: Longs) -> Longs:
        """The coarsest colouring in which nodes of one colour have equally coloured neighbours.

        One-dimensional Weisfeiler-Leman refinement on hashes; the new colours 0, 1, ... depend on
        the graph and the old ones alone, not on how nodes are numbered.
        """
        classes = len(distinct(colours))
        while True:
            hashes = _mixed(colours.astype(np.uint64))
            so_far = np.zeros(len(self.indices) + 1, np.uint64)
            np.cumsum(hashes[self.indices], out=so_far[1:])
            around = so_far[self.indptr[1:]] - so_far[self.indptr[:-1]]
            different, colours = np.unique(_mixed(hashes ^ _mixed(around)), return_inverse=True)
            if len(different) == classes:
                return colours
            classes = len(different)

    @cached_property
    def canonical(self) -> Longs:
        """The nodes in an order that depends on the graph alone, as far as refinement tells.

        As long as colours are shared, a node of the smallest shared colour class is singled out,
        and colours are refined again (the first branch of McKay's search, Congressus Numerantium
        30, 1981). If nodes of a class are images of each other under symmetries of the graph, as
        they mostly are, the choice does not matter.
        """
        colours = self.refined(self.degrees)
        for _ in range(MOST_SINGLED_OUT):
            sizes = np.bincount(colours)
            shared = np.flatnonzero(sizes > 1)
            if not shared.size:
                break
            chosen = shared[sizes[shared].argmin()]
            colours[np.flatnonzero(colours == chosen)[0]] = len(colours) + 1
            colours = self.refined(colours)
        return np.argsort(colours, kind="stable")


def _mixed(numbers: Words) -> Words:
    """Hashes of numbers (splitmix64; Steele, Lea and Flood, OOPSLA 2014)."""
    z = numbers + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
