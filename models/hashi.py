"""Hashi."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.logic import Crossing
from uniclue.constraints.rooted import Joined
from uniclue.constraints.total import Total
from uniclue.core.fields import TextGrid, Tokens, numbers
from uniclue.core.layouts import bridges, rows_of
from uniclue.core.places import Layer, Shape, around, cells, links, name, rows_and_columns

if TYPE_CHECKING:
    from numpy.random import Generator


class Hashi(Board, frozen=True, kw_only=True, tag="hashi"):
    """Hashi (Bridges): join all islands by single and double bridges.

    Rules:
        cross: bridges lead straight from island to island and do not cross
        joined: all islands hang together
        number: a number says how many bridges end at its island
    """

    designs = "board"
    pzpr = "hashikake"
    janko = "hashi"

    grid: Annotated[TextGrid, Tokens(range(1, 9), drawn="circle")]

    def answer(self) -> Layer:
        """Links that lie between two islands of a line."""
        between, islands = set[tuple[float, float]](), dict(numbers(self.grid))
        for _, line in rows_and_columns(self.size):
            at = [i for i, cell in enumerate(line) if cell in islands]
            for first, last in pairwise(at):
                between.update(links(line[first : last + 1]))
        return Layer(sorted(between), (0, 1, 2), "bridges")

    def rules(self) -> Iterator[Constraint]:
        islands = dict(numbers(self.grid))
        for cell in cells(self.size):
            if cell not in islands and any(at in self.asked.index for at in around(cell, 0.5)):
                yield Crossing("cross", f"at {name(cell)}", around(cell, 0.5))
        yield Joined("joined", "all islands", self.asked.places, joints=tuple(islands))

    def clues(self) -> Iterator[Constraint]:
        for cell, number in numbers(self.grid):
            near = [at for at in around(cell, 0.5) if at in self.asked.index]
            yield Total("number", f"bridges at {name(cell)}", near, number, number)

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """The numbers of islands that random bridges join."""
        return cls(grid=rows_of(bridges(shape, rng, 0.25), shape))
