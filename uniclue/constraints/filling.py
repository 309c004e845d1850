"""Rules that several kinds share: cells that hold a number or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from uniclue.constraints.base import Constraint
from uniclue.constraints.count import Exactly
from uniclue.constraints.logic import InDomain
from uniclue.constraints.table import Entry, Not, Table
from uniclue.core.fields import TextRow, areas
from uniclue.core.places import Shape, around, cells, name

BLANK = "."
"""The value of a cell that holds no number."""


def one_number_each(regions: Iterable[TextRow]) -> list[Constraint]:
    """Every region holds one number, how many cells it has; all its other cells are empty (``.``).

    The codes are ``size`` and ``region``.

    Args:
        regions: The grid with the regions.

    Example:
        >>> [rule.sentence() for rule in one_number_each(("aab", "abb"))][:2]
        ['region a: no number but 3', 'region a: exactly 1 number']
    """
    rules: list[Constraint] = []
    for word, places in areas(regions).items():
        title, size = f"region {word}", len(places)
        rules.append(InDomain("size", title, places, (BLANK, size), f"no number but {size}"))
        rules.append(Exactly("region", title, places, 1, "number", size))
    return rules


def numbers_of_neighbours(code: str, shape: Shape) -> list[Constraint]:
    """A number, 1 to 4, tells how many cells beside it hold numbers; other cells are empty (``.``).

    Args:
        code: The rule code.
        shape: Rows and columns of the board.

    Example:
        >>> word, *_ = numbers_of_neighbours("number", (1, 2))
        >>> word.sentence()
        'r1c1: a number here is that of its neighbours with numbers'
        >>> word.allows(".", 1, 2)
        '5 of 9: .. .1 .2 11 12'
    """
    says = "a number here is that of its neighbours with numbers"
    every = frozenset(cells(shape))
    rules: list[Constraint] = []
    for cell in cells(shape):
        near = [other for other in around(cell) if other in every]
        rules.append(Table(code, name(cell), (cell, *near), says, _as_many(len(near))))
    return rules


@lru_cache(maxsize=8)
def _as_many(number: int) -> tuple[tuple[Entry, ...], ...]:
    """What a cell and a number of neighbours can hold."""
    others: Iterator[tuple[Entry, ...]] = product((BLANK, Not(BLANK)), repeat=number)
    counted = ((number - some.count(BLANK), *some) for some in others)
    return ((BLANK, *(None,) * number), *(line for line in counted if line[0]))
