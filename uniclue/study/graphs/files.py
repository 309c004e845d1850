"""Graphs as files: GraphML, DOT, JSON (node-link), pictures, and a summary in words.

GraphML: J. Brandes et al., graphml.graphdrawing.org; DOT: graphviz.org/doc/info/lang.html;
node-link JSON as networkx reads it with ``node_link_graph(data, edges="edges")``.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from uniclue.core.puzzle import ChoiceError
from uniclue.core.words import number_of
from uniclue.study.graphs import picture as picturing
from uniclue.study.graphs.graph import networkx, types_of

if TYPE_CHECKING:
    from uniclue.study.graphs.graph import AnyGraph


_xml = partial(re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]").sub, " ")
"""Replaces the characters that XML 1.0 forbids."""


def summary(graph: AnyGraph) -> str:
    """A graph in words: its size, and the number of nodes and edges of each type."""
    nx = networkx()
    weak = nx.number_weakly_connected_components if graph.is_directed() else None
    components = (weak or nx.number_connected_components)(graph)
    counts = {"node": len(graph), "edge": graph.number_of_edges(), "component": components}
    sizes = ", ".join(number_of(n, what) for what, n in counts.items())
    lines = [f"{graph.graph['name']}: {sizes}"]
    if "instead_of" in graph.graph:
        lines.append(f"the graph {graph.graph['instead_of']} has no edges here")
    for what, things in (("nodes", graph.nodes), ("edges", graph.edges)):
        if types := types_of(things.values()).most_common():
            lines.append(f"{what}: {', '.join(f'{n} {name}' for name, n in types)}")
    if degrees := [degree for _, degree in graph.degree()]:
        lines.append(f"degrees: {min(degrees)} to {max(degrees)}")
    if "waves" in graph.graph:
        lines.append(f"waves: {graph.graph['waves']}, cells left open: {graph.graph['stuck']}")
    if "at_least" in graph.graph:
        cut = "; cut: at least so large" if graph.graph["at_least"] else ""
        lines.append(f"depth: {graph.graph['depth']}{cut}")
    return "\n".join(lines)


def node_link(graph: AnyGraph) -> bytes:
    """Node-link JSON."""
    return msgspec.json.encode(networkx().node_link_data(graph, edges="edges"))


def graphml(graph: AnyGraph) -> bytes:
    """GraphML; characters that XML cannot hold become spaces."""
    nx = networkx()
    clean = nx.relabel_nodes(graph, {node: _xml(node) for node in graph}, copy=True)
    for data in (clean.graph, *clean.nodes.values(), *clean.edges.values()):
        data.update({key: _xml(value) for key, value in data.items() if isinstance(value, str)})
    out = io.BytesIO()
    nx.write_graphml_xml(clean, out)
    return out.getvalue()


def dot(graph: AnyGraph) -> bytes:
    """DOT, with every attribute quoted; clue sentences are also tooltips."""
    kind, arrow = ("digraph", "->") if graph.is_directed() else ("graph", "--")
    lines = [f"{kind} {_quoted(str(graph.graph['name']))} {{"]
    lines += [f"  {_quoted(node)}{_listed(data)};" for node, data in graph.nodes(data=True)]
    for one, other, data in graph.edges(data=True):
        more = {"tooltip": data["clue"], **data} if "clue" in data else data
        lines.append(f"  {_quoted(one)} {arrow} {_quoted(other)}{_listed(more)};")
    return "\n".join([*lines, "}", ""]).encode()


def _listed(data: dict[str, Any]) -> str:
    attributes = ", ".join(f"{key}={_quoted(str(value))}" for key, value in data.items())
    return f" [{attributes}]" if attributes else ""


def _quoted(text: str) -> str:
    """A DOT string; backslashes and line breaks are escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _picture(graph: AnyGraph, ending: str) -> bytes:
    return picturing.picture(graph, ending)


WRITERS: dict[str, Callable[[AnyGraph], bytes]] = {
    "graphml": graphml,
    "dot": dot,
    "json": node_link,
    "png": partial(_picture, ending="png"),
    "svg": partial(_picture, ending="svg"),
}
"""By the ending of the file."""


def writer(path: str) -> Callable[[AnyGraph], bytes]:
    """The writer for a file name.

    Raises:
        ChoiceError: The file name's ending is not in ``WRITERS``.
    """
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in WRITERS:
        endings = ", ".join(f".{name}" for name in WRITERS)
        raise ChoiceError(f"expected a file name with one of the endings {endings}, got {path!r}")
    return WRITERS[ending]
