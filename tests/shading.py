"""Small kinds with lazy constraints, which rules and clues are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Self

from msgspec.structs import replace

from uniclue.constraints.base import Broken, Constraint, Values, add, literals
from uniclue.constraints.board import Board
from uniclue.constraints.connected import Connected
from uniclue.constraints.loop import Loop
from uniclue.core.model import Ints, Model, Writer
from uniclue.core.places import Layer, around, cells, links, rows_and_columns, sides
from uniclue.core.puzzle import PossibleClue, filled


class Shaded(Constraint, frozen=True):
    """A number of cells of a line is shaded."""

    number: int

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, group in zip(constraints, ids.tolist(), strict=True):
            x = [x for x in literals(rows, c.places) if x]
            rows.count(group, x, c.number, c.number)

    def violations(self, values: Values) -> Iterator[Broken]:
        shaded = values.count(1)
        if not shaded <= self.number <= shaded + values.count(None):
            yield self.title, self.places


class Shading(Board, frozen=True, kw_only=True, tag="shading"):
    """Shaded cells, counted in every line.

    Rules:
        blank: blank cells are connected
        number: a number of cells of a line is shaded
        shaded: shaded cells are connected, where the puzzle says so
    """

    domain = (0, 1)

    across: tuple[int | None, ...]
    down: tuple[int | None, ...]
    together: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.across), len(self.down)

    def rules(self) -> Iterator[Constraint]:
        yield Connected("blank", "the blank region", self.places, value=0)

    def clues(self) -> Iterator[Constraint]:
        lines = rows_and_columns(self.shape)
        for (name, places), number in zip(lines, self.across + self.down, strict=True):
            if number is not None:
                title = f"{name} has {number} shaded"
                yield Shaded("number", title, places, number)
        if self.together:
            yield shaded(self)

    def possible_clues(self) -> Iterator[PossibleClue]:
        if not self.together:
            yield Together()

    def with_clues(self, clues: Sequence[Any]) -> Shading:
        return replace(self, together=self.together or bool(clues))


class Together:
    """That the shaded cells are connected, as a clue that could be added."""

    def add(self, puzzle: Shading, model: Model) -> None:
        add(model, "clue", [shaded(puzzle)])


def shaded(puzzle: Shading) -> Connected:
    return Connected("shaded", "the shaded region", puzzle.places)


class Round(Board, frozen=True, kw_only=True, tag="round"):
    """One loop.

    Rules:
        loop: the lines form one loop
        number: so many lines (or shaded cells) are there
    """

    size: tuple[int, int]
    sides: bool
    numbers: tuple[tuple[int | None, ...], ...] = ()

    @property
    def board_shape(self) -> tuple[int, int]:
        return self.size

    def answer(self) -> Layer:
        board = cells(self.size)
        return Layer(tuple(sides(self.size) if self.sides else [*board, *links(board)]))

    def rules(self) -> Iterator[Constraint]:
        yield Loop("loop", "the line", self.unknowns.places, sides=self.sides)

    def clues(self) -> Iterator[Constraint]:
        for (r, c), number in filled(self.numbers):
            places = around((r, c), 0.5) if self.sides else [(r, c)]
            yield Shaded("number", f"{number} there", places, int(number))


def some_round(rng: random.Random) -> Round:
    """A small one with a few numbers."""
    is_sides = rng.random() < 0.5
    height, width = rng.choice([(1, 2), (2, 2)] if is_sides else [(2, 2), (2, 3)])
    most, few = (4, 0.5) if is_sides else (1, 0.15)
    numbers = [
        tuple(rng.randint(0, most) if rng.random() < few else None for _ in range(width))
        for _ in range(height)
    ]
    return Round(size=(height, width), sides=is_sides, numbers=tuple(numbers))


def some_shading(rng: random.Random) -> Shading:
    """A small one: of a random board, with some clues left out and some wrong."""
    height, width = rng.choice([(2, 3), (3, 3), (2, 4), (3, 4)])
    board = [rng.choices((0, 1), (2, 1), k=width) for _ in range(height)]

    def clues(numbers: list[int]) -> tuple[int | None, ...]:
        return tuple(None if rng.random() < 0.3 else n + (rng.random() < 0.05) for n in numbers)

    across, down = clues(list(map(sum, board))), clues([sum(c) for c in zip(*board, strict=True)])
    return Shading(across=across, down=down, together=rng.random() < 0.5)
