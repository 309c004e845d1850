"""Boards of squares, hexagons, triangles or pentagons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import ClassVar, get_args, get_type_hints

from uniclue.constraints.board import Board
from uniclue.constraints.generation import Turning
from uniclue.core.fields import TextRow, items
from uniclue.core.marks import PicturedShips
from uniclue.core.model import Place
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.spaces import AnyTiling, Space, rectangle, tiling


def tilings_of(kind: type[Puzzle]) -> tuple[str, ...]:
    """The names of the tilings that a kind is played on, besides squares.

    Args:
        kind: The kind.

    Example:
        >>> tilings_of(find_kind("hitori")), tilings_of(find_kind("sudoku"))
        (('hexagons', 'triangles'), ())
    """
    if not issubclass(kind, TiledBoard):
        return ()
    names, _ = get_args(get_type_hints(kind)["tiling"])
    return get_args(names)


class TiledBoard(Board, frozen=True, kw_only=True):
    """Base of the kinds whose rules need neighbours, corners and areas only.

    They are played on squares and, where a file names one, on another tiling. Such a kind asks
    :attr:`space` what lies beside what, and never counts in rows and columns.

    Attributes:
        tiling: The tiling; None: squares.
        holes: On a tiling, cells of the grid that are no part of the board.

    Example:
        >>> class Isles(TiledBoard, frozen=True, kw_only=True, tag="isles_here"):
        ...     grid: Annotated[TextGrid, Tokens(range(1, 10))]
        ...     def rules(self):
        ...         yield Connected("sea", "the sea", self.space.cells)
        >>> board = Isles(grid=("2..", "..."), tiling="hexagons", holes=((0, 2),))
        >>> len(board.places), len(board.space.sides)
        (5, 24)
    """

    turning: ClassVar[Turning] = Turning(fits=lambda puzzle: puzzle.tiling is None)

    tiling: AnyTiling = None
    holes: tuple[Place, ...] = ()

    @cached_property
    def space(self) -> Space:
        """What lies beside what."""
        if self.tiling is None:
            return rectangle(self.board_shape)
        return tiling(self.tiling, self.board_shape, frozenset(self.holes))

    def validate(self) -> None:
        height, width = self.board_shape
        for i, (r, c) in enumerate(self.holes):
            if self.tiling is None:
                raise PuzzleError("$.holes", "expected none: only tilings have holes")
            if not (0 <= r < height and 0 <= c < width):
                raise PuzzleError(f"$.holes[{i}]", f"expected a cell of the grid, got {[r, c]}")
        if len({*self.holes}) == height * width:
            raise PuzzleError("$.holes", "expected a cell that is no hole")
        super().validate()

    def open_cells(self, grid: Iterable[TextRow]) -> list[Place]:
        """The cells of the board in which nothing stands, row by row.

        Args:
            grid: A grid as typed.
        """
        printed = {cell for cell, _ in items(grid)}
        return [cell for cell in self.space.cells if cell not in printed]

    def printed_lines(self) -> Iterator[str | PicturedShips]:
        """What is printed below the board; the picture shows its tiling."""
        return (line for line in super().printed_lines() if line != f"tiling: {self.tiling}")
