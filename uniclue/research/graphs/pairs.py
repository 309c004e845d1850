"""Pairs of things that stand together: the edges of most constraint graphs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from uniclue.research.graphs.graph import MOST_EDGES
from uniclue.solvers.limits import LimitReachedError

Longs = NDArray[np.int64]

MOST_PAIRS = 10 * MOST_EDGES
"""Pairs looked at, equal ones among them."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Different pairs, in increasing order.

    Attributes:
        ends: Shape (pairs, 2). Two numbers each, the smaller one first.
        first: Shape (pairs,). The least of the labels of the sets that hold the pair.
        labels: Shape (pairs,). How many different labels those sets have.
        weight: Shape (pairs,). The sum of 2 / (k (k - 1)) over those sets, k their size.
    """

    ends: Longs
    first: Longs
    labels: Longs
    weight: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.ends)


def pairs_within(indptr: Longs, items: Longs, label: Longs) -> Pairs:
    """All pairs of things that stand in one set.

    Args:
        indptr: Shape (sets + 1,). Set i holds ``items[indptr[i]:indptr[i + 1]]``, each once.
        items: Things, as numbers from 0.
        label: Shape (sets,). Where each set comes from.

    Raises:
        LimitReachedError: There are too many of them.
    """
    size = np.diff(indptr).astype(np.int64)
    _refuse_many(int((size * (size - 1) // 2).sum()), MOST_PAIRS)
    ends, labels, weights = [], [], []
    for k in np.flatnonzero(np.bincount(size)).tolist():
        sets = np.flatnonzero(size == k)
        if k < 2:
            continue
        here = np.sort(items[indptr[sets][:, None] + np.arange(k)], axis=1)
        i, j = np.triu_indices(k, 1)
        ends.append(np.stack([here[:, i], here[:, j]], axis=2).reshape(-1, 2))
        labels.append(np.repeat(label[sets], len(i)))
        weights.append(np.full(len(sets) * len(i), 1 / len(i)))
    if not ends:
        none = np.zeros(0, np.int64)
        return Pairs(none.reshape(0, 2), none, none, none.astype(float))
    return _merged(np.concatenate(ends), np.concatenate(labels), np.concatenate(weights))


def _merged(ends: Longs, label: Longs, weight: NDArray[np.float64]) -> Pairs:
    """Equal pairs as one."""
    width = int(ends.max()) + 1
    key = ends[:, 0] * width + ends[:, 1]
    order = np.lexsort((label, key))
    key, label, weight = key[order], label[order], weight[order]
    new = np.append(True, key[1:] != key[:-1])
    start = np.flatnonzero(new)
    _refuse_many(len(start), MOST_EDGES)
    other = new | np.append(True, label[1:] != label[:-1])
    return Pairs(
        ends=np.column_stack(np.divmod(key[start], width)),
        first=label[start],
        labels=np.add.reduceat(other.astype(np.int64), start),
        weight=np.add.reduceat(weight, start),
    )


def _refuse_many(number: int, most: int) -> None:
    if number > most:
        raise LimitReachedError(f"the graph is too large: more than {MOST_EDGES:,} edges")
