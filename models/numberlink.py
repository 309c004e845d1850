"""Numberlink."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.count import CountIn
from uniclue.constraints.paths import FromEnds, Path
from uniclue.core.fields import TextGrid, Tokens, areas, items
from uniclue.core.layouts import rows_of, walks
from uniclue.core.places import Layer, Shape, around, cells, links, name

if TYPE_CHECKING:
    from numpy.random import Generator


class Numberlink(Board, frozen=True, kw_only=True, tag="numberlink"):
    """Numberlink (Arukone): join equal numbers by paths that never meet.

    Rules:
        line: one line leads from a number, and one through every other cell; with ``full`` false
            cells may stay empty
        ends: every line begins and ends at numbers
        path: a path joins equal numbers
    """

    pzpr = "numlin"

    grid: Annotated[TextGrid, Tokens(letters=None)]
    full: bool = False

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Iterator[Constraint]:
        ends, through = dict(items(self.grid)), (2,) if self.full else (0, 2)
        for cell in cells(self.size):
            numbers = (1,) if cell in ends else through
            yield CountIn("line", f"at {name(cell)}", around(cell, 0.5), numbers, "link")
        yield FromEnds("ends", "lines", links(cells(self.size)), cells_at_ends=tuple(ends))

    def clues(self) -> Iterator[Constraint]:
        lines, ends = links(cells(self.size)), areas(self.grid)
        for word, joined in ends.items():
            apart = tuple(cell for other in ends if other != word for cell in ends[other])
            yield Path("path", f"number {word}", lines, joined=joined, apart=apart)

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """The ends of random paths."""
        paths = enumerate(walks(shape, rng, 3, 3 * sum(shape)), 1)
        return cls(
            grid=rows_of({cell: i for i, path in paths for cell in (path[0], path[-1])}, shape)
        )
