"""Gates that a line passes, between black cells with their numbers."""

from __future__ import annotations

from typing import Any

from uniclue.core.places import Shape
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import body as url
from uniclue.formats.pzpr.body import ARROWS, Body
from uniclue.formats.pzpr.parts import Codec, Members, cut, flat
from uniclue.formats.pzpr.rows import FileRows, Words

BLACK, START = "#", "o"
SIGNS = (BLACK, "v", "h")
"""What stands in a cell by the numbers from 1 on, in a link."""
OF_FILES = {"i": "v", "-": "h", "w": "h"}
Cells = list[str | None]


class GatesCodec(Codec):
    """Black cells (``#``, ``3``, ``3n``), gates that stand or lie (``v``, ``h``), and a start."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        cells = self._signs(body, shape[0] * shape[1])
        black = [i for i, word in enumerate(cells) if word == BLACK]
        words = list[str]()

        def number(char: str) -> tuple[int, int]:
            way = url.body_digit(body, char)
            arrow = ARROWS[way % 5].strip("?")
            words.append(f"{body.number(1 if way < 5 else 2)}{arrow}")
            return len(words) - 1, 0

        for i, found in zip(black, url.read_entries(body, len(black), "g", number), strict=True):
            cells[i] = BLACK if found is None else words[found]
        if body.take() != "/":
            raise body.wrong()
        start = body.field()
        if not (start.isdecimal() and len(start) < 6 and int(start) < len(cells)):
            raise PuzzleError("$", f"expected the number of the start's cell, got {quoted(start)}")
        if cells[int(start)] is not None:
            raise PuzzleError("$", "expected a start in a cell with nothing else")
        cells[int(start)] = START
        members[self.member] = cut(cells, shape)

    @staticmethod
    def _signs(body: Body, count: int) -> Cells:
        def sign(char: str) -> tuple[int, int]:
            if char not in "123":
                raise body.wrong()
            return int(char), 0

        found = url.read_entries(body, count, "4", sign)
        return [None if number is None else SIGNS[number - 1] for number in found]

    def encode(self, shape: Shape, members: Members) -> str:
        words: list[Any] = flat(members[self.member])
        signs = (None if word in (None, START) else _sign(str(word)) for word in words)
        black = [str(word) for word in words if word not in (None, START, *SIGNS[1:])]
        numbers = url.write_entries(map(_number, black), "g", 20)
        return f"{url.write_entries(signs, '4', 32)}{numbers}/{words.index(START)}"

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [[self._read(word) for word in row] for row in words]
        self._number_posts(words, members[self.member])
        return words

    @staticmethod
    def _read(word: str) -> str | None:
        if word in (".", START, BLACK):
            return None if word == "." else word
        if sign := OF_FILES.get(word[0]):
            return sign
        way, _, number = word.rpartition(",")
        if way not in ("", *"01234") or not number.isdecimal():
            raise PuzzleError("$.grid", f"expected such as 1,4, got {quoted(word)}")
        return f"{int(number)}{ARROWS[int(way or 0)].strip('?')}"

    @staticmethod
    def _number_posts(words: Words, grid: list[Cells]) -> None:
        """Files of the years before have numbers at gates, the least of which their ends get."""
        at = {(r, c): word for r, row in enumerate(words) for c, word in enumerate(row)}
        for (r, c), word in at.items():
            upright, lying = ((r - 1, c), (r + 1, c)), ((r, c - 1), (r, c + 1))
            near = [at.get(p, ".") for p in upright if at.get(p, ".")[0] == "i"]
            near += [at.get(p, ".") for p in lying if at.get(p, ".")[0] == "w"]
            numbers = [int(gate[1:]) for gate in near if gate[1:].isdecimal()]
            if word == BLACK and numbers:
                grid[r][c] = str(min(numbers))

    def write(self, shape: Shape, members: Members) -> Words:
        return [[self._written(word) for word in row] for row in members[self.member]]

    @staticmethod
    def _written(word: Any) -> str:
        if word in (None, START, BLACK):
            return str(word or ".")
        if word in SIGNS:
            return "i" if word == "v" else "-"
        number, way = _parted(str(word))
        return f"{way},{number}"


def _sign(word: str) -> str:
    return str(SIGNS.index(word) + 1 if word in SIGNS else 1)


def _parted(word: str) -> tuple[int, int]:
    """The number of a black cell, and that of its arrow."""
    number = word.rstrip("nswe")
    return int(number), ARROWS.index(word[len(number) :] or "?")


def _number(word: str) -> str | None:
    if word == BLACK:
        return None
    number, way = _parted(word)
    if number > 255:
        raise CannotWriteError(f"a link of this kind holds numbers up to 255, got {number}")
    return f"{way}{number:x}" if number < 16 else f"{way + 5}{number:02x}"
