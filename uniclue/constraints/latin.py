"""Latin squares: the base of kinds that fill a square with numbers."""

from __future__ import annotations

from uniclue.constraints.all_different import Permutation
from uniclue.constraints.base import Constraints
from uniclue.constraints.board import Board
from uniclue.core.places import Layer, cells, rows_and_columns


class LatinSquare(Board, frozen=True, kw_only=True):
    """A square in which every number from 1 to its size occurs once in each row and column.

    The rule's code is ``line``.

    Example:
        >>> class Small(LatinSquare, frozen=True, kw_only=True, tag="small_latin"):
        ...     grid: Annotated[TextGrid, Printed()]
        >>> board = Small(grid=("1.", ".."))
        >>> board.domain, [rule.sentence() for rule in board.rules()][:2]
        ((1, 2), ['row 1 holds every digit once', 'row 2 holds every digit once'])
    """

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, self.size[0] + 1))

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            yield Permutation("line", title, line)
