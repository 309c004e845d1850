"""The parts of a puzzle: how each is written in a link and in a file.

A part is a member of the kind, or several that are written together. A kind says which, in their
order, in its ``pzpr``: the codec of each notation bears its name (:mod:`uniclue.core.codecs`), and
:mod:`uniclue.formats.pzpr.layout` lists them. Members are plain here: a grid is a
list of rows with numbers, words and None; areas have numbers from 0 in their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, groupby
from typing import Any, NamedTuple

from uniclue.core import fields
from uniclue.core.fields import Field, Tokens
from uniclue.core.model import Place
from uniclue.core.places import Point, Shape, usual_box
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import body as url
from uniclue.formats.pzpr.body import UNKNOWN, Body, Entry
from uniclue.formats.pzpr.rows import FileRows, Words, areas_of, borders_of, halves, inner_borders

Members = dict[str, Any]
INSIDE = "borders inside"
"""Where the borders stand, among the members read, that end inside an area and part nothing."""


class Margin(NamedTuple):
    """Rows and columns around the cells."""

    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0


class Codec:
    """Reads and writes a part of a puzzle.

    Args:
        members: The members it holds.
        fields: Their sorts.
    """

    def __init__(self, members: Sequence[str], fields: Mapping[str, Field]) -> None:
        self.members = tuple(members)
        self.member = self.members[0]
        self.field = fields.get(self.member)

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        """Reads it from a link, and sets its members."""
        raise NotImplementedError

    def encode(self, shape: Shape, members: Members) -> str:
        """Writes it to a link."""
        raise NotImplementedError

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        """Reads it from a file, and sets its members; returns the words of the cells."""
        raise NotImplementedError

    def write(self, shape: Shape, members: Members) -> Words:
        """Writes it to a file."""
        raise NotImplementedError

    def board(self, shape: Shape) -> Shape:
        """Rows and columns of the part: those of the cells unless overridden."""
        return shape

    def lay(self, clue: str, answer: str) -> str:
        """The text in a file for a cell with a clue and an answer, ``.`` for none."""
        return answer if clue == "." else clue

    def margin(self, shape: Shape) -> Margin:
        """Rows and columns of a file around the cells."""
        return Margin()


def cut(values: Sequence[Any], shape: Shape) -> list[list[Any]]:
    """Values row by row as a grid."""
    return [list(values[i : i + shape[1]]) for i in range(0, len(values), shape[1])]


def flat(grid: Sequence[Sequence[Any]]) -> list[Any]:
    """A grid's values row by row."""
    return [value for row in grid for value in row]


class PlainNumbersCodec(Codec):
    """A grid with numbers in some cells, also unknown ones: ``?``, or the kind's only word."""

    def _word(self, entry: Entry) -> int | str | None:
        if entry != UNKNOWN:
            return entry
        if word := self._unknown:
            return word
        raise PuzzleError(f"$.{self.member}", "expected numbers, got an unknown one (?)")

    @property
    def _unknown(self) -> str:
        if not isinstance(self.field, Tokens):
            return ""
        letters = self.field.letters or ()
        return fields.UNKNOWN if self.field.unknown else letters[0] if len(letters) == 1 else ""

    def _entry(self, word: int | str | None) -> Entry:
        if isinstance(word, str):
            if word != self._unknown:
                raise CannotWriteError(f"expected numbers in {self.member}, got {quoted(word)}")
            return UNKNOWN
        return word

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        shape = self.board(shape)
        entries = self.entries(body, shape[0] * shape[1])
        members[self.member] = cut([self._word(entry) for entry in entries], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        return self.text([self._entry(word) for word in flat(members[self.member])])

    def entries(self, body: Body, count: int) -> list[Entry]:
        """Reads the numbers of all cells."""
        return url.read_numbers(body, count)

    def text(self, entries: Sequence[Entry]) -> str:
        """Writes the numbers of all cells."""
        return url.write_numbers(entries)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(self.board(shape))
        members[self.member] = [[self._word(self.number(word)) for word in row] for row in words]
        return words

    def number(self, word: str) -> Entry:
        """The number that a word of a file means."""
        return UNKNOWN if word == "-" else int(word) if word.isdecimal() else None

    def write(self, shape: Shape, members: Members) -> Words:
        grid = members[self.member]
        entries = [[self._entry(word) for word in row] for row in grid]
        signs = {None: ".", UNKNOWN: "-"}
        return [[signs.get(entry, str(entry)) for entry in row] for row in entries]


class FoursCodec(PlainNumbersCodec):
    """A grid with numbers from 0 to 4 in some cells."""

    def entries(self, body: Body, count: int) -> list[Entry]:
        return url.read_fours(body, count)

    def text(self, entries: Sequence[Entry]) -> str:
        return url.write_fours(entries)


class DecimalDigitsCodec(PlainNumbersCodec):
    """A grid with numbers from 0 to 9 in some cells."""

    def entries(self, body: Body, count: int) -> list[Entry]:
        return url.read_decimals(body, count)

    def text(self, entries: Sequence[Entry]) -> str:
        return url.write_decimals(entries)


class DigitsOrNumbersCodec(PlainNumbersCodec):
    """The same, and larger numbers behind a ``-``."""

    def entries(self, body: Body, count: int) -> list[Entry]:
        if body.peek() != "-":
            return url.read_decimals(body, count)
        body.take()
        return super().entries(body, count)

    def text(self, entries: Sequence[Entry]) -> str:
        if all(entry in (None, UNKNOWN) or 0 <= entry <= 9 for entry in entries):
            return url.write_decimals(entries)
        return "-" + super().text(entries)


class FoursOfLinesCodec(FoursCodec):
    """Fours; in a file a word comes before that says by which rules lines are drawn."""

    USUAL = "def"

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        if (word := rows.line().strip()) != self.USUAL:
            raise PuzzleError("$", f"expected {self.USUAL}, got {quoted(word)}")
        return super().read(rows, shape, members)

    def write(self, shape: Shape, members: Members) -> Words:
        return [[self.USUAL], *super().write(shape, members)]


class FoursThenColoursCodec(FoursCodec):
    """The same; in a file the colours of cells follow, which are not kept."""

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = super().read(rows, shape, members)
        rows.words(shape)
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        return super().write(shape, members) + [["0"] * shape[1]] * shape[0]


class SheepAndWolvesCodec(FoursThenColoursCodec):
    """The same with sheep (5) and wolves (6) in other cells, a character each."""

    ANIMALS: Mapping[int | None, str] = {5: "s", 6: "w"}

    def entries(self, body: Body, count: int) -> list[Entry]:
        def entry(char: str) -> tuple[Entry, int]:
            if char not in url.DIGITS[:7]:
                raise body.wrong()
            return int(char), 0

        return url.read_entries(body, count, "a", entry)

    def text(self, entries: Sequence[Entry]) -> str:
        return url.write_entries((None if n is None else str(n) for n in entries), "a", 26)

    def _word(self, entry: Entry) -> int | str | None:
        return self.ANIMALS.get(entry, entry)

    def _entry(self, word: int | str | None) -> Entry:
        if isinstance(word, str):
            return next(number for number, animal in self.ANIMALS.items() if animal == word)
        return word


class CornerNumbersCodec(FoursCodec):
    """A grid with numbers from 0 to 4 at some corners."""

    def board(self, shape: Shape) -> Shape:
        return shape[0] + 1, shape[1] + 1


class DenseNumbersCodec(PlainNumbersCodec):
    """A grid with a number in most cells, in base 36."""

    def entries(self, body: Body, count: int) -> list[Entry]:
        def entry(char: str) -> Entry:
            if char == ".":
                return None
            if char in "@%":
                return UNKNOWN
            if char == "-":
                return body.number(2, 36)
            if char not in url.DIGITS:
                raise body.wrong()
            return int(char, 36)

        return [entry(body.take()) for _ in range(count)]

    def text(self, entries: Sequence[Entry]) -> str:
        if max((entry or 0 for entry in entries), default=0) >= 36**2:
            raise CannotWriteError(f"a link holds numbers up to {36**2 - 1}")
        return "".join(map(self._dense, entries))

    @staticmethod
    def _dense(entry: Entry) -> str:
        if entry is None or entry == UNKNOWN:
            return "." if entry is None else "@"
        first, second = divmod(entry, 36)
        return f"-{url.DIGITS[first]}{url.DIGITS[second]}" if first else url.DIGITS[second]


class SudokuDigitsCodec(PlainNumbersCodec):
    """The grid of a sudoku, 0 for blank, and its boxes, which are the usual ones."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        super().decode(body, shape, members)
        self._set(shape, members)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = super().read(rows, shape, members)
        self._set(shape, members)
        return words

    def _set(self, shape: Shape, members: Members) -> None:
        members["box"] = [*usual_box(shape[0])]
        members[self.member] = [[word or 0 for word in row] for row in members[self.member]]

    def _entry(self, word: int | str | None) -> Entry:
        return super()._entry(word or None)


class WhiteAndBlackCodec(Codec):
    """A grid with white (w) and black (b) circles, or the two letters that the field has."""

    @property
    def _words(self) -> tuple[str | None, ...]:
        letters = self.field.letters if isinstance(self.field, Tokens) else None
        return (None, *(letters or "wb"))

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        words, digits = self._words, url.read_packed(body, shape[0] * shape[1], 3, 3)
        members[self.member] = cut([words[digit] for digit in digits], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        words = self._words
        return url.write_packed([words.index(w) for w in flat(members[self.member])], 3, 3)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words, meant = rows.words(shape), dict(zip("12", self._words[1:], strict=True))
        members[self.member] = [[meant.get(word) for word in row] for row in words]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        words = self._words
        return [[".12"[words.index(word)] for word in row] for row in members[self.member]]


class NumberedCirclesCodec(Codec):
    """A grid with white and black circles, with a number or without, as ``w4`` and ``b``."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        found = url.read_numbers(body, shape[0] * shape[1])
        if UNKNOWN in found:
            raise PuzzleError(f"$.{self.member}", "expected a colour at every circle")
        members[self.member] = cut([None if n is None else self._word(n) for n in found], shape)

    def _word(self, entry: int) -> str:
        number, colour = divmod(entry, 2)
        return f"{'wb'[colour]}{number or ''}"

    def encode(self, shape: Shape, members: Members) -> str:
        words = flat(members[self.member])
        return url.write_numbers(
            None if word is None else 2 * int(word[1:] or 0) + "wb".index(word[0]) for word in words
        )

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [[self._meant(word) for word in row] for row in words]
        return words

    def _meant(self, word: str) -> str | None:
        colour, comma, number = word.partition(",")
        if not comma:
            return None
        if colour not in ("0", "1"):
            raise PuzzleError(f"$.{self.member}", f"expected such as 1,4, got {quoted(word)}")
        return f"{'wb'[int(colour)]}{number if number.isdecimal() else ''}"

    def write(self, shape: Shape, members: Members) -> Words:
        return [
            ["." if w is None else f"{'wb'.index(w[0])},{w[1:] or -2}" for w in row]
            for row in members[self.member]
        ]


class BlackCellsCodec(Codec):
    """A grid with some black cells; black is its only word."""

    SIGN = "*"
    """Black, in a file."""

    @property
    def _black(self) -> str:
        return (
            self.field.letters[0] if isinstance(self.field, Tokens) and self.field.letters else "x"
        )

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        bits = url.read_packed(body, shape[0] * shape[1], 2, 5)
        members[self.member] = cut([self._black if bit else None for bit in bits], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        return url.write_packed([int(w is not None) for w in flat(members[self.member])], 2, 5)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [
            [self._black if word == self.SIGN else None for word in row] for row in words
        ]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        grid = members[self.member]
        return [["." if word is None else self.SIGN for word in row] for row in grid]


class IceCodec(BlackCellsCodec):
    """A grid with some cells of ice."""

    SIGN = "1"


class NumbersOnColoursCodec(PlainNumbersCodec):
    """Numbers on light and dark cells; in a file a ``-`` is before what stands on a dark one."""

    LEFT_OPEN = "0"

    def __init__(self, members: Sequence[str], fields: Mapping[str, Field]) -> None:
        super().__init__(members, fields)
        self._dark = BlackCellsCodec(members[1:], fields)

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        self._dark.decode(body, shape, members)
        super().decode(body, shape, members)

    def encode(self, shape: Shape, members: Members) -> str:
        return self._dark.encode(shape, members) + super().encode(shape, members)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        told = [[self.number(word.removeprefix("-")) for word in row] for row in words]
        members[self.member] = [[self._word(entry) for entry in row] for row in told]
        dark = (["*" if word.startswith("-") else "." for word in row] for row in words)
        self._dark.read(FileRows(map(" ".join, dark)), shape, members)
        return words

    def number(self, word: str) -> Entry:
        return UNKNOWN if word == self.LEFT_OPEN else super().number(word or ".")

    def write(self, shape: Shape, members: Members) -> Words:
        dark = self._dark.write(shape, members)
        entries = ((self._entry(word) for word in row) for row in members[self.member])
        texts = [["0" if n == UNKNOWN else "" if n is None else str(n) for n in r] for r in entries]
        return [
            [("-" + text) if sign == "*" else text or "." for text, sign in zip(*both, strict=True)]
            for both in zip(texts, dark, strict=True)
        ]


class NumberedAreasCodec(Codec):
    """The area of every cell, in a file by its number."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        self._cut(shape, url.read_borders(body, shape), members)

    def _cut(self, shape: Shape, borders: Mapping[Point, int], members: Members) -> None:
        """Sets the areas that borders cut, and notes the borders inside them."""
        area = members[self.member] = areas_of(shape, borders.__getitem__)
        parts = borders_of(area)
        members[INSIDE] = [p for p, is_there in borders.items() if is_there and not parts[p]]

    def encode(self, shape: Shape, members: Members) -> str:
        return url.write_borders(borders_of(self._whole(shape, members)), shape)

    def _whole(self, shape: Shape, members: Members) -> list[list[int]]:
        """The areas, each in one piece."""
        grid: list[list[int]] = members[self.member]
        if None in flat(grid):
            raise CannotWriteError(f"every cell of {self.member} has to be in an area")
        if areas_of(shape, borders_of(grid).__getitem__) != grid:
            raise CannotWriteError(f"every area of {self.member} has to be in one piece")
        return grid

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        rows.number(1, shape[0] * shape[1])
        words = rows.words(shape)
        members[self.member] = areas_of(shape, borders_of(words).__getitem__)
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        grid = self._whole(shape, members)
        return [[str(max(flat(grid)) + 1)], *([str(area) for area in row] for row in grid)]


class BordersCodec(NumberedAreasCodec):
    """The area of every cell, in a file by the borders between cells."""

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        self._cut(shape, rows.borders(shape), members)
        return []

    def write(self, shape: Shape, members: Members) -> Words:
        borders = borders_of(self._whole(shape, members))
        return halves(borders, inner_borders(shape), shape)


class AreasAndHolesCodec(NumberedAreasCodec):
    """Areas as numbers, then the cells that are holes and in no area, if a kind can have such."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        super().decode(body, shape, members)
        if not body.is_over:
            self._cut_out(cut(url.read_packed(body, shape[0] * shape[1], 2, 5), shape), members)

    def _cut_out(self, holes: Sequence[Sequence[Any]], members: Members) -> None:
        if any(map(any, holes)) and isinstance(self.field, Tokens) and self.field.filled:
            raise PuzzleError("$", "expected a board without holes")
        pairs = zip(holes, members[self.member], strict=True)
        members[self.member] = [
            [None if hole else area for hole, area in zip(*both, strict=True)] for both in pairs
        ]

    def encode(self, shape: Shape, members: Members) -> str:
        holes = [int(area is None) for area in flat(members[self.member])]
        text = super().encode(shape, members)
        return text + (url.write_packed(holes, 2, 5) if any(holes) else "")

    def _whole(self, shape: Shape, members: Members) -> list[list[int]]:
        """The areas, each in one piece, in the order of their first cells; a hole is one, too."""
        grid = members[self.member]
        number = count(max((area for area in flat(grid) if area is not None), default=-1) + 1)
        named = [[next(number) if area is None else area for area in row] for row in grid]
        order: dict[int, int] = {}
        numbers = [[order.setdefault(area, len(order)) for area in row] for row in named]
        return super()._whole(shape, {self.member: numbers})

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = super().read(rows, shape, members)
        self._cut_out([[word != "." for word in row] for row in rows.words(shape)], members)
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        signs = [["." if area is not None else "*" for area in row] for row in members[self.member]]
        return super().write(shape, members) + signs


class BordersAndHolesCodec(AreasAndHolesCodec, BordersCodec):
    """Areas as borders, then holes."""


class AreasAndMarkedHolesCodec(AreasAndHolesCodec):
    """Areas as numbers; a hole is a ``#`` among them, in a link how many cells come before it."""

    FAR = 36
    """The number of cells without a hole that a ``.`` stands for."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        NumberedAreasCodec.decode(self, body, shape, members)
        signs = ""
        while not body.is_over:
            if body.peek() == ".":
                signs += "." * (len(body.take()) * self.FAR)
            else:
                signs += "." * body.number(base=self.FAR) + "#"
            if len(signs) > shape[0] * shape[1]:
                raise body.wrong()
        holes = [sign == "#" for sign in signs.ljust(shape[0] * shape[1], ".")]
        self._cut_out(cut(holes, shape), members)

    def encode(self, shape: Shape, members: Members) -> str:
        signs = "".join(".#"[area is None] for area in flat(members[self.member]))
        runs = (divmod(len(run), self.FAR) for run in signs.split("#")[:-1])
        return NumberedAreasCodec.encode(self, shape, members) + "".join(
            "." * far + url.DIGITS[rest] for far, rest in runs
        )

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = NumberedAreasCodec.read(self, rows, shape, members)
        self._cut_out([[word == "#" for word in row] for row in words], members)
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        self._whole(shape, members)
        order: dict[int, int] = {}
        rows = [
            ["#" if area is None else str(order.setdefault(area, len(order))) for area in row]
            for row in members[self.member]
        ]
        return [[str(len(order))], *rows]


class RoomNumbersCodec(PlainNumbersCodec):
    """A grid with a number in some areas, in the leftmost of their cells."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        tops = self._tops(members)
        entries = url.read_numbers(body, len(tops), url.LONGER)
        grid: list[list[Any]] = [[None] * shape[1] for _ in range(shape[0])]
        for (r, c), entry in zip(tops, entries, strict=True):
            grid[r][c] = self._word(entry)
        members[self.member] = grid

    def encode(self, shape: Shape, members: Members) -> str:
        grid = self._lifted(members)
        return url.write_numbers([grid[r][c] for r, c in self._tops(members)], url.LONGER)

    def write(self, shape: Shape, members: Members) -> Words:
        return super().write(shape, members | {self.member: self._lifted(members)})

    def _tops(self, members: Members) -> list[Place]:
        tops: dict[int, Place] = {}
        for area, c, r in sorted(
            (area, c, r) for r, row in enumerate(members["regions"]) for c, area in enumerate(row)
        ):
            tops.setdefault(area, (r, c))
        return list(tops.values())

    def _lifted(self, members: Members) -> list[list[Entry]]:
        """The grid with the number of each area in the cell where it belongs."""
        regions, grid = members["regions"], members[self.member]
        lifted: list[list[Entry]] = [[None] * len(row) for row in grid]
        tops = self._tops(members)
        for r, row in enumerate(grid):
            for c, word in enumerate(row):
                if word is not None:
                    i, j = tops[regions[r][c]]
                    if lifted[i][j] is not None:
                        raise CannotWriteError(f"an area of {self.member} has two numbers")
                    lifted[i][j] = self._entry(word)
        return lifted


class NumbersAroundCodec(Codec):
    """A grid with numbers in some cells, and black cells (``x``) without."""

    LETTERS = "0123456789abcdefghij" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        words: list[int | str | None] = []
        while len(words) < shape[0] * shape[1]:
            char = body.take()
            if "k" <= char <= "z":
                words += [None] * (url.DIGITS.index(char) - 18)
            elif char in self.LETTERS:
                words.append(self.LETTERS.index(char))
            elif char in ".+_":
                words.append(None if char == "." else "x")
            else:
                raise body.wrong()
        members[self.member] = cut(words[: shape[0] * shape[1]], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        texts = (None if word is None else self._text(word) for word in flat(members[self.member]))
        return "".join(
            "".join(word for word in some if word) if is_told else self._run(len(some))
            for is_told, group in groupby(texts, key=bool)
            for some in [[*group]]
        )

    @staticmethod
    def _run(number: int) -> str:
        """A run of blanks."""
        longest, rest = divmod(number, 17)
        return "z" * longest + ("." if rest == 1 else url.DIGITS[rest + 18] if rest else "")

    def _text(self, word: int | str) -> str:
        if word == "x":
            return "+"
        if not isinstance(word, int) or word >= len(self.LETTERS):
            raise CannotWriteError(f"a link has no number {word}")
        return self.LETTERS[word]

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [[self._meant(word) for word in row] for row in words]
        return words

    def _meant(self, word: str) -> int | str | None:
        return "x" if word in "b?" else int(word) if word.isdecimal() else None

    def write(self, shape: Shape, members: Members) -> Words:
        signs = {None: ".", "x": "b"}
        return [[signs.get(word, str(word)) for word in row] for row in members[self.member]]


class DirectionsCodec(Codec):
    """A grid with arrows in some cells; ``?`` is one that does not tell."""

    WORDS = "?nswe"
    SIGNS = ".1234"
    IN_FILES = "-1234"

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        def entry(char: str) -> tuple[Entry, int]:
            if char not in self.SIGNS:
                raise body.wrong()
            return self.SIGNS.index(char), 0

        found = url.read_entries(body, shape[0] * shape[1], "5", entry)
        members[self.member] = cut([None if i is None else self.WORDS[i] for i in found], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        words = flat(members[self.member])
        texts = [None if word is None else self.SIGNS[self.WORDS.index(word)] for word in words]
        return url.write_entries(texts, "5", 31)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words, meant = rows.words(shape), dict(zip(self.IN_FILES, self.WORDS, strict=True))
        members[self.member] = [[meant.get(word) for word in row] for row in words]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        signs = dict(zip(self.WORDS, self.IN_FILES, strict=True)) | {None: "."}
        return [[signs[word] for word in row] for row in members[self.member]]


class MazeSignsCodec(DirectionsCodec):
    """A grid with the start ``S``, the goal ``G``, circles ``o`` and triangles ``t``."""

    WORDS = "SGot"
    SIGNS = "1234"
    IN_FILES = "sgot"


class BendsCodec(Codec):
    """A grid with circles, with a number or without (``o``), and arrows."""

    WAYS = "nswe"

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        words: list[int | str] = []

        def entry(char: str) -> tuple[Entry, int]:
            if char in "ghij":
                words.append(self.WAYS["ghij".index(char)])
            elif char == "-":
                words.append(body.number(2))
            elif char == ".":
                words.append("o")
            elif char in url.DIGITS[:16]:
                words.append(int(char, 16))
            else:
                raise body.wrong()
            return len(words) - 1, 0

        found = url.read_entries(body, shape[0] * shape[1], "k", entry)
        members[self.member] = cut([None if i is None else words[i] for i in found], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        texts = (None if word is None else self._text(word) for word in flat(members[self.member]))
        return url.write_entries(texts, "k", 16)

    def _text(self, word: int | str) -> str:
        if isinstance(word, str):
            return "." if word == "o" else "ghij"[self.WAYS.index(word)]
        if word > 255:
            raise CannotWriteError(f"a link has no number {word}")
        return f"{word:x}" if word < 16 else f"-{word:02x}"

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [[self._meant(word) for word in row] for row in words]
        return words

    def _meant(self, word: str) -> int | str | None:
        if word[:1] == "o":
            return int(word[1:]) if word[1:].isdecimal() else "o"
        return self.WAYS["1234".index(word)] if word in "1234" else None

    def write(self, shape: Shape, members: Members) -> Words:
        def text(word: int | str | None) -> str:
            if isinstance(word, int):
                return f"o{word}"
            return word or "." if word in (None, "o") else "1234"[self.WAYS.index(word)]

        return [[text(word) for word in row] for row in members[self.member]]


class CompassesCodec(Codec):
    """A grid with four numbers in some cells; a file has those to the east first, clockwise."""

    IN_FILES = (3, 1, 2, 0)
    """Where the numbers of a file stand in a word: east, south, west, north."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        words: list[str] = []

        def entry(char: str) -> tuple[Entry, int]:
            numbers = [self._number(body, char), *(self._number(body, body.take()) for _ in "swe")]
            words.append(",".join(numbers))
            return len(words) - 1, 0

        found = url.read_entries(body, shape[0] * shape[1], "g", entry)
        members[self.member] = cut([None if i is None else words[i] for i in found], shape)

    def _number(self, body: Body, char: str) -> str:
        if char in url.DIGITS[:16]:
            return str(int(char, 16))
        if char not in ".-":
            raise body.wrong()
        return "?" if char == "." else str(body.number(2))

    def encode(self, shape: Shape, members: Members) -> str:
        texts = (None if word is None else self._text(word) for word in flat(members[self.member]))
        return url.write_entries(texts, "g", 20)

    def _text(self, word: str) -> str:
        numbers = [url.UNKNOWN if n == "?" else int(n) for n in word.split(",")]
        if max(numbers) > 255:
            raise CannotWriteError(f"a link has no number {max(numbers)}")
        return "".join(url.write_numbers([number]) for number in numbers)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [[self._meant(word) for word in row] for row in words]
        return words

    def _meant(self, word: str) -> str | None:
        numbers = word.split(",")
        if len(numbers) != 4:
            return None
        held = dict(zip(self.IN_FILES, numbers, strict=True))
        return ",".join(held[i] if held[i].isdecimal() else "?" for i in range(4))

    def write(self, shape: Shape, members: Members) -> Words:
        def text(word: str | None) -> str:
            numbers = "" if word is None else word.replace("?", "-1").split(",")
            return ",".join(numbers[i] for i in self.IN_FILES) if numbers else "."

        return [[text(word) for word in row] for row in members[self.member]]


class ArrowsCodec(Codec):
    """A grid with numbers and directions in some cells, as ``2s``; ``?`` is an unknown one."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        members[self.member] = cut(url.read_arrows(body, shape[0] * shape[1]), shape)

    def encode(self, shape: Shape, members: Members) -> str:
        return url.write_arrows(flat(members[self.member]))

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [[self._meant(word) for word in row] for row in words]
        return words

    def _meant(self, word: str) -> str | None:
        way, _, number = word.partition(",")
        if not number:
            return None
        if number == "-":
            return "?"
        if way not in ("1", "2", "3", "4") or not number.isdecimal():
            raise PuzzleError(f"$.{self.member}", f"expected such as 2,3, got {quoted(word)}")
        return f"{int(number)}{url.ARROWS[int(way)]}"

    def write(self, shape: Shape, members: Members) -> Words:
        return [
            ["." if word is None else self._written(word) for word in row]
            for row in members[self.member]
        ]

    def _written(self, word: str) -> str:
        return "0,-" if word == "?" else f"{url.ARROWS.index(word[-1])},{word[:-1]}"


class BeamsCodec(ArrowsCodec):
    """The same, but the direction of an unknown number is kept, as ``?s``."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        words = url.read_arrows(body, shape[0] * shape[1], keeps_ways=True)
        members[self.member] = cut(words, shape)

    def _meant(self, word: str) -> str | None:
        way, _, number = word.partition(",")
        if number == "-" and way in ("1", "2", "3", "4"):
            return f"?{url.ARROWS[int(way)]}"
        return super()._meant(word)

    def _written(self, word: str) -> str:
        return super()._written(word).replace("?", "-")


class NumberCodec(Codec):
    """A number of the whole board."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        text = body.field()
        if not (text.isdecimal() and len(text) < 7):
            raise PuzzleError(f"$.{self.member}", f"expected a number, got {quoted(text)}")
        self._set(int(text), members)

    def encode(self, shape: Shape, members: Members) -> str:
        return f"{self._told(members)}/"

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        self._set(rows.number(1, 999), members)
        return []

    def write(self, shape: Shape, members: Members) -> Words:
        return [[str(self._told(members))]]

    def _set(self, number: int, members: Members) -> None:
        members[self.member] = number

    def _told(self, members: Members) -> int:
        number: int = members[self.member]
        return number


class AlphabetCodec(NumberCodec):
    """The number of letters that a kind has as a member: a, b, c and so on."""

    def _set(self, number: int, members: Members) -> None:
        members[self.member] = "abcdefghijklmnopqrstuvwxyz"[:number]

    def _told(self, members: Members) -> int:
        letters: str = members[self.member]
        if letters != "abcdefghijklmnopqrstuvwxyz"[: len(letters)]:
            raise CannotWriteError("the letters have to be a, b, c and so on")
        return len(letters)


class WallsCodec(ArrowsCodec):
    """The same with a colour behind: ``o`` is white, ``x`` black, ``?`` neither."""

    COLOURS = "?ox"

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        words: list[str] = []

        def entry(char: str) -> tuple[Entry, int]:
            if char not in "012":
                raise body.wrong()
            (word,) = url.read_arrows(body, 1)
            words.append(self._coloured(word, char))
            return len(words) - 1, 0

        found = url.read_entries(body, shape[0] * shape[1], "a", entry)
        members[self.member] = cut([None if i is None else words[i] for i in found], shape)

    def _coloured(self, word: str | None, colour: str) -> str:
        sign = self.COLOURS[int(colour)]
        return sign if word in (None, "?") else f"{word}{sign}"

    def _parted(self, word: str) -> tuple[str, int]:
        """The word without its colour, and the colour."""
        return word[:-1] or "?", self.COLOURS.index(word[-1])

    def encode(self, shape: Shape, members: Members) -> str:
        def text(word: str) -> str:
            plain, colour = self._parted(word)
            return f"{colour}{url.write_arrows([plain])}"

        words = flat(members[self.member])
        return url.write_entries((None if w is None else text(w) for w in words), "a", 26)

    def _meant(self, word: str) -> str | None:
        plain, _, colour = word.rpartition(",")
        if not plain:
            return None
        if colour not in ("0", "1", "2"):
            raise PuzzleError(f"$.{self.member}", f"expected such as 2,3,1, got {quoted(word)}")
        return self._coloured(super()._meant(plain), colour)

    def _written(self, word: str) -> str:
        plain, colour = self._parted(word)
        return f"{super()._written(plain)},{colour}"


class PiecesCodec(Codec):
    """A grid with pieces of lines by the ways that they lead to, and ice, as ``o``.

    A file says first how ice looks.
    """

    LETTERS: Mapping[str, str] = dict(
        zip("abcdefgo", ("nsew", "ns", "ew", "ne", "nw", "sw", "se", "o"), strict=True)
    )

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        words: list[str | None] = []
        while len(words) < shape[0] * shape[1]:
            char = body.take()
            if char.isdecimal():
                words += ["o"] * (int(char) + 1)
            elif char in self.LETTERS and char < "h":
                words.append(self.LETTERS[char])
            elif "h" <= char <= "z":
                words += [None] * (url.DIGITS.index(char) - url.DIGITS.index("g"))
            else:
                raise body.wrong()
        members[self.member] = cut(words[: shape[0] * shape[1]], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        letter = {word: char for char, word in self.LETTERS.items()}
        parts = []
        for word, some in groupby(flat(members[self.member])):
            left = len([*some])
            while left > 0:
                run = min(left, 10 if word == "o" else 19 if word is None else 1)
                first = {"o": 0, None: 17}.get(word)
                parts.append(letter[word] if first is None else url.DIGITS[first + run - 1])
                left -= run
        return "".join(parts)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        rows.line()
        words = rows.words(shape)
        members[self.member] = [[self.LETTERS.get(word) for word in row] for row in words]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        letter = {word: char for char, word in self.LETTERS.items()}
        grid = members[self.member]
        return [["circle"], *([letter.get(word, ".") for word in row] for row in grid)]


class TrianglesCodec(Codec):
    """A grid with triangles and numbers, as ``se9``, and ``+``."""

    WAYS = ("", "ne", "nw", "sw", "se")
    """Where a line leaves each sort of triangle."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        found: list[str] = []

        def entry(char: str) -> tuple[Entry, int]:
            if char not in url.DIGITS[1:6]:
                raise body.wrong()
            found.append("+" if char == "5" else self._word(int(char), self._number(body)))
            return len(found) - 1, 0

        entries = url.read_entries(body, shape[0] * shape[1], "a", entry)
        members[self.member] = cut([None if i is None else found[i] for i in entries], shape)

    def _number(self, body: Body) -> int:
        if body.peek() == "-":
            body.take()
            return body.number(2)
        return body.number()

    def _word(self, sort: int, number: int) -> str:
        return f"{self.WAYS[sort]}{number or ''}"

    def encode(self, shape: Shape, members: Members) -> str:
        def text(word: str) -> str:
            if word == "+":
                return "5"
            number = int(word[2:] or 0)
            if number > 255:
                raise CannotWriteError(f"a link holds numbers up to 255, not {number}")
            first = self.WAYS.index(word[:2])
            return f"{first}{number:x}" if number < 16 else f"{first}-{number:02x}"

        words = flat(members[self.member])
        return url.write_entries((None if w is None else text(w) for w in words), "a", 26)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [[self._meant(word) for word in row] for row in words]
        return words

    def _meant(self, word: str) -> str | None:
        if word in (".", "+"):
            return None if word == "." else word
        if word[0] not in "1234" or not word.isdecimal():
            raise PuzzleError(f"$.{self.member}", f"expected such as 49 or +, got {quoted(word)}")
        return self._word(int(word[0]), int(word[1:] or 0))

    def write(self, shape: Shape, members: Members) -> Words:
        def text(word: str) -> str:
            return word if word == "+" else f"{self.WAYS.index(word[:2])}{word[2:]}"

        grid = members[self.member]
        return [["." if word is None else text(word) for word in row] for row in grid]


class NumberGroupsCodec(Codec):
    """A grid with one to four numbers in some cells, as ``3,1``; ``?`` is an unknown one."""

    BASES = {2: (6, 360), 3: (4, 396), 4: (2, 460)}  # noqa: RUF012
    """By how many numbers there are: the base they are written in, and what is added."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        words: list[int | str] = []

        def entry(char: str) -> tuple[Entry, int]:
            words.append(self._group(body, char))
            return len(words) - 1, 0

        found = url.read_entries(body, shape[0] * shape[1], "g", entry)
        members[self.member] = cut([None if i is None else words[i] for i in found], shape)

    def _group(self, body: Body, char: str) -> int | str:
        if char in "012345678.":
            return "?" if char == "." else int(char)
        if char == "9":
            return "1,1,1,1"
        if char not in url.DIGITS:
            raise body.wrong()
        code = 36 * url.DIGITS.index(char) + body.number(base=36)
        count = max((n for n, (_, first) in self.BASES.items() if first <= code), default=0)
        if count == 0 or code >= 476:
            raise body.wrong(2)
        base, first = self.BASES[count]
        numbers = [(code - first) // base**i % base for i in reversed(range(count))]
        return ",".join("?" if number == 0 else str(number) for number in numbers)

    def encode(self, shape: Shape, members: Members) -> str:
        words = flat(members[self.member])
        return url.write_entries((None if w is None else self._text(w) for w in words), "g", 20)

    def _text(self, word: int | str) -> str:
        numbers = [0 if number == "?" else int(number) for number in str(word).split(",")]
        if len(numbers) == 1:
            return "." if word == "?" else str(word)
        if numbers == [1, 1, 1, 1]:
            return "9"
        base, code = self.BASES[len(numbers)]
        if max(numbers) >= base:
            raise CannotWriteError(f"a link has no clue {word}")
        code += sum(number * base**i for i, number in enumerate(reversed(numbers)))
        return url.DIGITS[code // 36] + url.DIGITS[code % 36]

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [
            [None if word in (".", "#", "+") else self._word(word) for word in row] for row in words
        ]
        return words

    def _word(self, word: str) -> int | str:
        return int(word) if word.isdecimal() else word.replace("-", "?")

    def write(self, shape: Shape, members: Members) -> Words:
        return [
            ["." if word is None else str(word).replace("?", "-") for word in row]
            for row in members[self.member]
        ]


class LoopVisitsCodec(NumberGroupsCodec):
    """The same with other bases, and a sign before three and four numbers."""

    SIGNS: Mapping[str, tuple[int, int]] = {"+": (3, 7), "-": (4, 6)}
    """How many numbers follow, and the base they are written in; two without a sign, in base 8."""

    def _group(self, body: Body, char: str) -> int | str:
        if char in "012345678.":
            return "?" if char == "." else int(char)
        count, base = self.SIGNS.get(char, (2, 8))
        if char in self.SIGNS:
            code = body.number(2, 36) - 36
        elif char in "abcdef":
            code = 36 * url.DIGITS.index(char) + body.number(base=36) - 360
        else:
            raise body.wrong()
        if not 0 <= code < base**count:
            raise body.wrong(2)
        numbers = [code // base**i % base for i in reversed(range(count))]
        return ",".join("?" if number == 0 else str(number) for number in numbers)

    def _text(self, word: int | str) -> str:
        numbers = [0 if number == "?" else int(number) for number in str(word).split(",")]
        if len(numbers) == 1:
            return "." if word == "?" else str(word)
        signs = {count: (sign, base, 36) for sign, (count, base) in self.SIGNS.items()}
        sign, base, first = signs.get(len(numbers), ("", 8, 360))
        code = first + sum(n * base**i for i, n in enumerate(reversed(numbers)))
        if max(numbers) >= base or code >= 36**2:
            raise CannotWriteError(f"a link has no clue {word}")
        return sign + url.DIGITS[code // 36] + url.DIGITS[code % 36]


class SignsCodec(Codec):
    """A grid with signs: ``v`` (|), ``h`` (-), ``s`` (+), ``?``."""

    WORDS = (None, "v", "h", "s", "?")
    """What stands for 1, 2 and 3, and for an unknown number."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        entries = url.read_numbers(body, shape[0] * shape[1])
        if any(entry not in (None, 1, 2, 3, UNKNOWN) for entry in entries):
            raise PuzzleError(f"$.{self.member}", "expected signs 1, 2 and 3, got another")
        words = [self.WORDS[-1 if entry == UNKNOWN else entry or 0] for entry in entries]
        members[self.member] = cut(words, shape)

    def encode(self, shape: Shape, members: Members) -> str:
        entries = [None, 1, 2, 3, UNKNOWN]
        return url.write_numbers(entries[self.WORDS.index(w)] for w in flat(members[self.member]))

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        meant = dict(zip("abc-", self.WORDS[1:], strict=True))
        members[self.member] = [[meant.get(word) for word in row] for row in words]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        return [[".abc-"[self.WORDS.index(word)] for word in row] for row in members[self.member]]


class HolesCodec(Codec):
    """A grid with its only word in all cells but some; in a file the answer stands in it, too."""

    def __init__(self, members: Sequence[str], fields: Mapping[str, Field]) -> None:
        super().__init__(members, fields)
        self._word = (
            self.field.letters[0] if isinstance(self.field, Tokens) and self.field.letters else "o"
        )

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        holes = url.read_packed(body, shape[0] * shape[1], 2, 5)
        members[self.member] = cut([None if hole else self._word for hole in holes], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        return url.write_packed([int(w is None) for w in flat(members[self.member])], 2, 5)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [[self._word if w in "o#%" else None for w in row] for row in words]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        return [["." if word is None else "o" for word in row] for row in members[self.member]]

    def lay(self, clue: str, answer: str) -> str:
        return "#" if answer == "#" else clue


class BlackenedCodec(NumberedAreasCodec):
    """Areas without the black cells of a grid, in which they hold arrows or nothing (``x``)."""

    ARROWS = "xnswe"
    IN_FILES = "#tblr"

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        super().decode(body, shape, members)
        words: list[int | str] = []

        def entry(char: str) -> tuple[Entry, int]:
            if char in "abcde":
                words.append(self.ARROWS["abcde".index(char)])
            elif char == "-":
                words.append(body.number(2, 10) + 1)
            else:
                words.append(url.body_digit(body, char) + 1)
            return len(words) - 1, 0

        found = url.read_entries(body, shape[0] * shape[1], "g", entry)
        members["grid"] = cut([None if i is None else words[i] for i in found], shape)
        self._blacken(members)

    def _blacken(self, members: Members) -> None:
        """Takes black cells out of the areas."""
        both = zip(members[self.member], members["grid"], strict=True)
        members[self.member] = [
            [None if isinstance(word, str) else area for area, word in zip(*rows, strict=True)]
            for rows in both
        ]
        areas, inside = members[self.member], members.get(INSIDE, ())
        at = ((p, (int(p[0]), int(p[1])), (int(p[0] + 0.5), int(p[1] + 0.5))) for p in inside)
        members[INSIDE] = [p for p, (r, c), (i, j) in at if None not in (areas[r][c], areas[i][j])]

    def encode(self, shape: Shape, members: Members) -> str:
        def text(word: int | str) -> str:
            if isinstance(word, str):
                return "abcde"[self.ARROWS.index(word)]
            return str(word - 1) if word < 11 else f"-{word - 1}"

        words = flat(members["grid"])
        borders = url.write_borders(borders_of(self._parted(shape, members)), shape)
        texts = (None if word is None else text(word) for word in words)
        return borders + url.write_entries(texts, "g", 20)

    def _parted(self, shape: Shape, members: Members) -> list[list[int]]:
        """The areas, each connected; every black cell is an area of its own."""
        grid = members["grid"]
        parted = [
            [
                -1 - r * shape[1] - c if isinstance(grid[r][c], str) else area
                for c, area in enumerate(row)
            ]
            for r, row in enumerate(members[self.member])
        ]
        whole = areas_of(shape, borders_of(parted).__getitem__)
        if len({*flat(whole)}) != len({*flat(parted)}) or None in flat(parted):
            raise CannotWriteError(f"every area of {self.member} has to be in one piece")
        return whole

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        super().read(rows, shape, members)
        words = rows.words(shape)
        members["grid"] = [[self._word(word) for word in row] for row in words]
        self._blacken(members)
        return words

    def _word(self, word: str) -> int | str | None:
        if word in self.IN_FILES:
            return self.ARROWS[self.IN_FILES.index(word)]
        return int(word) if word.isdecimal() and len(word) < 7 else None

    def write(self, shape: Shape, members: Members) -> Words:
        areas = members[self.member]
        self._parted(shape, members)
        grid = members["grid"]
        black = [[isinstance(word, str) for word in row] for row in grid]
        names = (a for a, is_black in zip(flat(areas), flat(black), strict=True) if not is_black)
        number = {area: i for i, area in enumerate(dict.fromkeys(names))}
        rows = [
            ["." if black[r][c] else str(number[area]) for c, area in enumerate(row)]
            for r, row in enumerate(areas)
        ]
        texts = [["." if word is None else self._text(word) for word in row] for row in grid]
        return [[str(len(number))], *rows, *texts]

    def _text(self, word: int | str) -> str:
        return self.IN_FILES[self.ARROWS.index(word)] if isinstance(word, str) else str(word)
