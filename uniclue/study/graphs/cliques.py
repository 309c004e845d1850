"""Edges of graphs that are unions of cliques: one for each rule, clue or clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from uniclue.study.graphs.adjacency import Adjacency
from uniclue.study.graphs.graph import MOST_EDGES, refuse_many

Longs = NDArray[np.int64]
Sets = tuple[Longs, Longs, Longs]
"""The arguments of :func:`clique_edges`: ``indptr``, ``items`` and ``label``."""

MOST_PAIRS = 10 * MOST_EDGES
"""The most pairs to examine, including equal ones."""


@dataclass(frozen=True, slots=True)
class Edges:
    """The different edges of cliques, in increasing order.

    Attributes:
        ends: Shape (edges, 2). Two numbers each, the smaller one first.
        first: Shape (edges,). The least label of the sets that contain both ends.
        labels: Shape (edges,). How many different labels those sets have.
        weight: Shape (edges,). The sum of 2 / (k (k - 1)) over those sets, k their size.
    """

    ends: Longs
    first: Longs
    labels: Longs
    weight: NDArray[np.float64]


def pairs_by_size(indptr: NDArray[np.signedinteger], items: Longs) -> Iterator[tuple[Longs, Longs]]:
    """All pairs within sets, for the sets of each size at once.

    Args:
        indptr: Shape (sets + 1,). Set i holds ``items[indptr[i]:indptr[i + 1]]``, each once.
        items: Members of the sets, as numbers from 0.

    Yields:
        The sets of a size, shape (n,), and their pairs, shape (n, pairs, 2), the smaller first.
    """
    size = np.diff(indptr)
    for k in np.flatnonzero(np.bincount(size)).tolist():
        if k > 1:
            sets = np.flatnonzero(size == k)
            here = np.sort(items[indptr[sets][:, None] + np.arange(k)], axis=1)
            yield sets, here[:, np.column_stack(np.triu_indices(k, 1))]


def clique_edges(indptr: Longs, items: Longs, label: Longs) -> Edges:
    """All pairs of members of one set.

    Args:
        indptr: Shape (sets + 1,), as in :func:`pairs_by_size`.
        items: Members of the sets, as numbers from 0.
        label: Shape (sets,). The origin of each set.

    Raises:
        LimitReachedError: There are too many pairs.
    """
    _refuse_many_pairs(indptr)
    ends, labels, weights = [np.zeros((0, 2), np.int64)], [label[:0]], [np.zeros(0)]
    for sets, pairs in pairs_by_size(indptr, items):
        each = pairs.shape[1]
        ends.append(pairs.reshape(-1, 2))
        labels.append(np.repeat(label[sets], each))
        weights.append(np.full(len(sets) * each, 1 / each))
    return _merged(np.concatenate(ends), np.concatenate(labels), np.concatenate(weights))


def clique_graph(n: int, indptr: NDArray[np.signedinteger], items: Longs) -> Adjacency:
    """The graph of n nodes in which all members of one set are joined; see :func:`clique_edges`."""
    _refuse_many_pairs(indptr)
    pairs = [pairs.reshape(-1, 2) for _, pairs in pairs_by_size(indptr, items)]
    graph = Adjacency.of(n, np.concatenate([np.zeros((0, 2), np.int64), *pairs]))
    refuse_many(len(graph.indices) // 2)
    return graph


def _refuse_many_pairs(indptr: NDArray[np.signedinteger]) -> None:
    size = np.diff(indptr).astype(np.int64)
    refuse_many(int((size * (size - 1) // 2).sum()), MOST_PAIRS)


def _merged(ends: Longs, label: Longs, weight: NDArray[np.float64]) -> Edges:
    """Merges equal pairs into one edge."""
    width = int(ends.max(initial=0)) + 1
    key = ends[:, 0] * width + ends[:, 1]
    order = np.lexsort((label, key))
    key, label, weight = key[order], label[order], weight[order]
    new = np.diff(key, prepend=-1) != 0
    start = np.flatnonzero(new)
    refuse_many(len(start))
    other = new | (np.diff(label, prepend=-1) != 0)
    return Edges(
        ends=np.column_stack(np.divmod(key[start], width)),
        first=label[start],
        labels=np.add.reduceat(other.astype(np.int64), start),
        weight=np.add.reduceat(weight, start),
    )
