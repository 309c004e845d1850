"""Kinds of graphs: their class and registry.

Every graph is built from the model alone; a kind of puzzle contributes only names, which its groups
carry. Every other module of this folder may hold kinds of graphs: module variables that are a
:class:`GraphKind`, or a tuple of them.

Nodes are strings and have the attributes ``label`` (for people) and ``type`` (such as ``species``,
``cell``, ``candidate``, ``variable``, ``clause``); edges may have ``type`` (the code of their
rule), ``clue`` (the sentence) and ``weight``. The order of nodes and edges depends on the puzzle
alone.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from uniclue.core.model import StillLazyError
from uniclue.core.plugins import Plugin, Registry
from uniclue.core.puzzle import ChoiceError, Puzzle
from uniclue.solvers.limits import LimitReachedError
from uniclue.study.graphs.adjacency import Adjacency

if TYPE_CHECKING:
    import networkx as nx

    AnyGraph = nx.Graph[str]

Graph = TypeVar("Graph")

ORDER = (
    "related",
    "cells",
    "candidates",
    "vig",
    "vcg",
    "blank-cells",
    "blank-candidates",
    "local-cells",
    "residual-cells",
    "residual-local-cells",
    "residual-candidates",
    "residual-vig",
    "residual-vcg",
    "deduction",
    "deduction-techniques",
    "search-tree",
)
"""The order of the list of graphs, from the puzzle as written to its solving; others follow."""

MOST_EDGES = 1_000_000
"""Graphs with more edges are refused: they would take half a gigabyte and more."""


@dataclass(frozen=True, slots=True)
class GraphKind(Plugin):
    """A kind of graph of puzzles.

    Attributes:
        name: Its name on the command line.
        title: Its nodes and edges, in one line.
        make: Builds it; may raise :class:`uniclue.solvers.limits.LimitReachedError`.
        bare: Builds it without names, nodes in the same order; None if only ``make`` can.
    """

    name: str
    title: str
    make: Callable[[Puzzle], AnyGraph]
    bare: Callable[[Puzzle], Adjacency] | None = None


GRAPH_KINDS: Registry[GraphKind] = Registry(GraphKind, "uniclue.graphs", "uniclue.study.graphs")


def graph_kinds() -> tuple[GraphKind, ...]:
    """All kinds of graphs."""
    place = {name: i for i, name in enumerate(ORDER)}
    kinds = GRAPH_KINDS.all()
    return tuple(sorted(kinds, key=lambda kind: (place.get(kind.name, len(place)), kind.name)))


class RowsAloneError(ChoiceError):
    """A graph is made of rows alone, and the puzzle has lazy constraints, too."""


USUAL, INSTEAD = "related", "cells"
"""The graph of a puzzle where none is named, and the one where that has no edges."""


def build(puzzle: Puzzle, which: str | None = None) -> AnyGraph:
    """Builds the graph of that name.

    Args:
        puzzle: The puzzle.
        which: One of the names of :func:`graph_kinds`; None: the related graph, or that of cells
            where it has no edges.

    Returns:
        The graph; its attribute ``name`` is which one it is, ``instead_of`` the one that has no
        edges, if it stands for it.

    Raises:
        ChoiceError: There is no graph of that name.
        RowsAloneError: It is made of rows, which are not all of the puzzle.
        LimitReachedError: The graph has more than ``MOST_EDGES`` edges.
    """
    if which is None:
        graph = build(puzzle, USUAL)
        if graph.number_of_edges():
            return graph
        graph = build(puzzle, INSTEAD)
        graph.graph["instead_of"] = USUAL
        return graph
    graph = _made(_find(which).make, puzzle, which)
    graph.graph = {"name": which, "kind": puzzle.kind(), **graph.graph}
    return graph


def build_bare(puzzle: Puzzle, which: str) -> Adjacency:
    """Builds the graph of that name without names; raises as :func:`build`."""
    kind = _find(which)
    if kind.bare is None:
        return Adjacency.of_graph(build(puzzle, which))
    return _made(kind.bare, puzzle, which)


def _find(which: str) -> GraphKind:
    kinds = {kind.name: kind for kind in graph_kinds()}
    if which not in kinds:
        raise ChoiceError(f"expected one of {', '.join(kinds)}, got {which!r}")
    return kinds[which]


def _made(make: Callable[[Puzzle], Graph], puzzle: Puzzle, which: str) -> Graph:
    try:
        return make(puzzle)
    except StillLazyError as error:
        raise RowsAloneError(f"the graph {which} is made of rows alone: {error}") from error


def refuse_many(edges: int, most: int = MOST_EDGES) -> None:
    """Raises LimitReachedError if there are too many edges."""
    if edges > most:
        raise LimitReachedError(f"the graph is too large: more than {MOST_EDGES:,} edges")


def types_of(things: Iterable[dict[str, Any]]) -> Counter[str]:
    """The number of nodes or edges of each type, by their attributes; those without are ignored."""
    return Counter(data["type"] for data in things if "type" in data)


def networkx() -> ModuleType:
    """The library networkx, which takes time to import."""
    return importlib.import_module("networkx")
