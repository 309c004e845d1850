"""Common code of the text formats of nonograms: clues in words, sizes, and limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from uniclue.core.fields import MAX_SIDE, BlockLengths
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import CannotWriteError
from uniclue.models.nonogram import LineClue, Nonogram

MAX_LENGTH = 9999

Bits = list[list[int]]


class ClueLine(NamedTuple):
    """A line of a file.

    Attributes:
        number: Which it is, from 1.
        text: It, without blanks at its ends.
    """

    number: int
    text: str

    def error(self, expected: str) -> PuzzleError:
        return PuzzleError(f"line {self.number}", expected)


def lines_of(data: bytes) -> list[ClueLine]:
    """The lines of a file."""
    text = data.decode("utf-8", "replace")
    return [ClueLine(i, line.strip()) for i, line in enumerate(text.splitlines(), 1)]


def clue(line: ClueLine, separators: str = r"[\s,]+") -> LineClue:
    """Reads a clue: numbers, or nothing, or 0 for a line without black cells.

    Raises:
        PuzzleError: It is none.
    """
    words = [word for word in re.split(separators, line.text) if word]
    if words == ["0"]:
        return ()
    if len(words) > MAX_SIDE:
        raise line.error(f"expected at most {MAX_SIDE} numbers, got {len(words)}")
    for word in words:
        if re.fullmatch(r"[0-9]+[^\s0-9.]\S*", word):
            raise line.error(
                f"expected a nonogram in black and white, got a colour in {quoted(word)}"
            )
        if not is_number(word) or word == "0":
            raise line.error(f"expected numbers from 1 to {MAX_LENGTH}, got {quoted(word)}")
    return tuple(map(int, words))


def is_number(word: str) -> bool:
    """Whether a word is a number up to ``MAX_LENGTH``."""
    return word.isascii() and word.isdecimal() and len(word) < 9 and int(word) <= MAX_LENGTH


def side(line: ClueLine, word: str) -> int:
    """Reads a number of rows or columns.

    Raises:
        PuzzleError: It is none.
    """
    if not is_number(word) or not 1 <= int(word) <= MAX_SIDE:
        raise line.error(f"expected 1 to {MAX_SIDE} rows and columns, got {quoted(word)}")
    return int(word)


def clues(lines: Sequence[ClueLine], number: int, what: str, at: ClueLine) -> tuple[LineClue, ...]:
    """Reads ``number`` clues, one per line; empty lines are clues unless there are too many lines.

    Args:
        lines: The lines.
        number: How many clues there are to be.
        what: Of what: ``rows`` or ``columns``.
        at: The line that an error of their number names.

    Raises:
        PuzzleError: There are more, or fewer.
    """
    if len(lines) > number:
        lines = [line for line in lines if line.text]
    if len(lines) != number:
        raise at.error(f"expected the clues of {number} {what}, got {len(lines)}")
    return tuple(clue(line) for line in lines)


def without_end(lines: Sequence[ClueLine], number: int) -> Sequence[ClueLine]:
    """The lines without empty ones at the end that are too many."""
    while len(lines) > number and not lines[-1].text:
        lines = lines[:-1]
    return lines


def nonogram(
    rows: Iterable[LineClue], cols: Iterable[LineClue], extra: Mapping[str, Any]
) -> Puzzle:
    """The nonogram with these clues and additional members."""
    return Nonogram(rows=tuple(rows), cols=tuple(cols), extra=dict(extra))


def plain(puzzle: Any, name: str) -> tuple[list[LineClue], list[LineClue]]:
    """The clues of rows and columns, without zeros.

    Raises:
        CannotWriteError: There are cells given.
    """
    if puzzle.given_cells():
        raise CannotWriteError(f"{name} holds clues, not cells that are given")
    rows, cols = ([BlockLengths.of(each) for each in line] for line in (puzzle.rows, puzzle.cols))
    return rows, cols


def texts(some: Iterable[LineClue], between: str = " ") -> Iterator[str]:
    """Clues in words; 0 is an empty line."""
    return (between.join(map(str, each)) or "0" for each in some)


def bits(cells: str, height: int, width: int) -> Bits | None:
    """A picture from its cells, 0 and 1; None if they are not as many, or others."""
    if len(cells) != height * width or set(cells) - set("01"):
        return None
    return [[int(bit) for bit in cells[i : i + width]] for i in range(0, len(cells), width)]


def solution(puzzle: Puzzle) -> str | None:
    """The cells of the solution carried, 0 and 1; None if there is none that is complete."""
    try:
        grid = puzzle.read_grid(puzzle.extra["solution"])
    except (KeyError, PuzzleError):
        return None
    cells = [cell for row in grid for cell in row]
    return None if None in cells else "".join(map(str, cells))
