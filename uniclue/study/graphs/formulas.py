"""Graphs of a puzzle's formula: variable incidence (VIG) and variables with clauses (VCG).

Sources: Nudelman et al., Understanding Random SAT (CP 2004), for both as shapes of a formula;
Ansótegui, Giráldez-Cru and Levy, The Community Structure of SAT Formulas (SAT 2012), for the
weights of the VIG: a clause of k literals adds 2 / (k (k - 1)) to each of its edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from uniclue.core.latest import model_of, once_a_puzzle
from uniclue.core.model import Model, running
from uniclue.core.puzzle import Puzzle
from uniclue.encoders.cnf import Cnf, encode_rows, formula_of
from uniclue.propagation.simplify import reduced
from uniclue.study.graphs.adjacency import Adjacency
from uniclue.study.graphs.cliques import clique_edges, clique_graph
from uniclue.study.graphs.graph import GraphKind, networkx, refuse_many

if TYPE_CHECKING:
    from uniclue.study.graphs.graph import AnyGraph

_Formula = tuple[Model, Cnf, list[str]]
"""The model, the formula, and the names of its variables."""


def _whole(puzzle: Puzzle) -> _Formula:
    """The default form as clauses; literal clues are unit clauses, lazy constraints are none."""
    model, cnf = model_of(puzzle), formula_of(puzzle)
    return model, cnf, _padded(variable_names(puzzle, model), cnf.n_vars)


def _residual(puzzle: Puzzle) -> _Formula:
    """The rows that propagation, of lazy constraints too, leaves open, as clauses."""
    model, cnf = model_of(puzzle), _residual_formula(puzzle)
    names = variable_names(puzzle, model)
    return model, cnf, _padded([names[v - 1] for v in reduced(puzzle).names.tolist()], cnf.n_vars)


@once_a_puzzle
def _residual_formula(puzzle: Puzzle) -> Cnf:
    left = reduced(puzzle)
    return encode_rows(left.rows, len(left.names))


def variable_names(puzzle: Puzzle, model: Model) -> list[str]:
    """The names of a model's variables: ``r1c3=4``, or name and indices of their block."""
    texts = [puzzle.cell_text(value) for value in model.domain]
    places = [puzzle.name_place(place) for place in model.places]
    names = [f"{p}={text}" for p in places for text in (texts if model.onehot else texts[1:])]
    for block in model.var_blocks[1:]:
        where = (",".join(map(str, index)) for index in np.ndindex(block.shape))
        names.extend(f"{block.name} [{index}]" for index in where)
    return names


def _padded(names: list[str], n_vars: int) -> list[str]:
    """Adds names for the variables that the encoding added."""
    return names + [f"auxiliary {i + 1}" for i in range(n_vars - len(names))]


def _vig(formula: _Formula) -> AnyGraph:
    """Variables, joined where a clause contains both."""
    _, cnf, names = formula
    graph = _variables(names)
    label = np.zeros(len(cnf.lengths), np.int64)
    items = np.abs(cnf.lits).astype(np.int64) - 1
    edges = clique_edges(running(cnf.lengths).astype(np.int64), items, label)
    graph.add_weighted_edges_from(
        (f"v{i + 1}", f"v{j + 1}", weight)
        for (i, j), weight in zip(edges.ends.tolist(), edges.weight.tolist(), strict=True)
    )
    return graph


def _bare_vig(cnf: Cnf) -> Adjacency:
    items = np.abs(cnf.lits).astype(np.int64) - 1
    return clique_graph(cnf.n_vars, running(cnf.lengths), items)


def _vcg(formula: _Formula) -> AnyGraph:
    """Variables and clauses, joined where the clause contains the variable.

    ``bipartite`` is 0 for variables and 1 for clauses.
    """
    model, cnf, names = formula
    refuse_many(len(cnf.lits))
    graph = _variables(names)
    sentences = [group.sentence for group in model.groups]
    clauses = zip(cnf.iter_clauses(), cnf.group.tolist(), strict=True)
    for i, (lits, group) in enumerate(clauses, 1):
        graph.add_node(f"c{i}", label=sentences[group], type="clause", bipartite=1)
        for lit in lits:
            graph.add_edge(f"v{abs(lit)}", f"c{i}", type="positive" if lit > 0 else "negative")
    return graph


def _variables(names: list[str]) -> AnyGraph:
    graph: AnyGraph = networkx().Graph()
    for i, name in enumerate(names, 1):
        graph.add_node(f"v{i}", label=name, type="variable", bipartite=0)
    return graph


GRAPHS = (
    GraphKind(
        "vig",
        "variables of the formula, joined by clauses",
        lambda p: _vig(_whole(p)),
        lambda p: _bare_vig(formula_of(p)),
    ),
    GraphKind("vcg", "variables and clauses of the formula", lambda p: _vcg(_whole(p))),
    GraphKind(
        "residual-vig",
        "as vig, after propagation",
        lambda p: _vig(_residual(p)),
        lambda p: _bare_vig(_residual_formula(p)),
    ),
    GraphKind("residual-vcg", "as vcg, after propagation", lambda p: _vcg(_residual(p))),
)
