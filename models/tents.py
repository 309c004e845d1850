"""Tents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.count import AtMost, Exactly
from uniclue.constraints.paired import Paired
from uniclue.core.fields import Beside, TextGrid, TextRow, Tokens, entries, items
from uniclue.core.layouts import beside_each_other, rows_of
from uniclue.core.model import Value
from uniclue.core.places import Layer, Shape, cells, close_together, columns, name, rows

if TYPE_CHECKING:
    from numpy.random import Generator


class Tents(Board, frozen=True, kw_only=True, tag="tents"):
    """Tents: every tree has a tent beside it, and tents keep apart.

    Rules:
        touch: tents do not touch, not even at a corner
        tree: trees and tents pair off: each tent stands beside a tree of its own
        line: a number says how many tents stand in its row or column
    """

    pzpr = "tents top+left:trees > in A=1 *=0"
    janko = "zeltlager tent | x=T"
    marks: ClassVar[dict[str, Value]] = {"A": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(letters="T", drawn="tree")]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]

    def answer(self) -> Layer:
        trees = dict(items(self.grid))
        return Layer(cell for cell in cells(self.size) if cell not in trees)

    def rules(self) -> Iterator[Constraint]:
        yield from _touching(self.size)
        trees = tuple(dict(items(self.grid)))
        yield Paired("tree", "the board", self.asked.places, trees, "tent", "tree")

    def clues(self) -> Iterator[Constraint]:
        lines, told = rows(self.size) + columns(self.size), entries(self.left) + entries(self.top)
        for (title, line), number in zip(lines, told, strict=True):
            if isinstance(number, int):
                yield Exactly("line", title, line, number, "tent")

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """Trees beside tents that keep apart, for a fifth of the cells."""
        _, trees = beside_each_other(shape, rng, 0.2)
        return cls(grid=rows_of(trees, shape), top="." * shape[1], left="." * shape[0])


@lru_cache(maxsize=4)
def _touching(shape: Shape) -> tuple[Constraint, ...]:
    """That no two tents stand in cells that touch."""
    return tuple(
        AtMost("touch", f"block at {name(block[0])}", block, 1, "tent")
        for block in close_together(shape)
    )
