"""The fields of a puzzle: what they may hold, and what they print on the board.

A kind names the sort of a field where it declares it:
``grid: Annotated[tuple[Row, ...], Digits()]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Puzzle, PuzzleError


@dataclass(frozen=True)
class Cells:
    """A grid with an entry for every cell of the board.

    Attributes:
        of: What a row consists of, in words.
        like: Why it has so many, for errors: ``for this box``.
    """

    of: str = "cells"
    like: str = ""

    def check(self, path: str, value: Sequence[Sequence[Any]], puzzle: Puzzle) -> None:
        """Raises :class:`PuzzleError` for a value that does not suit the puzzle."""
        rows, cols = puzzle.shape
        if len(value) != rows:
            raise PuzzleError(path, f"expected {rows} rows{self.like}, got {len(value)}")
        for r, row in enumerate(value):
            if len(row) != cols:
                expected = f"expected {cols} {self.of}{self.like}, got {len(row)}"
                raise PuzzleError(f"{path}[{r}]", expected)

    def printed(self, value: Any) -> list[tuple[Place, Value]]:
        """The cells whose value it prints."""
        return []


@dataclass(frozen=True)
class Digits(Cells):
    """A grid of digits that are printed as they are; 0 is a blank cell."""

    def check(self, path: str, value: Sequence[Sequence[int]], puzzle: Puzzle) -> None:
        super().check(path, value, puzzle)
        most = len(puzzle.domain)
        for r, row in enumerate(value):
            if max(row) > most:
                c = next(c for c, digit in enumerate(row) if digit > most)
                raise PuzzleError(f"{path}[{r}][{c}]", f"expected 0 to {most}, got {row[c]}")

    def printed(self, value: Sequence[Sequence[int]]) -> list[tuple[Place, Value]]:
        return [
            ((r, c), digit) for r, row in enumerate(value) for c, digit in enumerate(row) if digit
        ]

    @staticmethod
    def together(values: Sequence[Sequence[Sequence[int]]]) -> NDArray[np.uint8]:
        """The digits of many grids of one shape: shape (grids, cells)."""
        digits = b"".join(bytes(chain.from_iterable(value)) for value in values)
        return np.frombuffer(digits, np.uint8).reshape(len(values), -1)


@cache
def fields_of(kind: type[Puzzle]) -> dict[str, Cells]:
    """The fields of a kind that name their sort."""
    hints = get_type_hints(kind, include_extras=True)
    named = ((name, getattr(hint, "__metadata__", ())) for name, hint in hints.items())
    return {name: sort for name, extras in named for sort in extras if isinstance(sort, Cells)}
