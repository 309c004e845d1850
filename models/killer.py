"""Killer sudoku."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Self

from msgspec import Meta

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.different import Different, Permutation
from uniclue.constraints.distinct_sum import DistinctSum
from uniclue.core.fields import Areas, TextGrid, areas
from uniclue.core.layouts import Names, random_areas, rows_of, without_equal
from uniclue.core.places import Layer, Shape, cells, regions, rows_and_columns, usual_boxes
from uniclue.core.puzzle import Grid

if TYPE_CHECKING:
    from numpy.random import Generator


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

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """Every cell a cage of its own, without a sum."""
        each = {cell: i for i, cell in enumerate(cells(shape), 1)}
        return cls(cages=rows_of(each, shape), sums={})

    @classmethod
    def told(cls, blank: Board, solution: Grid, rng: Generator) -> tuple[Self, Grid] | None:
        """Random cages without equal digits."""
        shape = blank.board_shape
        names = random_areas(shape, rng, range(1, 5))
        while (again := cls.caged(names, solution)) is None:
            names = without_equal(names, solution, shape)
        return again, solution

    @classmethod
    def caged(cls, names: Names, solution: Grid) -> Self | None:
        """The puzzle with these cages; None if one of them holds a digit twice."""
        cages = regions(names.items())
        digits = {name: [int(solution[r][c] or 0) for r, c in some] for name, some in cages.items()}
        if any(len({*held}) < len(held) for held in digits.values()):
            return None
        shape = len(solution), len(solution[0])
        return cls(cages=rows_of(names, shape), sums={n: sum(d) for n, d in digits.items()})
