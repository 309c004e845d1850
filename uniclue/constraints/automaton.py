"""A constraint as an automaton: what its places may hold are the paths through a layered graph.

A path leads from the first state to the last by steps, and every step constrains the places
(G. Pesant, A regular language membership constraint for finite sequences of variables, 2004). Each
step is a variable, and unit propagation on the clauses tells of the places all that the paths have
in common (generalized arc consistency).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import msgspec

from uniclue.constraints.base import AConstraint, cells_of
from uniclue.core.arrays import np
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Model, View


class Automaton(msgspec.Struct, frozen=True, eq=False):
    """What a constraint says, over local variables: from 1 those of its places, then its own.

    Attributes:
        own: Names and shapes of its own variables: ``("steps of", (33,))``.
        clauses: Blocks of clauses, shape (m, k) each; 0 is padding.
        rows: Blocks of rows, shape (m, k) each: variables with their coefficient, 1 or -1, as
            sign; 0 is padding. With each block what its rows come to, shape (m,).
    """

    own: tuple[tuple[str, tuple[int, ...]], ...] = ()
    clauses: tuple[Ints, ...] = ()
    rows: tuple[tuple[Ints, Ints], ...] = ()

    @property
    def size(self) -> Size:
        """What it adds to a model and its formula."""
        literals = sum(int(np.count_nonzero(block)) for block in self.clauses)
        entries = literals + sum(int(np.count_nonzero(rows)) for rows, _ in self.rows)
        own = sum(prod(shape) for _, shape in self.own)
        return Size(own, entries, sum(map(len, self.clauses)), literals)


def add_automata(
    model: Model,
    constraints: Sequence[AConstraint],
    ids: Ints,
    automaton_of: Callable[[AConstraint], Automaton],
) -> None:
    """Adds constraints by their automata; those that share one automaton go together."""
    nothing = np.zeros(1, np.int32)
    alike: dict[Automaton, list[int]] = {}
    for i, constraint in enumerate(constraints):
        alike.setdefault(automaton_of(constraint), []).append(i)
    for automaton, which in alike.items():
        same, owners = [constraints[i] for i in which], ids[which]
        x = cells_of(model, same).reshape(len(same), -1)
        names = np.stack(
            [
                np.concatenate([nothing, cells, *_own_vars(model, automaton, c.label, owner)])
                for cells, c, owner in zip(x, same, owners.tolist(), strict=True)
            ]
        )
        for clauses in automaton.clauses:
            model.clauses(owners.repeat(len(clauses)), _renamed(clauses, names), View.CNF)
        for rows, bounds in automaton.rows:
            row, bound = _renamed(rows, names), np.tile(bounds, len(same))
            model.linear(owners.repeat(len(rows)), np.abs(row), np.sign(row), bound, bound, View.LP)


def _own_vars(model: Model, automaton: Automaton, name: str, owner: int) -> list[Ints]:
    """Makes the automaton's own variables for a constraint of that name."""
    group = model.groups[owner]
    return [model.vars(f"{what} {name}", shape, group).ravel() for what, shape in automaton.own]


def _renamed(local: Ints, names: Ints) -> Ints:
    """Local literals (m, k) in the names (constraints, local variables): (constraints m, k)."""
    renamed: Ints = (names[:, np.abs(local)] * np.sign(local)).reshape(-1, local.shape[1])
    return renamed


def path(
    source: Ints, target: Ints, says: Ints, literals: Ints, first: int
) -> tuple[tuple[Ints, ...], tuple[tuple[Ints, Ints], ...]]:
    """The clauses and rows of a path from the first state to the last.

    The clauses say that a step leaves the first state, that a step leads on and comes from
    somewhere, and that a literal is true exactly if a step with it is taken. They need not
    say that there is one path only: the literals leave no choice. In the matrix the path is a flow
    of 1.

    Args:
        source: Shape (steps,). The states that the steps leave; 0 is the first.
        target: Shape (steps,). The states that they enter; the greatest is the last.
        says: Shape (m, 2). A step, and the number of a literal that it says.
        literals: Shape (k,). All literals that steps can say.
        first: The variable of the first step; the others follow.

    Returns:
        Clauses and rows as of :class:`Automaton`.
    """
    last = int(target.max())
    step = np.arange(first, first + len(source), dtype=np.int32)
    leaving, entering = _gathered(source, step, last + 1), _gathered(target, step, last + 1)
    saying = _gathered(says[:, 1], step[says[:, 0]], len(literals))
    on = np.column_stack([-step, leaving[target]])[target < last]
    back = np.column_stack([-step, entering[source]])[source > 0]
    implied = np.column_stack([-step[says[:, 0]], literals[says[:, 1]]])
    means = np.column_stack([-literals, saying])
    balance = np.zeros(last + 1, np.int32)
    balance[[0, last]] = -1, 1
    counted = means[literals > 0]
    return (leaving[:1], on, back, implied, means), (
        (np.hstack([entering, -leaving]), balance),
        (counted, np.zeros(len(counted), np.int32)),
    )


def _gathered(key: Ints, entry: Ints, keys: int) -> Ints:
    """The entries of every key, in their order: shape (keys, most), 0 past the last."""
    count = np.bincount(key, minlength=keys)
    out = np.zeros((keys, count.max()), np.int32)
    out[np.arange(out.shape[1]) < count[:, None]] = entry[np.argsort(key, kind="stable")]
    return out
