"""Norinori."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, ClassVar, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.count import Exactly
from uniclue.constraints.logic import Implies, Never
from uniclue.core.fields import Areas, TextGrid
from uniclue.core.layouts import grown, joined_in_pairs, packed_dominoes, rows_of
from uniclue.core.model import Place, Value
from uniclue.core.places import Shape, around, cells, name
from uniclue.core.puzzle import Grid

if TYPE_CHECKING:
    from numpy.random import Generator


class Norinori(Board, frozen=True, kw_only=True, tag="norinori"):
    """Norinori: shade dominoes, two cells in every region.

    Rules:
        domino: every shaded cell has just one shaded neighbour
        region: two cells of every region are shaded
    """

    rules_by_size = True
    recipe_version = 7
    designs = "rules"
    pzpr = "norinori"
    janko = "norinori"
    marks: ClassVar[dict[str, Value]] = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]

    def rules(self) -> Iterator[Constraint]:
        for cell in cells(self.size):
            title, near = f"if {name(cell)} is shaded", around(cell)
            yield Implies("domino", title, [cell, *near], (1,), "a neighbour is shaded, too")
            for pair in combinations(near, 2):
                yield Never("domino", title, [cell, *pair], (1,), "only one neighbour is shaded")

    def in_area(self, name: str, places: tuple[Place, ...]) -> Iterator[Constraint]:
        yield Exactly("region", f"region {name}", places, 2, "shaded cell")

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """One region."""
        return cls(regions=rows_of(dict.fromkeys(cells(shape), 1), shape))

    @classmethod
    def told(cls, blank: Board, solution: Grid, rng: Generator) -> tuple[Self, Grid] | None:
        """Regions grown around cells of dominoes, joined two and two.

        They are packed: where dominoes have room, regions hardly tell them.
        """
        shape = blank.board_shape
        shaded = packed_dominoes(shape, rng)
        seeds = {cell: i for i, cell in enumerate(shaded, 1)}
        joined = joined_in_pairs(grown(shape, rng, seeds), shape, rng)
        packed = blank.grid_of({cell: int(cell in seeds) for cell in blank.places})
        return None if joined is None else (cls(regions=rows_of(joined, shape)), packed)
