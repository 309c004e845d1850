"""Sudoku, with boxes of any size from 2x2 to 7x7.

Rules: an n x n grid is cut into boxes of r rows and c columns, n = r c. Every row, column and box
holds each of the digits 1..n exactly once. Sources: documents 001 (course report) and 004 (digging
holes); the corpus holds 9x9, 16x16 and 25x25.

JSON: ``{"kind": "sudoku", "box": [r, c], "grid": [[5, 0, ...], ...]}``; 0 is a blank cell.

Model: x[cell, digit], exactly one digit a cell, in two forms (Lynce and Ouaknine 2006). Givens are
literals, so all sudokus of one box size share one loaded solver.

``extended``, the default: exactly one cell for every unit and digit, 4 n^2 rows in all. As clauses
that is each fact in both directions (at least and at most once), on which unit propagation finds
naked and hidden singles.

``plain``: at most one cell for every unit and digit. Unit propagation finds naked singles only.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Annotated, Any, ClassVar, Self

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from uniclue.core.model import Bools, Model, Place, Value
from uniclue.core.puzzle import (
    Example,
    Grid,
    Puzzle,
    PuzzleError,
    Violation,
    duplicates,
    name_place,
    name_places,
)

Side = Annotated[int, Meta(ge=2, le=7)]
Digit = Annotated[int, Meta(ge=0, le=49)]
Row = Annotated[tuple[Digit, ...], Meta(max_length=49)]


class Sudoku(Puzzle, frozen=True, kw_only=True, tag="sudoku"):
    """A sudoku: box size (rows, columns) and the grid, 0 for blank."""

    title: ClassVar[str] = "Sudoku with boxes from 2x2 to 7x7"
    codes: ClassVar[dict[str, str]] = {
        "clue": "a printed digit stays as it is",
        "row": "no digit stands twice in a row",
        "column": "no digit stands twice in a column",
        "box": "no digit stands twice in a box",
    }

    forms: ClassVar[tuple[str, ...]] = ("extended", "plain")
    ladder: ClassVar[tuple[str, ...]] = ("plain", "extended")

    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            name="one solution",
            puzzle={
                "kind": "sudoku",
                "box": [2, 2],
                "grid": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 1, 0, 0], [0, 0, 0, 2]],
            },
            solutions=(("1324", "4231", "2143", "3412"),),
            wrong={
                "clue": ("2314", "4231", "1243", "3412"),
                "row": ("1324", "4231", "2142", "3412"),
                "column": ("1324", "4231", "2143", "4312"),
                "box": ("1324", "3241", "2143", "4132"),
            },
        ),
        Example(
            name="two solutions",
            puzzle={
                "kind": "sudoku",
                "box": [2, 2],
                "grid": [[0, 0, 3, 4], [3, 4, 1, 2], [0, 0, 4, 3], [4, 3, 2, 1]],
            },
            solutions=(("1234", "3412", "2143", "4321"), ("2134", "3412", "1243", "4321")),
        ),
        Example(
            name="two equal givens in a row: no solution",
            puzzle={
                "kind": "sudoku",
                "box": [2, 3],
                "grid": [[6, 0, 0, 0, 0, 6], *([0] * 6 for _ in range(5))],
            },
            solutions=(),
        ),
    )

    box: tuple[Side, Side]
    grid: Annotated[tuple[Row, ...], Meta(max_length=49)]

    @property
    def side(self) -> int:
        """n: cells in a row, and the largest digit."""
        return self.box[0] * self.box[1]

    @property
    def shape(self) -> tuple[int, int]:
        """The grid is n x n."""
        return self.side, self.side

    @property
    def domain(self) -> tuple[Value, ...]:
        """Digits 1..n."""
        return tuple(range(1, self.side + 1))

    def validate(self) -> None:
        """The grid is n x n with digits 0..n."""
        n = self.side
        if len(self.grid) != n:
            raise PuzzleError("$.grid", f"expected {n} rows for this box, got {len(self.grid)}")
        for r, row in enumerate(self.grid):
            if len(row) != n:
                raise PuzzleError(f"$.grid[{r}]", f"expected {n} cells, got {len(row)}")
            if max(row) > n:
                c = next(c for c, digit in enumerate(row) if digit > n)
                raise PuzzleError(f"$.grid[{r}][{c}]", f"expected 0 to {n}, got {row[c]}")

    def rules_key(self) -> Hashable:
        """The box size."""
        return self.box

    def rules(self, model: Model) -> None:
        """Each unit holds each digit exactly once."""
        add = model.at_most_one if model.form == "plain" else model.exactly_one
        n, (height, width) = self.side, self.box
        x = model.cells.reshape(n, n, n)
        boxes = x.reshape(n // height, height, n // width, width, n).swapaxes(1, 2)
        views = {
            "row": x,
            "column": x.swapaxes(0, 1),
            "box": boxes.reshape(n, n, n),
        }
        for name, units in views.items():
            for i, unit in enumerate(units):
                places = [model.places[(v - 1) // n] for v in unit[:, 0].tolist()]
                sentence = f"{name} {i + 1} holds every digit once"
                group = model.group("rule", sentence, places, (f"{name} {i + 1}",), code=name)
                add(group, unit.T)

    def printed(self) -> list[tuple[Place, Value]]:
        """The printed digits."""
        return [
            ((r, c), digit)
            for r, row in enumerate(self.grid)
            for c, digit in enumerate(row)
            if digit
        ]

    def violations(self, grid: Grid) -> Iterator[Violation]:
        """Printed digits, then rows, columns and boxes."""
        for (r, c), digit in self.printed():
            if grid[r][c] not in (None, digit):
                yield Violation("clue", f"{name_place((r, c))} is printed as {digit}", ((r, c),))
        cells = [value for row in grid for value in row]
        for name, places, of in _units(self.box):
            if len(set(of(cells))) < self.side:
                yield from _repeats(grid, name, places)

    @classmethod
    def all_candidates(cls, puzzles: Sequence[Self]) -> Bools:
        """By the printed digits, all at once; givens make it slower."""
        if any(p.givens is not None for p in puzzles):
            return super().all_candidates(puzzles)
        printed = _printed(puzzles)[:, :, None]
        can: Bools = (printed == 0) | (printed == np.arange(1, puzzles[0].side + 1))
        return can

    @classmethod
    def all_right(cls, puzzles: Sequence[Self], values: NDArray[Any]) -> Bools:
        """Every unit holds every digit, and printed digits stay: as sets of bits, all at once."""
        (height, width), n = puzzles[0].box, puzzles[0].side
        printed = _printed(puzzles)
        right: Bools = ((printed == 0) | (printed == values)).all(axis=1)
        digits = np.left_shift(1, values.astype(np.int64)).reshape(-1, n, n)
        boxes = digits.reshape(-1, n // height, height, n // width, width)
        for units, axes in ((digits, (1,)), (digits, (2,)), (boxes, (2, 4))):
            held = np.bitwise_or.reduce(units, axis=axes)
            right &= (held == 2 ** (n + 1) - 2).reshape(len(values), -1).all(axis=1)
        if any(p.givens is not None for p in puzzles):
            right &= super().all_right(puzzles, values)
        return right

    def draw_cells(self, cells: list[list[str]]) -> str:
        """Rows with lines between the boxes."""
        height, width = self.box
        size = max(len(text) for row in cells for text in row)
        lines = []
        for r, row in enumerate(cells):
            parts = [row[c : c + width] for c in range(0, self.side, width)]
            lines.append(" | ".join(" ".join(t.rjust(size) for t in part) for part in parts))
            if (r + 1) % height == 0 and r + 1 < self.side:
                bar = "-" * (width * (size + 1) - 1)
                lines.append("-+-".join([bar] * (self.side // width)))
        return "\n".join(lines)


def _printed(puzzles: Sequence[Sudoku]) -> NDArray[np.uint8]:
    """The printed digits, 0 for none; shape (puzzles, cells)."""
    digits = b"".join(bytes(chain.from_iterable(p.grid)) for p in puzzles)
    return np.frombuffer(digits, np.uint8).reshape(len(puzzles), -1)


@functools.cache
def _units(box: tuple[int, int]) -> list[tuple[str, list[Place], Callable[[Any], Any]]]:
    """Rows, columns and boxes for the rule check: name, places, and a getter from all cells."""
    height, width = box
    n = height * width
    units: list[tuple[str, list[Place]]] = []
    for i in range(n):
        top, left = i // height * height, i % height * width
        cells = [(top + r, left + c) for r in range(height) for c in range(width)]
        units.append((f"row {i + 1}", [(i, c) for c in range(n)]))
        units.append((f"column {i + 1}", [(r, i) for r in range(n)]))
        units.append((f"box {i + 1}", cells))
    return [(name, at, itemgetter(*(r * n + c for r, c in at))) for name, at in units]


def _repeats(grid: Grid, name: str, places: list[Place]) -> Iterator[Violation]:
    """Digits that stand twice in a unit."""
    for value, where in duplicates(((r, c), grid[r][c]) for r, c in places):
        sentence = f"{name} holds {value} at {name_places(where)}"
        yield Violation(name.split()[0], sentence, tuple(where))
