"""Area: every connected component of true nodes has a bounded number of nodes.

An ``Area`` for every value models fillomino: each connected group of cells that hold v has v cells.
Areas larger than every clue are one more value, "larger", whose groups have at least one cell more
than the largest number: a bounded domain without it would call puzzles with such an area
unsolvable. (Two of them side by side count as one group.)
"""

from __future__ import annotations

from collections.abc import Iterable

from uniclue.constraints.reach import (
    ALWAYS,
    DepthFirst,
    Graph,
    OnGraph,
    Parts,
    Reach,
    add_clauses,
    add_layers,
    distances,
)
from uniclue.core.arrays import np
from uniclue.core.lazy import Clause, Inference, Known, Truth
from uniclue.core.model import NO_BOUND, Group, Model
from uniclue.core.places import Point


class Area(OnGraph):
    """Bounds the number of nodes of every connected group of true nodes.

    Args:
        group: The rule or clue that it is.
        nodes: The literal of each node; ``ALWAYS`` for one that is always there.
        neighbours: The neighbours of each node.
        least: The fewest nodes of a group, 1 or more.
        most: The most; None: no bound.
    """

    FORMS = ("layers",)

    def __init__(
        self,
        group: Group,
        nodes: Iterable[int],
        neighbours: Graph,
        least: int,
        most: int | None,
    ) -> None:
        super().__init__(group, nodes, neighbours)
        self.least = least
        self.most = len(self.nodes) if most is None else most

    # -- cuts ------------------------------------------------------------------------------------

    def cuts(self, truth: Truth, known: Known | None = None) -> list[Clause]:
        clauses = []
        for part in Parts.of(self._there(truth), self.neighbours).nodes:
            if len(part) > self.most:
                ends = {part[0]: None, part[-1]: None}
                inside = set(part)
                clauses += [self._not(*self._grown(end, inside)) for end in ends]
            elif len(part) < self.least:
                border = {n for node in part for n in self.neighbours[node]}.difference(part)
                more = [self.nodes[n] for n in border]
                always = [node for node in part if self.nodes[node] == ALWAYS]
                clauses += [self._not(node) + more for node in always[:1] or part]
        return clauses

    def _grown(self, start: int, inside: set[int]) -> list[int]:
        """Connected nodes from a start on, one more than an area can have."""
        grown, seen = [start], {start}
        for node in grown:
            for n in self.neighbours[node]:
                if len(grown) > self.most:
                    return grown
                if n in inside and n not in seen:
                    seen.add(n)
                    grown.append(n)
        return grown

    # -- proof -----------------------------------------------------------------------------------

    def proves(self, clause: Iterable[int]) -> bool:
        """Whether the clause forbids a group that is too large, or one with too little room."""
        literals = set(clause)
        gone = {i for i, literal in enumerate(self.nodes) if literal in literals and literal}
        there = {i for i, literal in enumerate(self.nodes) if -literal in literals or not literal}
        everything = set(range(len(self.nodes)))
        return any(
            self._flooded(node, there) > self.most
            or self._flooded(node, everything - gone | {node}) < self.least
            for node in there
        )

    def _flooded(self, start: int, among: set[int]) -> int:
        reached = {start}
        todo = [start]
        while todo:
            new = among.intersection(self.neighbours[todo.pop()]) - reached
            reached |= new
            todo += new
        return len(reached)

    # -- propagation -----------------------------------------------------------------------------

    def propagate(self, value: Known) -> list[Inference]:
        """Full areas end, enclosed ones are too small, and the only way on is taken."""
        state = self._states(value)
        sure = Parts.of([there > 0 for there in state], self.neighbours)
        inferences = self._too_large(state, sure) + self._too_small(state)
        for part in sure.nodes:
            if len(part) < self.least:
                inferences += self._only_ways(state, part[0])
        return inferences

    def _too_large(self, state: list[int], sure: Parts) -> list[Inference]:
        """Groups that have too many nodes, and open nodes that would join up too many."""
        inferences = []
        size = [len(part) for part in sure.nodes]
        inside = {node for part in sure.nodes for node in part}
        for i, part in enumerate(sure.nodes):
            if size[i] > self.most:
                inferences.append(_inference(self._not(*self._grown(part[0], inside))))
        beside: dict[int, set[int]] = {}
        for i, part in enumerate(sure.nodes):
            for node in part:
                for n in self.neighbours[node]:
                    if state[n] == 0:
                        beside.setdefault(n, set()).add(i)
        for node, parts in beside.items():
            if sum(size[i] for i in parts) >= self.most:
                inferences.append(_inference(self._not(*self._grown(node, inside))))
        return inferences

    def _too_small(self, state: list[int]) -> list[Inference]:
        """What lies in a region that has too few nodes."""
        inferences = []
        for region in Parts.of([there >= 0 for there in state], self.neighbours).nodes:
            if len(region) < self.least:
                walls = self._walls(state, region)
                inferences += [_inference(self._not(node) + walls) for node in region]
        return inferences

    def _only_ways(self, state: list[int], start: int) -> list[Inference]:
        """Open nodes without which the area of a node that is there would be too small.

        All that is farther than the area can reach is one node.
        """
        near, far = self.neighbours, self.least
        steps = {start: 0}
        for node in (nodes := [start]):
            if steps[node] < far:
                for n in near[node]:
                    if state[n] >= 0 and n not in steps:
                        steps[n] = steps[node] + 1
                        nodes.append(n)
        index = {node: i for i, node in enumerate(nodes)}
        outside, rim = len(nodes), [i for i, node in enumerate(nodes) if steps[node] == far]
        graph = [[index[n] for n in near[node] if n in index] for node in nodes]
        for i in rim:
            graph[i].append(outside)
        walk = DepthFirst(
            [*(state[node] for node in nodes), 0], [*graph, rim], [0], is_rooted=False
        )
        behind: dict[int, list[int]] = {}
        for i, child in walk.articulations:
            behind.setdefault(i, []).append(child)
        inferences = []
        for i, node in enumerate(nodes):
            cut_off = sum(walk.size[child] for child in behind.get(i, ()))
            if state[node] == 0 and walk.size[0] - 1 - cut_off < far:
                lost = {j for child in behind.get(i, ()) for j in walk.below(child)} | {i}
                walls = self._walls(state, [n for j, n in enumerate(nodes) if j not in lost])
                inferences.append(_inference([self.nodes[node], *self._not(start), *walls]))
        return inferences

    # -- as rows ---------------------------------------------------------------------------------

    def encode(self, model: Model, form: str) -> None:
        """Rows of the form ``layers``: every area has a root and, in layers around it, members."""
        if form not in self.FORMS:
            raise ValueError(f"expected one of {', '.join(self.FORMS)}, got {form!r}")
        bounded = self.most < len(self.nodes)
        radius = (self.most if bounded else self.least) - 1
        roots, members = [], [list[int]() for _ in self.nodes]
        for root in range(len(self.nodes)):
            far = distances(self.neighbours, [root])
            near = [n for n, steps in enumerate(far) if steps <= radius]
            own = dict(zip(near, model.vars("member", len(near), self.group).tolist(), strict=True))
            roots.append(own[root])
            clauses = [[-own[n], self.nodes[n]] for n in near if self.nodes[n] != ALWAYS]
            clauses += [[-own[n], own[root]] for n in near if n != root]
            graph = [[near.index(n) for n in self.neighbours[node] if n in own] for node in near]
            x = [own[n] for n in near if n != root]
            if bounded:
                first = [n for n in near if n < root]  # the root is its area's first node
                clauses += [[-own[n]] for n in first]
                for node in near:
                    members[node].append(own[node])
                    clauses += [
                        [-own[node], *self._not(n), *([own[n]] if n in own else [])]
                        for n in self.neighbours[node]
                    ]
                if x:
                    model.linear(self.group, x, 1, -NO_BOUND, self.most - 1)
            model.linear(self.group, [*x, own[root]], [1] * len(x) + [1 - self.least], 0, NO_BOUND)
            add_clauses(model, self.group, clauses)
            add_layers(model, self.group, list(own.values()), graph, [near.index(root)], radius)
        if not bounded:
            self._reach_roots(model, roots)
            return
        for node, own_of in enumerate(members):
            literal = self.nodes[node]
            if literal == ALWAYS:
                model.exactly_one(self.group, own_of)
            else:
                sign = 1 if literal > 0 else -1
                bound = (1 - sign) // 2
                x = [*own_of, abs(literal)]
                model.linear(self.group, x, [1] * len(own_of) + [-sign], bound, bound)

    def _reach_roots(self, model: Model, roots: list[int]) -> None:
        """Adds that every node reaches a root with enough members."""
        count = len(self.nodes)
        graph = [[*near, count + node] for node, near in enumerate(self.neighbours)]
        graph += [[node] for node in range(count)]
        nodes, ends = [*self.nodes, *roots], range(count, 2 * count)
        Reach(self.group, nodes, graph, ends).encode(model, "order")


class RootedArea(Reach):
    """All true nodes are connected with a root, and their number, counting it, is given.

    As cuts it is far shorter than a count over all nodes that the root could reach: 2,000 for an
    area of 50.

    Args:
        group: The rule or clue that it is.
        nodes: The literal of each node; the root's is ``ALWAYS``.
        neighbours: The neighbours of each node.
        root: The index of the root.
        size: How many nodes there are.
        places: Where each node lies, as for :class:`Reach`.
    """

    def __init__(
        self,
        group: Group,
        nodes: Iterable[int],
        neighbours: Graph,
        root: int,
        size: int,
        *,
        places: Iterable[Point] | None = None,
    ) -> None:
        super().__init__(group, nodes, neighbours, [root], places=places)
        self.radius = size - 1
        self._area = Area(group, self.nodes, neighbours, size, size)

    def cuts(self, truth: Truth, known: Known | None = None) -> list[Clause]:
        return super().cuts(truth, known) + self._area.cuts(truth)

    def proves(self, clause: Iterable[int]) -> bool:
        """Whether a node is cut off or too far away, or there are too many or too few."""
        literals = set(clause)
        gone = {i for i, literal in enumerate(self.nodes) if literal in literals and literal}
        left = [[n for n in near if n not in gone] for near in self.neighbours]
        steps = distances(left, self.roots or ())
        there = (steps[i] for i, x in enumerate(self.nodes) if -x in literals or x == ALWAYS)
        return max(there) > self.radius or super().proves(literals) or self._area.proves(literals)

    def propagate(self, value: Known) -> list[Inference]:
        return super().propagate(value) + self._area.propagate(value) + self._too_far(value)

    def _too_far(self, value: Known) -> list[Inference]:
        """Nodes that are more steps from the root than the area has room for."""
        state = self._states(value)
        left = [[n for n in near if state[n] >= 0] for near in self.neighbours]
        steps = distances(left, self.roots or ())
        inside = [node for node, far in enumerate(steps) if far < self.radius]
        far = [i for i, s in enumerate(steps) if self.radius < s <= len(left) and state[i] >= 0]
        walls = self._walls(state, inside) if far else []
        return [_inference(self._not(node) + walls) for node in far]

    def encode(self, model: Model, form: str) -> None:
        """The rows of :class:`Reach`, and a count."""
        super().encode(model, form)
        x = self.literals()
        size = self.radius + 1 - (len(self.nodes) - len(x)) - int((x < 0).sum())
        model.linear(self.group, np.abs(x), np.sign(x), size, size)


def _inference(reason: Clause) -> Inference:
    """The inference of a reason's first literal; of a contradiction if it is empty."""
    return Inference(reason[0] if reason else 0, reason)
