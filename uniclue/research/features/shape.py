"""The shape of a graph: figures of any simple graph, whatever its nodes mean.

Nodes are first sorted into an order that depends on the graph alone, as far as colour refinement
distinguishes them (:func:`canonical`), so seeds and ties have the same effect for a transposed or
relabelled puzzle. Figures of a graph without nodes (or edges) are 0. Large graphs are measured less
closely: see ``LIMITS``.

Tests compare the figures with networkx, whose functions take seconds where these take milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from uniclue.research.features.feature import ROWS_ALONE, FeatureBlock, Subject, Values
from uniclue.research.features.summaries import entropy, feature_table, variation
from uniclue.research.graphs.graph import RowsAloneError
from uniclue.solvers.limits import Clock, LimitReachedError

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from uniclue.research.graphs.graph import AnyGraph

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]

NEEDS = ("networkx", "scipy")

SEED = 1
"""The seed of Louvain's method, and of the sample of nodes for distances."""
MOST_EDGES = 60_000
"""Graphs with more edges have only counts: nodes to degeneracy in the list below."""
MOST_EXACT = 1_000
"""With more nodes, distances are from a sample of nodes, and spectra are omitted."""
MOST_DENSE = 150
"""With more nodes, eigenvalues are computed by Lanczos' method, to the same accuracy."""
SOURCES = 64
"""The size of that sample."""
MOST_ELIMINATED = 2_000
"""With more nodes, bounds on treewidth are omitted."""
MOST_SINGLED_OUT = 64
"""The most nodes singled out in :func:`canonical`; ties after that remain."""

NX = "as in networkx"
FEATURES = feature_table(NX, """
    nodes | nodes | nodes
    edges | edges | edges
    density | 1 | edges over pairs of nodes
    degree_mean | edges | mean degree
    degree_sd | edges | standard deviation of the degrees
    degree_cv | 1 | this over their mean
    degree_max | edges | greatest degree
    degree_entropy | bits | entropy of the distribution of degrees
    assortativity | 1 | correlation of the degrees at both ends of an edge \
        | Newman, Phys. Rev. Lett. 89 (2002)
    components | components | connected components
    largest_share | 1 | share of nodes in the largest component
    cyclomatic | cycles | cyclomatic number: edges - nodes + components
    degeneracy | edges | greatest k with a k-core: the treewidth is no less \
        | Matula and Beck, J. ACM 30 (1983)
    core_share | 1 | share of nodes in that core
    clustering | 1 | mean over nodes of the share of pairs of neighbours that are joined \
        | Watts and Strogatz, Nature 393 (1998)
    transitivity | 1 | share of paths of length 2 whose ends are joined
    cut_share | 1 | share of nodes whose loss would part a component \
        | Hopcroft and Tarjan, CACM 16 (1973)
    diameter | edges | greatest distance of two nodes of the largest component
    radius | edges | least over its nodes of the distance to the farthest node
    mean_distance | edges | mean distance of two of its nodes
    betweenness_centralisation | 1 | sum over its nodes of what betweenness lacks to the greatest, \
        over what it is in a star \
        | Freeman, Social Networks 1 (1979); Brandes, J. Math. Sociology 25 (2001)
    algebraic_connectivity | 1 | second least eigenvalue of its Laplacian \
        | Fiedler, Czech. Math. J. 23 (1973)
    spectral_radius | 1 | greatest eigenvalue of its adjacency matrix
    treewidth_upper | 1 | upper bound on the treewidth: least degree first \
        | Bodlaender and Koster, Information and Computation 208 (2010)
    treewidth_lower | 1 | lower bound on the treewidth: least degree contracted into the neighbour \
        with the fewest common ones (MMD+, least-c) \
        | Bodlaender and Koster, Information and Computation 209 (2011)
    modularity | 1 | modularity of Louvain's communities \
        | Blondel et al., J. Stat. Mech. (2008); for SAT Ansótegui et al., SAT 2012
    communities | communities | their number | Blondel et al., J. Stat. Mech. (2008)
""")  # fmt: skip

LIMITS = (
    f"Of a graph with more than {MOST_EDGES:,} edges only the features from nodes to core_share "
    f"are taken. With more than {MOST_EXACT:,} nodes in the largest component, distances and "
    f"betweenness are from {SOURCES} of its nodes (so diameter is a lower bound, radius an upper "
    "one), and spectra are left out; with more than "
    f"{MOST_ELIMINATED:,} in the graph, treewidth bounds are."
)


def adjacency(graph: AnyGraph) -> csr_array:
    """The adjacency matrix of a networkx graph, without loops; its indices are sorted."""
    number = {node: i for i, node in enumerate(graph)}
    ends = [(number[u], number[v]) for u, v in graph.edges() if u != v]
    return matrix_of(len(number), np.array(ends, np.int64).reshape(-1, 2))


def matrix_of(n: int, ends: Longs) -> csr_array:
    """The adjacency matrix of a graph with these edges: shape (edges, 2), each once, no loops."""
    from scipy.sparse import csr_array

    both = np.concatenate([ends, ends[:, ::-1]]).T
    return csr_array((np.ones(both.shape[1]), both), shape=(n, n))


def edges_of(graph: csr_array) -> Longs:
    """Shape (edges, 2), the smaller end first, in increasing order."""
    ends: Longs = np.column_stack(graph.nonzero())
    return ends[ends[:, 0] < ends[:, 1]]


def renumbered(graph: csr_array, nodes: Longs) -> csr_array:
    """The graph on some nodes, or on all of them, numbered in that order."""
    part = graph[nodes][:, nodes]
    part.sort_indices()
    return part


def degrees(graph: csr_array) -> Longs:
    """Shape (n,)."""
    degree: Longs = np.diff(graph.indptr)
    return degree


# -- a canonical order -----------------------------------------------------------------------------


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Hashes of numbers (splitmix64; Steele, Lea and Flood, OOPSLA 2014)."""
    z = numbers + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def refined(graph: csr_array, colours: Longs) -> Longs:
    """The coarsest colouring in which nodes of one colour have equally coloured neighbours.

    One-dimensional Weisfeiler-Leman refinement on hashes; the new colours 0, 1, ... depend on the
    graph and the old ones alone, not on how nodes are numbered.
    """
    classes = len(np.unique(colours))
    while True:
        hashes = _mixed(colours.astype(np.uint64))
        so_far = np.zeros(len(graph.indices) + 1, np.uint64)
        np.cumsum(hashes[graph.indices], out=so_far[1:])
        around = so_far[graph.indptr[1:]] - so_far[graph.indptr[:-1]]
        different, colours = np.unique(_mixed(hashes ^ _mixed(around)), return_inverse=True)
        if len(different) == classes:
            return colours
        classes = len(different)


def canonical(graph: csr_array) -> Longs:
    """The nodes in an order that depends on the graph alone, as far as refinement distinguishes.

    As long as colours are shared, a node of the smallest shared colour class is singled out, and
    colours are refined again (the first branch of McKay's search, Congressus Numerantium 30, 1981).
    If nodes of a class are images of each other under symmetries of the graph, as they mostly are,
    the choice does not matter.
    """
    colours = refined(graph, degrees(graph))
    for _ in range(MOST_SINGLED_OUT):
        sizes = np.bincount(colours)
        shared = np.flatnonzero(sizes > 1)
        if not shared.size:
            break
        chosen = shared[sizes[shared].argmin()]
        colours[np.flatnonzero(colours == chosen)[0]] = len(colours) + 1
        colours = refined(graph, colours)
    return np.argsort(colours, kind="stable")


# -- figures ---------------------------------------------------------------------------------------


def shape(graph: AnyGraph, check: Callable[[], None] = lambda: None) -> Values:
    """All features of a graph.

    Args:
        graph: An undirected graph; its attributes are ignored.
        check: Called between the parts of the work; may raise.
    """
    matrix = adjacency(graph)
    key = matrix.indptr.tobytes(), matrix.indices.tobytes()
    return _cached(key, lambda: measured(matrix, check))


MOST_CACHED = 64
"""Recent shapes are cached: many puzzles of one size share graphs."""
_cache: dict[Hashable, Values] = {}


def _cached(key: Hashable, compute: Callable[[], Values]) -> Values:
    if key not in _cache:
        values = compute()
        while len(_cache) >= MOST_CACHED:
            del _cache[next(iter(_cache))]
        _cache[key] = values
    return _cache[key]


def measured(graph: csr_array, check: Callable[[], None] = lambda: None) -> Values:
    """All features of a graph; see :func:`shape`."""
    values = _counts(graph)
    if len(graph.indices) > 2 * MOST_EDGES:
        reason = f"left out: more than {MOST_EDGES} edges"
        return dict.fromkeys((f.name for f in FEATURES), reason) | values
    graph = renumbered(graph, canonical(graph))
    for part in (_triangles, _cuts, _distances, _spectrum, _treewidth, _communities):
        check()
        values |= part(graph)
    return values


def _counts(graph: csr_array) -> Values:
    degree = degrees(graph)
    n, edges = len(degree), len(graph.indices) // 2
    labels = component_of(graph)
    components = int(labels.max(initial=-1)) + 1
    cores = core_numbers(graph)
    degeneracy = int(cores.max(initial=0))
    return {
        "nodes": n,
        "edges": edges,
        "density": 2 * edges / (n * (n - 1)) if n > 1 else 0.0,
        "degree_mean": float(degree.mean()) if n else 0.0,
        "degree_sd": float(degree.std()) if n else 0.0,
        "degree_cv": variation(degree.astype(np.float64)) if edges else 0.0,
        "degree_max": int(degree.max(initial=0)),
        "degree_entropy": entropy(degree.astype(np.float64)) if n else 0.0,
        "assortativity": _assortativity(graph),
        "components": components,
        "largest_share": int(np.bincount(labels).max()) / n if n else 0.0,
        "cyclomatic": edges - n + components,
        "degeneracy": degeneracy,
        "core_share": float((cores == degeneracy).mean()) if n else 0.0,
    }


def _assortativity(graph: csr_array) -> float | str:
    here, there = degrees(graph)[np.stack(graph.nonzero())].astype(np.float64)
    if not here.size:
        return "there are no edges"
    if here.min() == here.max():
        return "all nodes with edges have one degree"
    mean = here.mean()
    return float(((here - mean) * (there - mean)).mean() / here.var())


def component_of(graph: csr_array) -> Longs:
    """The connected component of each node, shape (n,), numbered from 0."""
    from scipy.sparse.csgraph import connected_components

    labels: Longs = connected_components(graph, directed=False)[1]
    return labels


def core_numbers(graph: csr_array) -> Longs:
    """The greatest k of a k-core with each node, shape (n,): nodes of least degree go first."""
    degree = degrees(graph)
    core, alive = np.zeros(len(degree), np.int64), np.ones(len(degree), np.bool_)
    k = 0
    while alive.any():
        k = max(k, int(degree[alive].min()))
        while (gone := np.flatnonzero(alive & (degree <= k))).size:
            core[gone], alive[gone] = k, False
            degree -= np.bincount(graph[gone].indices, minlength=len(degree))
    return core


def _triangles(graph: csr_array) -> Values:
    if not graph.indices.size:
        return {"clustering": 0.0, "transitivity": 0.0}
    closed = (graph @ graph).multiply(graph).sum(axis=1)
    degree = degrees(graph).astype(np.float64)
    paths = degree * (degree - 1)
    each = np.divide(closed, paths, out=np.zeros_like(closed), where=paths > 0)
    total = closed.sum() / max(paths.sum(), 1)
    return {"clustering": float(each.mean()), "transitivity": float(total)}


def _cuts(graph: csr_array) -> Values:
    import networkx as nx

    points = nx.articulation_points(nx.Graph(edges_of(graph).tolist()))
    return {"cut_share": sum(1 for _ in points) / max(graph.shape[0], 1)}


def largest_component(graph: csr_array) -> csr_array:
    """The component with most nodes, then most edges; with ties, the first."""
    labels = component_of(graph)
    if not labels.size:
        return graph
    nodes, edges = np.bincount(labels), np.bincount(labels, weights=degrees(graph))
    best = int(np.lexsort((-edges, -nodes))[0])
    return renumbered(graph, np.flatnonzero(labels == best))


def _distances(graph: csr_array) -> Values:
    part = largest_component(graph)
    n = part.shape[0]
    if n < 2:
        names = ("diameter", "radius", "mean_distance", "betweenness_centralisation")
        return dict.fromkeys(names, 0.0)
    sources = np.arange(n)
    if n > MOST_EXACT:
        sources = np.random.default_rng(SEED).choice(n, SOURCES, replace=False)
    distance, between = betweenness(part, sources)
    eccentricity = distance.max(axis=0)
    # Freeman: in a star the centre has all pairs, (n - 1) (n - 2) of them, the others none.
    most = (n - 1) * (n - 1) * (n - 2)
    between *= n / len(sources)
    return {
        "diameter": int(eccentricity.max()),
        "radius": int(eccentricity.min()),
        "mean_distance": float(distance.sum() / (len(sources) * (n - 1))),
        "betweenness_centralisation": float((between.max() - between).sum() / max(most, 1)),
    }


def betweenness(graph: csr_array, sources: Longs) -> tuple[Longs, Floats]:
    """Distances from some nodes, and shares of shortest paths through each node.

    Brandes' recursion for all sources at once, level by level.

    Args:
        graph: Connected.
        sources: Shape (k,). Nodes.

    Returns:
        Distances, shape (n, k); and for each node the sum over pairs (source, other node) of the
        share of shortest paths between them that run through it, shape (n,).
    """
    shape = graph.shape[0], (k := len(sources))
    distance, paths = np.full(shape, -1, np.int64), np.zeros(shape)
    distance[sources, np.arange(k)], paths[sources, np.arange(k)] = 0, 1.0
    reached, level = paths.copy(), 0
    while reached.any():
        level += 1
        reached = (graph @ reached) * (distance < 0)
        distance[reached > 0] = level
        paths += reached
    share = np.zeros(shape)
    for back in range(level - 1, 0, -1):
        outer = distance == back
        pull = np.where(outer, (1 + share) / np.where(paths > 0, paths, 1), 0.0)
        share += np.where(distance == back - 1, paths * (graph @ pull), 0.0)
    share[sources, np.arange(k)] = 0
    return distance, share.sum(axis=1)


def _spectrum(graph: csr_array) -> Values:
    from scipy.sparse.csgraph import laplacian
    from scipy.sparse.linalg import eigsh

    part = largest_component(graph)
    n, names = part.shape[0], ("algebraic_connectivity", "spectral_radius")
    if n < 2:
        return dict.fromkeys(names, 0.0)
    if n > MOST_EXACT:
        return dict.fromkeys(names, f"left out: more than {MOST_EXACT} nodes")
    if n <= MOST_DENSE:
        second = np.linalg.eigvalsh(laplacian(part).toarray())[1]
        return {names[0]: float(second), names[1]: float(np.linalg.eigvalsh(part.toarray())[-1])}
    start = np.random.default_rng(SEED).standard_normal(n)
    near_0 = eigsh(laplacian(part).tocsc(), 2, sigma=-0.01, v0=start, return_eigenvectors=False)
    largest = eigsh(part, 1, which="LA", v0=np.ones(n), return_eigenvectors=False)
    return {names[0]: float(near_0.max()), names[1]: float(largest[0])}


def _treewidth(graph: csr_array) -> Values:
    if graph.shape[0] > MOST_ELIMINATED:
        reason = f"left out: more than {MOST_ELIMINATED} nodes"
        return {"treewidth_upper": reason, "treewidth_lower": reason}
    sets = [0] * graph.shape[0]
    for i, j in np.column_stack(graph.nonzero()).tolist():
        sets[i] |= 1 << j
    return {
        "treewidth_upper": _greatest_degree(sets.copy(), _eliminate),
        "treewidth_lower": _greatest_degree(sets, _contract),
    }


def _members(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    numbers = []
    while bits:
        low = bits & -bits
        numbers.append(low.bit_length() - 1)
        bits ^= low
    return numbers


def _greatest_degree(sets: list[int], take_out: Callable[[list[int], int], None]) -> int:
    """The greatest degree while nodes of least degree are removed, the first of equals first.

    Args:
        sets: The neighbours of each node as bits; changed.
        take_out: Removes a node from the others' neighbours.
    """
    heap = [(around.bit_count(), i) for i, around in enumerate(sets)]
    heapify(heap)
    remaining, greatest = len(sets), 0
    gone = bytearray(len(sets))
    while remaining > greatest + 1:
        degree, i = heappop(heap)
        around = sets[i]
        if gone[i] or degree != around.bit_count():
            continue
        gone[i], remaining, greatest = 1, remaining - 1, max(greatest, degree)
        take_out(sets, i)
        for j in _members(around):
            heappush(heap, (sets[j].bit_count(), j))
    return greatest


def _eliminate(sets: list[int], i: int) -> None:
    """Removes a node; its neighbours become a clique."""
    around = sets[i]
    for j in _members(around):
        sets[j] = (sets[j] | around) & ~(1 << i | 1 << j)


def _contract(sets: list[int], i: int) -> None:
    """Contracts a node into the neighbour with the fewest common neighbours (MMD+)."""
    around = sets[i]
    neighbours = _members(around)
    if not neighbours:
        return
    into = min(neighbours, key=lambda j: ((sets[j] & around).bit_count(), j))
    for j in neighbours:
        sets[j] &= ~(1 << i)
    fresh = around & ~sets[into] & ~(1 << into)
    sets[into] |= fresh
    for j in _members(fresh):
        sets[j] |= 1 << into


def _communities(graph: csr_array) -> Values:
    import networkx as nx

    edges = edges_of(graph)
    if not edges.size:
        return {"modularity": 0.0, "communities": graph.shape[0]}
    whole: Any = nx.empty_graph(graph.shape[0])
    whole.add_edges_from(edges.tolist())
    communities = nx.community.louvain_communities(whole, weight=None, seed=SEED)
    of = np.empty(graph.shape[0], np.int64)
    for number, nodes in enumerate(communities):
        of[list(nodes)] = number
    inside = (of[edges[:, 0]] == of[edges[:, 1]]).mean()
    share = np.bincount(of, weights=degrees(graph)) / len(graph.indices)
    return {"modularity": float(inside - (share**2).sum()), "communities": len(communities)}


def graph_block(
    name: str, title: str, graphs: Sequence[str], of_rules: Sequence[str] = ()
) -> FeatureBlock:
    """A block with the shapes of several kinds of graphs, as ``graph.feature``.

    Args:
        name: The block's name.
        title: The origin of its features.
        graphs: The kinds of graphs.
        of_rules: Those that depend on the rules alone where all clues are known cells.
    """
    features = tuple(
        replace(f, name=f"{graph}.{f.name}", meaning=f"graph {graph}: {f.meaning}")
        for graph in graphs
        for f in FEATURES
    )

    def compute(subject: Subject) -> Values:
        clock = Clock(subject.limits)
        values: Values = {}
        for graph in graphs:
            clock.check()
            same = graph in of_rules and subject.puzzle.shared_rules() is not None
            key = (subject.model.rules_key, graph)
            measure = partial(_shape_of, subject, graph, clock)
            shape_of = _cached(key, measure) if same else measure()
            values |= {f"{graph}.{feature}": value for feature, value in shape_of.items()}
        return values

    return FeatureBlock(name, title, features, compute, NEEDS)


def _shape_of(subject: Subject, name: str, clock: Clock) -> Values:
    """The features of a graph of a puzzle, without numbers if it is too large."""
    try:
        graph = subject.graph(name)
    except LimitReachedError as reached:
        return dict.fromkeys((f.name for f in FEATURES), str(reached))
    except RowsAloneError:
        return dict.fromkeys((f.name for f in FEATURES), ROWS_ALONE)
    return shape(graph, clock.check)
