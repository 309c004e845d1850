"""The shape of a graph: figures of any simple graph, whatever its nodes mean.

Nodes are first sorted into an order that depends on the graph alone, as far as colour refinement
distinguishes them (:meth:`Adjacency.canonical`), so seeds and ties have the same effect for a
transposed or relabelled puzzle. Figures of a graph without nodes (or edges) are 0. Large graphs are
measured less closely: see ``LIMITS``.

Tests compare the figures with networkx, whose functions take seconds where these take milliseconds.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.study.features.feature import ROWS_ALONE, FeatureBlock, Subject, Values
from uniclue.study.features.summaries import entropy, feature_table, variation
from uniclue.study.graphs.adjacency import Adjacency, Floats, Longs
from uniclue.study.graphs.communities import louvain, modularity
from uniclue.study.graphs.graph import RowsAloneError, build_bare
from uniclue.study.graphs.treewidth import lower_bound, upper_bound

SEED = 1
"""The seed of Louvain's method, and of the sample of nodes for distances."""
MOST_EDGES = 60_000
"""Graphs with more edges have only counts: nodes to degeneracy in the list below."""
MOST_EXACT = 1_000
"""With more nodes, distances are from a sample of nodes, and spectra are omitted."""
MOST_DENSE = 400
"""With more nodes (of a symmetry: orbits) eigenvalues are computed by Lanczos' method, to the same
accuracy."""
SOURCES = 64
"""The size of that sample."""
MOST_SUMMED = 250_000_000
"""scipy is loaded once this many numbers were added up without it: then it pays."""
MOST_ELIMINATED = 2_000
"""With more nodes, bounds on treewidth are omitted."""

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


# -- figures ---------------------------------------------------------------------------------------


def shape(graph: Adjacency, check: Callable[[], None] = lambda: None) -> Values:
    """All features of a graph.

    Args:
        graph: The graph.
        check: Called between the parts of the work; may raise.
    """
    key = graph.indptr.tobytes(), graph.indices.tobytes()
    return _cached(key, lambda: measured(graph, check))


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


def measured(graph: Adjacency, check: Callable[[], None] = lambda: None) -> Values:
    """All features of a graph; see :func:`shape`."""
    values = _counts(graph)
    if len(graph.indices) > 2 * MOST_EDGES:
        reason = f"left out: more than {MOST_EDGES} edges"
        return dict.fromkeys((f.name for f in FEATURES), reason) | values
    graph = graph.only(graph.canonical)
    for part in (_triangles, _cuts, _distances, _spectrum, _treewidth, _communities):
        check()
        values |= part(graph)
    return values


def _counts(graph: Adjacency) -> Values:
    degree = graph.degrees
    n, edges = graph.n, len(graph.indices) // 2
    sizes = np.bincount(graph.components())
    cores = graph.core_numbers()
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
        "components": len(sizes),
        "largest_share": int(sizes.max()) / n if n else 0.0,
        "cyclomatic": edges - n + len(sizes),
        "degeneracy": degeneracy,
        "core_share": float((cores == degeneracy).mean()) if n else 0.0,
    }


def _assortativity(graph: Adjacency) -> float | str:
    here, there = graph.degrees[np.stack([graph.starts, graph.indices])].astype(np.float64)
    if not here.size:
        return "there are no edges"
    if here.min() == here.max():
        return "all nodes with edges have one degree"
    mean = here.mean()
    return float(((here - mean) * (there - mean)).mean() / here.var())


def _triangles(graph: Adjacency) -> Values:
    if not graph.indices.size:
        return {"clustering": 0.0, "transitivity": 0.0}
    closed = graph.triangles()
    paths = graph.degrees * (graph.degrees - 1.0)
    each = np.divide(closed, paths, out=np.zeros_like(paths), where=paths > 0)
    total = closed.sum() / max(paths.sum(), 1)
    return {"clustering": float(each.mean()), "transitivity": float(total)}


def _cuts(graph: Adjacency) -> Values:
    return {"cut_share": graph.cut_nodes() / max(graph.n, 1)}


def _distances(graph: Adjacency) -> Values:
    part = graph.largest_component
    n = part.n
    if n < 2:
        names = ("diameter", "radius", "mean_distance", "betweenness_centralisation")
        return dict.fromkeys(names, 0.0)
    sources, orbit, times = np.unique(part.orbits(), return_inverse=True, return_counts=True)
    if n > MOST_EXACT:
        sources = np.random.default_rng(SEED).choice(n, SOURCES, replace=False)
        orbit, times = np.arange(n), np.ones(SOURCES, np.int64)
    distance, shares = betweenness(part, sources)
    eccentricity = distance.max(axis=0)
    # Paths from all nodes of an orbit together run through its nodes equally often.
    through = np.bincount(orbit, (shares * times).sum(axis=1)) / np.bincount(orbit)
    between = through[orbit] * (n / times.sum())
    # Freeman: in a star the centre has all pairs, (n - 1) (n - 2) of them, the others none.
    most = (n - 1) * (n - 1) * (n - 2)
    return {
        "diameter": int(eccentricity.max()),
        "radius": int(eccentricity.min()),
        "mean_distance": float((distance.sum(axis=0) @ times) / (times.sum() * (n - 1))),
        "betweenness_centralisation": float((between.max() - between).sum() / max(most, 1)),
    }


def betweenness(graph: Adjacency, sources: Longs) -> tuple[Longs, Floats]:
    """Distances from some nodes, and shares of shortest paths through each node.

    Args:
        graph: Connected.
        sources: Shape (k,). Nodes.

    Returns:
        Distances, and for each node and source the sum over other nodes of the share of shortest
        paths from the source to them that run through the node; both of shape (n, k).
    """
    sums = _neighbour_sums(graph)
    blocks = np.split(sources, range(SOURCES, len(sources), SOURCES))
    distances, shares = zip(*(_paths(graph.n, sums, block) for block in blocks), strict=True)
    return np.concatenate(distances, axis=1), np.concatenate(shares, axis=1)


Sums = Callable[[Floats], Floats]
_summed = 0


def _neighbour_sums(graph: Adjacency) -> Sums:
    """A function that adds up the rows of the neighbours of each node, in increasing order.

    scipy is twice as fast but takes 0.12 s to load, so the first sums are numpy's: the same.
    """
    pays = "scipy.sparse" in sys.modules or _summed > MOST_SUMMED
    if pays and find_spec("scipy") is not None:
        from scipy.sparse import csr_array

        entries = np.ones(len(graph.indices)), graph.indices, graph.indptr
        matrix: Any = csr_array(entries, (graph.n, graph.n))
        return partial(operator.matmul, matrix)
    by_degree = np.argsort(-graph.degrees, kind="stable")
    numbers = np.bincount(graph.degrees)[:0:-1].cumsum()[::-1].tolist()  # of that degree or more
    starts = graph.indptr[by_degree]
    nth = [graph.indices[starts[:number] + i] for i, number in enumerate(numbers)]

    def sums(rows: Floats) -> Floats:
        global _summed
        _summed += len(graph.indices) * rows.shape[1]
        out = np.zeros_like(rows)
        for near in nth:
            out[: len(near)] += rows.take(near, axis=0)
        total = np.empty_like(out)
        total[by_degree] = out
        return total

    return sums


def _paths(n_nodes: int, sums: Sums, sources: Longs) -> tuple[Longs, Floats]:
    """Distances and shares of paths from each source: Brandes' recursion, level by level."""
    shape = n_nodes, len(sources)
    n = shape[0] * shape[1]
    distance, paths, share = np.full(n, -1), np.zeros(n), np.zeros(n)
    here = sources * len(sources) + np.arange(len(sources))
    paths[here], levels = 1, list[Longs]()
    reached = paths
    while here.size:
        distance[here] = len(levels)
        levels.append(here)
        reached = sums(reached.reshape(shape)).ravel()
        here = np.flatnonzero((reached > 0) & (distance < 0))
        paths[here] = new = reached[here]
        reached = np.zeros(n)
        reached[here] = new
    for nearer, farther in pairwise(levels[1:][::-1]):
        pull = np.zeros(n)
        pull[nearer] = (1 + share[nearer]) / paths[nearer]
        share[farther] = paths[farther] * sums(pull.reshape(shape)).ravel()[farther]
    return distance.reshape(shape), share.reshape(shape)


def _spectrum(graph: Adjacency) -> Values:
    part = graph.largest_component
    n, names = part.n, ("algebraic_connectivity", "spectral_radius")
    if n < 2:
        return dict.fromkeys(names, 0.0)
    if n > MOST_EXACT:
        return dict.fromkeys(names, f"left out: more than {MOST_EXACT} nodes")
    first, blocks = _blocks(part)
    if len(first) <= MOST_DENSE:
        second = np.sort(np.linalg.eigvalsh(np.diag(part.degrees[first]) - blocks), axis=None)[1]
        # That of nonnegative entries is in the first block, the sum of all parts.
        return {names[0]: float(second), names[1]: float(np.linalg.eigvalsh(blocks[0].real)[-1])}
    if find_spec("scipy") is None:
        reason = f"left out: more than {MOST_DENSE} nodes need scipy, pip install 'uniclue[graphs]'"
        return dict.fromkeys(names, reason)
    from scipy.sparse import csc_array
    from scipy.sparse.linalg import eigsh

    matrix = part.dense()
    laplacian = np.diag(part.degrees) - matrix
    start = np.random.default_rng(SEED).standard_normal(n)
    near_0 = eigsh(csc_array(laplacian), 2, sigma=-0.01, v0=start, return_eigenvectors=False)
    largest = eigsh(csc_array(matrix), 1, which="LA", v0=np.ones(n), return_eigenvectors=False)
    return {names[0]: float(near_0.max()), names[1]: float(largest[0])}


def _blocks(graph: Adjacency) -> tuple[Longs, NDArray[np.inexact[Any]]]:
    """Matrices that have all eigenvalues of the adjacency matrix, and no others.

    A symmetry of which all orbits are equally long makes the matrix block circulant, and a Fourier
    transform of its blocks parts it; that of a conjugate has the same eigenvalues.

    Returns:
        The first node of each orbit, shape (n,), and Hermitian matrices, shape (blocks, n, n).
    """
    matrix = graph.dense()
    first, lengths = np.unique(graph.orbits(), return_counts=True)
    length = int(lengths[0])
    if graph.turn is None or (lengths != length).any():
        return np.arange(graph.n), matrix[None]
    turned = [first]
    while len(turned) < length:
        turned.append(graph.turn[turned[-1]])
    parts = np.array([matrix[np.ix_(first, nodes)] for nodes in turned])
    turns = np.outer(np.arange(length // 2 + 1), np.arange(length)) / length
    return first, np.tensordot(np.exp(2j * np.pi * turns), parts, 1)


def _treewidth(graph: Adjacency) -> Values:
    if graph.n > MOST_ELIMINATED:
        reason = f"left out: more than {MOST_ELIMINATED} nodes"
        return {"treewidth_upper": reason, "treewidth_lower": reason}
    return {"treewidth_upper": upper_bound(graph), "treewidth_lower": lower_bound(graph)}


def _communities(graph: Adjacency) -> Values:
    communities = louvain(graph, SEED)
    return {
        "modularity": modularity(graph.edges, np.ones(len(graph.edges)), communities),
        "communities": int(communities.max(initial=-1)) + 1,
    }


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

    return FeatureBlock(name, title, features, compute)


def _shape_of(subject: Subject, name: str, clock: Clock) -> Values:
    """The features of a graph of a puzzle, without numbers if it is too large."""
    try:
        graph = build_bare(subject.puzzle, name)
    except LimitReachedError as reached:
        return dict.fromkeys((f.name for f in FEATURES), str(reached))
    except RowsAloneError:
        return dict.fromkeys((f.name for f in FEATURES), ROWS_ALONE)
    return shape(graph, clock.check)
