"""The eight symmetries of a board: turned, mirrored, or both, clues and solution carried along."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

from uniclue.core.model import Value
from uniclue.core.places import ARROWS, Point, Shape

T = TypeVar("T")

_ARROW = re.compile(r"(.*?)([nwes]{1,2})(.?)")


class Turn(NamedTuple):
    """One of the eight ways to turn or mirror a board.

    Attributes:
        exchanged: Whether rows become columns; that comes first.
        down: Whether the rows then change their order.
        across: Whether the columns then change their order.

    Example:
        >>> quarter = Turn(exchanged=True, down=False, across=True)
        >>> quarter.grid([[1, 2], [3, 4]])
        [[3, 1], [4, 2]]
    """

    exchanged: bool
    down: bool
    across: bool

    @property
    def mirrors(self) -> bool:
        """Whether what slants one way slants the other way then."""
        return self.down != self.across

    def shape(self, shape: Shape) -> Shape:
        """Rows and columns of the turned board."""
        return (shape[1], shape[0]) if self.exchanged else shape

    def point(self, point: Point, shape: Shape) -> Point:
        """Where a place of a board of that shape comes to lie."""
        (r, c), (height, width) = point, self.shape(shape)
        r, c = (c, r) if self.exchanged else (r, c)
        return height - 1 - r if self.down else r, width - 1 - c if self.across else c

    def grid(self, rows: Sequence[Sequence[T]]) -> list[list[T]]:
        """A grid, its entries as they are."""
        turned = [[*row] for row in (zip(*rows, strict=True) if self.exchanged else rows)]
        turned = turned[::-1] if self.down else turned
        return [row[::-1] for row in turned] if self.across else turned

    def line(self, line: Sequence[T], *, flat: bool) -> list[T]:
        """What stands beside a board, along its columns (``flat``) or its rows."""
        return [*line][::-1] if (self.across if flat != self.exchanged else self.down) else [*line]

    def side(self, side: str) -> str:
        """Beside which side it stands then."""
        r, c = ARROWS[_LETTER[side]]
        return _SIDE[self.letter_of((r, c))]

    def letter_of(self, step: tuple[int, int]) -> str:
        """The letter of the way in which a step leads then."""
        r, c = step[::-1] if self.exchanged else step
        turned = (-r if self.down else r, -c if self.across else c)
        return next(letter for letter, step in ARROWS.items() if step == turned)

    def arrow(self, word: Value) -> Value:
        """A word with a direction, such as ``n``, ``nw``, ``2s`` or ``2nx``."""
        found = _ARROW.fullmatch(str(word))
        if found is None:
            return word
        ways = sorted((self.letter_of(ARROWS[way]) for way in found[2]), key="nsew".index)
        return f"{found[1]}{''.join(ways)}{found[3]}"

    def ways(self, word: Value) -> str:
        """A word of several straight ways, such as ``nsew``."""
        turned = (self.letter_of(ARROWS[way]) for way in str(word))
        return "".join(sorted(turned, key="nsew".index))

    def numbers(self, points: Iterable[Point], shape: Shape) -> dict[Value, Value]:
        """The new numbers of places that are numbered 1, 2, ... row by row, by their old ones."""
        turned = [self.point(point, shape) for point in points]
        place = {point: i for i, point in enumerate(sorted(turned), 1)}
        return {i: place[point] for i, point in enumerate(turned, 1)}


_LETTER = {"top": "n", "left": "w", "right": "e", "bottom": "s"}
_SIDE = {letter: side for side, letter in _LETTER.items()}
TURNS = tuple(Turn(*three) for three in product((False, True), repeat=3))
"""All eight, the one first that leaves a board as it is."""
