"""Communities of a graph by Louvain's method (Blondel et al., J. Stat. Mech., 2008)."""

from __future__ import annotations

import random

import numpy as np

from uniclue.study.graphs.adjacency import Adjacency, Floats, Longs

LEAST_GAIN = 1e-7
"""The method ends with a level that gains no more modularity."""


def louvain(graph: Adjacency, seed: int) -> Longs:
    """The community of each node, from 0. Shape (n,).

    They are those that networkx 3.4 to 3.6 finds with the same seed: nodes are visited in the same
    order, and of equal gains the first counts.
    """
    community, rng = np.arange(graph.n), random.Random(seed)
    ends, weight = graph.edges, np.ones(len(graph.edges))
    best = modularity(ends, weight, community)
    while len(ends):
        merged = _moved(int(community.max()) + 1, ends, weight, rng)
        community = merged[community]
        gained = modularity(ends, weight, merged)
        if gained - best <= LEAST_GAIN:
            break
        best = gained
        ends, weight = _merged(ends, weight, merged)
    return community


def modularity(ends: Longs, weight: Floats, community: Longs) -> float:
    """The share of the edges inside communities, less that expected by degrees; 0 without edges.

    Args:
        ends: Shape (edges, 2); loops are allowed.
        weight: Shape (edges,).
        community: Shape (n,). From 0.
    """
    if not len(ends):
        return 0.0
    of, total = community[ends], weight.sum()
    inside = weight[of[:, 0] == of[:, 1]].sum() / total
    share = np.bincount(of.ravel(), np.repeat(weight, 2)) / (2 * total)
    return float(inside - (share**2).sum())


def _moved(n: int, ends: Longs, weight: Floats, rng: random.Random) -> Longs:
    """The communities once no node gains by moving into that of a neighbour. Shape (n,)."""
    start, end, near_weight = ends.ravel(), ends[:, ::-1].ravel(), np.repeat(weight, 2)
    degree: list[float] = np.bincount(start, near_weight, n).tolist()
    order = np.argsort(start, kind="stable")
    order = order[start[order] != end[order]]
    cuts = np.searchsorted(start[order], np.arange(n + 1)).tolist()
    neighbours, weights = end[order].tolist(), near_weight[order].tolist()
    m = float(weight.sum())
    nodes = list(range(n))
    rng.shuffle(nodes)
    of, total = list(range(n)), degree.copy()
    # A node need not look again before one of the communities around it changes.
    around, looked, changed, now = [[i] for i in range(n)], [-1] * n, [0] * n, 0
    moves = True
    while moves:
        moves = False
        for node in nodes:
            now += 1
            if max(map(changed.__getitem__, around[node])) < looked[node]:
                continue
            near: dict[int, float] = {}
            for i in range(cuts[node], cuts[node + 1]):
                other = of[neighbours[i]]
                near[other] = near.get(other, 0.0) + weights[i]
            own, own_degree, most, best = of[node], degree[node], 0.0, of[node]
            total[own] -= own_degree
            loss = -near.setdefault(own, 0.0) / m + total[own] * own_degree / (2 * m**2)
            for other, shared in near.items():
                gain = loss + shared / m - total[other] * own_degree / (2 * m**2)
                if gain > most:
                    most, best = gain, other
            total[best] += own_degree
            around[node], looked[node] = list(near), now
            if best != own:
                of[node], moves = best, True
                changed[own] = changed[best] = now
    return np.unique(of, return_inverse=True)[1].astype(np.int64)


def _merged(ends: Longs, weight: Floats, community: Longs) -> tuple[Longs, Floats]:
    """The edges between communities, and loops within; those first that come first."""
    in_turn = np.argsort(ends[:, 0], kind="stable")
    pairs = np.sort(community[ends[in_turn]], axis=1)
    width = int(community.max()) + 1
    key, first, which = np.unique(pairs @ (width, 1), return_index=True, return_inverse=True)
    order = np.argsort(first)
    merged = np.bincount(which, weight[in_turn]).astype(np.float64)
    return np.column_stack(np.divmod(key[order], width)), merged[order]
