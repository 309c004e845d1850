"""Nurimisaki."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated, ClassVar, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.connected import Connected
from uniclue.constraints.count import Exactly
from uniclue.constraints.logic import Implies, NotAlike, OneOf
from uniclue.constraints.sight import Sight
from uniclue.core.fields import TextGrid, Tokens, items
from uniclue.core.layouts import Names, beside, rows_of
from uniclue.core.model import Value
from uniclue.core.places import ARROWS, Shape, around, blocks, cells, name, ray
from uniclue.core.puzzle import Grid, where

if TYPE_CHECKING:
    from numpy.random import Generator


class Coast(Board, frozen=True, kw_only=True):
    """A connected coast with capes anywhere."""

    grid: Annotated[TextGrid, Tokens(range(2, 150), "o", drawn="circle")]

    def rules(self) -> Iterator[Constraint]:
        yield Connected("white", "the white area", cells(self.size), value=0)
        for block in blocks(self.size):
            yield NotAlike("block", f"block at {name(block[0])}", block)


class Nurimisaki(Coast, frozen=True, kw_only=True, tag="nurimisaki"):
    """Nurimisaki: leave a connected coast white whose capes are the circles.

    Rules:
        white: the cells left white are connected
        block: no 2x2 block is all shaded or all white
        cape: a circle is white and has one white neighbour, every other white cell two or more
        number: a number says how many white cells are in line from its circle, which counts
    """

    designs = "again"
    pzpr = "nurimisaki"
    janko = "nurimisaki | ?=o"
    marks: ClassVar[dict[str, Value]] = {"#": 1, ".": 0}

    def rules(self) -> Iterator[Constraint]:
        yield from super().rules()
        circles = dict(items(self.grid))
        for cell in cells(self.size):
            if cell in circles:
                yield OneOf("cape", name(cell), [cell], (0,), "white")
                yield Exactly("cape", f"beside {name(cell)}", around(cell), 1, "white cell", 0)
                continue
            says, near = "has two white neighbours if it is white", around(cell)
            for one in near:
                rest = [other for other in near if other != one]
                yield Implies("cape", name(cell), [cell, *rest], (0,), says)

    def clues(self) -> Iterator[Constraint]:
        for cell, number in items(self.grid):
            if isinstance(number, int):
                rays = [ray(cell, arrow, self.size) for arrow in ARROWS]
                places = [cell, *(place for some in rays for place in some)]
                yield Sight("number", f"from {name(cell)}", places, tuple(map(len, rays)), number)

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Board:
        """A coast with capes anywhere."""
        return Coast(grid=rows_of({}, shape))

    @classmethod
    def told(cls, blank: Board, solution: Grid, rng: Generator) -> tuple[Self, Grid]:
        """Circles at all capes, with their numbers."""
        shape, white = blank.board_shape, {*where(solution, 0)}
        capes = [cell for cell in white if len(white.intersection(beside(cell))) == 1]
        words: Names = {}
        for cell in capes:
            seen = (takewhile(white.__contains__, ray(cell, way, shape)) for way in ARROWS)
            words[cell] = 1 + sum(len([*some]) for some in seen)
        return cls(grid=rows_of(words, shape)), solution

    def bare(self) -> Self:
        """Circles without numbers."""
        return type(self)(grid=rows_of(dict.fromkeys(dict(items(self.grid)), "o"), self.size))
