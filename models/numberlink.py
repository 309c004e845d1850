"""Numberlink."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.count import CountIn
from uniclue.constraints.paths import FromEnds, Path, add_shortest, other_way
from uniclue.core.fields import TextGrid, Tokens, areas, items
from uniclue.core.layouts import filling_paths, rows_of
from uniclue.core.memory import refuse_too_large
from uniclue.core.model import Model
from uniclue.core.places import Layer, Shape, around, cells, links, name
from uniclue.core.puzzle import Grid

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

    designs = "board"
    pzpr = "numlin"
    janko = "arukone number-link"

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

    def narrowed(self) -> Model | None:
        """Paths that cannot be shortened, where cells may stay empty and nothing is given."""
        pairs = areas(self.grid).values()
        if self.full or self.givens is not None or {len(pair) for pair in pairs} != {2}:
            return None
        refuse_too_large(self.estimate())
        model = Model()
        model.cell_vars(self.places, self.domain)
        self.add_rules(model)
        group = model.group("rule", "no path can be shortened")
        add_shortest(model, group, links(cells(self.size)), pairs)
        return model

    def varied(self, grid: Grid) -> Grid | None:
        board = cells(self.size)
        place = dict(zip(self.answer().places, self.places, strict=True))
        new = other_way({p for p, (r, c) in place.items() if grid[r][c] == 1}, board)
        return None if new is None else self.grid_of({at: int(p in new) for p, at in place.items()})

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """The ends of paths that fill the board."""
        paths = enumerate((path for path in filling_paths(shape, rng, 4) if len(path) > 2), 1)
        return cls(
            grid=rows_of({cell: i for i, path in paths for cell in (path[0], path[-1])}, shape)
        )
