"""Kurotto."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.reached import Reached
from uniclue.core.fields import TextGrid, Tokens, items, numbers
from uniclue.core.layouts import rows_of, scattered
from uniclue.core.model import Value
from uniclue.core.places import Layer, Shape, cells, name, within

if TYPE_CHECKING:
    from numpy.random import Generator


class Kurotto(Board, frozen=True, kw_only=True, tag="kurotto"):
    """Kurotto: shade cells around circles; a number is the size of all shaded areas beside it.

    Rules:
        number: the shaded areas beside a number have so many cells together; o is a circle
            without number, and no circle is shaded
    """

    pzpr = "kurotto"
    janko = "kurotto"
    marks: ClassVar[dict[str, Value]] = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(10_000), "o", drawn="circle")]

    def answer(self) -> Layer:
        circles = dict(items(self.grid))
        return Layer(cell for cell in cells(self.size) if cell not in circles)

    def clues(self) -> Iterator[Constraint]:
        for cell, number in numbers(self.grid):
            steps = min(number + 1, len(self.places))
            near = [at for at in within(cell, steps) if at == cell or at in self.asked.index]
            yield Reached("number", f"from {name(cell)}", near, number=number)

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """Circles in a third of the cells."""
        return cls(grid=rows_of(scattered(shape, rng, "o", 0.3, symmetric=False), shape))
