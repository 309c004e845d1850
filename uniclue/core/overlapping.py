"""Boards that share cells: the published layouts of overlapping sudokus.

A board is given by its rows and columns of the grid. Those of most layouts lie next to each other;
the nine boards of a clueless sudoku do not overlap, but a tenth one is spread over their centres.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from uniclue.core.model import Place
from uniclue.core.places import Shape
from uniclue.core.turns import Turn

LayoutName = Literal[
    "butterfly",
    "samurai",
    "windmill",
    "sohei",
    "gattai-8",
    "shogun",
    "sumo",
    "clueless-1",
    "clueless-2",
]
"""The names of the layouts."""
SIDE = 9
"""Rows and columns of the boards of all layouts."""
_NINE = tuple((r, c) for r in (0, 9, 18) for c in (0, 9, 18))
LAYOUTS: dict[str, tuple[Place, ...]] = {
    "butterfly": ((0, 0), (0, 3), (3, 0), (3, 3)),
    "samurai": ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)),
    "windmill": ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9)),
    "sohei": ((0, 6), (6, 0), (6, 12), (12, 6)),
    "gattai-8": (
        *((0, 0), (0, 12), (0, 24), (6, 6), (6, 18)),
        *((12, 0), (12, 12), (12, 24)),
    ),
    "shogun": (
        *((0, 0), (0, 12), (0, 24), (0, 36), (6, 6), (6, 18), (6, 30)),
        *((12, 0), (12, 12), (12, 24), (12, 36)),
    ),
    "sumo": (
        *((0, 0), (0, 12), (0, 24), (6, 6), (6, 18), (12, 0), (12, 12), (12, 24)),
        *((18, 6), (18, 18), (24, 0), (24, 12), (24, 24)),
    ),
    "clueless-1": _NINE,
    "clueless-2": _NINE,
}
"""The first cells of the boards of each layout."""
SPREAD: dict[str, Callable[[int], bool]] = {
    "clueless-1": lambda i: i % 3 == 1,
    "clueless-2": lambda i: i % 9 in (3, 4, 5),
}
"""The rows, and columns, of the board that is spread over the others."""


class Frame(NamedTuple):
    """Where a board lies in the grid.

    Attributes:
        rows: Its rows.
        columns: Its columns.

    Example:
        >>> Frame(range(2, 6), range(2, 6)).at((0, 1))
        (2, 3)
    """

    rows: Sequence[int]
    columns: Sequence[int]

    def at(self, cell: Place) -> Place:
        """The cell of the grid that is this one of the board."""
        return self.rows[cell[0]], self.columns[cell[1]]

    def is_inside(self, shape: Shape) -> bool:
        """Whether the grid has all its rows and columns."""
        sides = zip((self.rows, self.columns), shape, strict=True)
        return all(some[0] >= 0 and some[-1] < side for some, side in sides)


def frames(boards: str | Sequence[Place], side: int) -> list[Frame]:
    """The rows and columns of each board.

    Args:
        boards: The name of a layout, or the first cell of each board.
        side: Rows and columns of a board.

    Example:
        >>> frames([(0, 0), (2, 2)], 4)
        [Frame(rows=range(0, 4), columns=range(0, 4)), Frame(rows=range(2, 6), columns=range(2, 6))]
    """
    tops = LAYOUTS[boards] if isinstance(boards, str) else boards
    found = [Frame(range(r, r + side), range(c, c + side)) for r, c in tops]
    if isinstance(boards, str) and boards in SPREAD:
        spread = [*filter(SPREAD[boards], range(3 * side))]
        found.append(Frame(spread, spread))
    return found


def turned_boards(boards: str | Sequence[Place], side: int, turn: Turn, shape: Shape) -> Any:
    """The boards of a turned grid, by the name of their layout if it looks the same.

    Args:
        boards: The name of a layout, or the first cell of each board.
        side: Rows and columns of a board.
        turn: The turn.
        shape: Rows and columns of the grid.

    Example:
        >>> turned_boards("samurai", 9, TURNS[7], (21, 21))
        'samurai'
    """
    ends = [
        [turn.point(frame.at(cell), shape) for cell in ((0, 0), (side - 1, side - 1))]
        for frame in frames(boards, side)
    ]
    tops = sorted((int(min(r, i)), int(min(c, j))) for (r, c), (i, j) in ends)
    before = sorted(frame.at((0, 0)) for frame in frames(boards, side))
    return boards if isinstance(boards, str) and tops == before else tuple(tops)
