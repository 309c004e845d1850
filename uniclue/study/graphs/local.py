"""Graphs of open cells without what is about the whole board, so that kinds can be compared.

A count of all mines, or a loop through all sides, would join every cell with every other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from uniclue.core.model import running
from uniclue.propagation.entries import distinct
from uniclue.study.graphs.adjacency import Adjacency
from uniclue.study.graphs.cliques import Longs, clique_edges, clique_graph
from uniclue.study.graphs.graph import GraphKind, networkx
from uniclue.study.graphs.restriction import Restriction, blank, cell_of, residual

if TYPE_CHECKING:
    from uniclue.study.graphs.graph import AnyGraph


def local_graph(restriction: Restriction) -> AnyGraph:
    """The open cells, joined where something local constrains both.

    Local is a clue, or a row of the model, about at most half of the open cells; a lazy
    constraint joins cells that lie beside each other in it.

    Returns:
        Nodes have ``row`` and ``column``, from 0. Edges have ``weight``, the number of clues, rows
        and lazy constraints that join the two.
    """
    graph: AnyGraph = networkx().Graph()
    names, is_open = restriction.cell_names(), restriction.open_cells
    for i in np.flatnonzero(is_open).tolist():
        row, column = restriction.model.places[i]
        graph.add_node(names[i], label=names[i], type="cell", row=row, column=column)
    indptr, items = _local_sets(restriction)
    edges = clique_edges(indptr, items, np.arange(len(indptr) - 1))
    for (i, j), weight in zip(edges.ends.tolist(), edges.labels.tolist(), strict=True):
        graph.add_edge(names[i], names[j], weight=weight)
    return graph


def bare_local(restriction: Restriction) -> Adjacency:
    """The same without names."""
    is_open = restriction.open_cells
    indptr, items = _local_sets(restriction)
    return clique_graph(int(is_open.sum()), indptr, (np.cumsum(is_open) - 1)[items])


def _local_sets(restriction: Restriction) -> tuple[Longs, Longs]:
    """The sets of cells of local clues, rows and lazy constraints: indptr and items."""
    open_cells = frozenset(np.flatnonzero(restriction.open_cells).tolist())
    named = (open_cells.intersection(each) for each in _named(restriction))
    local = {each for each in named if 1 < len(each) <= len(open_cells) / 2}
    cell = cell_of(restriction.model)
    for lazy in restriction.lazy:
        pairs = map(frozenset, cell[np.abs(lazy.pairs())].tolist())
        local.update(pair for pair in pairs if pair <= open_cells)
    sets = sorted(map(sorted, local))
    indptr = running(np.array([len(each) for each in sets], np.int64)).astype(np.int64)
    return indptr, np.array([cell for each in sets for cell in each], np.int64)


def _named(restriction: Restriction) -> Iterator[list[int]]:
    """The cells of every clue with open rows, and of every open row."""
    rows, groups = restriction.rows, restriction.model.groups
    for group in distinct(rows.group).tolist():
        if groups[group].role == "clue":
            yield list(groups[group].cells)
    cell, ends = cell_of(restriction.model)[rows.cols], rows.indptr[1:-1]
    yield from (part.tolist() for part in np.split(cell, ends))


GRAPHS = (
    GraphKind(
        "local-cells",
        "as blank-cells, without clues and rows about more than half of the cells",
        lambda p: local_graph(blank(p)),
        lambda p: bare_local(blank(p)),
    ),
    GraphKind(
        "residual-local-cells",
        "as local-cells, after propagation: open cells only",
        lambda p: local_graph(residual(p)),
        lambda p: bare_local(residual(p)),
    ),
)
