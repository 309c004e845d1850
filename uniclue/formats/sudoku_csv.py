"""Tables of sudokus: CSV whose first line names the columns.

The sudoku stands in the column ``puzzle`` (or ``quizzes``, ``grid``, ``board``, ``sudoku``).
Carried are ``solution``, ``rating`` (or ``difficulty``), ``id``, ``title``, ``author`` and
``source``; other columns are passed over.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats import sudoku_list
from uniclue.formats.format import LIKELY, NO, Format

COLUMNS = {
    "puzzle": r"puzzles?|quiz(?:zes)?|grid|board|sudoku",
    "solution": r"solutions?",
    "rating": r"rating|difficulty",
    "id": "id",
    "title": "title",
    "author": "author",
    "source": "source",
}
"""What is read, and the words of column names that say it."""
MAX_TEXT = 200
"""Characters of a text that are carried."""


class SudokuTable(Format):
    """Sudokus in CSV."""

    name = "sudoku-csv"
    title = "sudokus in a table with the column puzzle (also solution, rating, id, ...)"
    endings = (".csv",)
    kinds = ("sudoku",)
    can_write = False

    def sniff(self, data: bytes) -> int:
        rows = _rows(data[:8192])
        with suppress(PuzzleError, StopIteration):
            if "puzzle" in (columns := _columns(next(rows)[1])):
                puzzle(next(rows)[1], columns)
                return LIKELY
        return NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        rows = _rows(data)
        columns = _columns(next(rows, (1, []))[1])
        if "puzzle" not in columns:
            raise PuzzleError("line 1", "expected names of columns, one of them puzzle")
        for line, row in rows:
            try:
                yield puzzle(row, columns)
            except PuzzleError as error:
                yield PuzzleError(f"line {line}{error.path[1:]}", error.expected)


def puzzle(row: Sequence[str], columns: dict[str, int]) -> Puzzle:
    """Reads a row.

    Raises:
        PuzzleError: There is no sudoku in its column.
    """
    cells = {what: row[i].strip() for what, i in columns.items() if i < len(row)}
    if not re.fullmatch(r"[^\s,;#]+", cells.get("puzzle", "")):
        raise PuzzleError("$", "expected a sudoku in the column puzzle")
    sudoku = sudoku_list.read_line(cells.pop("puzzle"))
    extra: dict[str, Any] = {what: text[:MAX_TEXT] for what, text in cells.items() if text}
    if "rating" in extra:
        extra |= sudoku_list.rating(extra["rating"])
    if "solution" in extra:
        with suppress(PuzzleError):
            solved: Any = sudoku_list.read_line(cells["solution"])
            extra["solution"] = [list(numbers) for numbers in solved.grid]
    return replace(sudoku, extra=extra)


def _columns(names: Sequence[str]) -> dict[str, int]:
    """The columns that are read."""
    columns: dict[str, int] = {}
    for what, words in COLUMNS.items():
        for i, name in enumerate(names):
            if re.search(rf"(?:^|[\W_])(?:{words})(?:$|[\W_])", name.strip().lower()):
                columns.setdefault(what, i)
    return columns


def _rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, and their lines."""
    reader = csv.reader(io.StringIO(data.decode("utf-8", "replace"), newline=""))
    try:
        yield from ((reader.line_num, row) for row in reader if any(row))
    except csv.Error as error:
        raise PuzzleError(f"line {reader.line_num}", f"expected CSV: {error}") from error


format_ = SudokuTable()
