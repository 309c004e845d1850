"""Skyscrapers. Source of the rules: docs/kinds.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.different import Permutation
from uniclue.constraints.seen import Seen
from uniclue.core.fields import Beside, TextRow, entries
from uniclue.core.places import Layer, cells, columns, rows, rows_and_columns

Numbers = range(1, 151)


class Skyscrapers(Board, frozen=True, kw_only=True, tag="skyscrapers"):
    """Skyscrapers: towers of every height in a line, and how many are seen from outside.

    Rules:
        line: every height stands once in each row and column
        seen: a number says how many towers are seen from there; higher ones hide lower ones
    """

    top: Annotated[TextRow, Beside("top", Numbers)]
    bottom: Annotated[TextRow, Beside("bottom", Numbers)]
    left: Annotated[TextRow, Beside("left", Numbers)]
    right: Annotated[TextRow, Beside("right", Numbers)]

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, self.size[0] + 1))

    def rules(self) -> Iterator[Constraint]:
        for title, line in rows_and_columns(self.size):
            yield Permutation("line", title, line)

    def clues(self) -> Iterator[Constraint]:
        across = zip(rows(self.size), entries(self.left), entries(self.right), strict=True)
        down = zip(columns(self.size), entries(self.top), entries(self.bottom), strict=True)
        for (title, line), first, last in (*across, *down):
            if isinstance(first, int):
                yield Seen("seen", f"{title} from its start", line, first)
            if isinstance(last, int):
                yield Seen("seen", f"{title} from its end", line[::-1], last)
