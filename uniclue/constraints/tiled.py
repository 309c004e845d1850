"""Boards of squares, hexagons, triangles or pentagons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from uniclue.constraints.board import Board
from uniclue.constraints.generation import Turning
from uniclue.core.fields import Tokens, fields_of, items, numbers
from uniclue.core.model import Place
from uniclue.core.puzzle import PuzzleError
from uniclue.core.spaces import AnyTiling, Space, rectangle, tiling


class TiledBoard(Board, frozen=True, kw_only=True):
    """Base of the kinds that speak of neighbours, corners and areas only.

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
        (5, 23)
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
        for name, sort in fields_of(type(self)).items():
            for (r, c), word in items(getattr(self, name)) if isinstance(sort, Tokens) else ():
                if (r, c) in self.holes:
                    path = f"$.{name}[{r}][{c}]"
                    raise PuzzleError(path, f"expected nothing in a hole, got {word!r}")

    def refuse_above(self, most: int) -> None:
        """Raises :class:`PuzzleError` for a number of the grid that no cell of the space can have.

        Args:
            most: The largest number.
        """
        for (r, c), number in numbers(getattr(self, "grid", ())):
            if number > most:
                raise PuzzleError(f"$.grid[{r}][{c}]", f"expected at most {most}, got {number}")

    def printed_lines(self) -> Iterator[str]:
        """What is printed below the board; the picture shows its tiling."""
        return (line for line in super().printed_lines() if not line.startswith("tiling: "))
