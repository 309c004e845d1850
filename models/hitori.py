"""Hitori."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.connected import Connected
from uniclue.constraints.count import AtMost
from uniclue.core.fields import TextGrid, Tokens, items
from uniclue.core.model import Value
from uniclue.core.places import cells, names, pairs, regions, rows_and_columns


class Hitori(Board, frozen=True, kw_only=True, tag="hitori"):
    """Hitori: shade cells until no number stands twice in a line.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        twice: no number is left twice in a row or column
    """

    pzpr = "hitori grid:dense"
    marks: ClassVar[dict[str, Value]] = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(letters=None)]

    def rules(self) -> Iterator[Constraint]:
        for pair in pairs(self.size):
            yield AtMost("touch", names(pair), pair, 1, "shaded cell")
        yield Connected("white", "the white area", cells(self.size), value=0)

    def clues(self) -> Iterator[Constraint]:
        number = dict(items(self.grid))
        for title, line in rows_and_columns(self.size):
            same = regions((cell, number[cell]) for cell in line if cell in number)
            for word, where in same.items():
                if len(where) > 1:
                    yield AtMost("twice", title, where, 1, f"white {word}", value=0)
