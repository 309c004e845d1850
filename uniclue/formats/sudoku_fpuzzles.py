"""Sudokus and sudoku variants of f-puzzles: as JSON, and as links, which hold the JSON packed.

``https://www.f-puzzles.com/?load=...`` and ``https://sudokupad.app/fpuzzles...``. Nothing is
fetched: links with an id that a server resolves are refused. What rules the puzzle and has no
member here is refused by name; drawings without meaning (lines, circles, texts) are passed over,
and named in the member ``drawings``. Digits that are not given are somebody's answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, unquote

import msgspec

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import LIKELY, NO, SURE, Format, first_line, lines_in, read_each
from uniclue.formats.fpuzzles_parts import puzzle_of, source_of
from uniclue.formats.lz_string import PackedError, pack, unpack
from uniclue.formats.puzzle_json import read_json
from uniclue.formats.sudoku_text import SIDES, USUAL, sudoku

MOST = 2**20
"""Characters of a puzzle that a link holds, at most."""
_LINK = re.compile(r"(?:https?://)?(?:www\.)?f-puzzles\.com/\?(?:.*&)?(load|id)=([^&#]*).*")
_PAD = re.compile(
    r"(?:https?://)?(?:www\.|app\.|beta\.)?(?:sudokupad\.app|crackingthecryptic\.com)"
    r"/(?:sudoku/?)?(?:\?puzzleid=)?([^?&#]*).*"
)
_PACKED = re.compile(r"N4Ig[A-Za-z0-9+/=%]*")
_GAPS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
_CODES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"


class FPuzzles(Format):
    """Links of f-puzzles."""

    name = "fpuzzles"
    title = "links of f-puzzles"
    kinds = ("sudoku", "variant")
    is_link = True

    def sniff(self, data: bytes) -> int:
        first = first_line(data, 2**17)
        return SURE if _LINK.fullmatch(first) or _PACKED.fullmatch(first) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        return read_each(self.read_link, lines_in(data))

    def read_link(self, link: str) -> Puzzle:
        """Reads a link.

        Raises:
            PuzzleError: It holds no puzzle that a kind here can hold.
        """
        if _PACKED.fullmatch(link):
            return _unpacked(link)
        if (match := _LINK.fullmatch(link)) is None:
            raise PuzzleError("$", f"expected a link of f-puzzles.com, got {quoted(link[:200])}")
        if match[1] == "id":
            raise PuzzleError("$", "expected a link with load=: only a server knows this id")
        return _unpacked(match[2])

    def write(self, puzzle: Puzzle) -> bytes:
        packed = quote(_packed(puzzle), safe="/=")
        return f"https://www.f-puzzles.com/?load={packed}".encode()


class SudokuPad(FPuzzles):
    """Links of SudokuPad that hold their puzzle."""

    name = "sudokupad"
    title = "links of SudokuPad that begin with fpuzzles or classic"

    def sniff(self, data: bytes) -> int:
        return SURE if _PAD.fullmatch(first_line(data, 2**17)) else NO

    def read_link(self, link: str) -> Puzzle:
        match = _PAD.fullmatch(link)
        name = unquote(match[1]) if match else ""
        if name.startswith("fpuzzles"):
            return _unpacked(name.removeprefix("fpuzzles"))
        if name.startswith("classic"):
            return classic(name.removeprefix("classic"))
        if name.startswith(("scf", "ctc", "scl")):
            what = f"expected a link with fpuzzles or classic, got one with {name[:3]}"
            raise PuzzleError("$", f"{what}, whose rules are words and drawings")
        raise PuzzleError("$", "expected a link that holds its puzzle: only a server knows this id")

    def write(self, puzzle: Puzzle) -> bytes:
        return f"https://sudokupad.app/fpuzzles{quote(_packed(puzzle), safe='')}".encode()


class FPuzzlesJson(Format):
    """The JSON of f-puzzles."""

    name = "fpuzzles-json"
    title = "a sudoku or sudoku variant in the JSON of f-puzzles"
    joint = None
    kinds = ("sudoku", "variant")

    def sniff(self, data: bytes) -> int:
        has_both = all(re.search(rb'"%s"\s*:' % name, data) for name in (b"size", b"grid"))
        return LIKELY if data.lstrip().startswith(b"{") and has_both else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        yield puzzle_of(read_json(data))

    def write(self, puzzle: Puzzle) -> bytes:
        return msgspec.json.encode(source_of(puzzle))


def classic(text: str) -> Puzzle:
    """Reads a sudoku as digits and blanks, packed by either of two codes.

    In the newer one a character is a digit and how many blanks follow it; in the older one digits
    are digits, and a letter or sign is a number of blanks.

    Raises:
        PuzzleError: Neither gives a sudoku.
    """
    for cells in (_newer(text), _older(text)):
        side = SIDES.get(len(cells or ()), 0)
        if cells and side and max(cells) <= side:
            return sudoku(cells, USUAL[side], {})
    raise PuzzleError("$", "expected a sudoku of up to 9x9 behind 'classic'")


def _newer(text: str) -> list[int] | None:
    if len(text) > 100 or set(text) - {*_CODES}:
        return None
    numbers = map(_CODES.index, text)
    return [cell for number in numbers for cell in (number % 10, *[0] * (number // 10))]


def _older(text: str) -> list[int] | None:
    if len(text) > 100 or set(text) - {*_GAPS, *"123456789"}:
        return None
    parts = ([int(char)] if char.isdecimal() else [0] * _GAPS.index(char) for char in text)
    return [cell for part in parts for cell in part]


def _packed(puzzle: Puzzle) -> str:
    return pack(msgspec.json.encode(source_of(puzzle)).decode())


def _unpacked(text: str) -> Puzzle:
    try:
        plain = unpack(unquote(text).replace(" ", "+"), MOST)
    except PackedError as error:
        raise PuzzleError("$", f"expected a puzzle packed by LZ-string: {error}") from error
    return puzzle_of(read_json(plain))


formats = (FPuzzles(), FPuzzlesJson(), SudokuPad())
