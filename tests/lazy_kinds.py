"""Kinds with lazy constraints, as a kind file: hitori (in cells) and slitherlink (on sides)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Values, literals
from uniclue.constraints.board import Board
from uniclue.constraints.connected import Connected
from uniclue.constraints.loop import Circuit
from uniclue.core.model import Ints, Model
from uniclue.core.places import (
    Layer,
    Point,
    Shape,
    around,
    cells,
    corners,
    name,
    pairs,
    regions,
    rows_and_columns,
    sides,
)

Numbers = tuple[tuple[int | None, ...], ...]


class AtMostOne(Constraint, frozen=True, kw_only=True):
    """At most one place holds a value."""

    value: int = 1

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        for c, group in zip(constraints, ids.tolist(), strict=True):
            for a, b in combinations(literals(model, c.places, c.value), 2):
                model.clauses(group, [-a, -b])

    def violations(self, values: Values) -> Iterator[Broken]:
        if len(where := self.where(values, self.value)) > 1:
            yield self.title, where


class Drawn(Constraint, frozen=True):
    """So many sides are drawn."""

    number: int

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        for c, group in zip(constraints, ids.tolist(), strict=True):
            model.linear(group, literals(model, c.places), 1, c.number, c.number)

    def violations(self, values: Values) -> Iterator[Broken]:
        drawn = values.count(1)
        if not drawn <= self.number <= drawn + values.count(None):
            yield self.title, self.places


class Loop(Constraint, frozen=True):
    """The sides drawn form one loop, or none is drawn."""

    shape: Shape

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            joints = {joint: i for i, joint in enumerate(corners(c.shape))}
            for joint in joints:
                x = [e for e in literals(model, around(joint, 0.5)) if e]
                for i, edge in enumerate(x):
                    model.clauses(owner, [-edge, *x[:i], *x[i + 1 :]])
                for three in combinations(x, 3):
                    model.clauses(owner, [-edge for edge in three])
            ends = [_ends(place, joints) for place in c.places]
            model.lazy.append(Circuit(model.groups[owner], literals(model, c.places), ends))

    def violations(self, values: Values) -> Iterator[Broken]:
        """Corners with an odd end or a branch, where all is known; sides beside the loop."""
        drawn = set(self.where(values, 1))
        open_ = {p for p, value in zip(self.places, values, strict=True) if value is None}
        for joint in corners(self.shape):
            beside = set(around(joint, 0.5))
            if len(beside & drawn) > 2 or (len(beside & drawn) == 1 and not beside & open_):
                yield f"{self.title} at {name(joint)}", [*beside & drawn]
        line, todo = set[Point](), [*drawn][:1]
        while todo and not open_:
            side = todo.pop()
            line.add(side)
            ends = (joint for joint in around(side, 0.5) if joint[0] % 1)
            meet = (q for joint in ends if joint[1] % 1 for q in around(joint, 0.5))
            todo += [q for q in meet if q in drawn - line]
        if not open_ and drawn - line:
            yield self.title, [*drawn - line]


def _ends(side: Point, joints: dict[Point, int]) -> tuple[int, int]:
    one, other = (joints[q] for q in around(side, 0.5) if q in joints)
    return one, other


class Hitori(Board, frozen=True, kw_only=True, tag="hitori"):
    """Hitori: shade cells until no number stands twice in a line.

    Rules:
        touch: shaded cells do not touch
        white: the white cells hang together
        twice: no number is left twice in a line
    """

    domain = (0, 1)

    grid: Numbers

    @property
    def shape(self) -> Shape:
        return len(self.grid), len(self.grid[0])

    def rules(self) -> Iterator[Constraint]:
        for pair in pairs(self.shape):
            yield AtMostOne("touch", f"{name(pair[0])} and {name(pair[1])}", pair)
        yield Connected("white", "the white area", cells(self.shape), value=0)

    def clues(self) -> Iterator[Constraint]:
        for title, line in rows_and_columns(self.shape):
            for word, where in regions(((r, c), self.grid[r][c]) for r, c in line).items():
                if len(where) > 1:
                    yield AtMostOne("twice", f"{title}, number {word}", where, value=0)


class Slitherlink(Board, frozen=True, kw_only=True, tag="slitherlink"):
    """Slitherlink: draw one loop along the sides of the cells.

    Rules:
        loop: the sides drawn form one loop
        number: a number says how many sides of its cell are drawn
    """

    grid: Numbers

    @property
    def board_shape(self) -> Shape:
        return len(self.grid), len(self.grid[0])

    def answer(self) -> Layer:
        return Layer(tuple(sides(self.board_shape)))

    def rules(self) -> Iterator[Constraint]:
        yield Loop("loop", "one loop", sides(self.board_shape), self.board_shape)

    def clues(self) -> Iterator[Constraint]:
        for cell in cells(self.board_shape):
            if (number := self.grid[cell[0]][cell[1]]) is not None:
                title = f"{number} of the sides of {name(cell)}"
                yield Drawn("number", title, around(cell, 0.5), number)
