r"""Sheets of a spreadsheet as boards, a cell each: CSV, and the first sheet of an XLSX file.

If the first row holds nothing but the name of a kind, what stands below is its grid, typed as in
our own files; an empty cell holds nothing. Without a name, a square of numbers is a sudoku, and a
sheet with sums such as ``16\4`` (down and across) is a kakuro, whose black cells without sums are
``#`` or ``x``. Both are read only.
"""

from __future__ import annotations

import csv
import io
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar
from xml.parsers import expat

from msgspec import structs

from uniclue.core import fields
from uniclue.core.fields import MAX_SIDE, fields_of
from uniclue.core.kinds import find_kind, kind_names
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import LIKELY, NO, Format
from uniclue.formats.puzzle_json import MAX_BYTES, from_members
from uniclue.formats.sudoku_text import USUAL

Rows = Sequence[Sequence[str]]
_SUMS = re.compile(r"\s*([0-9]{0,2})\s*\\\s*([0-9]{0,2})\s*")
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
FAULTS = (KeyError, OSError, RuntimeError, ValueError, EOFError, struct.error, zlib.error)
"""What reading a broken archive raises."""
SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"


class CsvSheet(Format):
    """A sheet as CSV."""

    name = "csv-sheet"
    title = "a board as a sheet, a cell each: a sudoku, a kakuro, or the kind in its first row"
    endings: ClassVar[tuple[str, ...]] = (".csv", ".tsv")
    joint = None
    can_write = False

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(name for name in kind_names() if name == "kakuro" or _grid_of(name))

    def sniff(self, data: bytes) -> int:
        try:
            rows = _csv(data[:MAX_BYTES])
        except PuzzleError:
            return NO
        return LIKELY if max(map(len, rows), default=0) > 1 and _parted(rows)[0] else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        yield _puzzle(_csv(data))


class Xlsx(CsvSheet):
    """A sheet of an XLSX file."""

    name = "xlsx"
    title = "a board as the first sheet of an XLSX file, a cell each, as in CSV"
    endings = (".xlsx",)

    def sniff(self, data: bytes) -> int:
        return LIKELY if data.startswith(b"PK\x03\x04") and b"xl/" in data else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        yield _puzzle(_xlsx(data))


def _puzzle(rows: Rows) -> Puzzle:
    """The puzzle of a sheet.

    Raises:
        PuzzleError: Its kind cannot be recognised, or it is not a puzzle of its kind.
    """
    kind, cells = _parted(rows)
    if kind == "kakuro":
        grid = [[_sums(text) for text in row] for row in cells]
        size = {"rows": len(grid), "cols": max(map(len, grid), default=0)}
        return from_members({"kind": kind} | size | {"grid": grid})
    if not kind:
        what = "a square of numbers (a sudoku), sums (a kakuro), or a kind's name in the first row"
        raise PuzzleError("$", f"expected {what}")
    if (grid_of := _grid_of(kind)) is None:
        raise PuzzleError("$", f"expected a kind whose puzzles are one grid, got {kind}")
    member, sort = grid_of
    if isinstance(sort, fields.Digits):
        numbers = [[_number(text) for text in row] for row in cells]
        box = {"box": USUAL.get(len(cells), (0, 0))} if kind == "sudoku" else {}
        return from_members({"kind": kind, member: numbers} | box)
    return from_members({"kind": kind, member: [[text or None for text in row] for row in cells]})


def _grid_of(kind: str) -> tuple[str, fields.Field] | None:
    """The member with the grid of a kind, and its sort; None, if a puzzle needs more."""
    needed = {each.name for each in structs.fields(find_kind(kind)) if each.required} - {"box"}
    sorts = fields_of(find_kind(kind))
    grids = [
        (name, sort)
        for name, sort in sorts.items()
        if isinstance(sort, fields.Tokens | fields.Digits)
    ]
    is_one = len(grids) == 1 and needed <= {grids[0][0]}
    return grids[0] if is_one and not isinstance(grids[0][1], fields.Beside) else None


def _parted(rows: Rows) -> tuple[str, Rows]:
    """The kind that a sheet names or resembles, and the rows of its board."""
    first = [text for text in rows[0] if text] if rows else []
    if len(first) == 1 and (kind := first[0].lower()) in kind_names():
        return kind, rows[1:]
    texts = [text for row in rows for text in row]
    side = len(rows)
    if any(_SUMS.fullmatch(text) for text in texts):
        return "kakuro", rows
    is_square = side in USUAL and all(len(row) == side for row in rows)
    is_sudoku = is_square and all(text in ("", ".") or _is_up_to(text, side) for text in texts)
    return ("sudoku" if is_sudoku else ""), rows


def _number(text: str) -> int:
    if text not in ("", ".") and not _is_up_to(text, 999):
        raise PuzzleError("$", f"expected a number in every cell, or nothing, got {quoted(text)}")
    return int(text or 0) if text != "." else 0


def _is_up_to(text: str, most: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4 and int(text) <= most


def _sums(text: str) -> dict[str, int] | None:
    if not text:
        return None
    if text in ("#", "x", "X"):
        return {}
    if (match := _SUMS.fullmatch(text)) is None:
        raise PuzzleError("$", f"expected sums such as 16\\4, # or nothing, got {quoted(text)}")
    named = zip(("down", "across"), match.groups(), strict=True)
    return {name: int(number) for name, number in named if number}


def _csv(data: bytes) -> list[list[str]]:
    """The rows of a CSV, split at the separator most frequent in its first line."""
    text = data.decode("utf-8", "replace")
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count))
    try:
        rows = [[cell.strip() for cell in row] for row in _few(reader) if row]
    except csv.Error as error:
        raise PuzzleError(f"line {reader.line_num}", f"expected CSV: {error}") from error
    return rows


def _few(rows: Any) -> Iterator[list[str]]:
    for number, row in enumerate(rows):
        if max(number, len(row)) > MAX_SIDE + 1:
            raise PuzzleError("$", f"expected at most {MAX_SIDE} rows and columns, got more")
        yield row


# -- XLSX ------------------------------------------------------------------------------------------


def _xlsx(data: bytes) -> list[list[str]]:
    """The rows of the first sheet; nothing that it refers to is opened."""
    strings = [text for _, text in _Texts("si", []).of(_part(data, STRINGS, optional=True))]
    board: dict[tuple[int, int], str] = {}
    for place, text in _Texts("c", strings).of(_part(data, SHEET)):
        if (match := _PLACE.fullmatch(place)) is None:
            raise PuzzleError("$", f"expected a cell such as B3, got {quoted(place)}")
        col = 0
        for letter in match[1]:
            col = 26 * col + ord(letter) - ord("A") + 1
        if max(int(match[2]) - 1, col) > MAX_SIDE or int(match[2]) < 1:
            raise PuzzleError("$", f"expected at most {MAX_SIDE} rows and columns, got {place}")
        board[int(match[2]) - 1, col - 1] = text.strip()
    height = max((r for r, _ in board), default=-1) + 1
    width = max((c for _, c in board), default=-1) + 1
    return [[board.get((r, c), "") for c in range(width)] for r in range(height)]


def _part(data: bytes, name: str, *, optional: bool = False) -> bytes:
    """A file in the archive, no larger than a puzzle may be."""
    from zipfile import BadZipFile, ZipFile  # loads much

    try:
        with ZipFile(io.BytesIO(data)) as archive:
            if optional and name not in archive.namelist():
                return b"<sst/>"
            if archive.getinfo(name).compress_type not in (0, 8):
                raise BadZipFile("packed in another way")
            with archive.open(name) as file:
                text = file.read(MAX_BYTES + 1)
    except (*FAULTS, BadZipFile) as error:
        raise PuzzleError("$", f"expected an XLSX file: {quoted(str(error))}") from error
    if len(text) > MAX_BYTES:
        raise PuzzleError("$", f"expected at most {MAX_BYTES // 2**20} MB of {name}, got more")
    return text


class _Texts:
    """The texts of elements of a sort, each with its place.

    Args:
        tag: The elements: ``c``, a cell, or ``si``, a string that cells share.
        strings: The texts that cells refer to.
    """

    def __init__(self, tag: str, strings: Sequence[str]) -> None:
        self.tag, self.strings = tag, strings
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.EntityDeclHandler = self.entity
        self.entered: list[tuple[str, str]] = []
        self.place = self.sort = ""
        self.words: list[str] = []
        self.is_text = False

    def of(self, data: bytes) -> list[tuple[str, str]]:
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            raise PuzzleError("$", f"expected XML: {expat.ErrorString(error.code)}") from error
        return self.entered

    def entity(self, name: str, *rest: Any) -> None:
        raise PuzzleError("$", f"expected no entities, got {quoted(name)}")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == self.tag:
            self.words = []
            self.place, self.sort = attributes.get("r", ""), attributes.get("t", "")
        if tag == "dimension":  # its last cell, which may be empty
            self.entered.append((attributes.get("ref", "").rpartition(":")[2], ""))
        self.is_text = tag in ("v", "t")

    def text(self, words: str) -> None:
        if self.is_text:
            self.words.append(words)

    def end(self, tag: str) -> None:
        self.is_text = False
        if tag != self.tag:
            return
        text = "".join(self.words)
        if self.sort == "s":
            is_there = text.isdecimal() and len(text) < 9 and int(text) < len(self.strings)
            text = self.strings[int(text)] if is_there else ""
        self.entered.append((self.place, text))


formats = (CsvSheet(), Xlsx())
