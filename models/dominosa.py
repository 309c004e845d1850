"""Dominosa."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Self

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.count import Exactly
from uniclue.core.fields import TextGrid, Tokens, items
from uniclue.core.layouts import Names, matched, rows_of
from uniclue.core.model import Place
from uniclue.core.places import Layer, Point, Shape, around, cells, links, name, pairs

if TYPE_CHECKING:
    from numpy.random import Generator


class Dominosa(Board, frozen=True, kw_only=True, tag="dominosa"):
    """Dominosa: find the dominoes of a set in the grid of their numbers.

    Rules:
        link: every cell belongs to one domino, drawn as a link of its two cells
        set: every domino, such as 2-3, is there once
    """

    grid: Annotated[TextGrid, Tokens(range(100), filled=True)]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)), drawn="dominoes")

    def rules(self) -> Iterator[Constraint]:
        for cell in cells(self.size):
            yield Exactly("link", name(cell), around(cell, 0.5), 1, "link")

    def clues(self) -> Iterator[Constraint]:
        number = dict(items(self.grid))
        there: dict[tuple[int, ...], list[Point]] = {}
        for one, other in pairs(self.size):
            domino = tuple(sorted((int(number[one]), int(number[other]))))
            between = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
            there.setdefault(domino, []).append(between)
        for domino, places in sorted(there.items()):
            yield Exactly("set", f"domino {domino[0]}-{domino[1]}", places, 1, "link")

    @classmethod
    def blank(cls, shape: Shape, rng: Generator) -> Self:
        """All dominoes of a set, on n x (n + 1) cells."""
        paths: list[list[Place]] = []
        while 2 * len(paths) < shape[0] * shape[1] and (shape[0] * shape[1]) % 2 == 0:
            paths = matched(shape, rng)
        set_ = [(a, b) for b in range(max(shape)) for a in range(b + 1)][: len(paths)]
        words: Names = {}
        for path, at in zip(paths, rng.permutation(len(set_)).tolist(), strict=True):
            words |= zip(path, set_[at][:: 1 if rng.random() < 0.5 else -1], strict=True)
        return cls(grid=rows_of(words, shape))
