"""What kinds of graphs there are, and how they are found.

Every graph is taken from the model alone: what a kind of puzzle adds is the names of its things,
which its groups carry. Every other module of this folder may hold ``GRAPHS``, a tuple of
:class:`GraphKind`.

Nodes are strings or tuples of plain values and have the attributes ``label`` (for people) and
``type`` (``species``, ``line``, ``cell``, ``candidate``, ``variable``, ``clause``, ``step``);
edges may have ``type`` and ``clue``, the sentence they come from. Nodes and edges are added in an
order that the puzzle alone decides.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from uniclue.models.puzzle import ChoiceError, Puzzle

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class GraphKind:
    """A way to see a puzzle as a graph.

    Attributes:
        name: What users call it.
        title: What its nodes and edges are, in one line.
        make: Makes it; may raise :class:`uniclue.solvers.limits.LimitReachedError`.
    """

    name: str
    title: str
    make: Callable[[Puzzle], nx.Graph]


@functools.cache
def graph_kinds() -> tuple[GraphKind, ...]:
    """All kinds of graphs."""
    package = importlib.import_module("uniclue.graphs")
    names = (m.name for m in pkgutil.iter_modules(package.__path__) if m.name != "graph")
    modules = (importlib.import_module(f"uniclue.graphs.{name}") for name in names)
    return tuple(kind for module in modules for kind in getattr(module, "GRAPHS", ()))


def build(puzzle: Puzzle, which: str = "related") -> nx.Graph:
    """The graph of that name.

    Raises:
        ChoiceError: There is none.
    """
    found = next((kind for kind in graph_kinds() if kind.name == which), None)
    if found is None:
        known = ", ".join(kind.name for kind in graph_kinds())
        raise ChoiceError(f"expected one of {known}, got {which!r}")
    return found.make(puzzle)
