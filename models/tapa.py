"""Tapa."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Annotated, ClassVar, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.connected import Connected
from uniclue.constraints.count import AtMost
from uniclue.constraints.table import Pattern
from uniclue.core.fields import TextGrid, Tokens, items
from uniclue.core.layouts import rows_of, scattered
from uniclue.core.model import Place, Value
from uniclue.core.places import Layer, Shape, around8, blocks, cells, name
from uniclue.core.puzzle import PuzzleError

if TYPE_CHECKING:
    from numpy.random import Generator

AROUND = (0, 1, 2, 4, 7, 6, 5, 3)
"""The eight neighbours of a cell, row by row, in turn."""
CLUES = [*((n,) for n in range(9)), *((a, b) for a in range(1, 6) for b in range(1, 7 - a))]
CLUES += [(1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2), (3, 1, 1), (2, 2, 1), (1, 1, 1, 1)]
"""The clues that puzzles which are made have."""


@cache
def pictures(clue: tuple[str, ...]) -> tuple[str, ...]:
    """How the eight cells around a clue can look, in turn."""
    looks = map("".join, product("01", repeat=8))
    return tuple(look for look in looks if _fits(clue, look))


def _fits(clue: tuple[str, ...], look: str) -> bool:
    start = look.find("0")
    runs = [look] if start < 0 else re.findall("1+", look[start:] + look[:start])
    sizes = [str(len(run)) for run in runs] or ["0"]
    rest = [size for size in clue if size not in ("?", *sizes)]
    many = all(clue.count(size) <= sizes.count(size) for size in clue if size != "?")
    return len(sizes) == len(clue) and not rest and many


class Tapa(Board, frozen=True, kw_only=True, tag="tapa"):
    """Tapa: shade a connected wall; numbers say how long its pieces around them are.

    Rules:
        wall: the shaded cells are connected
        pool: no 2x2 block is all shaded
        clue: 3,1 says that around it three shaded cells in turn, and one, are apart (? is any
            number); no clue is shaded
    """

    marks: ClassVar[dict[str, Value]] = {"#": 1, ".": 0}

    clue_words = tuple(",".join(map(str, some)) for some in CLUES)

    grid: Annotated[TextGrid, Tokens(range(9), None)]

    def validate(self) -> None:
        super().validate()
        for (r, c), word in items(self.grid):
            if not re.fullmatch(r"[0-8?](,[1-8?]){0,3}", str(word)):
                raise PuzzleError(f"$.grid[{r}][{c}]", f"expected such as 3,1 or ?, got {word!r}")

    def answer(self) -> Layer:
        clues = dict(items(self.grid))
        return Layer(cell for cell in cells(self.size) if cell not in clues)

    def rules(self) -> Iterator[Constraint]:
        yield Connected("wall", "the wall", self.asked.places)
        for block in blocks(self.size):
            yield AtMost("pool", f"block at {name(block[0])}", block, 3, "shaded cell")

    def clues(self) -> Iterator[Constraint]:
        for cell, word in items(self.grid):
            near: list[Place] = around8(cell)
            clue = tuple(sorted(str(word).split(",")))
            in_turn = [near[i] for i in AROUND]
            yield Pattern("clue", f"around {name(cell)}", in_turn, str(word), pictures(clue))

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """Cells with a clue, for a quarter of the board."""
        return cls(grid=rows_of(scattered(shape, rng, "?", 0.25), shape))
