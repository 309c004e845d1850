"""Sudokus whose clues are candidates: 9x9 groups of digits, as SudoCue and HoDoKu copy them.

A group holds the digits that a cell may hold; one alone is printed. Lines around boxes, and signs
before a digit that tell who placed it (``*``, ``u``), are passed over. A sukaku is the same in 729
characters, nine a cell. What strikes no candidate is a plain sudoku.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from msgspec.structs import replace

from uniclue.core.fields import items
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import NO, SURE, CannotWriteError, Format, read_each
from uniclue.formats.puzzle_json import from_members
from uniclue.formats.sameness import differences
from uniclue.formats.sudoku_grid import BARS, RULE

DIGITS = "123456789"
SUKAKU = 729
MAX_BYTES = 2**16
"""A larger file is no grid of groups."""
_SUKAKU = re.compile(f"(?:{''.join(f'[{digit}0.]' for digit in DIGITS)}){{81}}")
_GROUP = re.compile(r"[*u]?([1-9]{1,9})", re.IGNORECASE)


class Candidates(Format):
    """Grids of candidates."""

    name = "sudoku-candidates"
    title = "sudokus as 9x9 groups of candidates, or as 729 characters a line"
    kinds = ("sudoku", "variant")
    joint = b"\n"

    def sniff(self, data: bytes) -> int:
        text = data[:MAX_BYTES].decode("utf-8", "replace")
        first = next((line for line in text.splitlines() if line.strip()), "")
        groups = _groups(next(_parts(text), ""))
        words = [*chain(*groups)]
        is_grid = [*map(len, groups)] == [9] * 9 and all(map(_GROUP.fullmatch, words))
        has_many = any(len(word) > 1 for word in words)
        return SURE if _SUKAKU.fullmatch(first.strip()) or (is_grid and has_many) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        return read_each(_puzzle, _parts(data.decode("utf-8", "replace")))

    def write(self, puzzle: Puzzle) -> bytes:
        rows = _told(puzzle)
        width = max(len(word) for row in rows for word in row)
        rule = "-+-".join(["-" * (3 * width + 2)] * 3)
        lines = []
        for r, words in enumerate(rows):
            lines += [rule] if r in (3, 6) else []
            row = [word.ljust(width) for word in words]
            lines.append(" | ".join(" ".join(row[c : c + 3]) for c in (0, 3, 6)).rstrip())
        return "\n".join(lines).encode()


def _parts(text: str) -> Iterator[str]:
    """The puzzles: lines of 729 characters, or nine lines with groups."""
    rows: list[str] = []
    for line in map(str.strip, text.splitlines()):
        if _SUKAKU.fullmatch(line):
            yield line
        elif line and not line.startswith("#") and not RULE.fullmatch(line):
            rows.append(line)
        if len(rows) == 9:
            yield "\n".join(rows)
            rows = []
    if rows:
        yield "\n".join(rows)


def _groups(text: str) -> list[list[str]]:
    """The groups of each row."""
    return [BARS.sub(" ", line).split() for line in text.splitlines()]


def _puzzle(text: str) -> Puzzle:
    """Reads a grid of groups or a sukaku.

    Raises:
        PuzzleError: It is none.
    """
    if _SUKAKU.fullmatch(text):
        words = ["".join({*text[i : i + 9]} - {*"0."}) for i in range(0, SUKAKU, 9)]
        rows = [["".join(sorted(word)) for word in words[i : i + 9]] for i in range(0, 81, 9)]
    else:
        rows = _groups(text)
    return _read_rows(rows)


def _read_rows(rows: Sequence[Sequence[str]]) -> Puzzle:
    """Checks and reads groups."""
    if len(rows) != 9:
        raise PuzzleError("$", f"expected 9 lines of 9 groups of digits, got {len(rows)}")
    for r, row in enumerate(rows, 1):
        if len(row) != 9:
            raise PuzzleError("$", f"expected 9 groups of digits in row {r}, got {len(row)}")
        for word in row:
            if (match := _GROUP.fullmatch(word)) is None or len({*match[1]}) < len(match[1]):
                expected = f"expected the digits that a cell may hold in row {r}"
                raise PuzzleError("$", f"{expected}, got {quoted(word)}")
    return _of_groups([[word.lstrip("*uU") for word in row] for row in rows])


def _of_groups(rows: Sequence[Sequence[str]]) -> Puzzle:
    """The sudoku, or the variant, given by groups."""
    grid = [[int(word) if len(word) == 1 else 0 for word in row] for row in rows]
    marks = [[word if 1 < len(word) < 9 else "." for word in row] for row in rows]
    if all(word == "." for row in marks for word in row):
        return from_members({"kind": "sudoku", "box": [3, 3], "grid": grid})
    texts = ["".join(str(digit or ".") for digit in row) for row in grid]
    members = {"box": [3, 3], "grid": texts, "pencilmarks": [" ".join(row) for row in marks]}
    return from_members({"kind": "variant"} | members)


def _told(puzzle: Any) -> list[list[str]]:
    """The groups of a puzzle, by rows.

    Raises:
        CannotWriteError: It needs more than these.
    """
    printed = items(getattr(puzzle, "pencilmarks", ())) + items(puzzle.grid)
    words = {cell: str(word) for cell, word in printed if word}
    rows = [[words.get((r, c), DIGITS) for c in range(9)] for r in range(9)]
    with suppress(PuzzleError):
        if not differences(replace(puzzle, extra={}), _read_rows(rows)):
            return rows
    what = "9x9 sudokus with a digit, or two to eight pencil marks, in a cell"
    raise CannotWriteError(f"{Candidates.name} holds {what}")


format_ = Candidates()
