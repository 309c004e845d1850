"""Boards of nonograms with the line rules, for searches, ratings and recipes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import partial

from uniclue.core.puzzle import Contradiction, Grid
from uniclue.models.nonogram import Nonogram
from uniclue.search import nonogram_lines as bits
from uniclue.search.nonogram_rules import RangedLine, reach, reason
from uniclue.search.steps import StepLog

KnownCells = tuple[int, int]
"""The cells of a line known to be black, and those known to be white."""
Settle = Callable[[bits.Runs, int, int, int], KnownCells]
"""All that follows for a line of these runs and this size from its black and its white cells."""


def with_cell(cells: KnownCells, cell: int, is_black: bool) -> KnownCells:
    """The known cells of a line with one more."""
    black, white = cells
    return (black | 1 << cell, white) if is_black else (black, white | 1 << cell)


class GivenLines:
    """The rows, then the columns: their runs, sizes and given cells."""

    def __init__(self, puzzle: Nonogram) -> None:
        self.height, self.width = puzzle.shape
        self.runs = [line.blocks for line in puzzle.lines]
        self.sizes = [self.width] * self.height + [self.height] * self.width
        self.given: list[KnownCells] = [(0, 0)] * len(self.runs)
        for (r, c), value in puzzle.given_cells():
            self.given = self.with_cell(self.given, r, c, bool(value))

    def with_cell(
        self, cells: list[KnownCells], r: int, c: int, is_black: bool
    ) -> list[KnownCells]:
        """The known cells of all lines with one more."""
        cells, column = cells.copy(), self.height + c
        cells[r] = with_cell(cells[r], c, is_black)
        cells[column] = with_cell(cells[column], r, is_black)
        return cells

    def fits(self, i: int, cells: KnownCells) -> bool:
        """Whether an arrangement of line i agrees with its known cells."""
        return bits.fits(self.runs[i], self.sizes[i], *cells)


def row_words(r: int, black: int, width: int, broken: int | None = None) -> str:
    """A filled row in words, with the column that it makes impossible, if any."""
    fault = "" if broken is None else f": column {broken + 1} is impossible"
    return f"row {r + 1} {bits.picture(width, black, ~black)}{fault}"


class PartialBoard:
    """A partial board: its rows and columns with the ranges of their runs.

    Attributes:
        lines: The rows, then the columns.
    """

    def __init__(self, puzzle: Nonogram) -> None:
        given = GivenLines(puzzle)
        self._height, self._width = puzzle.shape
        lines = zip(given.runs, given.sizes, given.given, strict=True)
        self.lines = [RangedLine(runs, size, *cells) for runs, size, cells in lines]
        self._waiting = set(range(len(self.lines)))

    @property
    def rows(self) -> list[RangedLine]:
        """The rows."""
        return self.lines[: self._height]

    @property
    def unknown(self) -> int:
        """How many cells are unknown."""
        return sum(row.unknown.bit_count() for row in self.rows)

    def grid(self) -> Grid:
        """The grid; None where a cell is unknown."""
        return tuple(
            tuple(
                1 if row.black >> c & 1 else 0 if row.white >> c & 1 else None
                for c in range(self._width)
            )
            for row in self.rows
        )

    def reason(self, steps: StepLog) -> None:
        """Runs the rules over all lines with a new cell until nothing changes.

        Raises:
            Contradiction: The rules find that a line has no arrangement left.
        """
        self._visit(partial(self._reason_in, steps=steps))

    def reach(self, settle: Settle) -> None:
        """Paints the cells that :meth:`reason` paints, sooner, and tightens fewer ranges.

        Args:
            settle: No rule paints more than it tells.

        Raises:
            Contradiction: A line has no arrangement left.
        """
        self._visit(partial(self._reach_in, settle=settle))

    def _visit(self, visit: Callable[[int], None]) -> None:
        """Visits all lines with a new cell, rows and columns in turn, until there is none."""
        while self._waiting:
            for across in (True, False):
                for i in sorted(i for i in self._waiting if (i < self._height) == across):
                    self._waiting.remove(i)
                    line = self.lines[i]
                    black, white = line.black, line.white
                    visit(i)
                    self._cross(i, line.black & ~black, line.white & ~white)

    def _reason_in(self, i: int, steps: StepLog) -> None:
        try:
            reason(self.lines[i], steps, self.name(i))
        except Contradiction:
            steps.note(lambda: f"{self.name(i)}: the rules find a contradiction")
            raise

    def _reach_in(self, i: int, settle: Settle) -> None:
        line = self.lines[i]
        reach(line, *settle(line.runs, line.size, line.black, line.white))

    def _cross(self, i: int, black: int, white: int) -> None:
        """Copies these cells of line i to the lines that cross it."""
        here, first = (i, self._height) if i < self._height else (i - self._height, 0)
        for cells, paint in ((black, RangedLine.paint_black), (white, RangedLine.paint_white)):
            for j in bits.each(cells):
                paint(self.lines[first + j], 1 << here)
                self._waiting.add(first + j)

    def name(self, i: int) -> str:
        """Such as ``row 1``."""
        return f"row {i + 1}" if i < self._height else f"column {i - self._height + 1}"

    def impossible_line(self) -> int | None:
        """The first column that is impossible; if all cells are known, also a row."""
        for i in range(self._height if self.unknown else 0, len(self.lines)):
            line = self.lines[i]
            if not bits.fits(line.runs, line.size, line.black, line.white):
                return i
        return None

    def branches(self, steps: StepLog) -> Iterator[PartialBoard]:
        """The boards with each arrangement of the row that has the fewest."""
        steps.count("branches")
        number, r = min(
            (bits.arrangement_count(row.runs, row.size, row.black, row.white), r)
            for r, row in enumerate(self.rows)
            if row.unknown
        )
        row = self.lines[r]
        steps.note(lambda: f"row {r + 1} has the fewest arrangements: {number}")
        for cells in bits.arrangements(row.runs, row.size, row.black, row.white):
            steps.note(partial(row_words, r, cells, row.size))
            yield self._with_row(r, cells)

    def _with_row(self, r: int, cells: int) -> PartialBoard:
        """A copy in which the row has these black cells."""
        new = copy(self)
        new.lines, new._waiting = [line.copy() for line in self.lines], set()
        row = new.lines[r]
        black, white = cells & ~row.black, bits.span(0, row.size - 1) & ~cells & ~row.white
        row.paint_black(black)
        row.paint_white(white)
        new._cross(r, black, white)
        return new
