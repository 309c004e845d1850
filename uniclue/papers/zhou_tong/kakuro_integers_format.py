"""A kakuro as lines of integers, one line a row: the input file of Zhou and Tong.

    0          a black cell without sums
    1 or more  a white cell
    -(ccrr)    a black cell: cc is the sum of the run below it, rr that of the run to its right, two
               digits each, 00 for none. So -1604 has 16 below and 4 to the right, -4 (or -0004)
               only the latter

The document's files have 8 rows of 10; here any size up to 150x150 is read and written. Numbers are
separated by blanks or tabs; empty lines are skipped. White cells are written as 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.format import LIKELY, NO, CannotWriteError, Format
from uniclue.models.kakuro import BlackCell, Kakuro

SIDE = 150
"""The most rows and columns."""
_WIDTH = 8 * SIDE
"""Characters of a line that are looked at; more cannot be a row."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")


def read(text: str) -> Kakuro:
    """Reads a puzzle.

    Raises:
        PuzzleError: It is none. The path is ``$[row][column]``, counted from 0 without empty lines.
    """
    lines = (line for line in text.removeprefix("\ufeff").splitlines() if line.strip())
    rows = [_read_row(line, f"$[{r}]") for r, line in enumerate(islice(lines, SIDE + 1))]
    if not rows:
        raise PuzzleError("$", "expected rows of integers, got none")
    if len(rows) > SIDE:
        raise PuzzleError("$", f"expected at most {SIDE} rows, got more")
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            expected = f"expected {len(rows[0])} integers as in the first row, got {len(row)}"
            raise PuzzleError(f"$[{r}]", expected)
    try:
        return Kakuro(rows=len(rows), cols=len(rows[0]), grid=tuple(rows))
    except PuzzleError as error:
        raise PuzzleError(error.path.replace("$.grid", "$"), error.expected) from error


def _read_row(line: str, path: str) -> tuple[BlackCell | None, ...]:
    words = line[:_WIDTH].split()
    if len(line) > _WIDTH or len(words) > SIDE:
        raise PuzzleError(path, f"expected at most {SIDE} integers in a row, got more")
    return tuple(_read_cell(word, f"{path}[{c}]") for c, word in enumerate(words))


def _read_cell(word: str, path: str) -> BlackCell | None:
    """A black cell's sums; None for a white cell."""
    number = int(word) if _NUMBER.fullmatch(word) else None
    if number is None or not -9999 <= number <= 99_999:
        what = "0, a positive number for a white cell, or -ccrr (sums below and to the right)"
        raise PuzzleError(path, f"expected {what}, got {word!r:.60}")
    if number > 0:
        return None
    down, across = divmod(-number, 100)
    return BlackCell(across=across or None, down=down or None)


def write(puzzle: Kakuro) -> str:
    """Writes a puzzle, a line for each row.

    Raises:
        CannotWriteError: It has givens, for which the format has no place.
    """
    if puzzle.given_cells():
        raise CannotWriteError("expected a kakuro without givens: the file has no place for them")
    cells = [[str(_number(cell)) for cell in row] for row in puzzle.grid]
    width = max(len(cell) for row in cells for cell in row)
    return "".join(" ".join(cell.rjust(width) for cell in row) + "\n" for row in cells)


def _number(cell: BlackCell | None) -> int:
    return 1 if cell is None else -(100 * (cell.down or 0) + (cell.across or 0))


class KakuroIntegers(Format):
    """The paper's integers; of many puzzles each begins after an empty line."""

    name = "kakuro-integers"
    title = "the integers of Zhou and Tong: 0, 1, and -ccrr for sums"
    endings = (".txt",)
    kinds = ("kakuro",)
    is_bare = True

    def sniff(self, data: bytes) -> int:
        """Rows of integers, all but a slip or two after the first, some of them below zero."""
        words = data[:_WIDTH].split()
        numbers = [word for word in words if _NUMBER.fullmatch(word.decode("utf-8", "replace"))]
        begins, has_sums = numbers[:1] == words[:1], any(int(number) < 0 for number in numbers)
        return LIKELY if begins and has_sums and 10 * len(numbers) >= 9 * len(words) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        text = data.decode("utf-8", "replace")
        parts = [part for part in re.split(r"(?:\r?\n[ \t]*){2,}", text) if part.strip()]
        is_spaced = all(part.strip().count("\n") == 0 for part in parts)
        for number, part in enumerate([text] if is_spaced else parts, 1):
            try:
                yield read(part)
            except PuzzleError as error:
                where = error.path if len(parts) == 1 else f"puzzle {number}, {error.path}"
                yield PuzzleError(where, error.expected)

    def write(self, puzzle: Puzzle) -> bytes:
        return write(puzzle).removesuffix("\n").encode()  # type: ignore[arg-type]


format_ = KakuroIntegers()
