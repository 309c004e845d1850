"""Tables of rated levels: CSV with the columns X1, X2, X3, X4, N and level, one level a line.

The first line names the columns, in any order and case; other columns are passed over. X1 to X4
are whole numbers; N, the number of solutions, is 1 or more, since D is not defined without one;
level is any number.
"""

from __future__ import annotations

import csv
import io
import math
import re
from typing import NamedTuple

from uniclue.core.puzzle import PuzzleError

MAX_BYTES = 2**18
"""A larger table is refused unread: some 10,000 levels."""


class RecordedLevel(NamedTuple):
    """The counters of a level, and its rating."""

    x1: int
    x2: int
    x3: int
    x4: int
    n: int
    level: float


COLUMNS = ("X1", "X2", "X3", "X4", "N", "level")
_WHOLE = re.compile(r"[0-9]{1,18}")


def read(data: bytes) -> list[RecordedLevel]:
    """Reads a table.

    Raises:
        PuzzleError: Too large, no text, or a line that is no level. The path is the line and the
            column.
    """
    if len(data) > MAX_BYTES:
        raise PuzzleError("line 1", f"expected at most {MAX_BYTES // 1024} kB, got more")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise PuzzleError(f"line {line}", "expected UTF-8 text, got invalid bytes") from error
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise PuzzleError(f"line {reader.line_num}", f"expected CSV: {error}") from error
    rows = [(line, row) for line, row in rows if any(row)]
    if not rows:
        raise PuzzleError("line 1", f"expected the columns {', '.join(COLUMNS)}, got nothing")
    (line, header), *body = rows
    names = [name.lower() for name in header]
    for name in COLUMNS:
        if (number := names.count(name.lower())) != 1:
            what = f"expected one column {name}, got {number} in {', '.join(header):.60}"
            raise PuzzleError(f"line {line}", what)
    return [_level(line, row, names) for line, row in body]


def _level(line: int, row: list[str], names: list[str]) -> RecordedLevel:
    if len(row) != len(names):
        what = f"expected {len(names)} cells as in the first line, got {len(row)}"
        raise PuzzleError(f"line {line}", what)
    cells = dict(zip(names, row, strict=True))
    counters = []
    for name in COLUMNS[:-1]:
        cell, least = cells[name.lower()], int(name == "N")
        if not _WHOLE.fullmatch(cell) or int(cell) < least:
            what = f"expected a whole number of {least} or more, got {cell!r:.40}"
            raise PuzzleError(f"line {line}, column {name}", what)
        counters.append(int(cell))
    level = _number(cells["level"])
    if not abs(level) <= 1e9:
        what = f"expected a number up to 1e9, got {cells['level']!r:.40}"
        raise PuzzleError(f"line {line}, column level", what)
    x1, x2, x3, x4, n = counters
    return RecordedLevel(x1, x2, x3, x4, n, level)


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan
