"""Grids of kinds that are cut into areas: cells that are left out, circles and arrows at bends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from uniclue.core.places import Shape
from uniclue.core.puzzle import PuzzleError
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import body as url
from uniclue.formats.pzpr.body import UNKNOWN, Body, Entry
from uniclue.formats.pzpr.parts import Codec, Members, PlainNumbersCodec, cut, flat
from uniclue.formats.pzpr.rows import FileRows, Words


class HoleNumbersCodec(PlainNumbersCodec):
    """A grid with numbers from 0 to 6 in some cells; others may be left out (``x``)."""

    LEFT_OUT = 7

    def _word(self, entry: Entry) -> int | str | None:
        return "x" if entry == self.LEFT_OUT else "?" if entry == UNKNOWN else entry

    def _entry(self, word: int | str | None) -> Entry:
        return {"x": self.LEFT_OUT, "?": UNKNOWN}[word] if isinstance(word, str) else word

    def entries(self, body: Body, count: int) -> list[Entry]:
        def entry(char: str) -> tuple[Entry, int]:
            if char != "." and char not in url.DIGITS[: self.LEFT_OUT + 1]:
                raise body.wrong()
            return UNKNOWN if char == "." else int(char), 0

        return url.read_entries(body, count, "a", entry)

    def text(self, entries: Sequence[Entry]) -> str:
        if any(entry is not None and entry > self.LEFT_OUT for entry in entries):
            raise CannotWriteError(f"a link has no number above {self.LEFT_OUT - 1} there")
        texts = (
            None if entry is None else "." if entry == UNKNOWN else str(entry) for entry in entries
        )
        return url.write_entries(texts, "a", 26)

    def number(self, word: str) -> Entry:
        return self.LEFT_OUT if word == "*" else super().number(word)

    def write(self, shape: Shape, members: Members) -> Words:
        left_out = str(self.LEFT_OUT)
        rows = super().write(shape, members)
        return [["*" if word == left_out else word for word in row] for row in rows]


class BendsCodec(Codec):
    """A grid with circles, numbers in circles, and arrows."""

    ARROWS = "nswe"
    CODES: ClassVar[dict[str, int]] = {word: -10 - i for i, word in enumerate("o?nswe")}
    """Numbers that stand for words while a link is read."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        def entry(char: str) -> tuple[Entry, int]:
            if char in ".%@":
                return self.CODES["o" if char == "." else "?"], 0
            if char == "-":
                return body.number(2), 0
            if char in url.DIGITS[:16]:
                return int(char, 16), 0
            if char not in "ghij":
                raise body.wrong()
            return self.CODES[self.ARROWS["ghij".index(char)]], 0

        entries = url.read_entries(body, shape[0] * shape[1], "k", entry)
        words = {code: word for word, code in self.CODES.items()}
        members[self.member] = cut([words.get(e, e) if e else e for e in entries], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        return url.write_entries(map(self._text, flat(members[self.member])), "k", 16)

    def _text(self, word: int | str | None) -> str | None:
        if isinstance(word, int):
            if word > 255:
                raise CannotWriteError(f"a link has no number {word} there")
            return f"{word:x}" if word < 16 else f"-{word:02x}"
        if word is None:
            return None
        return {"o": ".", "?": "@"}.get(word) or "ghij"[self.ARROWS.index(word)]

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [[self._meant(word) for word in row] for row in words]
        return words

    def _meant(self, word: str) -> int | str | None:
        if word[0] == "o":
            return int(word[1:]) if word[1:] else "o"
        if word in ("-", "."):
            return "?" if word == "-" else None
        if word not in "1234":
            raise PuzzleError(f"$.{self.member}", f"expected a circle or an arrow, got {word!r}")
        return self.ARROWS[int(word) - 1]

    def write(self, shape: Shape, members: Members) -> Words:
        return [[self._written(word) for word in row] for row in members[self.member]]

    def _written(self, word: int | str | None) -> str:
        if isinstance(word, int) or word in (None, "o"):
            return "." if word is None else "o" if word == "o" else f"o{word}"
        return "-" if word == "?" else str(self.ARROWS.index(str(word)) + 1)
