"""The shape of a graph: figures of any simple graph, whatever its nodes stand for.

Nodes are first put into an order that depends on the graph alone as far as colour refinement tells
(:func:`canonical`), so that what a seed or a tie decides is the same for a transposed or relabelled
puzzle. Figures of a graph without nodes (or edges) are 0: there is nothing to be found. At large
graphs one looks less closely: see ``LIMITS``.

Compared with networkx in tests; its own functions take seconds where these take milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from uniclue.research.features.feature import Feature, Subject, Values
from uniclue.research.features.summaries import entropy, variation
from uniclue.solvers.limits import Clock, LimitReachedError

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from uniclue.research.graphs.graph import AnyGraph

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]

NEEDS = ("networkx", "scipy")

SEED = 1
"""Of Louvain's method, and of the nodes that distances are sampled from."""
MOST_EDGES = 60_000
"""Of a graph with more edges only counts are taken: nodes to degeneracy in the list below."""
MOST_EXACT = 1_000
"""With more nodes, distances are from a sample of nodes, and spectra are left out."""
MOST_DENSE = 150
"""With more nodes, eigenvalues are found by Lanczos' method, to the same accuracy."""
SOURCES = 64
"""The size of that sample."""
MOST_ELIMINATED = 2_000
"""With more nodes, bounds on treewidth are left out."""
MOST_SINGLED_OUT = 64
"""So many nodes are singled out in :func:`canonical`; then ties stay as they are."""

NX = "as in networkx"
FEATURES = (
    Feature("nodes", "nodes", "nodes", NX),
    Feature("edges", "edges", "edges", NX),
    Feature("density", "edges over pairs of nodes", "1", NX),
    Feature("degree_mean", "mean degree", "edges", NX),
    Feature("degree_sd", "standard deviation of the degrees", "edges", NX),
    Feature("degree_cv", "this over their mean", "1", NX),
    Feature("degree_max", "greatest degree", "edges", NX),
    Feature("degree_entropy", "entropy of the distribution of degrees", "bits", NX),
    Feature("assortativity", "correlation of the degrees at both ends of an edge", "1",
            "Newman, Phys. Rev. Lett. 89 (2002)"),
    Feature("components", "connected components", "components", NX),
    Feature("largest_share", "share of nodes in the largest component", "1", NX),
    Feature("cyclomatic", "cyclomatic number: edges - nodes + components", "cycles", NX),
    Feature("degeneracy", "greatest k with a k-core: the treewidth is no less", "edges",
            "Matula and Beck, J. ACM 30 (1983)"),
    Feature("core_share", "share of nodes in that core", "1", NX),
    Feature("clustering", "mean over nodes of the share of pairs of neighbours that are joined",
            "1", "Watts and Strogatz, Nature 393 (1998)"),
    Feature("transitivity", "share of paths of length 2 whose ends are joined", "1", NX),
    Feature("cut_share", "share of nodes whose loss would part a component", "1",
            "Hopcroft and Tarjan, CACM 16 (1973)"),
    Feature("diameter", "greatest distance of two nodes of the largest component", "edges", NX),
    Feature("radius", "least over its nodes of the distance to the farthest node", "edges", NX),
    Feature("mean_distance", "mean distance of two of its nodes", "edges", NX),
    Feature("betweenness_centralisation", "sum over its nodes of what betweenness lacks to the "
            "greatest, over what it is in a star", "1", "Freeman, Social Networks 1 (1979); "
            "Brandes, J. Math. Sociology 25 (2001)"),
    Feature("algebraic_connectivity", "second least eigenvalue of its Laplacian", "1",
            "Fiedler, Czech. Math. J. 23 (1973)"),
    Feature("spectral_radius", "greatest eigenvalue of its adjacency matrix", "1", NX),
    Feature("treewidth_upper", "upper bound on the treewidth: least degree first", "1",
            "Bodlaender and Koster, Information and Computation 208 (2010)"),
    Feature("treewidth_lower", "lower bound on the treewidth: least degree contracted into the "
            "neighbour with the fewest common ones (MMD+, least-c)", "1",
            "Bodlaender and Koster, Information and Computation 209 (2011)"),
    Feature("modularity", "modularity of Louvain's communities", "1",
            "Blondel et al., J. Stat. Mech. (2008); for SAT Ansótegui et al., SAT 2012"),
    Feature("communities", "their number", "communities", "Blondel et al., J. Stat. Mech. (2008)"),
)  # fmt: skip

LIMITS = (
    f"Of a graph with more than {MOST_EDGES:,} edges only the features from nodes to core_share "
    f"are taken. With more than {MOST_EXACT:,} nodes in the largest component, distances and "
    f"betweenness are from {SOURCES} of its nodes (so diameter is a lower bound, radius an upper "
    "one), and spectra are left out; with more than "
    f"{MOST_ELIMINATED:,} in the graph, treewidth bounds are."
)


@dataclass(frozen=True, slots=True)
class Adjacency:
    """A simple graph on nodes 0..n-1.

    Attributes:
        n: Nodes.
        indptr: Shape (n + 1,).
        indices: Shape (2 edges,). The neighbours of node i, in increasing order, are
            ``indices[indptr[i]:indptr[i + 1]]``.
    """

    n: int
    indptr: Longs
    indices: Longs

    @property
    def degree(self) -> Longs:
        """Shape (n,)."""
        return np.diff(self.indptr)

    @property
    def rows(self) -> Longs:
        """Shape (2 edges,). The node that each neighbour belongs to."""
        return np.repeat(np.arange(self.n), self.degree)

    @classmethod
    def of_edges(cls, n: int, ends: Longs) -> Adjacency:
        """The graph with these edges: shape (edges, 2), each once and no loops."""
        both = np.concatenate([ends, ends[:, ::-1]])
        key = np.sort(both[:, 0] * n + both[:, 1]) if n else np.zeros(0, np.int64)
        row, column = np.divmod(key, max(n, 1))
        return cls(n, np.searchsorted(row, np.arange(n + 1)).astype(np.int64), column)

    @classmethod
    def of_graph(cls, graph: AnyGraph) -> Adjacency:
        """A networkx graph, its loops left out."""
        number = {node: i for i, node in enumerate(graph)}
        ends = [(number[u], number[v]) for u, v in graph.edges() if u != v]
        return cls.of_edges(len(number), np.array(ends, np.int64).reshape(-1, 2))

    def renumbered(self, order: Longs) -> Adjacency:
        """The same graph; ``order`` lists its nodes as they are to be numbered."""
        new = np.empty(self.n, np.int64)
        new[order] = np.arange(self.n)
        return Adjacency.of_edges(self.n, new[self.edges()])

    def edges(self) -> Longs:
        """Shape (edges, 2), the smaller end first, in increasing order."""
        rows = self.rows
        once = rows < self.indices
        return np.column_stack([rows[once], self.indices[once]])

    def part(self, nodes: Longs) -> Adjacency:
        """The graph on some nodes, in that order."""
        new = np.full(self.n, -1)
        new[nodes] = np.arange(len(nodes))
        ends = new[self.edges()]
        return Adjacency.of_edges(len(nodes), ends[(ends >= 0).all(axis=1)])

    def matrix(self) -> csr_array:
        """Its adjacency matrix."""
        from scipy.sparse import csr_array

        ones = np.ones(len(self.indices))
        return csr_array((ones, self.indices, self.indptr), shape=(self.n, self.n))


# -- a canonical order -----------------------------------------------------------------------------


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Hashes of numbers (splitmix64; Steele, Lea and Flood, OOPSLA 2014)."""
    z = numbers + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def refined(graph: Adjacency, colours: Longs) -> Longs:
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
        found, colours = np.unique(_mixed(hashes ^ _mixed(around)), return_inverse=True)
        if len(found) == classes:
            return colours
        classes = len(found)


def canonical(graph: Adjacency) -> Longs:
    """The nodes in an order that depends on the graph alone, as far as refinement tells.

    As long as colours are shared, a node of the smallest shared colour class is singled out, and
    colours are refined again (the first branch of McKay's search, Congressus Numerantium 30, 1981).
    If nodes of a class are images of each other by symmetries of the graph, as they mostly are, it
    does not matter which is taken.
    """
    colours = refined(graph, graph.degree.copy())
    for _ in range(MOST_SINGLED_OUT):
        sizes = np.bincount(colours) if graph.n else np.zeros(0, np.int64)
        shared = np.flatnonzero(sizes > 1)
        if not shared.size:
            break
        chosen = shared[sizes[shared].argmin()]
        colours = colours.copy()
        colours[np.flatnonzero(colours == chosen)[0]] = graph.n + 1
        colours = refined(graph, colours)
    return np.argsort(colours, kind="stable")


# -- figures ---------------------------------------------------------------------------------------


def shape(graph: AnyGraph, check: Callable[[], None] = lambda: None) -> Values:
    """All features of a graph.

    Args:
        graph: Undirected; only its nodes and edges are looked at.
        check: Called between the parts of the work; may raise.
    """
    adjacency = Adjacency.of_graph(graph)
    key = adjacency.indptr.tobytes(), adjacency.indices.tobytes()
    if key not in _shapes:
        _keep(_shapes, key, measured(adjacency, check))
    return _shapes[key]


MOST_KEPT = 32
"""Shapes of the last graphs are kept: many puzzles of one size share graphs."""
_shapes: dict[tuple[bytes, bytes], Values] = {}
_of_rules: dict[Hashable, Values] = {}


def measured(graph: Adjacency, check: Callable[[], None] = lambda: None) -> Values:
    """All features of a graph; see :func:`shape`."""
    values = _counts(graph)
    if len(graph.indices) > 2 * MOST_EDGES:
        reason = f"left out: more than {MOST_EDGES} edges"
        return dict.fromkeys((f.name for f in FEATURES), reason) | values
    graph = graph.renumbered(canonical(graph))
    for part in (_triangles, _cuts, _distances, _spectrum, _treewidth, _communities):
        check()
        values |= part(graph)
    return values


def _counts(graph: Adjacency) -> Values:
    n, degree = graph.n, graph.degree
    edges = len(graph.indices) // 2
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


def _assortativity(graph: Adjacency) -> float | str:
    degree = graph.degree.astype(np.float64)
    one, other = degree[graph.rows], degree[graph.indices]
    if not one.size:
        return "there are no edges"
    if one.min() == one.max():
        return "all nodes with edges have one degree"
    mean = one.mean()
    return float(((one - mean) * (other - mean)).mean() / one.var())


def component_of(graph: Adjacency) -> Longs:
    """The connected component of each node, shape (n,), numbered from 0."""
    from scipy.sparse.csgraph import connected_components

    if not graph.n:
        return np.zeros(0, np.int64)
    labels: Longs = connected_components(graph.matrix(), directed=False)[1].astype(np.int64)
    return labels


def core_numbers(graph: Adjacency) -> Longs:
    """The greatest k of a k-core with each node, shape (n,): nodes of least degree go first."""
    degree = graph.degree.copy()
    core = np.zeros(graph.n, np.int64)
    alive = np.ones(graph.n, np.bool_)
    k = 0
    while alive.any():
        k = max(k, int(degree[alive].min()))
        while (gone := np.flatnonzero(alive & (degree <= k))).size:
            core[gone], alive[gone] = k, False
            lost = [graph.indices[graph.indptr[i] : graph.indptr[i + 1]] for i in gone.tolist()]
            degree -= np.bincount(np.concatenate(lost), minlength=graph.n)
    return core


def _triangles(graph: Adjacency) -> Values:
    if not graph.indices.size:
        return {"clustering": 0.0, "transitivity": 0.0}
    matrix = graph.matrix()
    closed = np.asarray((matrix @ matrix).multiply(matrix).sum(axis=1)).ravel()
    degree = graph.degree.astype(np.float64)
    paths = degree * (degree - 1)
    some = paths > 0
    each = np.divide(closed, paths, out=np.zeros_like(closed), where=some)
    total = float(closed.sum() / paths.sum()) if some.any() else 0.0
    return {"clustering": float(each.mean()), "transitivity": total}


def _cuts(graph: Adjacency) -> Values:
    import networkx as nx

    if not graph.n:
        return {"cut_share": 0.0}
    made: AnyGraph = nx.Graph(graph.edges().tolist())
    return {"cut_share": sum(1 for _ in nx.articulation_points(made)) / graph.n}


def largest_component(graph: Adjacency) -> Adjacency:
    """The component with most nodes, then most edges; then the first."""
    if not graph.n:
        return graph
    labels = component_of(graph)
    nodes = np.bincount(labels)
    edges = np.bincount(labels, weights=graph.degree)
    best = int(np.lexsort((np.arange(len(nodes)), -edges, -nodes))[0])
    return graph.part(np.flatnonzero(labels == best))


def _distances(graph: Adjacency) -> Values:
    part = largest_component(graph)
    n = part.n
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
        "betweenness_centralisation": float((between.max() - between).sum() / most)
        if most
        else 0.0,
    }


def betweenness(graph: Adjacency, sources: Longs) -> tuple[Longs, Floats]:
    """Distances, and shares of shortest paths, of all pairs that start in some nodes.

    Brandes' recursion for all sources at once, one level of the searches after the other.

    Args:
        graph: Connected.
        sources: Shape (k,). Nodes.

    Returns:
        Distances, shape (n, k); and for each node the sum over pairs (source, other node) of the
        share of shortest paths between them that run through it, shape (n,).
    """
    matrix = graph.matrix()
    k = len(sources)
    distance = np.full((graph.n, k), -1, np.int64)
    paths = np.zeros((graph.n, k))
    distance[sources, np.arange(k)], paths[sources, np.arange(k)] = 0, 1.0
    reached, level = paths.copy(), 0
    while reached.any():
        level += 1
        reached = (matrix @ reached) * (distance < 0)
        distance[reached > 0] = level
        paths += reached
    share = np.zeros((graph.n, k))
    for back in range(level - 1, 0, -1):
        outer = distance == back
        pull = np.where(outer, (1 + share) / np.where(paths > 0, paths, 1), 0.0)
        share += np.where(distance == back - 1, paths * (matrix @ pull), 0.0)
    share[sources, np.arange(k)] = 0
    return distance, share.sum(axis=1)


def _spectrum(graph: Adjacency) -> Values:
    part = largest_component(graph)
    names = ("algebraic_connectivity", "spectral_radius")
    if part.n < 2:
        return dict.fromkeys(names, 0.0)
    if part.n > MOST_EXACT:
        return dict.fromkeys(names, f"left out: more than {MOST_EXACT} nodes")
    laplacian = laplacian_matrix(part)
    if part.n <= MOST_DENSE:
        second = float(np.linalg.eigvalsh(laplacian.toarray())[1])
        return {names[0]: second, names[1]: float(np.linalg.eigvalsh(part.matrix().toarray())[-1])}
    from scipy.sparse.linalg import eigsh

    start = np.random.default_rng(SEED).standard_normal(part.n)
    near_0 = eigsh(laplacian.tocsc(), 2, sigma=-0.01, v0=start, return_eigenvectors=False)
    largest = eigsh(part.matrix(), 1, which="LA", v0=np.ones(part.n), return_eigenvectors=False)
    return {names[0]: float(near_0.max()), names[1]: float(largest[0])}


def laplacian_matrix(graph: Adjacency) -> csr_array:
    """Its Laplacian matrix."""
    from scipy.sparse import diags_array

    return (diags_array(graph.degree.astype(np.float64)) - graph.matrix()).tocsr()


def _treewidth(graph: Adjacency) -> Values:
    if graph.n > MOST_ELIMINATED:
        reason = f"left out: more than {MOST_ELIMINATED} nodes"
        return {"treewidth_upper": reason, "treewidth_lower": reason}
    sets = [0] * graph.n
    for i, j in zip(graph.rows.tolist(), graph.indices.tolist(), strict=True):
        sets[i] |= 1 << j
    return {
        "treewidth_upper": _greatest_degree(sets.copy(), _eliminate),
        "treewidth_lower": _greatest_degree(sets, _contract),
    }


def _members(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def _greatest_degree(sets: list[int], take_out: Callable[[list[int], int], None]) -> int:
    """The greatest degree met while nodes of least degree are taken out, the first of equals first.

    Args:
        sets: The neighbours of each node as bits; changed.
        take_out: Takes a node out of the others' neighbours.
    """
    heap = [(around.bit_count(), i) for i, around in enumerate(sets)]
    heapify(heap)
    left, greatest = len(sets), 0
    gone = bytearray(len(sets))
    while left > greatest + 1:
        degree, i = heappop(heap)
        around = sets[i]
        if gone[i] or degree != around.bit_count():
            continue
        gone[i], left, greatest = 1, left - 1, max(greatest, degree)
        take_out(sets, i)
        for j in _members(around):
            heappush(heap, (sets[j].bit_count(), j))
    return greatest


def _eliminate(sets: list[int], i: int) -> None:
    """Takes out a node; its neighbours become a clique."""
    around = sets[i]
    for j in _members(around):
        sets[j] = (sets[j] | around) & ~(1 << i | 1 << j)


def _contract(sets: list[int], i: int) -> None:
    """Makes a node one with the neighbour that it shares the fewest neighbours with (MMD+)."""
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


def _communities(graph: Adjacency) -> Values:
    import networkx as nx

    edges = graph.edges()
    if not edges.size:
        return {"modularity": 0.0, "communities": graph.n}
    made: AnyGraph = nx.empty_graph(graph.n)
    made.add_edges_from(edges.tolist())
    found = nx.community.louvain_communities(made, weight=None, seed=SEED)
    of = np.empty(graph.n, np.int64)
    for number, nodes in enumerate(found):
        of[list(nodes)] = number
    inside = (of[edges[:, 0]] == of[edges[:, 1]]).mean()
    share = np.bincount(of, weights=graph.degree) / len(graph.indices)
    return {"modularity": float(inside - (share**2).sum()), "communities": len(found)}


def of_graphs(names: Sequence[str]) -> tuple[Feature, ...]:
    """The features of several kinds of graphs, as ``graph.feature``."""
    return tuple(
        Feature(f"{name}.{f.name}", f"graph {name}: {f.meaning}", f.unit, f.source)
        for name in names
        for f in FEATURES
    )


def shapes(subject: Subject, names: Sequence[str], of_rules: Sequence[str] = ()) -> Values:
    """These features of a puzzle.

    Args:
        subject: The puzzle.
        names: The kinds of graphs.
        of_rules: Those that depend on the rules alone where clues are nothing but known cells.

    Raises:
        LimitReachedError: The time is up.
    """
    clock = Clock(subject.limits)
    values: Values = {}
    for name in names:
        clock.check()
        same = name in of_rules and subject.puzzle.shared_rules() is not None
        key = (subject.model.rules_key, name) if same else None
        for feature, value in _found(subject, name, key, clock).items():
            values[f"{name}.{feature}"] = value
    return values


def _found(subject: Subject, name: str, key: Hashable, clock: Clock) -> Values:
    """The features of a graph; those of the rules alone are kept."""
    if key in _of_rules:
        return _of_rules[key]
    try:
        graph = subject.graph(name)
    except LimitReachedError as reached:
        return dict.fromkeys((f.name for f in FEATURES), str(reached))
    found = shape(graph, clock.check)
    if key is not None:
        _keep(_of_rules, key, found)
    return found


def _keep(kept: dict[Any, Values], key: Hashable, values: Values) -> None:
    """Notes values for later; those noted first are dropped."""
    while len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]
    kept[key] = values
