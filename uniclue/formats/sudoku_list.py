"""Lists of sudokus of any size, one a line (``.sdm``); what stands beside is carried.

A number behind the sudoku is its ``rating``, as are the first of ``ED=9.0/1.2/1.2`` and ``ER=``;
a word before it is its ``id``. Fields are separated by blanks, tabs, commas or semicolons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats import sudoku_text
from uniclue.formats.format import LIKELY, MAYBE, NO, Format
from uniclue.formats.sudoku_text import SIDES, USUAL, alphabet

_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_RATED = re.compile(r"\bE[DR]=([0-9]{1,9}(?:\.[0-9]{1,9})?)")


class SudokuList(Format):
    """Sudokus, one a line."""

    name = "sdm"
    title = "sudokus of any size, a line each, with ratings or without"
    endings = (".sdm",)
    kinds = ("sudoku",)

    def sniff(self, data: bytes) -> int:
        head = data[:8192].decode("utf-8", "replace").splitlines()
        first = next((line for line in head if line.strip() and line.strip()[0] != "#"), "")
        cells = _cells(_fields(first))
        return NO if cells is None else LIKELY if len(cells) == 81 else MAYBE

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            if line.strip() and not line.strip().startswith("#"):
                try:
                    yield read_line(line)
                except PuzzleError as error:
                    yield PuzzleError(f"line {number}{error.path[1:]}", error.expected)

    def write(self, puzzle: Puzzle) -> bytes:
        return sudoku_text.line(puzzle, self.name).encode()


def read_line(line: str) -> Puzzle:
    """Reads a sudoku and the text after it.

    Raises:
        PuzzleError: There is none. The path is ``$``, or ``$[i]``, the index of a character.
    """
    fields = _fields(line)
    cells = _cells(fields)
    if cells is None:
        cells = max(fields[:3], key=len, default="")
    if len(cells) not in SIDES:
        sizes = "81 characters (or 16, 36, 64, 100, ... 1225)"
        raise PuzzleError("$", f"expected {sizes}, got {len(cells)}")
    side = SIDES[len(cells)]
    before = fields[: fields.index(cells)]
    extra: dict[str, Any] = {"id": before[0][:80]} if before else {}
    extra |= rating(line.split(cells, 1)[1])
    try:
        return sudoku_text.sudoku(sudoku_text.numbers(cells, side), USUAL[side], extra)
    except PuzzleError as error:
        raise PuzzleError(f"${error.path}", error.expected) from error


def rating(text: str) -> dict[str, Any]:
    """The rating in the text after a sudoku."""
    if match := _RATED.search(text):
        return {"rating": float(match[1])}
    first = next(iter(_fields(text)), "")
    return {"rating": float(first)} if _NUMBER.fullmatch(first) else {}


def _fields(line: str) -> list[str]:
    return re.split(r"[\s,;]+", line.split("#")[0].strip())[:9]


def _cells(fields: list[str]) -> str | None:
    """The field that is a sudoku."""
    for field in fields[:3]:
        side = SIDES.get(len(field), 0)
        if side and set(field.upper()) <= {*alphabet(side)} and set(field) & set(".0123456789"):
            return field
    return None


format_ = SudokuList()
