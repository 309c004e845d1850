"""Renban."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.different import Permutation, Straight
from uniclue.core.fields import Areas, Printed, TextGrid, areas
from uniclue.core.places import Layer, cells, rows_and_columns


class Renban(Board, frozen=True, kw_only=True, tag="renban"):
    """Renban: a Latin square whose regions hold numbers that follow each other.

    Rules:
        clue: a printed number stays as it is
        line: every number stands once in each row and column
        region: the numbers of a region follow each other, in any order
    """

    janko = "renban"
    only_known_cells = True

    regions: Annotated[TextGrid, Areas(usual=range(2, 5))]
    grid: Annotated[TextGrid, Printed()]

    def validate(self) -> None:
        self.refuse_unless_square("$.regions", 25)
        super().validate()

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, self.size[0] + 1))

    def rules(self) -> Iterator[Constraint]:
        for title, line in rows_and_columns(self.size):
            yield Permutation("line", title, line)
        for name, places in areas(self.regions).items():
            yield Straight("region", f"region {name}", places)
