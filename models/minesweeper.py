"""Minesweeper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.count import Exactly
from uniclue.core.fields import TextGrid, Tokens, items, numbers
from uniclue.core.model import Value
from uniclue.core.places import Layer, around8, cells, name


class Minesweeper(Board, frozen=True, kw_only=True, tag="minesweeper"):
    """Minesweeper: find the mines around the numbers.

    Rules:
        number: a number says how many of the eight cells around it hold a mine
        mines: there are as many mines as told
    """

    pzpr = "mines"
    marks: ClassVar[dict[str, Value]] = {"*": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(9))]
    mines: Annotated[int, Meta(ge=0, le=22500)] | None = None

    def answer(self) -> Layer:
        told = dict(items(self.grid))
        return Layer((cell for cell in cells(self.size) if cell not in told), drawn="mines")

    def clues(self) -> Iterator[Constraint]:
        for cell, number in numbers(self.grid):
            yield Exactly("number", f"around {name(cell)}", around8(cell), number, "mine")
        if self.mines is not None:
            yield Exactly("mines", "the board", self.asked.places, self.mines, "mine")
