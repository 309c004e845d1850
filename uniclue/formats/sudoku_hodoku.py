"""Lines of HoDoKu's library: a sudoku on the way, and a step that is possible there.

``:0300:4:53..+7...:412 512::`` and so on: the number of a technique, its digits, 81 cells (``.`` or
0 for a blank one; ``+`` stands before what is filled in already, which becomes the member
``state``), candidates that are struck (digit, row, column), and more. Candidates and steps are
passed over: they follow from the givens, or are somebody's work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats import sudoku_line
from uniclue.formats.format import NO, SURE, Format, first_line, lines_in, read_each

_LINE = re.compile(r":[\dx-]*:[\dx]*:((?:\+?[\d.])+):[^:]*:[^:]*:.*", re.ASCII)
_CELL = re.compile(r"(\+?)([\d.])", re.ASCII)


class HoDoKu(Format):
    """Lines of HoDoKu's library."""

    name = "hodoku"
    title = "lines of HoDoKu's library: sudokus, with what is filled in"
    kinds = ("sudoku",)
    can_write = False

    def sniff(self, data: bytes) -> int:
        return SURE if _LINE.fullmatch(first_line(data, 2000)) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        return read_each(_read, lines_in(data))


def _read(line: str) -> Puzzle:
    if (match := _LINE.fullmatch(line)) is None:
        raise PuzzleError("$", "expected :technique:digits:cells:struck:eliminations:")
    cells = _CELL.findall(match[1])
    puzzle = sudoku_line.read("".join("." if plus else digit for plus, digit in cells))
    if not any(plus for plus, _ in cells):
        return puzzle
    state = [
        [int(d) if d in "123456789" else None for _, d in cells[i : i + 9]] for i in range(0, 81, 9)
    ]
    return replace(puzzle, extra={"state": state})


format_ = HoDoKu()
