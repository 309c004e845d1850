"""Sudokus in links of sudokuwiki.org; nothing is fetched.

``https://www.sudokuwiki.org/sudoku.htm?bd=`` and 81 digits, 0 or ``.`` for a blank cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats import sudoku_line
from uniclue.formats.format import (
    NO,
    SURE,
    CannotWriteError,
    Format,
    first_line,
    lines_in,
    read_each,
)
from uniclue.models.sudoku import Sudoku

_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?sudokuwiki\.org/[a-z_]*\.(?:htm|asp)\?(?:[^#]*&)?bd=([^&#]*).*",
    re.IGNORECASE,
)


class SudokuWiki(Format):
    """Links of Sudokuwiki."""

    name = "sudokuwiki"
    title = "links of sudokuwiki.org that hold 81 digits"
    kinds = ("sudoku",)
    is_link = True

    def sniff(self, data: bytes) -> int:
        return SURE if _LINK.fullmatch(first_line(data, 400)) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        return read_each(_read, lines_in(data))

    def write(self, puzzle: Puzzle) -> bytes:
        if not isinstance(puzzle, Sudoku) or puzzle.side != 9:
            raise CannotWriteError("a link of Sudokuwiki is a 9x9 sudoku")
        digits = "".join(str(digit) for row in puzzle.grid for digit in row)
        return f"https://www.sudokuwiki.org/sudoku.htm?bd={digits}".encode()


def _read(link: str) -> Puzzle:
    if (match := _LINK.fullmatch(link)) is None:
        raise PuzzleError("$", f"expected a link of sudokuwiki.org with bd=, got {quoted(link)}")
    return sudoku_line.read(match[1])


format_ = SudokuWiki()
