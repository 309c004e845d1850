"""Sternenhimmel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Annotated, ClassVar, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.count import Exactly
from uniclue.constraints.logic import OneOf
from uniclue.core.fields import Beside, TextGrid, TextRow, Tokens, entries, letters
from uniclue.core.layouts import Names, rows_of, shuffled
from uniclue.core.model import Place, Value
from uniclue.core.places import Layer, Shape, cells, columns, name, rows
from uniclue.core.turns import Turn

if TYPE_CHECKING:
    from numpy.random import Generator

ARROWS: Mapping[str, tuple[int, int]] = {
    f"{down}{across}": (i - 1, j - 1)
    for i, down in enumerate(("n", "", "s"))
    for j, across in enumerate(("w", "", "e"))
    if down or across
}


class Sternenhimmel(Board, frozen=True, kw_only=True, tag="sternenhimmel"):
    """Sternenhimmel (Starry Sky): place stars that arrows point to.

    Rules:
        arrow: an arrow (n, nw, w, ...) points to one star
        star: one arrow points to a star, or, if the puzzle says so, one or none
        line: a number says how many stars stand in its row or column
    """

    janko = "sternenhimmel | may_be_free:0"
    marks: ClassVar[dict[str, Value]] = {"*": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(letters=ARROWS, drawn="arrow")]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]
    may_be_free: bool = False

    def answer(self) -> Layer:
        arrows = dict(letters(self.grid))
        return Layer(cell for cell in cells(self.size) if cell not in arrows)

    def pointing(self) -> dict[Place, list[Place]]:
        """The cells that every arrow points to."""
        (height, width), longest = self.size, range(1, max(self.size))
        return {
            (r, c): [
                (i, j)
                for step in longest
                for i, j in [(r + step * ARROWS[arrow][0], c + step * ARROWS[arrow][1])]
                if 0 <= i < height and 0 <= j < width
            ]
            for (r, c), arrow in letters(self.grid)
        }

    def clues(self) -> Iterator[Constraint]:
        pointing = self.pointing()
        arrows = Counter(chain.from_iterable(pointing.values()))
        for cell in self.places:
            if arrows[cell] > 1 or (not arrows[cell] and not self.may_be_free):
                yield OneOf("star", name(cell), [cell], (0,), f"no star: {arrows[cell]} arrows")
        for arrow, ahead in pointing.items():
            yield Exactly("arrow", f"from the arrow at {name(arrow)}", ahead, 1, "star")
        lines, told = rows(self.size) + columns(self.size), entries(self.left) + entries(self.top)
        for (title, line), number in zip(lines, told, strict=True):
            if isinstance(number, int):
                yield Exactly("line", title, line, number, "star")

    def turned_word(self, member: str, word: Value, turn: Turn) -> Value:
        return turn.arrow(word) if member == "grid" else word

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """Stars for a sixth of the cells, an arrow to each of them."""
        words: Names = {}
        stars = set(shuffled(rng, cells(shape))[: max(1, shape[0] * shape[1] // 6)])
        for r, c in sorted(stars):
            ways = [way for i in rng.permutation(8).tolist() for way in [[*ARROWS][i]]]
            for way in ways:
                dr, dc = ARROWS[way]
                line = [(r - i * dr, c - i * dc) for i in range(1, max(shape))]
                free = [at for at in line if at in {*cells(shape)} - stars - words.keys()]
                if free:
                    words[shuffled(rng, free)[0]] = way
                    break
        return cls(
            grid=rows_of(words, shape), top="." * shape[1], left="." * shape[0], may_be_free=True
        )
