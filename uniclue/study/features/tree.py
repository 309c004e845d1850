"""The shape of the search tree: how wide, how deep, how many dead ends.

The tree is the graph ``search-tree``: of the player's procedure for animals and gardens, of guesses
after propagation for other kinds. It is cut at as many nodes as that graph; ``cut`` is then 1, and
the counts are at least as large.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from uniclue.solvers.limits import Clock
from uniclue.study.features.feature import FeatureBlock, Subject, Values
from uniclue.study.features.summaries import feature_table, gini, summed_up
from uniclue.study.graphs.search_tree import DEAD_END, MOST, SOLUTION, grown

SOURCE = "Zhu, Chen and Zhao 2018, figures 3, 5 and 10"
FEATURES = feature_table(SOURCE, f"""
    nodes | nodes | nodes of the search tree
    depth | edges | greatest distance of a leaf from the root
    leaf_depth (mean sd) | edges | distance of a leaf from the root
    width | nodes | most nodes at one distance from the root
    widest | 1 | least such distance over the depth
    solutions | leaves | leaves that are solutions
    dead_ends | leaves | leaves that are dead ends
    dead_end_share | 1 | dead ends over leaves
    branching (mean sd max) | edges | children of an inner node
    forced_share | 1 | share of inner nodes with one child
    right_share | 1 | share of nodes on a path from the root to a solution
    imbalance | 1 | Gini coefficient of the nodes below each child of the root
    cut | 1 | 1 if the tree was cut at {MOST:,} nodes, so that it is at least so large
""")  # fmt: skip


def compute(subject: Subject) -> Values:
    """Measures the tree.

    Raises:
        LimitReachedError: Out of time.
    """
    tree = grown(subject.puzzle, check=Clock(subject.limits).check)
    depths, types = tree.depths, [branch.type for branch in tree.branches]
    n = len(types)
    children, below, right = [0] * n, [1] * n, [t == SOLUTION for t in types]
    for other, one in reversed([*enumerate(tree.parents)][1:]):
        children[one] += 1
        below[one] += below[other]
        right[one] |= right[other]
    leaves = [i for i, number in enumerate(children) if not number]
    inner = [number for number in children if number]
    at_depth = Counter(depths)
    width, depth = max(at_depth.values()), max(depths)
    ends = types.count(DEAD_END)
    subtrees = [below[child] for child, parent in enumerate(tree.parents) if not parent]
    none = "the tree is its root alone"
    return {
        "nodes": n,
        "depth": depth,
        **summed_up("leaf_depth", [depths[i] for i in leaves], none=none),
        "width": width,
        "widest": min(d for d, n in at_depth.items() if n == width) / depth if depth else 0.0,
        "solutions": types.count(SOLUTION),
        "dead_ends": ends,
        "dead_end_share": ends / len(leaves),
        **summed_up("branching", inner, none=none),
        "forced_share": inner.count(1) / len(inner) if inner else none,
        "right_share": sum(right) / n,
        "imbalance": gini(np.array(subtrees, float)) if subtrees else none,
        "cut": float(tree.at_least),
    }


BLOCK = FeatureBlock("tree", "the shape of the search tree", FEATURES, compute)
