"""Yin-Yang."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.connected import Connected
from uniclue.constraints.logic import NotAlike, OneOf
from uniclue.core.fields import Circles, TextGrid, letters
from uniclue.core.model import Value
from uniclue.core.places import blocks, cells, name


class YinYang(Board, frozen=True, kw_only=True, tag="yinyang"):
    """Yin-Yang: a white or black circle in every cell, each colour connected.

    Rules:
        black: the black circles are connected
        white: the white circles are connected
        block: no 2x2 block is of one colour
        circle: a printed circle stays as it is
    """

    marks: ClassVar[dict[str, Value]] = {"b": 1, "w": 0}

    grid: Annotated[TextGrid, Circles()]

    def rules(self) -> Iterator[Constraint]:
        for block in blocks(self.size):
            yield NotAlike("block", f"block at {name(block[0])}", block)
        yield Connected("black", "the black area", cells(self.size))
        yield Connected("white", "the white area", cells(self.size), value=0)

    def clues(self) -> Iterator[Constraint]:
        for cell, word in letters(self.grid):
            says = "black" if word == "b" else "white"
            yield OneOf("circle", name(cell), [cell], (self.marks[word],), says)
