"""Killer sudoku."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.different import Different, Permutation
from uniclue.constraints.distinct_sum import DistinctSum
from uniclue.core.fields import Areas, TextGrid, areas
from uniclue.core.places import Layer, cells, rows_and_columns, usual_boxes


class Killer(Board, frozen=True, kw_only=True, tag="killer"):
    """Killer Sudoku: a sudoku with cages of different digits and their sums.

    Rules:
        line: every digit stands once in each row and column
        box: every digit stands once in each box
        cage: no digit stands twice in a cage
        sum: the digits of a cage add up to its sum
    """

    cages: Annotated[TextGrid, Areas(texts="sums")]
    sums: Annotated[dict[str, int], Meta(max_length=256)]

    def validate(self) -> None:
        super().validate()
        self.refuse_unless_square("$.cages", 16)

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, self.size[0] + 1))

    def rules(self) -> Iterator[Constraint]:
        for title, line in rows_and_columns(self.size):
            yield Permutation("line", title, line)
        for title, box in usual_boxes(self.size[0]):
            yield Permutation("box", title, box)

    def clues(self) -> Iterator[Constraint]:
        cages = areas(self.cages)
        for name, places in cages.items():
            yield Different("cage", f"cage {name}", places)
        for name, total in self.sums.items():
            yield DistinctSum("sum", f"cage {name}", cages[name], total, self.size[0])
