"""Nonograms as bare lists of clues: ``.nin``, ``.mk``, ``.cwd`` and ``.g``.

All have the rows first, a clue a line, numbers separated by blanks. They differ in where they tell
the size: ``.nin`` (Wilk) columns and rows in its first line; ``.mk`` (Olsak) rows and columns, with
``#`` between the clues of rows and columns; ``.cwd`` rows and columns in two lines; ``.g`` (Olsak)
not at all: its rows and columns each follow a line that begins with a colon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uniclue.core.fields import MAX_SIDE
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import LIKELY, MAYBE, NO, Format
from uniclue.formats.nonogram_clues import (
    ClueLine,
    clue,
    clues,
    is_number,
    lines_of,
    nonogram,
    plain,
    side,
    texts,
    without_end,
)
from uniclue.models.nonogram import LineClue

MAX_BYTES = 2**17
"""A larger file is no such list."""


class Nin(Format):
    """Wilk's files."""

    name = "nin"
    title = "nonograms: columns and rows in a line, the clues of rows, of columns (Wilk)"
    endings = (".nin",)
    joint = None
    kinds = ("nonogram",)

    def sniff(self, data: bytes) -> int:
        words = [line.text.split() for line in _head(data)]
        if not words or len(words[0]) != 2 or not all(map(_is_side, words[0])):
            return NO
        if any(word == "#" or not is_number(word) for line in words for word in line):
            return NO
        return self._fits(data)

    def _fits(self, data: bytes) -> int:
        """LIKELY if the number of clues is as stated, and rows and columns have equal sums."""
        try:
            (puzzle,) = self.read(data)
        except PuzzleError:
            return NO
        rows, cols = puzzle.rows, puzzle.cols  # type: ignore[union-attr]
        return LIKELY if sum(map(sum, rows)) == sum(map(sum, cols)) else MAYBE

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        first, *rest = _lines(data)
        words = first.text.split()
        if len(words) != 2:
            raise first.error(f"expected columns and rows, got {quoted(first.text)}")
        width, height = side(first, words[0]), side(first, words[1])
        yield _one_after_other(rest, height, width, first)

    def write(self, puzzle: Puzzle) -> bytes:
        rows, cols = plain(puzzle, self.name)
        return _text([f"{len(cols)} {len(rows)}", *texts(rows), *texts(cols)])


class Mk(Nin):
    """Olsak's files for two colours."""

    name = "mk"
    title = "nonograms: rows and columns in a line, the clues of rows, #, of columns (Olsak)"
    endings = (".mk",)

    def sniff(self, data: bytes) -> int:
        words = [line.text.split() for line in _head(data)]
        if not words or len(words[0]) != 2 or not all(map(_is_side, words[0])):
            return NO
        return self._fits(data) if words.count(["#"]) == 1 else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        first, *rest = _lines(data)
        words = first.text.split()
        if len(words) != 2:
            raise first.error(f"expected rows and columns, got {quoted(first.text)}")
        height, width = side(first, words[0]), side(first, words[1])
        at = next((i for i, line in enumerate(rest) if line.text == "#"), None)
        if at is None:
            raise first.error("expected a line # between the clues of rows and of columns")
        rows = clues(without_end(rest[:at], height), height, "rows", rest[at])
        cols = clues(without_end(rest[at + 1 :], width), width, "columns", rest[at])
        yield nonogram(rows, cols, {})

    def write(self, puzzle: Puzzle) -> bytes:
        rows, cols = plain(puzzle, self.name)
        return _text([f"{len(rows)} {len(cols)}", *texts(rows), "#", *texts(cols)])


class Cwd(Nin):
    """The files of QNonograms."""

    name = "cwd"
    title = "nonograms: rows, columns in two lines, the clues of rows, of columns (QNonograms)"
    endings = (".cwd",)

    def sniff(self, data: bytes) -> int:
        words = [line.text.split() for line in _head(data)]
        if len(words) < 4 or any(len(line) != 1 or not _is_side(line[0]) for line in words[:2]):
            return NO
        if any(not is_number(word) for line in words for word in line):
            return NO
        return self._fits(data)

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        first, *rest = _lines(data)
        if not rest:
            raise first.error("expected the number of columns in another line")
        height, width = side(first, first.text), side(rest[0], rest[0].text)
        lines = rest[1:]
        if len(lines) > height and not lines[height].text:
            del lines[height]
        yield _one_after_other(lines, height, width, first)

    def write(self, puzzle: Puzzle) -> bytes:
        rows, cols = plain(puzzle, self.name)
        return _text([str(len(rows)), str(len(cols)), *texts(rows), "", *texts(cols)])


class G(Nin):
    """Olsak's files for any colours; only black and white ones are read."""

    name = "g"
    title = "nonograms: the clues of rows and of columns, each behind a line : (Olsak)"
    endings = (".g",)

    def sniff(self, data: bytes) -> int:
        texts = [line.text for line in _head(data)]
        colons = [text for text in texts if text.startswith(":")]
        if any(text[:2].lower() in ("#t", "#d") for text in texts) and len(colons) > 1:
            return LIKELY
        return self._fits(data) and LIKELY if len(colons) > 1 else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        lines = _lines(data)
        starts = [i for i, line in enumerate(lines) if line.text.startswith(":")]
        for line in lines[: starts[0] if starts else 0]:
            if line.text[:2].lower() == "#t":
                raise line.error("expected a nonogram of rows and columns, got a triddler")
            if line.text[:2].lower() == "#d":
                raise line.error("expected a nonogram in black and white, got colours")
        if len(starts) < 2:
            raise lines[-1].error(f"expected two lines that begin with a colon, got {len(starts)}")
        first, second, *end = starts
        sides = []
        for part in (lines[first + 1 : second], lines[second + 1 : end[0] if end else None]):
            if not 1 <= len(part) <= MAX_SIDE:
                what = f"expected 1 to {MAX_SIDE} rows and columns, got {len(part)}"
                raise lines[first].error(what)
            sides.append([clue(line) for line in part])
        yield nonogram(sides[0], sides[1], {})

    def write(self, puzzle: Puzzle) -> bytes:
        rows, cols = plain(puzzle, self.name)
        return _text([": rows", *_empty(rows), ": columns", *_empty(cols)])


def _empty(some: Sequence[LineClue]) -> Iterator[str]:
    """Clues in words; a blank is an empty line, which so is seen at the end of a file."""
    return (" ".join(map(str, each)) or " " for each in some)


def _text(lines: list[str]) -> bytes:
    return "\n".join(lines).encode()


def _is_side(word: str) -> bool:
    return is_number(word) and 1 <= int(word) <= MAX_SIDE


def _head(data: bytes) -> list[ClueLine]:
    """The lines of a file that is not too large."""
    return lines_of(data.lstrip()) if len(data) <= MAX_BYTES else []


def _lines(data: bytes) -> list[ClueLine]:
    if len(data) > MAX_BYTES:
        raise PuzzleError("$", f"expected at most {MAX_BYTES // 1024} kB, got more")
    lines = lines_of(data)
    while len(lines) > 1 and not lines[0].text:
        del lines[0]
    return lines or [ClueLine(1, "")]


def _one_after_other(lines: list[ClueLine], height: int, width: int, first: ClueLine) -> Puzzle:
    """The puzzle with its clues of rows followed by those of columns."""
    both = clues(without_end(lines, height + width), height + width, "rows and columns", first)
    return nonogram(both[:height], both[height:], {})


formats = (Nin(), Mk(), Cwd(), G())
