"""How many literals are true: numbers in unary, which constraints share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from uniclue.core.lazy import Clause
from uniclue.core.memory import Size, clauses
from uniclue.core.model import Model

NUMBERS = "numbers"
"""The form of a model in which constraints share numbers."""


def number_of_times(
    model: Model, owner: int, x: Sequence[int], *, shared: bool = True
) -> Sequence[int]:
    """The variables that say that at least 1, 2, 3, ... of some literals are true.

    Args:
        model: The model.
        owner: The id of the group of the rows, if they have to be added.
        x: The literals; 0 is left out.
        shared: Whether other groups may use the same variables: rules may, but where a clue is
            left out, so is what it has added.
    """
    literals = sorted(filter(None, x))
    key = (0 if shared else owner, *literals)
    if key not in model.numbers:
        local, top, last = _totalizer(len(literals))
        names = [0, *literals, *model.vars("number", top - len(literals)).tolist()]
        rows = [[names[i] if i > 0 else -names[-i] for i in clause] for clause in local]
        model.clause_lists(owner, rows)
        model.numbers[key] = [names[i] for i in last]
    return model.numbers[key]


def number_size(n: int) -> Size:
    """About what the number of n literals adds to a model and its formula."""
    return Size(n * n.bit_length()) + clauses(n * n + 2 * n, 3)


@cache
def _totalizer(n: int) -> tuple[Sequence[Clause], int, Sequence[int]]:
    """Clauses over local literals 1..n and auxiliary ones after them.

    Halves are counted, and their numbers added up, in both directions (O. Bailleux, Y. Boufkhad,
    Efficient CNF encoding of Boolean cardinality constraints, 2003).

    Returns:
        The clauses, the number of literals, and those that say: at least 1, 2, ..., n.
    """
    rows: list[Clause] = []
    top = n

    def counted(some: Sequence[int]) -> Sequence[int]:
        nonlocal top
        if len(some) < 2:
            return some
        middle = len(some) // 2
        one, other = counted(some[:middle]), counted(some[middle:])
        total = range(top + 1, top + 1 + len(some))
        top = total[-1]
        for i in range(len(one) + 1):
            for j in range(len(other) + 1):
                if i + j:
                    less = [-one[i - 1]] * bool(i) + [-other[j - 1]] * bool(j)
                    rows.append([*less, total[i + j - 1]])
                if i + j < len(some):
                    rows.append([*one[i : i + 1], *other[j : j + 1], -total[i + j]])
        return total

    last = counted(range(1, n + 1))
    return rows, top, last
