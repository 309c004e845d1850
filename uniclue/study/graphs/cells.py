"""Graphs of cells and of candidates that rules or clues tie together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from uniclue.core.model import Bools, running
from uniclue.core.puzzle import Puzzle
from uniclue.study.graphs.adjacency import Adjacency
from uniclue.study.graphs.cliques import Longs, Sets, clique_edges, clique_graph
from uniclue.study.graphs.graph import GraphKind, networkx
from uniclue.study.graphs.restriction import Restriction, blank, cell_of, residual, whole

if TYPE_CHECKING:
    from uniclue.study.graphs.graph import AnyGraph

NamedEdge = tuple[str, str, dict[str, Any]]


def _joined(restriction: Restriction, sets: Sets, names: list[str]) -> Iterator[NamedEdge]:
    """The edges within labelled sets, with the weight, type and sentence of their groups."""
    groups, edges = restriction.model.groups, clique_edges(*sets)
    columns = edges.ends.tolist(), edges.first.tolist(), edges.labels.tolist()
    for (i, j), first, weight in zip(*columns, strict=True):
        group = groups[first]
        what = {"type": group.code or group.role, "clue": group.sentence, "weight": weight}
        yield names[i], names[j], what


# -- cells -----------------------------------------------------------------------------------------


def cell_graph(restriction: Restriction) -> AnyGraph:
    """The cells, joined where one rule or clue constrains both.

    A clue joins all its cells, unless it consists of literals. A rule may be about the whole grid,
    so its rows join the cells they contain; if they also have other variables (what grows in a
    garden), they act together, and the rule joins all its cells. A lazy constraint, which is about
    the whole board as a rule, joins the cells that lie beside each other in it.

    Returns:
        Nodes have ``row`` and ``column``, from 0, and ``given``, the value of a given cell. Edges
        have ``weight``, the number of groups that join the two, and ``clue`` and ``type`` of the
        first of them.
    """
    graph: AnyGraph = networkx().Graph()
    names, is_open = restriction.cell_names(), restriction.open_cells
    givens = dict(restriction.puzzle.known_cells())
    for i in np.flatnonzero(is_open).tolist():
        place = row, column = restriction.model.places[i]
        more = {"given": restriction.puzzle.cell_text(givens[place])} if place in givens else {}
        graph.add_node(names[i], label=names[i], type="cell", row=row, column=column, **more)
    graph.add_edges_from(_joined(restriction, _cell_sets(restriction, is_open), names))
    return graph


def bare_cells(restriction: Restriction) -> Adjacency:
    """The same without names."""
    is_open = restriction.open_cells
    indptr, items, _ = _cell_sets(restriction, is_open)
    return clique_graph(int(is_open.sum()), indptr, (np.cumsum(is_open) - 1)[items])


def _cell_sets(restriction: Restriction, is_open: Bools) -> Sets:
    """Sets of cells that constrain each other, labelled with their groups."""
    rows, groups = restriction.rows, restriction.model.groups
    cell, entries = cell_of(restriction.model)[rows.cols], np.diff(rows.indptr)
    is_clue = np.array([group.role != "rule" for group in groups], np.bool_)
    is_together = np.zeros(len(groups), np.bool_)
    is_together[rows.group[(rows.sums(cell < 0) > 0) | is_clue[rows.group]]] = True
    alone, in_rows, cuts = ~is_together[rows.group], cell.tolist(), rows.indptr.tolist()
    sets = {  # without repeats: the rows of a unit's digits have the same cells
        (int(rows.group[row]), frozenset(in_rows[cuts[row] : cuts[row + 1]]))
        for row in np.flatnonzero(alone).tolist()
    }
    open_cells = frozenset(np.flatnonzero(is_open).tolist())
    for group in np.flatnonzero(is_together).tolist():
        named = groups[group].cells or cell[np.repeat(rows.group == group, entries)].tolist()
        sets.add((group, open_cells.intersection(named)))
    cell = cell_of(restriction.model)
    for lazy in restriction.lazy:
        for pair in cell[np.abs(lazy.pairs())].tolist():
            if open_cells.issuperset(pair):
                sets.add((lazy.group.id, frozenset(pair)))
    return _sets(sets)


def _sets(labelled: Collection[tuple[int, Collection[int]]]) -> Sets:
    """Sets with their labels as arrays."""
    indptr = running(np.array([len(items) for _, items in labelled], np.int64))
    items = np.array([item for _, items in labelled for item in items], np.int64)
    return indptr.astype(np.int64), items, np.array([label for label, _ in labelled], np.int64)


# -- candidates ------------------------------------------------------------------------------------


def candidate_graph(restriction: Restriction) -> AnyGraph:
    """The candidates, joined where one row excludes that both are true.

    A candidate is a possible value of a cell; black or white cells have two. Two are joined if a
    row ``lower <= a.x <= upper`` cannot be satisfied with both, whatever its other variables, but
    can be with either of them.

    Returns:
        Nodes have ``row``, ``column`` and ``value``. Edges are as in :func:`cell_graph`.
    """
    graph: AnyGraph = networkx().Graph()
    model, cells = restriction.model, restriction.cell_names()
    literals, names = candidates(restriction), list[str]()
    where = cell_of(model)[np.abs(literals)].tolist()
    for cell, literal in zip(where, literals.tolist(), strict=True):
        (value,) = model.values([literal])
        text, (row, column) = restriction.puzzle.cell_text(value), model.places[cell]
        names.append(f"{cells[cell]}={text}")
        what = {"label": names[-1], "type": "candidate", "row": row, "column": column}
        graph.add_node(names[-1], **what, value=text)
    edge = {"type": "cell", "clue": "every cell holds exactly one value", "weight": 1}
    opposite = _opposite(restriction, literals).tolist()
    graph.add_edges_from((names[black], names[white], edge) for black, white in opposite)
    graph.add_edges_from(_joined(restriction, _exclusive_sets(restriction, literals), names))
    return graph


@lru_cache(maxsize=2)  # several blocks of features ask
def bare_candidates(restriction: Restriction) -> Adjacency:
    """The same without names."""
    literals = candidates(restriction)
    indptr, items, _ = _exclusive_sets(restriction, literals)
    graph = clique_graph(len(literals), indptr, items)
    opposite = _opposite(restriction, literals)
    graph = Adjacency.of(len(literals), np.concatenate([graph.edges, opposite]))
    cells = restriction.model.cells
    if len(literals) != cells.size or not restriction.model.onehot:
        return graph
    # All values are open everywhere; mostly the rows treat them alike.
    return graph.turned(np.roll(np.arange(cells.size).reshape(cells.shape), -1, axis=1).ravel())


def candidates(restriction: Restriction) -> Longs:
    """The literals of all candidates, cell by cell."""
    cells = restriction.model.cells
    literals = cells if restriction.model.onehot else np.column_stack([-cells, cells])
    is_open: Longs = literals[restriction.value[np.abs(literals)] == 0].astype(np.int64)
    return is_open


def _opposite(restriction: Restriction, literals: Longs) -> Longs:
    """The candidates black and white of each cell, which exclude each other without a row."""
    return np.arange(0 if restriction.model.onehot else len(literals)).reshape(-1, 2)


def _exclusive_sets(restriction: Restriction, literals: Longs) -> Sets:
    """Sets of candidates of which at most one is true, labelled with their groups.

    Two entries of a row exclude each other if their sizes together exceed its room: any two of
    more than half the room, and some smaller ones with some of these.
    """
    rows, sets = restriction.rows, list[tuple[int, list[int]]]()
    number = np.full(2 * restriction.model.n_vars + 1, -1, np.int64)
    number[literals] = np.arange(len(literals))  # a negative literal counts from the end
    low, high = rows.sums(np.minimum(rows.coef, 0)), rows.sums(np.maximum(rows.coef, 0))
    size = np.abs(rows.coef).astype(np.int64)
    rooms = rows.upper.astype(np.int64) - low, high - rows.lower.astype(np.int64)
    for sign, room in zip((1, -1), rooms, strict=True):
        literal = sign * np.sign(rows.coef) * rows.cols
        item = number[literal]
        here = np.repeat(room, np.diff(rows.indptr))
        fits = (item >= 0) & (size <= here)
        if restriction.model.onehot:
            fits &= literal > 0
        large = fits & (2 * size > here)
        for i in np.flatnonzero((rows.sums(large) > 0) & (rows.sums(fits) > 1)).tolist():
            row = slice(rows.indptr[i], rows.indptr[i + 1])
            group, sizes, items, is_large = int(rows.group[i]), size[row], item[row], large[row]
            sets.append((group, items[is_large].tolist()))
            for small in np.flatnonzero(fits[row] & ~is_large).tolist():
                others = items[is_large & (sizes + sizes[small] > room[i])]
                sets.append((group, [int(items[small]), *others.tolist()]))
    return _sets(sets)


def _kind(
    name: str,
    title: str,
    restricted: Callable[[Puzzle], Restriction],
    make: Callable[[Restriction], AnyGraph],
    bare: Callable[[Restriction], Adjacency],
) -> GraphKind:
    return GraphKind(name, title, lambda p: make(restricted(p)), lambda p: bare(restricted(p)))


CELLS = cell_graph, bare_cells
CANDIDATES = candidate_graph, bare_candidates
GRAPHS = (
    _kind("cells", "cells, joined where a rule or clue constrains both", whole, *CELLS),
    _kind(
        "candidates",
        "values in cells, joined where a row excludes that both are true",
        whole,
        *CANDIDATES,
    ),
    _kind("blank-cells", "as cells, without the givens", blank, *CELLS),
    _kind(
        "blank-candidates",
        "as candidates, without those that known values strike",
        blank,
        *CANDIDATES,
    ),
    _kind("residual-cells", "as cells, after propagation: open cells only", residual, *CELLS),
    _kind(
        "residual-candidates",
        "as candidates, after propagation: open candidates only",
        residual,
        *CANDIDATES,
    ),
)
