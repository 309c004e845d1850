"""The number of true literals in unary, shared by constraints."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from uniclue.core.lazy import Clause
from uniclue.core.memory import Size, clauses
from uniclue.core.model import Model, View

NUMBERS = "numbers"
"""The form of a model in which constraints share numbers, or add them up."""


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
    """An estimate of what the unary number of n literals adds to a model and its formula."""
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
        rows.extend(_sum(one, other, total))
        return total

    last = counted(range(1, n + 1))
    return rows, top, last


def add_counts(model: Model, owner: int, x: Sequence[int], most: int) -> Sequence[int]:
    """The variables that say that at least 1, 2, 3, ... of some literals are true, up to ``most``.

    Args:
        model: The model.
        owner: The id of the group of the rows.
        x: The literals.
        most: As far as it is counted; all more than that are alike.
    """
    numbers, clauses = [[literal] for literal in x], list[Clause]()
    while len(numbers) > 1:
        one, other, *numbers = sorted(numbers, key=len)
        both = model.vars("number", min(len(one) + len(other), most), model.groups[owner]).tolist()
        clauses += _sum(one, other, both)
        numbers.append(both)
    model.clause_lists(owner, clauses)
    return numbers[0] if numbers else ()


def add_up(model: Model, owner: int, numbers: Sequence[Sequence[int]], total: int) -> None:
    """Adds clauses, for solvers of clauses, that numbers in unary come to a total.

    Args:
        model: The model.
        owner: The id of the group of the clauses.
        numbers: For each number, the variables that say that it is at least 1, 2, 3, ...; at most
            one more than the total.
        total: The total.
    """
    clauses, numbers = list[Clause](), [number for number in numbers if number]
    while len(numbers) > 2:
        one, other, *numbers = sorted(numbers, key=len)
        size = min(len(one) + len(other), total + 1)
        both = model.vars("number", size, model.groups[owner]).tolist()
        clauses += _sum(one, other, both)
        numbers.append(both)
    one, other = (*numbers, (), ())[:2]
    model.clause_lists(owner, clauses + _sum_is(one, other, total), View.CNF)


def _sum(one: Sequence[int], other: Sequence[int], both: Sequence[int]) -> list[Clause]:
    """The clauses that make a unary number the sum of two, as far as it goes; none is empty."""
    clauses = list[Clause]()
    for i in range(len(one) + 1):
        for j in range(min(len(other), len(both) - i) + 1):
            if i + j:
                less = [-one[i - 1]] * bool(i) + [-other[j - 1]] * bool(j)
                clauses.append([*less, both[i + j - 1]])
            if i + j < len(both):
                clauses.append([*one[i : i + 1], *other[j : j + 1], -both[i + j]])
    return clauses


def _sum_is(one: Sequence[int], other: Sequence[int], total: int) -> list[Clause]:
    """The clauses that make two unary numbers add up to a total."""
    least = [[*one[i : i + 1], *other[total - i - 1 : total - i]] for i in range(total)]
    not_one, not_other = ([[], *([-x] for x in number)] for number in (one, other))
    ways = range(max(total + 1 - len(other), 0), min(len(one), total + 1) + 1)
    return least + [not_one[i] + not_other[total + 1 - i] for i in ways]
