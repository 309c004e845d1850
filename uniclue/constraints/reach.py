"""Reach: the lazy constraint behind all connectivity.

Nodes are literals, neighbours any graph. Connected cells, islands that contain their number, links
and loops (nodes are edge variables; neighbours share a joint) all use it. In a set S of nodes that
separates others, at least one is true if nodes on both sides are: the cut
``not a or not b or some of S``; with roots, ``not a or some of S``, where S keeps a from all roots.
S is a *separator*: the part of the border of a's component that the other side touches.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import compress
from typing import Any, ClassVar, NamedTuple

from uniclue.constraints.bit_graph import BitGraph, NodeSet, bit_graph
from uniclue.core.arrays import np
from uniclue.core.lazy import Clause, Inference, Known, LazyConstraint, Truth
from uniclue.core.model import NO_BOUND, Group, Ints, Model, View
from uniclue.core.places import Point

ALWAYS = 0
"""The literal of a node that is always there."""
LARGE = 10
"""A part of at least this many nodes is cut off on both sides. The second cut of a small one says
little, and is the same for all small ones next to each other."""

Graph = Sequence[Sequence[int]]
"""The neighbours of each node."""


class OnGraph(LazyConstraint):
    """A lazy constraint on the nodes of a graph.

    Args:
        group: The rule or clue that it is.
        nodes: The literal of each node; ``ALWAYS`` for one that is always there.
        neighbours: The neighbours of each node.
    """

    def __init__(self, group: Group, nodes: Iterable[int], neighbours: Graph) -> None:
        self.group, self.neighbours = group, neighbours
        self.nodes = [int(literal) for literal in nodes]

    @cached_property
    def _var(self) -> Ints:
        return np.array(self._variables, np.int32)

    @cached_property
    def _variables(self) -> list[int]:
        return [*map(abs, self.nodes)]

    @cached_property
    def _are_variables(self) -> bool:
        """Whether each node is a positive literal, so that its value is that of its variable."""
        return all(literal > 0 for literal in self.nodes)

    def literals(self) -> Ints:
        return np.array([literal for literal in self.nodes if literal != ALWAYS], np.int32)

    def pairs(self) -> Ints:
        near = ((i, n) for i, others in enumerate(self.neighbours) for n in others if i < n)
        literals = ((self.nodes[i], self.nodes[n]) for i, n in near)
        both = [pair for pair in literals if ALWAYS not in pair]
        return np.array(both, np.int32).reshape(-1, 2)

    def _of_nodes(self, values: Truth | Known) -> list[Any]:
        """The value of each node's variable."""
        if isinstance(values, list):
            return [*map(values.__getitem__, self._variables)]
        listed: list[Any] = values[self._var].tolist()
        return listed

    def _there(self, truth: Truth) -> list[bool]:
        """Which nodes are there."""
        values = self._of_nodes(truth)
        if self._are_variables:
            return values
        both = zip(self.nodes, values, strict=True)
        return [is_true == (literal > 0) or literal == ALWAYS for literal, is_true in both]

    def _states(self, value: Known) -> list[int]:
        """The state of each node: 1 present, -1 absent, 0 open."""
        values = self._of_nodes(value)
        if self._are_variables:
            return values
        both = zip(self.nodes, values, strict=True)
        return [known if x > 0 else -known if x != ALWAYS else 1 for x, known in both]

    def _sure(self, value: Known) -> list[bool]:
        """Which nodes are known to be there."""
        return [state > 0 for state in self._states(value)]

    def _not(self, *nodes: int) -> Clause:
        """The clause that one of some nodes is absent."""
        return [-self.nodes[node] for node in nodes if self.nodes[node] != ALWAYS]

    def _walls(self, state: list[int], region: Iterable[int]) -> Clause:
        """The nodes around a region that are known to be false."""
        near = self.neighbours
        walls = {n for node in region for n in near[node] if state[n] < 0}
        return [self.nodes[n] for n in walls]


class Reach(OnGraph):
    """All true nodes are connected; with roots, each true node reaches a true root.

    Args:
        group: The rule or clue that it is.
        nodes: The literal of each node; ``ALWAYS`` for one that is always there.
        neighbours: The neighbours of each node.
        roots: Indices of the nodes to reach; None where all are to reach each other.
        places: Where each node lies, if neighbours lie close together: cuts are found faster then.

    Attributes:
        radius: The most steps from a node to its root.
    """

    FORMS = ("order", "unary", "mtz")
    LINEAR = "mtz"
    LAYERED: ClassVar[int] = 160_000
    """The most nodes times steps for which ``unary`` is the best form of clauses."""

    def __init__(
        self,
        group: Group,
        nodes: Iterable[int],
        neighbours: Graph,
        roots: Collection[int] | None = None,
        *,
        places: Iterable[Point] | None = None,
    ) -> None:
        super().__init__(group, nodes, neighbours)
        self.roots = None if roots is None else frozenset(roots)
        self.radius = len(self.nodes)
        self._places = None if places is None else tuple(places)

    @cached_property
    def _graph(self) -> BitGraph:
        """The graph, for floods."""
        return bit_graph(tuple(map(tuple, self.neighbours)), self._places)

    # -- cuts ------------------------------------------------------------------------------------

    def cuts(self, truth: Truth, known: Known | None = None) -> list[Clause]:
        parts = self._parts(self._there(truth))
        if not parts or (self.roots is None and len(parts) < 2):
            return []
        sure = 0 if known is None else self._graph.set_of(self._sure(known))
        if self.roots is None:
            return self._cuts_apart(parts, sure)
        roots = self._root_set
        return [self._cut(part, roots, sure, 0) for part in parts if not part & roots]

    @cached_property
    def _root_set(self) -> NodeSet:
        return self._graph.set_of_few(self.roots or ())

    def _parts(self, there: Sequence[bool]) -> list[NodeSet]:
        """The connected parts; those that have a root may be left out.

        By floods, or by walks where nodes do not lie close together on a board.
        """
        if self._places is None:
            return self._walked(there)
        some = self._graph.set_of(there)
        return self._graph.parts(some & ~self._graph.flood(self._root_set, some))

    def _walked(self, there: Sequence[bool]) -> list[NodeSet]:
        """The connected parts, node by node."""
        return [*map(self._graph.set_of_few, Parts.of(there, self.neighbours).nodes)]

    def _cuts_apart(self, parts: list[NodeSet], sure: NodeSet) -> list[Clause]:
        """The cuts between the main part and each of the others.

        The main part is the largest one with a node that is sure to be there, if there is any: that
        node is in no cut then. A large part is cut off near itself and near the main part.
        """
        main = max(parts, key=lambda part: (bool(part & sure), part.bit_count()))
        cuts = []
        for part in parts:
            if part != main:
                cuts.append(self._cut(part, main, sure, main))
                if part.bit_count() >= LARGE:
                    cuts.append(self._cut(main, part, sure, part))
        return [*{frozenset(cut): cut for cut in cuts}.values()]

    def _cut(self, part: NodeSet, goal: NodeSet, sure: NodeSet, other: NodeSet) -> Clause:
        """A node of a part, and one of another, are there only with one between them.

        Args:
            part: The part.
            goal: The nodes that it has to reach.
            sure: Nodes that are known to be there.
            other: The other part; empty where the goal is the roots.
        """
        graph, separator = self._graph, self._graph.separator(part, goal)
        beside = graph.beside(separator)
        ends = [some & sure or some & beside or some for some in (part, other) if some]
        clause = self._not(*(graph.first(some) for some in ends))
        return clause + [self.nodes[node] for node in graph.nodes(separator)]

    # -- proof -----------------------------------------------------------------------------------

    def proves(self, clause: Iterable[int]) -> bool:
        """Removes the clause's separator, and checks which nodes still reach each other."""
        literals = set(clause)
        gone = {i for i, literal in enumerate(self.nodes) if literal in literals and literal}
        ends = [i for i, literal in enumerate(self.nodes) if -literal in literals or not literal]
        goals = ends if self.roots is None else self.roots
        seen = set[int]()
        for end in ends:
            if end in seen:  # what it reaches was looked at
                continue
            reached = {end} - gone
            todo = list(reached)
            while todo:
                new = set(self.neighbours[todo.pop()]) - gone - reached
                reached |= new
                todo += new
            seen |= reached
            together = all if self.roots is None else any
            if not together(goal in reached for goal in goals):
                return True
        return False

    # -- propagation -----------------------------------------------------------------------------

    def propagate(self, value: Known) -> list[Inference]:
        """Nodes out of reach are not there; one that is the only way between others is."""
        state = self._states(value)
        sure = [node for node, there in enumerate(state) if there > 0]
        if self.roots is None:
            if not sure:
                return []
            starts, other = sure[:1], self._not(sure[0])
        else:
            starts, other = [root for root in self.roots if state[root] >= 0], []
        walk = DepthFirst(state, self.neighbours, starts, is_rooted=self.roots is not None)
        return [*self._out_of_reach(state, walk, other), *self._only_ways(state, walk, other)]

    def _out_of_reach(self, state: list[int], walk: DepthFirst, other: Clause) -> list[Inference]:
        """What the walk did not come to, region by region; ``other`` ends every reason."""
        near, seen, inferences = self.neighbours, walk.time.copy(), []
        for start, there in enumerate(state):
            if there < 0 or seen[start]:
                continue
            region, seen[start] = [start], 1
            for node in region:
                for n in near[node]:
                    if state[n] >= 0 and not seen[n]:
                        seen[n] = 1
                        region.append(n)
            rest = self._walls(state, region) + other
            for node in region:
                reason = self._not(node) + rest
                inferences.append(Inference(reason[0] if reason else 0, reason))
        return inferences

    def _only_ways(self, state: list[int], walk: DepthFirst, other: Clause) -> list[Inference]:
        """Open nodes without which a node that is there would be cut off: articulation points."""
        inferences = []
        for node, child in walk.articulations:
            if state[node] == 0 and walk.sure[child]:
                behind = walk.below(child)
                one = next(n for n in behind if state[n] > 0)
                walls = self._walls(state, behind)
                literal = self.nodes[node]
                inferences.append(Inference(literal, [literal, *self._not(one), *walls, *other]))
        return inferences

    # -- as rows ---------------------------------------------------------------------------------

    def best_form(self, view: View) -> str:
        if view is View.CNF and len(self.nodes) * self.radius <= self.LAYERED:
            return "unary"
        return super().best_form(view)

    def encode(self, model: Model, form: str) -> None:
        """Rows of a form.

        ``order``: every node but the root has a parent, before it in an order of numbers in bits.
        ``unary``: in layers by the distance from the root (:func:`add_layers`); quadratic.
        ``mtz``: as ``order`` with one linear row a pair of neighbours (Miller, Tucker, Zemlin).
        """
        if form not in self.FORMS:
            raise ValueError(f"expected one of {', '.join(self.FORMS)}, got {form!r}")
        if form == "unary":
            of = self.nodes, self.neighbours, self.roots
            add_layers(model, self.group, *of, self.radius)
            return
        parent, less = self._parents(model)
        number = model.vars("order", (len(self.nodes), _bits(len(self.nodes))), self.group)
        if form == "mtz":
            weights = 2 ** np.arange(number.shape[1])
            total = int(weights.sum()) + 1
            x = np.hstack([number[less[:, 1]], number[less[:, 0]], parent[:, None]])
            coef = [*weights, *-weights, -total]
            if len(x):
                model.linear(self.group, x, coef, 1 - total, NO_BOUND)
            return
        is_less = model.vars("less", (len(less), number.shape[1]), self.group)
        for bit in range(number.shape[1]):
            here, (one, other) = is_less[:, bit], (number[less[:, i], bit] for i in (0, 1))
            before = is_less[:, bit - 1] if bit else np.zeros_like(here)
            parts = ([-here, -one, other], [-here, -one, before], [-here, other, before])
            for part in parts:
                if len(less):
                    model.clauses(self.group, np.stack(part, axis=1))
        if len(less):
            model.clauses(self.group, np.stack([-parent, is_less[:, -1]], axis=1))

    def _parents(self, model: Model) -> tuple[Ints, Ints]:
        """Adds that every node there but the roots has a parent that is there.

        Returns:
            Shape (pairs,): a variable for each pair of neighbours, that the first is the second's
            parent; and the pairs, shape (pairs, 2).
        """
        nodes, group = self.nodes, self.group
        pairs = [(n, node) for node in range(len(nodes)) for n in self.neighbours[node]]
        parent = model.vars("parent", len(pairs), group)
        root = _root(model, group, nodes, self.roots)
        ways = [[*self._not(node), *root[node]] for node in range(len(nodes))]
        ends = list[Clause]()
        for variable, (one, other) in zip(parent.tolist(), pairs, strict=True):
            ways[other].append(variable)
            ends += [[-variable, nodes[n]] for n in (one, other) if nodes[n] != ALWAYS]
        needs = (way for node, way in enumerate(ways) if root[node] != [nodes[node]])
        add_clauses(model, group, [clause for clause in needs if ALWAYS not in clause])
        add_clauses(model, group, ends)
        return parent, np.array(pairs, np.int32).reshape(-1, 2)


def _bits(count: int) -> int:
    return max(1, math.ceil(math.log2(count + 1)))


def add_clauses(model: Model, group: Group, clauses: Iterable[Clause]) -> None:
    """Adds clauses of different lengths, those of one length together."""
    by_length: dict[int, list[Clause]] = {}
    for clause in clauses:
        by_length.setdefault(len(clause), []).append(clause)
    for length, same in by_length.items():
        model.clauses(group, np.array(same, np.int32) if length else [[0]])


def _root(
    model: Model, group: Group, nodes: Sequence[int], roots: Collection[int] | None
) -> list[Clause]:
    """The literal of each node that it is a root, or nothing.

    Without roots given one node is free to be it: one that is always there, if there is any.
    """
    if roots is None and ALWAYS in nodes:
        roots = [nodes.index(ALWAYS)]
    if roots is not None:
        return [[nodes[node]] if node in roots else [] for node in range(len(nodes))]
    free = model.vars("root", len(nodes), group)
    model.at_most_one(group, free[None])
    return [[variable] for variable in free.tolist()]


def add_layers(
    model: Model,
    group: Group,
    nodes: Sequence[int],
    neighbours: Graph,
    roots: Collection[int] | None = None,
    radius: int | None = None,
) -> None:
    """Adds rows: every node that is there reaches a root over nodes that are there.

    A variable for each node and number k of steps says that it is within k steps of a root. Few of
    them are needed where a root reaches only so far (an island of n cells: n - 1 steps); that is
    then stronger than cuts.

    Args:
        model: The model.
        group: The group of the rows.
        nodes: The literal of each node; ``ALWAYS`` for one that is always there.
        neighbours: The neighbours of each node.
        roots: Indices of the nodes to reach; None: one node that is there, whichever.
        radius: Only nodes within this many steps can be reached; None: no bound.
    """
    is_free = roots is None and ALWAYS not in nodes
    if roots is None and not is_free:
        roots = [nodes.index(ALWAYS)]
    most = len(nodes) // 2 + 1 if is_free else len(nodes)
    radius = most if radius is None else min(radius, most)
    least = [0] * len(nodes) if roots is None else distances(neighbours, roots)
    root = _root(model, group, nodes, roots)
    free = [max(radius - first, 0) for first in least]
    layers = iter(model.vars("layer", sum(free), group).tolist())
    within = [[next(layers) for _ in range(count)] for count in free]

    def at(node: int, steps: int) -> int | None:
        """The literal that a node lies within that many steps; None if it cannot."""
        if steps < least[node]:
            return None
        return within[node][steps - least[node]] if steps < radius else nodes[node]

    clauses: list[Clause] = []
    for node, literal in enumerate(nodes):
        if least[node] > radius:
            clauses.append([-literal] if literal != ALWAYS else [])
            continue
        for steps in range(least[node], radius + 1):
            here = at(node, steps)
            assert here is not None
            nearer = [at(n, steps - 1) for n in dict.fromkeys(neighbours[node])]
            if steps < radius and literal != ALWAYS:
                clauses.append([-here, at(node, steps + 1) or literal])
            if ALWAYS not in nearer and root[node] not in ([ALWAYS], [here]):
                ways = [x for x in nearer if x is not None]
                clauses.append([*([-here] if here != ALWAYS else []), *root[node], *ways])
    add_clauses(model, group, clauses)


def distances(neighbours: Graph, roots: Collection[int]) -> list[int]:
    """How many steps every node is from the nearest root, at least.

    More than there are nodes if there is no way.
    """
    steps = [len(neighbours) + 1] * len(neighbours)
    reached = list(roots)
    for root in reached:
        steps[root] = 0
    for node in reached:
        for n in neighbours[node]:
            if steps[n] > len(neighbours):
                steps[n] = steps[node] + 1
                reached.append(n)
    return steps


# -- walks over a graph ----------------------------------------------------------------------------


class Parts(NamedTuple):
    """The connected parts of the nodes that are there.

    Attributes:
        nodes: The nodes of each.
        of_node: The part of each node, -1 for one that is not there.
    """

    nodes: list[list[int]]
    of_node: list[int]

    @classmethod
    def of(cls, there: Sequence[bool], neighbours: Graph) -> Parts:
        unseen, parts = len(there), list[list[int]]()
        of_node = [unseen if is_there else -1 for is_there in there]
        for start in compress(range(unseen), there):
            if of_node[start] == unseen:
                number, part = len(parts), [start]
                of_node[start] = number
                for node in part:
                    for n in neighbours[node]:
                        if of_node[n] == unseen:
                            of_node[n] = number
                            part.append(n)
                parts.append(part)
        return cls(parts, of_node)


class DepthFirst:
    """A walk in depth over the nodes that can be there, from some starts.

    Args:
        state: Of every node: 1 there, -1 not there, 0 open.
        neighbours: The neighbours of each node.
        starts: Where to start.
        is_rooted: Whether all starts are reached from outside, so that none of them needs another.

    Attributes:
        time: When each node was come to, counted from 1; 0 if it was not.
        articulations: Nodes, each with the next one of the walk from it, if what was come to from
            that one on is reached over this node alone (R. Tarjan, Depth-first search and linear
            graph algorithms, 1972).
        sure: How many nodes of those come to from a node on, with it, are there.
        size: How many these are.
    """

    def __init__(
        self, state: list[int], neighbours: Graph, starts: Sequence[int], *, is_rooted: bool
    ) -> None:
        n = len(state)
        self.time = time = [0] * n
        self.articulations: list[tuple[int, int]] = []
        self._order: list[int] = []
        self.size = [1] * n
        self.sure = sure = [int(there > 0) for there in state]
        low, order = [0] * n, self._order
        roots = set(starts) if is_rooted else set[int]()
        for start in starts:
            if time[start]:
                continue
            order.append(start)
            time[start] = len(order)
            low[start] = 0 if start in roots else time[start]
            path = [(start, iter(neighbours[start]))]
            while path:
                node, rest = path[-1]
                for other in rest:
                    if state[other] < 0:
                        continue
                    if time[other]:
                        if time[other] < low[node]:
                            low[node] = time[other]
                        continue
                    order.append(other)
                    time[other] = len(order)
                    low[other] = 0 if other in roots else time[other]
                    path.append((other, iter(neighbours[other])))
                    break
                else:
                    path.pop()
                    if not path:
                        break
                    before = path[-1][0]
                    if low[node] >= time[before]:
                        self.articulations.append((before, node))
                    elif low[node] < low[before]:
                        low[before] = low[node]
                    sure[before] += sure[node]
                    self.size[before] += self.size[node]

    def below(self, node: int) -> list[int]:
        """The nodes that were come to from a node on, with it."""
        first = self.time[node] - 1
        return self._order[first : first + self.size[node]]
