"""The rules of a puzzle as arrays, for a page that tells whether entries break one.

They are the model itself: its linear rows and its lazy constraints, which a page judges without
knowing the kind or the answer. ``page/src/board/rules.ts`` reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from uniclue.constraints.areas import Area, RootedArea
from uniclue.constraints.loop import Circuit
from uniclue.constraints.reach import OnGraph, Reach
from uniclue.core.lazy import LazyConstraint
from uniclue.core.model import NO_BOUND, View
from uniclue.core.puzzle import Puzzle

KNOWN = "given"
"""The code of groups that say what a cell is known to hold: no entry can break them."""
GRAPHS = (Area, Circuit, Reach, RootedArea)
"""The lazy constraints that are written as graphs."""
Numbers = list[int]


class Clauses(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A model in arrays. Numbers that mostly grow are differences, which pack well.

    Attributes:
        size: The number of variables; those of the cells come first, as in ``Model.cell_vars``.
        one_hot: Whether a cell has a variable for each value, not one that is true for the second.
        lengths: Of each row, the number of its terms.
        variables: The variables of all terms, as differences.
        factors: Their coefficients; empty if all are 1.
        least: Of each row, its lower bound; None: none.
        most: Its upper bound; None: none.
        owners: Its group, as differences.
        groups: What each says, the positions of the places that it is about, and the literals that
            it consists of, if it has no rows.
        graphs: The lazy constraints.
    """

    size: int
    one_hot: bool
    lengths: Numbers
    variables: Numbers
    factors: Numbers
    least: list[int | None]
    most: list[int | None]
    owners: Numbers
    groups: list[tuple[str, Numbers, Numbers]]
    graphs: list[Graph]


class Graph(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A lazy constraint: what is there is connected, of some size, or one closed line.

    Attributes:
        group: Its group.
        nodes: The literal of each node, 0 for one that is always there, as differences.
        pairs: The neighbours, two nodes each, or of a line the joints of each edge; as differences.
        roots: What everything that is there is connected with; None: with each other.
        least: The fewest nodes of a part.
        most: The most nodes of a part; 0: any number.
        joined: Whether the nodes have to be connected at all.
        closed: Whether it is one closed line.
    """

    group: int
    nodes: Numbers
    pairs: Numbers
    roots: Numbers | None = None
    least: int = 0
    most: int = 0
    joined: bool = True
    closed: bool = False


def clauses_of(puzzle: Puzzle) -> Clauses | None:
    """The rules and clues of a puzzle; what cells are known is no rule.

    None if a lazy constraint has no graph, for nothing is judged by a part of the rules.
    """
    model = puzzle.model()
    if not all(type(constraint) in GRAPHS for constraint in model.lazy):
        return None
    rows = model.matrix(View.LP)
    factors: Numbers = rows.coef.tolist()
    at = {place: i for i, place in enumerate(puzzle.places)}
    where = [at.get(place, -1) for place in model.places]
    owners: Numbers = rows.group.tolist()
    owned = {*owners, *(constraint.group.id for constraint in model.lazy)}
    groups = [g for g in model.groups if g.id in owned or (g.literals and g.code != KNOWN)]
    number = {group.id: i for i, group in enumerate(groups)}
    return Clauses(
        size=model.n_vars,
        one_hot=model.onehot,
        lengths=(rows.indptr[1:] - rows.indptr[:-1]).tolist(),
        variables=_differences(rows.cols.tolist()),
        factors=factors if {*factors} != {1} else [],
        least=[None if x <= -NO_BOUND // 2 else x for x in rows.lower.tolist()],
        most=[None if x >= NO_BOUND // 2 else x for x in rows.upper.tolist()],
        owners=_differences([number[i] for i in owners]),
        groups=[(g.sentence, [where[i] for i in g.cells], [*g.literals]) for g in groups],
        graphs=[replace(graph, group=number[graph.group]) for graph in map(_graph_of, model.lazy)],
    )


def by_part(all_rules: Sequence[Clauses | None]) -> dict[str, list[Any]]:
    """The rules of several puzzles, part by part; what they have in common packs well then."""
    parts = Clauses.__struct_fields__
    return {name: [getattr(rules, name, None) for rules in all_rules] for name in parts}


def _graph_of(constraint: LazyConstraint) -> Graph:
    """A lazy constraint as a graph."""
    match constraint:
        case Circuit():
            return _graph(constraint, pairs=[*chain(*constraint.ends)], closed=True)
        case RootedArea():
            size = constraint.radius + 1
            return _graph(constraint, roots=sorted(constraint.roots or ()), least=size, most=size)
        case Reach():
            roots = None if constraint.roots is None else sorted(constraint.roots)
            return _graph(constraint, roots=roots)
        case Area():
            most = constraint.most if constraint.most < len(constraint.nodes) else 0
            return _graph(constraint, least=constraint.least, most=most, joined=False)
    raise TypeError(f"no graph for {type(constraint).__name__}")


def _graph(
    constraint: OnGraph,
    *,
    pairs: Sequence[int] | None = None,
    roots: Numbers | None = None,
    least: int = 0,
    most: int = 0,
    joined: bool = True,
    closed: bool = False,
) -> Graph:
    near = enumerate(constraint.neighbours)
    both = pairs or [*chain.from_iterable((i, n) for i, some in near for n in some if i < n)]
    ends = zip(_differences(both[::2]), _differences(both[1::2]), strict=True)
    return Graph(
        group=constraint.group.id,
        nodes=_differences(constraint.nodes),
        pairs=[*chain.from_iterable(ends)],
        roots=roots,
        least=least,
        most=most,
        joined=joined,
        closed=closed,
    )


def _differences(numbers: Sequence[int]) -> Numbers:
    return [b - a for a, b in zip([0, *numbers], numbers, strict=False)]
