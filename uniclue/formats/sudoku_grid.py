"""A sudoku as a grid of lines: ``.sdk`` with notes, ``.ss`` and forum grids with lines between.

Notes are lines such as ``#AName``: A author, B date, C comment, D description, L level, S source,
U address; they are carried. What follows ``[State]`` is how far somebody is, and is passed over.
Where lines are drawn they tell the boxes. Cells may have blanks between; then numbers may have two
digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import repeat
from typing import Any, NamedTuple

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats import sudoku_text
from uniclue.formats.format import LIKELY, MAYBE, NO, SURE, CannotWriteError, Format
from uniclue.formats.sudoku_text import MAX_SIDE, USUAL, alphabet

NOTES = {
    "A": "author",
    "B": "date",
    "C": "comment",
    "D": "description",
    "L": "level",
    "S": "source",
    "U": "url",
}
MAX_BYTES = 2**16
"""A larger file is no such grid."""
RULE = re.compile(r"[\s|!:+*.'=-]*(?:--|==)[\s|!:+*.'=-]*")
"""A line between boxes."""
BARS = re.compile(r"[|!:]")
"""What stands between boxes."""


class _Lines(NamedTuple):
    """A file, taken apart.

    Attributes:
        rows: Numbers and texts of the lines with cells.
        rules: Before which rows lines are drawn.
        notes: The notes to keep.
        is_signed: Whether a line names the format.
    """

    rows: list[tuple[int, str]]
    rules: list[int]
    notes: dict[str, Any]
    is_signed: bool

    @property
    def is_drawn(self) -> bool:
        return bool(self.rules) or any(BARS.search(text) for _, text in self.rows)


class Sdk(Format):
    """Grids without lines between the boxes."""

    name = "sdk"
    title = "a sudoku as a grid of digits and blanks, with notes"
    endings = (".sdk",)
    joint = None
    kinds = ("sudoku",)

    def sniff(self, data: bytes) -> int:
        return _looks(data, is_drawn=False)

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        yield read(data)

    def write(self, puzzle: Puzzle) -> bytes:
        cells = sudoku_text.line(puzzle, self.name)
        notes = {letter: puzzle.extra.get(name) for letter, name in NOTES.items()}
        lines = [
            f"#{letter}{line}"
            for letter, note in notes.items()
            if isinstance(note, str)
            for line in note.splitlines()
        ]
        side: int = puzzle.shape[1]
        lines += ["[Puzzle]"] if lines else []
        lines += [cells[i : i + side] for i in range(0, len(cells), side)]
        return "\n".join(lines).encode()


class Ss(Sdk):
    """Grids with lines between the boxes."""

    name = "ss"
    title = "a sudoku as a grid with lines between the boxes, as in forums"
    endings = (".ss",)

    def sniff(self, data: bytes) -> int:
        return _looks(data, is_drawn=True)

    def write(self, puzzle: Puzzle) -> bytes:
        height, width = puzzle.box  # type: ignore[attr-defined]
        side = height * width
        if side > MAX_SIDE:
            raise CannotWriteError(f"ss holds rows of up to {MAX_SIDE} cells, not {side}")
        cells = sudoku_text.chars(puzzle)
        rule = "+".join(["-" * width] * height)
        lines = []
        for r in range(side):
            lines += [rule] if r and r % height == 0 else []
            row = cells[r * side : (r + 1) * side]
            lines.append("|".join(row[c : c + width] for c in range(0, side, width)))
        return "\n".join(lines).encode()


def read(data: bytes) -> Puzzle:
    """Reads a grid.

    Raises:
        PuzzleError: It is none. The path is the line.
    """
    if len(data) > MAX_BYTES:
        raise PuzzleError("$", f"expected at most {MAX_BYTES // 1024} kB, got more")
    lines = _lines(data)
    side = len(lines.rows)
    rows = [_cells(text, side) for _, text in lines.rows]
    lengths = {*map(len, rows)}
    box = _box(lines) if lines.is_drawn else USUAL.get(side)
    if box is None or box[0] * box[1] != side or (len(lengths) == 1 and lengths != {side}):
        size = f"{side} of {' or '.join(map(str, sorted(lengths)[:3]))} cells" if side else "none"
        raise PuzzleError("$", f"expected 9 rows of 9 cells, or 4 to 35 of as many, got {size}")
    texts, places = [], []
    for (number, _), words in zip(lines.rows, rows, strict=True):
        if len(words) != side:
            raise PuzzleError(f"line {number}", f"expected {side} cells, got {len(words)}")
        texts += [_char(word, side, number) for word in words]
        places += [number] * side
    try:
        return sudoku_text.sudoku(sudoku_text.numbers("".join(texts), side), box, lines.notes)
    except PuzzleError as error:
        line = places[int(error.path[1:-1])]
        raise PuzzleError(f"line {line}", error.expected) from error


def _cells(text: str, side: int) -> list[str]:
    """The cells of a row: words, if there are as many as rows, else characters."""
    words = BARS.sub(" ", text).split()
    return words if len(words) == side else [*"".join(words)]


def _char(word: str, side: int, line: int) -> str:
    if len(word) == 1:
        return word
    if word.isascii() and word.isdecimal() and len(word) < 3 and 1 <= int(word) <= side:
        return sudoku_text.DIGITS[int(word) - 1]
    raise PuzzleError(
        f"line {line}", f"expected a number up to {side} or a blank, got {quoted(word)}"
    )


def _lines(data: bytes) -> _Lines:
    rows: list[tuple[int, str]] = []
    rules: list[int] = []
    notes: dict[str, Any] = {}
    is_signed = False
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        text = line.strip()
        if text.lower() == "[state]":
            break
        if text.lower() == "[puzzle]" or text.startswith("#"):
            is_signed |= text[:1] == "[" or text[1:2] in NOTES
            if name := NOTES.get(text[1:2]) if text[0] == "#" else None:
                note = text[2:].strip()
                notes[name] = f"{notes[name]}\n{note}" if name in notes else note
        elif RULE.fullmatch(text):
            rules.append(len(rows))
        elif text:
            rows.append((number, text))
    return _Lines(rows, rules, notes, is_signed)


def _box(lines: _Lines) -> tuple[int, int] | None:
    """The box that lines and bars draw; the usual one, if they draw none."""
    side = len(lines.rows)
    heights = {at for at in lines.rules if 0 < at < side}
    first = lines.rows[0][1] if lines.rows else ""
    parts = ["".join(part.split()) for part in BARS.split(first)]
    widths = len([part for part in parts if part])
    height = min(heights, default=0)
    if widths > 1 and side % widths == 0:
        return widths, side // widths
    if height > 1 and side % height == 0:
        return height, side // height
    return USUAL.get(side)


def _looks(data: bytes, *, is_drawn: bool) -> int:
    if len(data) > MAX_BYTES or b"\n" not in data.strip():
        return NO
    lines = _lines(data)
    if lines.is_drawn != is_drawn:
        return NO
    if lines.is_signed:
        return SURE
    side = len(lines.rows)
    rows = [BARS.sub(" ", text).split() for _, text in lines.rows]
    if side in USUAL and all(len(row) == side for row in rows):
        return LIKELY if all(map(_is_plain, rows, repeat(side))) else NO
    texts = ["".join(row) for row in rows]
    lengths = [len(text) for text in texts]
    best = max({*lengths}, key=lengths.count, default=0)
    right = [text for text in texts if len(text) == best and _is_plain(text, best)]
    if best not in USUAL or abs(side - best) > 1 or 3 * len(right) < 2 * side:
        return NO
    with suppress(PuzzleError):
        if best == side and max(sudoku_text.numbers("".join(texts), side)) ** 2 > side:
            return LIKELY
    return MAYBE  # rows of 16 with digits up to 4 may as well be a list


def _is_plain(cells: Iterable[str], side: int) -> bool:
    """Whether cells are characters of a grid, or numbers."""
    return all({*cell.upper()} <= {*alphabet(side)} or cell.isdecimal() for cell in cells)


formats = (Sdk(), Ss())
