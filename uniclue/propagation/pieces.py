"""Boards cut into pieces: each piece is one of some sets of cells, and every cell is in one piece.

Sets of cells are integers, a bit for each cell, so that a step of the logic is a few integer
operations. What stays open is searched, within a small limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TypeVar

from uniclue.core.arrays import np
from uniclue.core.model import Bools, Place, watch
from uniclue.core.puzzle import Contradiction

NODES = 200
"""The search gives up after this many cases; a solver does the rest."""

Choices = list[list[int]]
"""For every piece the sets of cells that it can be."""
Spans = list[tuple[int, int]]
"""For each piece, the cells that it surely has and those that it reaches."""
_State = TypeVar("_State")


@lru_cache(maxsize=4096)
def rectangle_bits(height: int, width: int, columns: int) -> int:
    """The rectangle of that size at the top left of a board with ``columns`` columns.

    Args:
        height: Its rows.
        width: Its columns.
        columns: The columns of the board.

    Example:
        >>> bin(rectangle_bits(2, 1, 3))
        '0b1001'
    """
    return sum(((1 << width) - 1) << row * columns for row in range(height))


def by_bits(some: Iterable[tuple[int, tuple[Place, ...]]]) -> dict[int, tuple[Place, ...]]:
    """Sets of cells by their bits; there may be millions, so the limits are watched meanwhile.

    Args:
        some: The bits of each set, and its cells.

    Example:
        >>> by_bits([(3, cells((1, 2)))])
        {3: ((0, 0), (0, 1))}
    """
    gathered, check = dict[int, tuple[Place, ...]](), watch()
    for bits, cells in some:
        check()
        gathered[bits] = cells
    return gathered


def cut_board(
    rectangles: Sequence[Mapping[int, Sequence[Place]]],
    places: Sequence[Place],
    candidates: Bools,
    *,
    crossing: bool = True,
) -> Bools:
    """Which piece can have which cell.

    Args:
        rectangles: For every piece the rectangles that it can be, as bits: the cells of each.
        places: All cells, row by row.
        candidates: What is known: shape (places, pieces).
        crossing: Whether four pieces may meet in a corner.

    Returns:
        Shape (places, pieces). If every cell has one piece left, they are a solution.

    Raises:
        Contradiction: The board cannot be cut.

    Example:
        >>> import numpy as np
        >>> line = cells((1, 3))
        >>> one, other = {1: line[:1], 3: line[:2]}, {4: line[2:]}
        >>> cut_board([one, other], line, np.ones((3, 2), bool)).astype(int).tolist()
        [[1, 0], [1, 0], [0, 1]]
    """
    bit = {place: 1 << i for i, place in enumerate(places)}
    whole = (1 << len(places)) - 1
    allowed = [whole] * len(rectangles)
    if not candidates.all():
        columns = candidates.T
        allowed = [sum(bit[places[i]] for i in np.flatnonzero(c).tolist()) for c in columns]
    choices = [
        [cells for cells in some if cells & can == cells]
        for some, can in zip(rectangles, allowed, strict=True)
    ]
    corners = None if crossing else _Corners(places[-1][1] + 1, len(places), choices)
    spans = [*map(_span, choices)]
    settled = _settled(choices, spans, whole, corners)
    left, _ = decided((settled, spans), partial(_cases, whole, corners))
    can = np.zeros((len(places), len(rectangles)), np.bool_)
    index = {place: i for i, place in enumerate(places)}
    check = watch()
    for i, some in enumerate(left):
        check()
        can[[index[p] for p in {p for cells in some for p in rectangles[i][cells]}], i] = True
    return can


def decided(first: _State, cases: Callable[[_State], list[_State] | None]) -> _State:
    """The only solution; where that stays open or there are two, what it began with.

    Args:
        first: What is known at first.
        cases: Splits a state into cases; None: it is a solution.

    Raises:
        Contradiction: There is no solution.
    """
    solutions, todo, nodes, check = list[_State](), [first], 0, watch()
    while todo and len(solutions) < 2 and nodes < NODES:
        check()
        nodes += 1
        here = todo.pop()
        some = cases(here)
        if some is None:
            solutions.append(here)
        else:
            todo += some
    if not (todo or solutions):
        raise Contradiction
    return solutions[0] if len(solutions) == 1 and not todo else first


def _cases(
    whole: int, corners: _Corners | None, here: tuple[Choices, Spans]
) -> list[tuple[Choices, Spans]] | None:
    """What is left if a piece is one or another of its sets; None if all have one left."""
    choices, spans = here
    open_ = [i for i, some in enumerate(choices) if len(some) > 1]
    if not open_:
        return None
    at = min(open_, key=lambda i: len(choices[i]))
    cases = []
    for one in choices[at]:
        case, parts = choices.copy(), spans.copy()
        case[at], parts[at] = [one], (one, one)
        try:
            cases.append((_settled(case, parts, whole, corners), parts))
        except Contradiction:
            continue
    return cases


class _Corners:
    """The corners inside the board, in each of which two cells have to be of one piece.

    Args:
        width: How many columns there are.
        cells: How many cells.
        choices: All sets of cells that pieces can be.
    """

    def __init__(self, width: int, cells: int, choices: Choices) -> None:
        self._width = width
        row = (1 << width - 1) - 1
        self._inner = sum(row << at for at in range(0, cells - width, width))
        self._joined: dict[int, int] = {}
        for piece in {piece for some in choices for piece in some}:
            across, down = piece & piece >> 1, piece & piece >> width
            self._joined[piece] = across | across >> width | down | down >> 1

    def can_be_kept(self, choices: Choices) -> bool:
        """Whether some choice of a piece joins two cells at every corner."""
        joined = 0
        for some in choices:
            for piece in some:
                joined |= self._joined[piece]
        return not self._inner & ~joined


def _span(some: Sequence[int]) -> tuple[int, int]:
    """The cells that all of some sets have, and those that any has; (-1, 0) if there is none."""
    every, any_ = -1, 0
    for cells in some:
        every &= cells
        any_ |= cells
    return every, any_


def _settled(
    choices: Choices, spans: Spans, whole: int, corners: _Corners | None = None
) -> Choices:
    """What is left: no piece takes what another has for sure, and each has what it alone reaches.

    Args:
        choices: What every piece can be; changed.
        spans: Changed.
        whole: All cells.
        corners: The corners in which pieces may not meet.

    Raises:
        Contradiction: A piece can be nothing, two have one cell, a cell is out of reach, or four
            pieces meet.
    """
    is_same, check = False, watch()
    while not is_same:
        check()
        once = twice = taken = 0
        for sure, reach in spans:
            if sure & taken or not reach:
                raise Contradiction
            taken |= sure
            twice |= once & reach
            once |= reach
        if once != whole:
            raise Contradiction
        alone, is_same = once & ~twice, True
        for i, (sure, reach) in enumerate(spans):
            if reach & (taken | alone) & ~sure:
                others, needs = taken & ~sure, reach & alone
                some = [c for c in choices[i] if not c & others and c & needs == needs]
                choices[i], spans[i] = some, _span(some)
                is_same = False
    if corners and not corners.can_be_kept(choices):
        raise Contradiction
    return choices
