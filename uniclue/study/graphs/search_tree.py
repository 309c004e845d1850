"""The search tree: half-filled grids, each joined to those that follow from it.

For animals and gardens it is the tree of the player's procedure, as in figures 3, 5 and 10 of Zhu,
Chen and Zhao 2018: a level for each species, in the player's order; a branch places all animals of
the species (:mod:`uniclue.papers.zhu2018.species`).

For every other kind a branch is a guess: after propagation on the default form of the model, each
value that is left in the cell with the fewest is tried, the first of equals.

Leaves: O is a solution, X a dead end (a branch that breaks something, or a grid without branches).
The tree grows breadth first and is cut at ``MOST`` nodes: then it is at least so large, and grids
that were not looked into are ``open``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from uniclue.core.lazy import LazyConstraint
from uniclue.core.puzzle import Puzzle, name_place
from uniclue.papers.zhu2018 import animals_search as animals
from uniclue.papers.zhu2018 import garden_search as garden
from uniclue.papers.zhu2018.species import Standing, branches, player_order
from uniclue.propagation.counts import ContradictionError
from uniclue.propagation.queue import Queue
from uniclue.study.graphs.graph import GraphKind, networkx
from uniclue.study.graphs.restriction import residual

if TYPE_CHECKING:
    import networkx as nx

    from uniclue.study.graphs.graph import AnyGraph

MOST = 3_000
"""The most nodes: what a picture shows."""

HABITATS: dict[str, Callable[[Any], Any]] = {
    "animals": animals.habitat_of,
    "garden": garden.habitat_of,
}
"""The kinds that have a player's procedure."""

SOLUTION, DEAD_END, MAP, OPEN = "solution", "dead end", "map", "open"
"""Types of nodes."""


class Branch(NamedTuple):
    """A branch of the tree.

    Attributes:
        label: What it places.
        why: What it breaks, or None.
        type: The type of the node that it leads to.
        state: What the branches of that node are made from.
    """

    label: str
    why: str | None
    type: str
    state: Any = None


Branches = Callable[[Any], Iterator[Branch]]


@dataclass(slots=True)
class Tree:
    """A search tree; nodes are numbered as they are reached, and parents before their children.

    Attributes:
        branches: Of each node the branch that leads to it.
        parents: Of each node the number of its parent; -1 for the root.
        depths: Of each node.
        at_least: Whether the tree was cut.
    """

    branches: list[Branch]
    parents: list[int]
    depths: list[int]
    at_least: bool = False


def grown(puzzle: Puzzle, most: int = MOST, check: Callable[[], None] = lambda: None) -> Tree:
    """The search tree of a puzzle.

    Args:
        puzzle: The puzzle.
        most: The most nodes.
        check: Called for every node; may raise what ends the work.
    """
    habitat_of = HABITATS.get(puzzle.kind())
    root, grow = _by_guesses(puzzle) if habitat_of is None else _by_player(puzzle, habitat_of)
    tree, inner, node = Tree([root], [-1], [0]), set[int](), 0

    def add(branch: Branch) -> None:
        tree.branches.append(branch)
        tree.parents.append(node)
        tree.depths.append(tree.depths[node] + 1)
        inner.add(node)

    while node < len(tree.branches) and not tree.at_least:
        here = tree.branches[node]
        check()
        for branch in grow(here.state) if here.type == MAP else ():
            if len(tree.branches) >= most:
                tree.at_least = True
                break
            add(branch)
        if not tree.at_least and here.type == MAP and node not in inner:
            add(Branch("no branch is left", None, DEAD_END))
        tree.branches[node] = here._replace(state=None)
        node += 1
    if tree.at_least:
        for i, branch in enumerate(tree.branches):
            if branch.type == MAP and i not in inner:
                tree.branches[i] = branch._replace(type=OPEN)
    return tree


def search_tree(puzzle: Puzzle, most: int = MOST) -> AnyGraph:
    """The search tree, cut at a number of nodes, as a graph.

    Returns:
        A directed tree whose root is ``0``. Nodes have ``depth``, edges the ``clue`` that says what
        was placed, and what it breaks. Its attribute ``at_least`` says whether it was cut.
    """
    tree = grown(puzzle, most)
    graph: nx.DiGraph[str] = networkx().DiGraph(depth=max(tree.depths), at_least=tree.at_least)
    for i, (branch, parent, depth) in enumerate(
        zip(tree.branches, tree.parents, tree.depths, strict=True)
    ):
        label = {SOLUTION: "O", DEAD_END: "X"}.get(branch.type, branch.label) if i else "start"
        graph.add_node(str(i), label=label, type=branch.type, depth=depth)
        if i:
            why = "" if branch.why is None else f": not so: {branch.why}"
            graph.add_edge(str(parent), str(i), clue=branch.label + why)
    return graph


# -- the player's procedure ------------------------------------------------------------------------


def _by_player(puzzle: Puzzle, habitat_of: Callable[[Any], Any]) -> tuple[Branch, Branches]:
    habitat = habitat_of(puzzle)
    order = player_order(habitat)

    def grow(standing: Standing) -> Iterator[Branch]:
        species = order[len(standing)].name
        is_last = len(standing) == len(order) - 1
        for placed, fault in branches(habitat, order, standing):
            label = " ".join([species, *map(name_place, habitat.blocks.at(placed))])
            kept = SOLUTION if is_last else MAP
            yield Branch(label, fault, DEAD_END if fault else kept, (*standing, placed))

    return Branch("", None, MAP, ()), grow


# -- guesses ---------------------------------------------------------------------------------------


def _by_guesses(puzzle: Puzzle) -> tuple[Branch, Branches]:
    start = residual(puzzle)
    model = start.model

    def node(label: str, state: Queue) -> Branch:
        """A branch to a grid: a solution if all cells are known and nothing is broken."""
        here = replace(start, value=state.value)
        if here.open_cells.any():
            return Branch(label, None, MAP, state)
        literals = model.true_literals(here.value[model.cells] == 1)
        grid = puzzle.grid_of_values(model.values(literals.tolist()))
        broken = next(iter(puzzle.violations(grid)), None)
        why = None if broken is None else broken.sentence
        return Branch(label, why, SOLUTION if broken is None else DEAD_END)

    def grow(state: Queue) -> Iterator[Branch]:
        here = replace(start, value=state.value)
        is_left = here.value[model.cells] == 0
        left = is_left.sum(axis=1) if model.onehot else is_left.astype(int)
        cell = int(np.where(here.open_cells, left, left.max() + 1).argmin())
        variables = model.cells[cell]
        literals = variables[is_left[cell]] if model.onehot else np.array([variables, -variables])
        for literal in literals.tolist():
            (value,) = model.values([literal])
            label = f"{model.name_place(model.places[cell])} = {puzzle.cell_text(value)}"
            after = _assumed(state, literal, start.lazy)
            if after is None:
                yield Branch(label, "propagation ends in a contradiction", DEAD_END)
            else:
                yield node(label, after)

    if start.value.all():  # refuted: variable 0 is none, and has no value otherwise
        return Branch("", None, DEAD_END), grow
    rows = start.rows
    least, greatest = rows.sums(np.minimum(rows.coef, 0)), rows.sums(np.maximum(rows.coef, 0))
    root = Queue(rows, model.n_vars, greatest - rows.lower, rows.upper - least)
    root.value[:] = start.value
    return node("", root), grow


def _assumed(state: Queue, literal: int, lazy: Sequence[LazyConstraint]) -> Queue | None:
    """What follows once a literal holds, too; None for a contradiction."""
    after, new = state.fork(), np.array([literal], np.int32)
    try:
        while new.size:
            after.run(new)
            inferred = [x.literal for each in lazy for x in each.propagate(after.value)]
            if 0 in inferred:
                return None
            new = np.array(inferred, np.int32)
    except ContradictionError:
        return None
    return after


GRAPHS = (
    GraphKind(
        "search-tree",
        "half-filled grids of the player's procedure (else of guesses), with O and X leaves",
        search_tree,
    ),
)
