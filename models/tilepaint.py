"""Tile Paint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.count import Exactly
from uniclue.constraints.logic import Same
from uniclue.core.fields import Areas, Beside, TextGrid, TextRow, areas, entries
from uniclue.core.model import Value
from uniclue.core.places import columns, rows


class TilePaint(Board, frozen=True, kw_only=True, tag="tilepaint"):
    """Tile Paint: shade whole regions, by the numbers beside the board.

    Rules:
        region: a region is shaded as a whole, or not at all
        line: a number says how many cells of its row or column are shaded
    """

    pzpr = "tilepaint regions top+left:tiles"
    janko = "tairupeinto tile-paint"
    marks: ClassVar[dict[str, Value]] = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]

    def rules(self) -> Iterator[Constraint]:
        for name, places in areas(self.regions).items():
            yield Same("region", f"region {name}", places)

    def clues(self) -> Iterator[Constraint]:
        lines, told = rows(self.size) + columns(self.size), entries(self.left) + entries(self.top)
        for (title, line), number in zip(lines, told, strict=True):
            if isinstance(number, int):
                yield Exactly("line", title, line, number, "shaded cell")
