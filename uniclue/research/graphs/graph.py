"""What kinds of graphs there are, and how they are found.

Every graph is taken from the model alone: what a kind of puzzle adds is the names of its things,
which its groups carry. Every other module of this folder may hold kinds of graphs: names for a
:class:`GraphKind`, or for a tuple of them.

Nodes are strings and have the attributes ``label`` (for people) and ``type`` (such as ``species``,
``cell``, ``candidate``, ``variable``, ``clause``); edges may have ``type`` (the rule code they come
from), ``clue`` (the sentence) and ``weight``. Nodes and edges are added in an order that the puzzle
alone decides.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from uniclue.core.plugins import Plugin, Registry
from uniclue.core.puzzle import ChoiceError, Puzzle

if TYPE_CHECKING:
    import networkx as nx

    AnyGraph = nx.Graph[str]

ORDER = (
    "related",
    "cells",
    "candidates",
    "vig",
    "vcg",
    "blank-cells",
    "blank-candidates",
    "residual-cells",
    "residual-candidates",
    "residual-vig",
    "residual-vcg",
    "deduction",
    "deduction-techniques",
)
"""Kinds of graphs, from the puzzle as written to its solving; others follow by name."""

MOST_EDGES = 1_000_000
"""A graph with more edges is not made: it would take half a gigabyte and more."""


@dataclass(frozen=True, slots=True)
class GraphKind(Plugin):
    """A way to see a puzzle as a graph.

    Attributes:
        name: What users call it.
        title: What its nodes and edges are, in one line.
        make: Makes it; may raise :class:`uniclue.solvers.limits.LimitReachedError`.
    """

    name: str
    title: str
    make: Callable[[Puzzle], AnyGraph]


GRAPH_KINDS: Registry[GraphKind] = Registry(GraphKind, "uniclue.graphs", "uniclue.research.graphs")


def graph_kinds() -> tuple[GraphKind, ...]:
    """All kinds of graphs."""
    place = {name: i for i, name in enumerate(ORDER)}
    kinds = GRAPH_KINDS.all()
    return tuple(sorted(kinds, key=lambda kind: (place.get(kind.name, len(place)), kind.name)))


def build(puzzle: Puzzle, which: str = "related") -> AnyGraph:
    """The graph of that name.

    Args:
        puzzle: The puzzle.
        which: One of the names of :func:`graph_kinds`.

    Returns:
        The graph; its attribute ``name`` is ``which``.

    Raises:
        ChoiceError: There is none of that name, or networkx is not installed.
        LimitReachedError: It has more than ``MOST_EDGES`` edges.
    """
    found = next((kind for kind in graph_kinds() if kind.name == which), None)
    if found is None:
        known = ", ".join(kind.name for kind in graph_kinds())
        raise ChoiceError(f"expected one of {known}, got {which!r}")
    graph = found.make(puzzle)
    graph.graph = {"name": which, "kind": puzzle.kind(), **graph.graph}
    return graph


def networkx() -> ModuleType:
    """The library networkx.

    Raises:
        ChoiceError: It is not installed.
    """
    try:
        return importlib.import_module("networkx")
    except ImportError as error:
        raise ChoiceError("graphs need networkx: pip install 'uniclue[graphs]'") from error
