"""Fillomino."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.islands import Sized
from uniclue.core.fields import Printed, TextGrid, numbers
from uniclue.core.places import Layer, cells

LARGER = "+"


class Fillomino(Board, frozen=True, kw_only=True, tag="fillomino"):
    """Fillomino: a number in each cell says how many cells its area has.

    Areas without a printed number may be there. Those larger than all printed numbers hold ``+``;
    two of them side by side count as one.

    Rules:
        clue: a printed number stays as it is
        area: equal numbers that hang together are as many as they say
    """

    pzpr = "fillomino > borders"

    grid: Annotated[TextGrid, Printed()]

    def answer(self) -> Layer:
        largest = max((number for _, number in numbers(self.grid)), default=0)
        most = min(largest, len(cells(self.size)))
        return Layer(cells(self.size), (*range(1, most + 1), LARGER), "numbered areas")

    def rules(self) -> Iterator[Constraint]:
        places, largest = cells(self.size), len(self.domain) - 1
        for n in range(1, largest + 1):
            yield Sized("area", f"areas of {n}", places, value=n, least=n, most=n)
        size = largest + 1
        yield Sized("area", "larger areas", places, value=LARGER, least=size, most=None)
