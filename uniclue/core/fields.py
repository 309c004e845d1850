"""The fields of a puzzle: what they may hold, and what they print on the board or beside it.

A kind names the sort of a field where it declares it:
``grid: Annotated[tuple[Row, ...], Digits()]``. Types and sizes are checked before, by msgspec; a
sort checks what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, zip_longest
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Place, Value
from uniclue.core.places import Stretch, columns, rows, runs, stretches
from uniclue.core.puzzle import Puzzle, PuzzleError, filled
from uniclue.core.words import expected_one_of


class Field:
    """A sort of field."""

    def check(self, path: str, value: Any, puzzle: Puzzle) -> None:
        """Raises :class:`PuzzleError` for a value that does not suit the puzzle."""

    def printed(self, value: Any) -> list[tuple[Place, Value]]:
        """The cells whose value it prints."""
        return []

    def closed(self, value: Any) -> list[Place]:
        """The cells that hold no value because of it."""
        return []


class Cells(Field):
    """A grid with an entry for every cell of the board.

    Attributes:
        of: What a row consists of, in words.
        like: Why it has so many, for errors: ``for this box``.
    """

    def __init__(self, of: str = "cells", like: str = "") -> None:
        self.of, self.like = of, like

    def check(self, path: str, value: Sequence[Sequence[Any]], puzzle: Puzzle) -> None:
        rows, cols = puzzle.shape
        if len(value) != rows:
            raise PuzzleError(path, f"expected {rows} rows{self.like}, got {len(value)}")
        for r, row in enumerate(value):
            if len(row) != cols:
                expected = f"expected {cols} {self.of}{self.like}, got {len(row)}"
                raise PuzzleError(f"{path}[{r}]", expected)


class Entries(Cells):
    """A grid of values of the solution, which may be left out.

    Attributes:
        free: The word for a cell that is left free; null is another.
    """

    def __init__(self, of: str = "cells", like: str = "", *, free: str = "?") -> None:
        super().__init__(of, like)
        self.free = free

    def check(self, path: str, value: Sequence[Sequence[Any]] | None, puzzle: Puzzle) -> None:
        if value is not None:
            super().check(path, value, puzzle)
            values = (*puzzle.domain, self.free)
            for (r, c), entry in filled(value):
                if entry not in values:
                    expected = expected_one_of(map(str, values), entry)
                    raise PuzzleError(f"{path}[{r}][{c}]", expected)


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


class RunSums(Cells):
    r"""A grid of black cells and, as None, white ones; a run is a stretch of white cells.

    A black cell holds the sums of the runs that start right of it (``across``) and below it
    (``down``), None where there is none; it is printed as ``down\across``.
    """

    def check(self, path: str, value: Sequence[Sequence[Any]], puzzle: Puzzle) -> None:
        super().check(path, value, puzzle)
        white = frozenset(self.white(value))
        for r, c in self.closed(value):
            for member, after, where in (
                ("across", (r, c + 1), "to its right"),
                ("down", (r + 1, c), "below it"),
            ):
                total, at = getattr(value[r][c], member), f"{path}[{r}][{c}].{member}"
                if total is not None and not 1 <= total <= 99:
                    raise PuzzleError(at, f"expected 1 to 99, or null for no sum, got {total}")
                if total is not None and after not in white:
                    raise PuzzleError(at, f"expected null, got a clue with no cells {where}")
        if not white:
            raise PuzzleError(path, "expected at least one white cell (null), got none")
        lines = rows(puzzle.shape) + columns(puzzle.shape)
        if max(len(run) for _, line in lines for run in stretches(line, white)) > 9:
            run = next(run for run in runs(puzzle.shape, white) if len(run.places) > 9)
            (r, c), title = run.places[0], f"{run.title} ({len(run.places)} cells)"
            expected = f"expected at most 9 cells in a run, got {title}"
            raise PuzzleError(f"{path}[{r}][{c}]", expected)

    def closed(self, value: Sequence[Sequence[Any]]) -> list[Place]:
        return [(r, c) for r, row in enumerate(value) for c, x in enumerate(row) if x is not None]

    @staticmethod
    def white(value: Sequence[Sequence[Any]]) -> list[Place]:
        """The white cells, row by row."""
        return [(r, c) for r, row in enumerate(value) for c, x in enumerate(row) if x is None]

    @staticmethod
    def total(value: Sequence[Sequence[Any]], run: Stretch) -> int | None:
        """The sum of a run, None if it has none."""
        r, c = run.places[0]
        r, c = (r, c - 1) if run.direction == "across" else (r - 1, c)
        total: int | None = getattr(value[r][c], run.direction) if r >= 0 <= c else None
        return total

    @staticmethod
    def text(sums: Any) -> str:
        r"""A black cell's drawing, five characters: ``23\16``, or a fill if there are no sums."""
        if sums.across is None and sums.down is None:
            return "#####"
        down, across = ("" if n is None else n for n in (sums.down, sums.across))
        return f"{down:>2}\\{across:<2}"

    @classmethod
    def draw(cls, value: Sequence[Sequence[Any]], cells: list[list[str]]) -> str:
        """A table of the cells and, in black ones, their sums."""
        rows = (
            [text if sums is None else cls.text(sums) for text, sums in zip(*row, strict=True)]
            for row in zip(cells, value, strict=True)
        )
        return "\n".join(" ".join(text.center(5) for text in row).rstrip() for row in rows)


class BlockLengths(Field):
    """The lengths of the blocks of black cells of every line; ``[0]`` is an empty line, as ``[]``.

    They are printed beside the lines.
    """

    def check(self, path: str, value: Sequence[Sequence[int]], puzzle: Puzzle) -> None:
        for i, clue in enumerate(value):
            if 0 in clue and len(clue) > 1:
                raise PuzzleError(
                    f"{path}[{i}][{clue.index(0)}]",
                    "expected a block of 1 cell or more (0 stands alone, for an empty line), got 0",
                )

    @staticmethod
    def of(clue: Sequence[int]) -> tuple[int, ...]:
        """The blocks of a line."""
        return tuple(filter(None, clue))

    @staticmethod
    def frame(
        rows: Sequence[Sequence[int]], cols: Sequence[Sequence[int]], cells: list[list[str]]
    ) -> list[str]:
        """The lines of a drawing: column clues above, row clues on the left of the cells."""
        left, above = ([[str(n) for n in clue or (0,)] for clue in side] for side in (rows, cols))
        width = max(len(number) for clue in above for number in clue)
        sides = [" ".join(clue) for clue in left]
        margin = max(map(len, sides))
        head = reversed(list(zip_longest(*(clue[::-1] for clue in above), fillvalue="")))
        body = [*(("", texts) for texts in head), *zip(sides, cells, strict=True)]
        return [
            " ".join([side.rjust(margin), *(t.rjust(width) for t in texts)]).rstrip()
            for side, texts in body
        ]


@cache
def fields_of(kind: type[Puzzle]) -> dict[str, Field]:
    """The fields of a kind that name their sort."""
    hints = get_type_hints(kind, include_extras=True)
    named = ((name, getattr(hint, "__metadata__", ())) for name, hint in hints.items())
    return {name: sort for name, extras in named for sort in extras if isinstance(sort, Field)}
