"""Graphs of cells and of candidates: what a rule or clue ties together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from uniclue.core.model import Bools, Ints, Rows, running
from uniclue.research.graphs.graph import GraphKind, networkx
from uniclue.research.graphs.pairs import Longs, Pairs, pairs_within
from uniclue.research.graphs.parts import Part, blank, residual, whole

if TYPE_CHECKING:
    from uniclue.research.graphs.graph import AnyGraph


# -- cells -----------------------------------------------------------------------------------------


def cell_graph(part: Part) -> AnyGraph:
    """The cells, joined where one rule or clue constrains both.

    A clue joins all cells it speaks of, unless it is only literals. A rule may speak of the whole
    grid, so its rows join the cells they hold; if they have other variables, too (what grows in a
    garden), they act together, and the rule joins all its cells.

    Returns:
        Nodes have ``row`` and ``column``, from 0, and ``given``, the value where one is known
        from the start. Edges have ``weight``, the number of groups that join the two, and ``clue``
        and ``type`` of the first of them.
    """
    graph: AnyGraph = networkx().Graph()
    names, shown = part.cell_names(), part.open_cells
    givens = dict(part.puzzle.known_cells())
    for i in np.flatnonzero(shown).tolist():
        place = part.model.places[i]
        more = {"given": part.puzzle.cell_text(givens[place])} if place in givens else {}
        row, column = place
        graph.add_node(names[i], label=names[i], type="cell", row=row, column=column, **more)
    joined = pairs_within(*_cell_sets(part, shown))
    graph.add_edges_from(_edges(part, joined, names))
    return graph


def _cell_sets(part: Part, shown: Bools) -> tuple[Longs, Longs, Longs]:
    """Sets of cells that constrain each other, as of :func:`pairs_within`; groups label them."""
    rows, cell_of = part.rows, part.cell_of
    cells = cell_of[rows.cols]
    is_clue = np.array([group.role != "rule" for group in part.model.groups], np.bool_)
    other = (rows.sums(cells < 0) > 0) | is_clue[rows.group]
    indirect = np.unique(rows.group[other])
    plain = rows.only(~np.isin(rows.group, indirect))
    width = len(part.model.places) + 1
    row = np.repeat(np.arange(len(plain)), np.diff(plain.indptr))
    row, cell = np.divmod(np.unique(row * width + cell_of[plain.cols]), width)
    sizes = np.bincount(row, minlength=len(plain))
    named = [_cells_of(part, rows, cell_of, group, shown) for group in indirect.tolist()]
    lengths = np.concatenate([sizes, np.array([len(c) for c in named], np.int64)])
    items = np.concatenate([cell, *named]).astype(np.int64)
    labels = np.concatenate([plain.group, indirect]).astype(np.int64)
    return _without_copies(running(lengths).astype(np.int64), items, labels)


def _cells_of(part: Part, rows: Rows, cell_of: Ints, group: int, shown: Bools) -> Ints:
    """The shown cells that a group speaks of; if it names none, those in its rows."""
    cells = np.array(part.model.groups[group].cells, np.int32)
    if not cells.size:
        of_group = np.repeat(rows.group == group, np.diff(rows.indptr))
        cells = np.unique(cell_of[rows.cols[of_group]])
        cells = cells[cells >= 0]
    return cells[shown[cells]]


def _without_copies(indptr: Longs, items: Longs, label: Longs) -> tuple[Longs, Longs, Longs]:
    """Each set of each label once: the digits of a unit have the same cells."""
    cuts, lists = indptr.tolist(), items.tolist()
    sets = {
        (group, *lists[start:end]): None
        for group, start, end in zip(label.tolist(), cuts[:-1], cuts[1:], strict=True)
        if end - start > 1
    }
    sizes = np.array([len(key) - 1 for key in sets], np.int64)
    flat = np.array([item for key in sets for item in key[1:]], np.int64)
    groups = np.array([key[0] for key in sets], np.int64)
    return running(sizes).astype(np.int64), flat, groups


def _edges(
    part: Part, joined: Pairs, names: list[str]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    groups = part.model.groups
    columns = joined.ends.tolist(), joined.first.tolist(), joined.labels.tolist()
    for (i, j), first, weight in zip(*columns, strict=True):
        group = groups[first]
        what = {"type": group.code or group.role, "clue": group.sentence, "weight": weight}
        yield names[i], names[j], what


# -- candidates ------------------------------------------------------------------------------------


def candidate_graph(part: Part) -> AnyGraph:
    """The candidates, joined where one row says that both cannot be true.

    A candidate is a value that may stand in a cell; where cells are black or white there are two
    for a cell. Two are joined if, both being true, a row ``lower <= a.x <= upper`` could not be
    kept whatever its other variables are, though it could with either alone.

    Returns:
        Nodes have ``row``, ``column`` and ``value``. Edges are as of :func:`cell_graph`.
    """
    graph: AnyGraph = networkx().Graph()
    names = _candidates(part)
    for name, (row, column), text in names.values():
        graph.add_node(name, label=name, type="candidate", row=row, column=column, value=text)
    label = {literal: name for literal, (name, _, _) in names.items()}
    graph.add_edges_from(_two_values(part, label))
    literals = np.array(list(label), np.int64)
    indptr, items, groups = _exclusive_sets(part, literals)
    index = list(label.values())
    graph.add_edges_from(_edges(part, pairs_within(indptr, items, groups), index))
    return graph


def _candidates(part: Part) -> dict[int, tuple[str, tuple[int, int], str]]:
    """The literals of all candidates, with their names, places and values."""
    model, puzzle = part.model, part.puzzle
    texts = [puzzle.cell_text(value) for value in model.domain]
    names = part.cell_names()
    found = {}
    for i, variables in enumerate(model.cells.reshape(len(model.places), -1).tolist()):
        literals = variables if model.onehot else [-variables[0], variables[0]]
        for literal, text in zip(literals, texts, strict=True):
            if part.value[abs(literal)] == 0:
                found[literal] = (f"{names[i]}={text}", model.places[i], text)
    return found


def _two_values(part: Part, label: dict[int, str]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Black and white exclude each other, though no row says so."""
    what = {"type": "cell", "clue": "every cell holds exactly one value", "weight": 1}
    for literal, name in label.items():
        if literal < 0:
            yield name, label[-literal], what


def _exclusive_sets(part: Part, literals: Longs) -> tuple[Longs, Longs, Longs]:
    """Sets of candidates of which at most one is true, as of :func:`pairs_within`."""
    rows, onehot = part.rows, part.model.onehot
    number = np.full(2 * part.model.n_vars + 1, -1, np.int64)
    number[literals] = np.arange(len(literals))  # a negative literal counts from the end
    low, high = rows.sums(np.minimum(rows.coef, 0)), rows.sums(np.maximum(rows.coef, 0))
    sets: list[list[int]] = []
    groups: list[int] = []
    sides = ((1, rows.upper.astype(np.int64) - low), (-1, high - rows.lower.astype(np.int64)))
    for sign, spare in sides:
        lengths = np.diff(rows.indptr)
        size = np.abs(rows.coef).astype(np.int64)
        literal = sign * np.sign(rows.coef) * rows.cols
        item = number[literal]
        room = np.repeat(spare, lengths)
        useful = (item >= 0) & (size <= room) & (2 * size > room)
        if onehot:
            item = np.where(literal > 0, item, -1)
            useful &= literal > 0
        some = rows.sums(useful) > 1
        for i in np.flatnonzero(some).tolist():
            entries = slice(rows.indptr[i], rows.indptr[i + 1])
            sets.append(item[entries][useful[entries]].tolist())
            groups.append(int(rows.group[i]))
        for pair, group in _uneven(rows, item, np.asarray(spare, np.int64)):
            sets.append(pair)
            groups.append(group)
    lengths = np.array([len(s) for s in sets], np.int64)
    flat = np.array([item for s in sets for item in s], np.int64)
    return running(lengths).astype(np.int64), flat, np.array(groups, np.int64)


def _uneven(rows: Rows, item: Longs, spare: Longs) -> Iterator[tuple[list[int], int]]:
    """Pairs of a large and a small coefficient that exclude each other, with their groups."""
    for i in np.flatnonzero(rows.sums(np.abs(rows.coef) > 1) > 0).tolist():
        entries = np.arange(rows.indptr[i], rows.indptr[i + 1])
        sizes = np.abs(rows.coef[entries])
        fit = (item[entries] >= 0) & (sizes <= spare[i])
        large = entries[fit & (2 * sizes > spare[i])]
        small = entries[fit & (2 * sizes <= spare[i])]
        for one in large.tolist():
            for other in small.tolist():
                if abs(int(rows.coef[one])) + abs(int(rows.coef[other])) > spare[i]:
                    yield [int(item[one]), int(item[other])], int(rows.group[i])


# -- the kinds of graphs ---------------------------------------------------------------------------


GRAPHS = (
    GraphKind(
        "cells",
        "cells, joined where a rule or clue constrains both",
        lambda p: cell_graph(whole(p)),
    ),
    GraphKind(
        "candidates",
        "values in cells, joined where a row excludes that both stand",
        lambda p: candidate_graph(whole(p)),
    ),
    GraphKind(
        "blank-cells",
        "as cells, without the known ones",
        lambda p: cell_graph(blank(p)),
    ),
    GraphKind(
        "blank-candidates",
        "as candidates, without those that known values strike",
        lambda p: candidate_graph(blank(p)),
    ),
    GraphKind(
        "residual-cells",
        "as cells, after propagation: open cells only",
        lambda p: cell_graph(residual(p)),
    ),
    GraphKind(
        "residual-candidates",
        "as candidates, after propagation: open candidates only",
        lambda p: candidate_graph(residual(p)),
    ),
)
