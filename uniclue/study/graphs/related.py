"""The related graph: the names of a puzzle (species, lines, runs, units), joined by its clues.

Two species of an animals puzzle are *related* if a relative condition joins them; the resulting
graph is the puzzle's constraint graph (Zhu, Chen and Zhao, A Model for 3x3 Matrix Game Solving,
2018, section 1.2). Lines, runs and units are related by the cells they share.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from uniclue.core.latest import model_of
from uniclue.core.model import Group, Model, Place
from uniclue.core.puzzle import Puzzle
from uniclue.study.graphs.adjacency import Adjacency
from uniclue.study.graphs.cells import bare_cells, cell_graph
from uniclue.study.graphs.graph import GraphKind, networkx
from uniclue.study.graphs.restriction import Restriction, whole

if TYPE_CHECKING:
    from uniclue.study.graphs.graph import AnyGraph


def related_graph(puzzle: Puzzle) -> AnyGraph:
    """The names in rules and clues, joined by clues; isolated names are included.

    Two names are joined

    - by a clue about both (the species of a relative condition);
    - if they are parts of the grid (lines, runs, units), by a cell of both for which each has a
      clue (the runs that cross there), or whose value is known (a given in a row and a box).

    For a kind without names it is the graph of cells joined by clues, or by rules if no clue is
    about several cells.

    Returns:
        Nodes have ``clues``, the sentences about them alone; parts of the grid also have ``row``
        and ``column``, the position of their clue. Edges have ``type``, the codes of their rules,
        ``clue``, their sentences (for a shared cell its name), and ``weight``, the number of these.
    """
    model = model_of(puzzle)
    names = dict.fromkeys(name for group in model.groups for name in group.about)
    if not names:
        return cell_graph(_by_clues(whole(puzzle)))
    parts = _parts(model)
    graph: AnyGraph = networkx().Graph()
    for name in names:
        own = [g.sentence for g in model.groups if g.about == (name,) and g.role == "clue"]
        graph.add_node(name, label=name, type="part" if parts else "thing", clues="; ".join(own))
        if name in parts:
            row, column = _beside([model.places[cell] for cell in parts[name]])
            graph.nodes[name].update(row=row, column=column)
    for one, other, link in _links(model, parts):
        if isinstance(link, Group):
            _join(graph, one, other, link.code or "clue", link.sentence)
        else:
            _join(graph, one, other, "crossing", model.name_place(model.places[link]))
    return graph


def _bare(puzzle: Puzzle) -> Adjacency:
    """The same without names and sentences."""
    model = model_of(puzzle)
    number: dict[str, int] = {}
    for group in model.groups:
        for name in group.about:
            number.setdefault(name, len(number))
    if not number:
        return bare_cells(_by_clues(whole(puzzle)))
    ends = [(number[one], number[other]) for one, other, _ in _links(model, _parts(model))]
    return Adjacency.of(len(number), np.array(ends, np.int64).reshape(-1, 2))


def _by_clues(restriction: Restriction) -> Restriction:
    """Restricts it to the rows and lazy constraints of clues, if there are any."""
    is_clue = np.array([group.role == "clue" for group in restriction.model.groups], np.bool_)
    rows = restriction.rows.only(is_clue[restriction.rows.group])
    lazy = tuple(each for each in restriction.lazy if is_clue[each.group.id])
    return replace(restriction, rows=rows, lazy=lazy) if len(rows) or lazy else restriction


Parts = dict[str, dict[int, Group]]
"""The cells of each name that is a part of the grid, each with its group: a clue if it has one."""


def _parts(model: Model) -> Parts:
    """The names that are parts of the grid; none if every group is about the whole grid.

    Species also have rules and clues, but those about one species are about all cells.
    """
    alone = [g for g in model.groups if len(g.about) == 1 and g.cells and not g.literals]
    if all(len(g.cells) == len(model.places) for g in alone):
        return {}
    parts: Parts = {}
    for group in sorted(alone, key=lambda g: g.role == "clue"):
        parts.setdefault(group.about[0], {}).update(dict.fromkeys(group.cells, group))
    return parts


def _beside(places: list[Place]) -> tuple[float, float]:
    """A position before the first of a line of cells, as for printed clues; else their middle."""
    rows, columns = [r for r, _ in places], [c for _, c in places]
    if len(set(rows)) == 1 and len(places) > 1:
        return rows[0] - 0.2, min(columns) - 1
    if len(set(columns)) == 1:
        return min(rows) - 0.8, columns[0]
    return sum(rows) / len(rows), sum(columns) / len(columns)


def _links(model: Model, parts: Parts) -> Iterator[tuple[str, str, Group | int]]:
    """Pairs of names with the clue, or the cell where they cross, that joins them."""
    for group in model.groups:
        if group.role == "clue":
            for one, other in combinations(dict.fromkeys(group.about), 2):
                yield one, other, group
    holding: dict[int, list[str]] = {}
    for name, cells in parts.items():
        for cell in cells:
            holding.setdefault(cell, []).append(name)
    for cell, names in sorted(holding.items()):
        for one, other in combinations(names, 2):
            if parts[one][cell].role == parts[other][cell].role == "clue":
                yield one, other, cell
    for group in model.groups:
        if group.role == "clue" and group.literals and len(group.cells) == 1:
            for one, other in combinations(holding.get(group.cells[0], ()), 2):
                yield one, other, group


def _join(graph: AnyGraph, one: str, other: str, code: str, sentence: str) -> None:
    """Adds an edge, or extends an existing one."""
    if not graph.has_edge(one, other):
        graph.add_edge(one, other, type=code, clue=sentence, weight=1)
        return
    edge = graph.edges[one, other]
    edge["type"] = ", ".join(dict.fromkeys([*edge["type"].split(", "), code]))
    edge["clue"] += f"; {sentence}"
    edge["weight"] += 1


GRAPHS = (
    GraphKind(
        "related",
        "species, lines, runs or units, joined by the author's clues",
        related_graph,
        _bare,
    ),
)
