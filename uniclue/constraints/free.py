"""A puzzle without a kind: places, values and constraints, as they were listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import msgspec

from uniclue.constraints.base import Constraints, Stated
from uniclue.constraints.board import Board
from uniclue.core.marks import Mark
from uniclue.core.model import Value
from uniclue.core.places import Layer, Point, Shape


class FreeConstraints(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The constraints of a puzzle without a kind; serialized, they are words.

    Attributes:
        words: For each constraint its class, code, sentence and places.
    """

    words: tuple[tuple[str, str, str, tuple[Point, ...]], ...]

    @classmethod
    def of(cls, constraints: Constraints, marks: Iterable[Mark]) -> FreeConstraints:
        """These constraints, and what is printed on the board."""
        every = tuple(constraints)
        free = cls(tuple((type(c).__name__, c.code, c.sentence(), tuple(c.places)) for c in every))
        free.__dict__.update(constraints=every, marks=tuple(marks))
        return free

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FreeConstraints) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(self.words)

    def __reduce__(self) -> Any:
        return FreeConstraints.of, (vars(self)["constraints"], vars(self)["marks"])


class FreeBoard(Board, frozen=True, kw_only=True, tag="board"):
    """A puzzle without a kind.

    Every constraint is a clue: a line of ``clues``, a suspect of ``why``.
    """

    rows: int
    cols: int
    asks: tuple[Point, ...]
    values: tuple[Value, ...]
    free: FreeConstraints
    drawn: str = ""

    @cached_property
    def board_shape(self) -> Shape:
        return self.rows, self.cols

    def answer(self) -> Layer:
        return Layer(self.asks, self.values, self.drawn)

    def clues(self) -> Constraints:
        every: tuple[Stated, ...] = vars(self.free)["constraints"]
        return every

    def printed_marks(self) -> Iterator[Mark]:
        yield from vars(self.free)["marks"]

    def printed_lines(self) -> Iterator[str]:
        return iter(())
