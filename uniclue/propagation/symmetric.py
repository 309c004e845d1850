"""Boards cut into connected areas, each point-symmetric about its centre.

Sets of cells are integers as in :mod:`uniclue.propagation.pieces`, with a blank column at the
right, so that no step leads from one row to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from uniclue.core.arrays import np
from uniclue.core.model import Bools, watch
from uniclue.core.places import Point, Shape
from uniclue.core.puzzle import Contradiction
from uniclue.propagation.pieces import decided

_Cells = tuple[list[int], list[int]]
"""For each area, the cells that it can have and those that it surely has."""


def cut_around(centres: Sequence[Point], shape: Shape, candidates: Bools) -> Bools:
    """Which area can have which cell.

    Args:
        centres: The centres of the areas: cells, sides or corners.
        shape: Rows and columns of the board.
        candidates: What is known: shape (places, areas), row by row.

    Returns:
        Shape (places, areas). If every cell has one area left, they are a solution.

    Raises:
        Contradiction: The board cannot be cut.

    Example:
        >>> import numpy as np
        >>> cut_around([(0, 0), (0, 1.5)], (1, 3), np.ones((3, 2), bool)).astype(int).tolist()
        [[1, 0], [0, 1], [0, 1]]
    """
    if not centres:
        raise Contradiction
    rows, columns = shape
    blank = np.zeros((rows, 1, len(centres)), np.bool_)
    known = np.concatenate([candidates.reshape(rows, columns, -1), blank], axis=1)
    masks = known.reshape(-1, len(centres)).T
    width = columns + 1
    areas = [_Area(centre, shape) for centre in centres]
    can = [area.within & _bits(mask) for area, mask in zip(areas, masks, strict=True)]
    sure = [area.middle for area in areas]
    board = sum(((1 << columns) - 1) << r * width for r in range(rows))
    check = watch()
    for i, area in enumerate(areas):
        check()
        can[i] = area.reached(can[i] & area.turned(can[i]))
        if area.middle & ~can[i]:
            raise Contradiction
    _settle(areas, board, can, sure)
    left, _ = decided((can, sure), partial(_cases, areas, board))
    digits = "".join(f"{some:0{rows * width}b}" for some in left).encode()
    has: Bools = np.frombuffer(digits, np.uint8).reshape(len(left), rows * width)[:, ::-1] == ord(
        "1"
    )
    return has.T.reshape(rows, width, -1)[:, :columns].reshape(rows * columns, -1)


def _bits(mask: Bools) -> int:
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")


class _Area:
    """What belongs to a centre.

    Args:
        centre: The centre.
        shape: Rows and columns of the board.

    Attributes:
        middle: The cells at the centre.
        within: The cells whose image under the half turn is on the board.
    """

    def __init__(self, centre: Point, shape: Shape) -> None:
        self._width = shape[1] + 1
        (top, bottom), (left, right) = (
            (max(0, twice + 1 - size), min(size - 1, twice))
            for twice, size in zip((int(2 * x) for x in centre), shape, strict=True)
        )
        line = ((1 << right + 1 - left) - 1) << left
        self.within = sum(line << r * self._width for r in range(top, bottom + 1))
        self._digits = (top + bottom) * self._width + left + right + 1
        (r, across), (c, along) = ((int(x), int(x % 1 > 0)) for x in centre)
        side = 1 << r * self._width + c
        side |= side << along
        self.middle = side | side << across * self._width

    def turned(self, cells: int) -> int:
        """The images of cells under the half turn."""
        return int(f"{cells:0{self._digits}b}"[::-1], 2)

    def beside(self, cells: int) -> int:
        """The cells and their neighbours."""
        return cells | cells << 1 | cells >> 1 | cells << self._width | cells >> self._width

    def reached(self, can: int, start: int = 0) -> int:
        """The cells connected with the middle, or with another start."""
        after, so_far = can & (start or self.middle), 0
        while after != so_far:
            so_far, after = after, self.beside(after) & can
        return so_far

    def joined(self, sure: int, can: int) -> int:
        """The cells that it has, and those on every path from one of them to the middle.

        Raises:
            Contradiction: There is no path.
        """
        while rest := sure & ~self.reached(sure):
            while rest:
                part = self.reached(sure, rest & -rest)
                rest &= ~part
                ways = self.beside(part) & can & ~part
                if not ways:
                    raise Contradiction
                if not ways & (ways - 1):
                    sure |= ways | self.turned(ways)
                    break
            else:
                break
        return sure


def _settle(areas: Sequence[_Area], board: int, can: list[int], sure: list[int]) -> None:
    """Narrows what areas can have, and adds what they surely have, to a fixpoint.

    Args:
        areas: The areas.
        board: All cells.
        can: The cells that each can have; changed.
        sure: The cells that each has for sure; changed.

    Raises:
        Contradiction: A cell is out of reach, or two areas need it.
    """
    is_same, check = False, watch()
    while not is_same:
        once = twice = taken = 0
        for cells, own in zip(can, sure, strict=True):
            if own & taken:
                raise Contradiction
            taken |= own
            twice |= once & cells
            once |= cells
        if once != board:
            raise Contradiction
        is_same = True
        for i, area in enumerate(areas):
            new, lost = can[i] & ~sure[i] & ~twice, can[i] & ~sure[i] & taken
            if new or lost:
                check()
                is_same = False
                own = sure[i] | new | area.turned(new)
                left = can[i] & ~lost
                left = area.reached(left & area.turned(left))
                if own & ~left:
                    raise Contradiction
                can[i], sure[i] = left, area.joined(own, left)


def _cases(areas: Sequence[_Area], board: int, cells: _Cells) -> list[_Cells] | None:
    """What areas can have and surely have if a cell is of one of them, or another; None: it is."""
    can, sure = cells
    open_ = board
    for own in sure:
        open_ &= ~own
    if not open_:
        return None
    cases, check = [], watch()
    for i, area in enumerate(areas):
        check()
        one = open_ & -open_ & can[i]
        if one:
            case = [*can], [*sure]
            try:
                case[1][i] = area.joined(sure[i] | one | area.turned(one), can[i])
                _settle(areas, board, *case)
                cases.append(case)
            except Contradiction:
                continue
    return cases
