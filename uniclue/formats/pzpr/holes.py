"""Grids of numbers in which cells may be left out."""

from __future__ import annotations

from collections.abc import Sequence

from uniclue.core.places import Shape
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import body as url
from uniclue.formats.pzpr.body import UNKNOWN, Body, Entry
from uniclue.formats.pzpr.parts import Members, PlainNumbersCodec
from uniclue.formats.pzpr.rows import Words


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
