"""Mosaic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.count import Exactly
from uniclue.core.fields import TextGrid, Tokens, numbers
from uniclue.core.model import Value
from uniclue.core.places import around8, name


class Mosaic(Board, frozen=True, kw_only=True, tag="mosaic"):
    """Mosaic (Fill-a-Pix): shade cells by the numbers in and around them.

    Rules:
        number: a number says how many of the nine cells in and around it are shaded
    """

    janko = "mosaik mosaic"
    marks: ClassVar[dict[str, Value]] = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(10))]

    def clues(self) -> Iterator[Constraint]:
        for cell, number in numbers(self.grid):
            places = [cell, *around8(cell)]
            yield Exactly("number", f"in and around {name(cell)}", places, number, "shaded cell")
