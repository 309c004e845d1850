"""Sudokus as 81 characters, one a line, as a format; JSON and these are read before all others."""

from __future__ import annotations

from collections.abc import Iterator

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats import sudoku_line
from uniclue.formats.format import NO, CannotWriteError, Format
from uniclue.models.sudoku import Sudoku


class SudokuLines(Format):
    """9x9 sudokus, one a line."""

    name = "sudoku-line"
    title = "9x9 sudokus, 81 characters a line"
    joint = b""
    kinds = ("sudoku",)

    def sniff(self, data: bytes) -> int:
        return NO  # such lines are tried before all formats

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            if line.strip() and not line.strip().startswith("#"):
                try:
                    yield sudoku_line.read(line)
                except PuzzleError as error:
                    yield PuzzleError(f"line {number}, {error.path}", error.expected)

    def write(self, puzzle: Puzzle) -> bytes:
        if not isinstance(puzzle, Sudoku) or puzzle.side != 9:
            raise CannotWriteError("a line of 81 characters is a 9x9 sudoku")
        return "".join(str(digit) for row in puzzle.grid for digit in row).encode()


format_ = SudokuLines()
