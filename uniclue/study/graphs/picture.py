"""Pictures of graphs, with matplotlib.

Nodes with a place in the grid are drawn there, candidates inside their cells, deductions wave by
wave from left to right, trees from their root down, other graphs by Kamada and Kawai's method
(1989), large ones by Fruchterman and Reingold's (1991) with a fixed seed. Colours are Okabe and
Ito's (2008), which colour-blind people can distinguish; the legend gives their meanings and the
number of nodes and edges of each.
"""

from __future__ import annotations

import io
import math
import textwrap
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from uniclue.core.puzzle import ChoiceError
from uniclue.study.graphs.graph import networkx, types_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from uniclue.study.graphs.graph import AnyGraph

Points = dict[str, Any]
"""The two coordinates of each node."""

MOST_NODES, MOST_EDGES = 3_000, 60_000
"""The most nodes and edges of a picture; with more it would be a blot."""
LABELLED, LABELLED_PLACES = 100, 1_000
"""With more nodes (the second number if each has its place) there are dots instead of labels."""
FEW = 15
"""With at most this many nodes, each shows its clues."""
SENTENCES = 12
"""With at most this many edges, each shows its clue."""
SPRINGS = 200
"""With more nodes, springs replace Kamada and Kawai's method."""

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C6D31", "#7F7F7F")
PLAIN, GIVEN = "#999999", "#D9D9D9"
NODE_COLOURS = {
    "given": GIVEN,
    "clue": "#FFFFFF",
    "place": "#BFE3D5",
    "strike": "#FBE3B0",
    "refutation": "#F3C2A8",
    "technique": "#D9C6EC",
    "solution": "#BFE3D5",
    "dead end": "#F3C2A8",
    "open": "#FFFFFF",
    "cell": "#E8F1F8",
    "thing": "#FFF3CF",
    "part": "#FFF3CF",
}
CENTRED: dict[str, Any] = {"ha": "center", "va": "center"}


def picture(graph: AnyGraph, ending: str) -> bytes:
    """Draws a graph; the same graph gives the same picture.

    Args:
        graph: One of :func:`uniclue.study.graphs.graph.build`.
        ending: ``png`` or ``svg``.

    Raises:
        ChoiceError: The graph is too large for a picture, or matplotlib is not installed.
    """
    if len(graph) > MOST_NODES or graph.number_of_edges() > MOST_EDGES:
        raise ChoiceError(
            f"a picture shows at most {MOST_NODES:,} nodes and {MOST_EDGES:,} edges, this one has "
            f"{len(graph):,} and {graph.number_of_edges():,}; .graphml, .dot and .json take it"
        )
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ChoiceError("pictures need matplotlib: pip install 'uniclue[graphs]'") from error
    points, size, node_size = _layout(graph)
    title = f"{graph.graph['kind']}: {graph.graph['name']}, {len(graph)} nodes, "
    # Fixed ids, and text as text: small, searchable and reproducible files.
    with matplotlib.rc_context({"svg.hashsalt": "uniclue", "svg.fonttype": "none"}):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set_title(f"{title}{graph.number_of_edges()} edges", fontsize=11, loc="left")
        colours = _colours_of(graph)
        _draw_edges(axes, graph, points, colours)
        _draw_nodes(axes, graph, points, node_size)
        if "waves" in graph.graph:
            _draw_waves(axes, graph, points)
        _draw_legend(axes, graph, colours)
        axes.margins(0.06)
        out = io.BytesIO()
        metadata = {"Date": None} if ending == "svg" else {}
        figure.savefig(out, format=ending, dpi=120, metadata=metadata)
    return out.getvalue()


# -- layouts ---------------------------------------------------------------------------------------


Layout = tuple[Points, tuple[float, float], float]
"""Positions of the nodes, inches of the picture, and points of the labels or size of the dots."""


def _layout(graph: AnyGraph) -> Layout:
    nodes = graph.nodes
    if "depth" in graph.graph:
        return _by_depth(graph)
    if "waves" in graph.graph:
        return _by_waves(graph)
    if len(graph) and all("row" in data for data in nodes.values()):
        if all("value" in data for data in nodes.values()):
            return _in_cells(graph)
        points: Points = {node: (data["column"], -data["row"]) for node, data in nodes.items()}
        return points, _grid_size(points, 0.72), 7.0
    nx = networkx()
    if len(graph) > SPRINGS:
        side = min(16.0, 6 + len(graph) / 150)
        points = nx.spring_layout(graph, seed=1, iterations=60)
        return points, (side, side), max(8.0, 3000 / len(graph))
    # Components are joined in a ring, so that each is near the others.
    ring = graph.copy()
    nx.add_cycle(ring, [min(part) for part in nx.connected_components(graph)])
    side = (4.6 if len(graph) <= FEW else 3.6) + 0.6 * math.sqrt(len(graph))
    points = nx.kamada_kawai_layout(ring, weight=None)
    return points, (side * 1.6, side), 9.0 if len(graph) <= FEW else 7.0


def _grid_size(points: Points, cell: float) -> tuple[float, float]:
    """The size of a picture with this many inches per cell, and room for the legend."""
    x, y = np.array(list(points.values())).T
    width, height = (float(np.ptp(side)) + 2 for side in (x, y))
    shrink = min(1.0, 24 / (cell * max(width, height)))
    return max(3.5, width * cell * shrink), max(3.0, height * cell * shrink + 0.9)


def _in_cells(graph: AnyGraph) -> Layout:
    """Candidates, each at its value's position in its cell."""
    texts = {data["value"] for data in graph.nodes.values()}
    values = sorted(texts, key=lambda value: (len(value), value))
    side = math.ceil(math.sqrt(len(values)))
    step, middle = 0.76 / side, (side - 1) / 2
    points = {}
    for node, data in graph.nodes.items():
        down, right = (step * (i - middle) for i in divmod(values.index(data["value"]), side))
        points[node] = data["column"] + right, -data["row"] - down
    return points, _grid_size(points, 0.42 * side), 5.0


def _by_waves(graph: Any) -> Layout:
    """Waves from left to right; inside a wave, steps are near those they need."""
    waves: dict[int, list[str]] = {}
    for node, data in graph.nodes.items():
        waves.setdefault(data["wave"], []).append(node)
    tallest = max(map(len, waves.values()), default=1)
    points: Points = {}
    for wave, nodes in sorted(waves.items()):
        # Edges run from premises to the steps that need them.
        wanted = {n: fmean([points[p][1] for p in graph.pred[n]] or [0]) for n in nodes}
        for i, node in enumerate(sorted(nodes, key=lambda node: -wanted[node])):
            points[node] = float(wave), ((len(nodes) - 1) / 2 - i) * tallest / len(nodes)
    size = min(40.0, 2.4 + 1.5 * len(waves)), min(40.0, 1.8 + 0.32 * tallest)
    return points, size, 7.0


def _by_depth(graph: Any) -> Layout:
    """A tree from its root down; a node is over the middle of its children, leaves are in a row."""
    points: Points = {}
    leaves = 0
    for node in networkx().dfs_postorder_nodes(graph, "0"):
        across = [points[child][0] for child in graph.succ[node]]
        leaves += not across
        x = (min(across) + max(across)) / 2 if across else float(leaves)
        points[node] = x, -float(graph.nodes[node]["depth"])
    size = min(40.0, 2.4 + 0.42 * leaves), 1.8 + 1.1 * graph.graph["depth"]
    return points, size, 6.0


# -- drawing ---------------------------------------------------------------------------------------


def _colours_of(graph: AnyGraph) -> dict[str, str]:
    """A colour for each type of edge, the most frequent first; grey for edges without a type."""
    types = types_of(graph.edges.values()).most_common()
    return {name: PALETTE[min(i, len(PALETTE) - 1)] for i, (name, _) in enumerate(types)}


def _draw_edges(axes: Axes, graph: AnyGraph, points: Points, colours: dict[str, str]) -> None:
    """Draws edges; those between distant cells of a line are bent, so that none hides another."""
    from matplotlib.collections import LineCollection

    if not graph.number_of_edges():
        return
    lines = [_bent(points[one], points[other]) for one, other in graph.edges]
    drawn = [colours.get(data.get("type"), PLAIN) for data in graph.edges.values()]
    thin = min(1.0, 12 / math.sqrt(len(lines)))
    width, alpha = 0.4 + 1.4 * thin, 0.15 + 0.75 * thin
    axes.add_collection(LineCollection(lines, colors=drawn, linewidths=width, alpha=alpha))
    if len(lines) <= SENTENCES and {"waves", "depth"}.isdisjoint(graph.graph):
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
        for ((one, other), data), colour in zip(graph.edges.items(), drawn, strict=True):
            if "clue" in data:
                (x, y), (u, v) = points[one], points[other]
                text, middle = textwrap.fill(data["clue"], 20), ((x + u) / 2, (y + v) / 2)
                axes.text(*middle, text, color=colour, bbox=box, zorder=3, fontsize=7, **CENTRED)


def _bent(start: tuple[float, float], end: tuple[float, float]) -> NDArray[np.float64]:
    """A curve from one point to another, straight for neighbours. Shape (points, 2)."""
    a, b = np.array(start, float), np.array(end, float)
    along = b - a
    length = float(np.hypot(*along))
    if length < 1.2 or min(abs(along)) > 1e-9:
        return np.array([a, b])
    middle = (a + b) / 2 + np.array([-along[1], along[0]]) / length * 0.12 * length
    t = np.linspace(0, 1, 12)[:, None]
    curve: NDArray[np.float64] = (1 - t) ** 2 * a + 2 * t * (1 - t) * middle + t**2 * b
    return curve


def _draw_nodes(axes: Axes, graph: AnyGraph, points: Points, size: float) -> None:
    """Draws nodes as labels in boxes, or as dots where labels would overlap."""
    if not len(graph):
        axes.text(0.5, 0.5, "nothing is left open", transform=axes.transAxes, **CENTRED)
        return
    placed = not {"waves", "depth"}.isdisjoint(graph.graph) or all(
        "row" in data for data in graph.nodes.values()
    )
    x, y = zip(*(points[node] for node in graph), strict=True)
    if len(graph) > (LABELLED_PLACES if placed else LABELLED):
        colours = [_node_colour(data) for data in graph.nodes.values()]
        axes.scatter(x, y, s=size, c=colours, edgecolors="#444444", linewidths=0.4, zorder=2)
        return
    axes.scatter(x, y, s=1, c="none")  # sets the bounds of the axes
    box = {"boxstyle": "round,pad=0.25", "edgecolor": "#444444", "linewidth": 0.5}
    for node, data in graph.nodes.items():
        filled = box | {"facecolor": _node_colour(data)}
        (x, y), text = points[node], _text(data, few=len(graph) <= FEW)
        axes.text(x, y, text, fontsize=size, bbox=filled, zorder=4, **CENTRED)


def _node_colour(data: dict[str, Any]) -> str:
    return GIVEN if "given" in data else NODE_COLOURS.get(data["type"], NODE_COLOURS["cell"])


def _text(data: dict[str, Any], few: bool) -> str:
    """A node's label: a candidate's value, else its name, with its clues if there is room."""
    if data["type"] == "candidate":
        return str(data["value"])
    width, most = (9, 4) if "depth" in data else (20, 3)
    lines = textwrap.wrap(data["label"], width, max_lines=most, placeholder="…")
    if "given" in data:
        lines.append(data["given"])
    elif few and data.get("clues"):
        for clue in data["clues"].split("; "):
            wrapped = "\n".join(textwrap.wrap(clue, 24, max_lines=3, placeholder="…"))
            lines.append(f"({wrapped})")
    return "\n".join(lines)


def _draw_waves(axes: Axes, graph: AnyGraph, points: Points) -> None:
    """Writes the number of each wave above its steps."""
    waves = sorted({data["wave"] for data in graph.nodes.values()})
    top = max((y for _, y in points.values()), default=0.0) + 1
    axes.scatter(waves, [top] * len(waves), s=1, c="none")
    for wave in waves:
        text = f"wave {wave}" if wave else "given"
        axes.text(wave, top, text, fontsize=8, color="#666666", **CENTRED)


def _draw_legend(axes: Axes, graph: AnyGraph, colours: dict[str, str]) -> None:
    """Draws the meaning of the colours of nodes and edges below the picture."""
    from matplotlib.lines import Line2D

    marks = []
    nodes, edges = types_of(graph.nodes.values()), types_of(graph.edges.values())
    square: dict[str, Any] = {"marker": "s", "linestyle": "", "markeredgecolor": "#444444"}
    for name, number in nodes.most_common() if len(nodes) > 1 else ():
        colour = _node_colour({"type": name})
        marks.append(Line2D([], [], color=colour, label=f"{name} ({number})", **square))
    for name, colour in colours.items():
        marks.append(Line2D([], [], color=colour, linewidth=2, label=f"{name} ({edges[name]})"))
    if marks:
        below: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, 0.0)}
        axes.legend(handles=marks, ncols=min(4, len(marks)), fontsize=8, frameon=False, **below)
