"""Simple Loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.loop import Loop
from uniclue.core.fields import TextGrid, Tokens, items
from uniclue.core.places import Layer, Point, cells, links


class SimpleLoop(Board, frozen=True, kw_only=True, tag="simpleloop"):
    """Simple Loop: draw one loop through all white cells.

    Rules:
        loop: the line is one loop from cell to cell, through every cell that is not black (x)
    """

    pzpr = "simpleloop grid:black"

    grid: Annotated[TextGrid, Tokens(letters="x", drawn="wall")]

    def white(self) -> list[Point]:
        """The cells that are not black."""
        black = dict(items(self.grid))
        return [cell for cell in cells(self.size) if cell not in black]

    def answer(self) -> Layer:
        return Layer(links(self.white()))

    def rules(self) -> Iterator[Constraint]:
        yield Loop("loop", "the line", links(self.white()) + self.white())
