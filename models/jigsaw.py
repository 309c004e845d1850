"""Jigsaw sudoku."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.different import Permutation
from uniclue.core.fields import Areas, Printed, TextGrid, areas
from uniclue.core.layouts import equal_areas, rows_of
from uniclue.core.places import Layer, Shape, cells, rows_and_columns
from uniclue.core.puzzle import PuzzleError

if TYPE_CHECKING:
    from numpy.random import Generator


class Jigsaw(Board, frozen=True, kw_only=True, tag="jigsaw"):
    """Jigsaw Sudoku: regions of any shape instead of boxes.

    Rules:
        clue: a printed digit stays as it is
        line: every digit stands once in each row and column
        region: every digit stands once in each region
    """

    only_known_cells = True

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, Printed()]

    def validate(self) -> None:
        self.refuse_unless_square("$.regions", 25)
        super().validate()
        for name, places in areas(self.regions).items():
            if len(places) != self.size[0]:
                got = f"got {len(places)}"
                raise PuzzleError(
                    "$.regions", f"expected {self.size[0]} cells in region {name}, {got}"
                )

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, self.size[0] + 1))

    def rules(self) -> Iterator[Constraint]:
        for title, line in rows_and_columns(self.size):
            yield Permutation("line", title, line)
        for name, places in areas(self.regions).items():
            yield Permutation("region", f"region {name}", places)

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """Rows that exchanged cells."""
        regions = rows_of(equal_areas(shape, rng, lambda cell: cell[0]), shape)
        return cls(regions=regions, grid=("." * shape[1],) * shape[0])
