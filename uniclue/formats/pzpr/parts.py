"""The parts of a puzzle: how each is written in a link and in a file.

A part is a member of the kind, or several that are written together. A kind says which, in their
order, in its ``pzpr`` (:mod:`uniclue.formats.pzpr.layout`). Members are plain here: a grid is a
list of rows with numbers, words and None; areas have numbers from 0 in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from uniclue.core.fields import Field, Tokens
from uniclue.core.model import Place
from uniclue.core.places import Point, Shape
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import body as url
from uniclue.formats.pzpr.body import UNKNOWN, Body, Entry
from uniclue.formats.pzpr.rows import Rows, Words, areas_of, borders_of, halves, inner_borders

Members = dict[str, Any]


class Margin(NamedTuple):
    """Rows and columns around the cells."""

    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0


class Part:
    """A part of a puzzle.

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

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        """Reads it from a file, and sets its members; returns the words of the cells."""
        raise NotImplementedError

    def write(self, shape: Shape, members: Members) -> Words:
        """Writes it to a file."""
        raise NotImplementedError

    def board(self, shape: Shape) -> Shape:
        """Rows and columns of what it holds: of the cells, unless it says otherwise."""
        return shape

    def margin(self, shape: Shape) -> Margin:
        """Rows and columns of a file around the cells."""
        return Margin()


def cut(values: Sequence[Any], shape: Shape) -> list[list[Any]]:
    """Values row by row as a grid."""
    return [list(values[i : i + shape[1]]) for i in range(0, len(values), shape[1])]


def flat(grid: Sequence[Sequence[Any]]) -> list[Any]:
    """A grid's values row by row."""
    return [value for row in grid for value in row]


class Numbers(Part):
    """A grid with numbers in some cells; the only word that a kind has is a number not told."""

    def _word(self, entry: Entry) -> int | str | None:
        if entry != UNKNOWN:
            return entry
        if word := self._unknown:
            return word
        raise PuzzleError(f"$.{self.member}", "expected numbers, got one that is not told (?)")

    @property
    def _unknown(self) -> str:
        letters = self.field.letters if isinstance(self.field, Tokens) else ()
        return letters[0] if letters and len(letters) == 1 else ""

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

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
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


class Fours(Numbers):
    """A grid with numbers from 0 to 4 in some cells."""

    def entries(self, body: Body, count: int) -> list[Entry]:
        return url.read_fours(body, count)

    def text(self, entries: Sequence[Entry]) -> str:
        return url.write_fours(entries)


class Corners(Fours):
    """A grid with numbers from 0 to 4 at some corners."""

    def board(self, shape: Shape) -> Shape:
        return shape[0] + 1, shape[1] + 1


class Dense(Numbers):
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


class Digits(Numbers):
    """The grid of a sudoku, 0 for blank, and its boxes, which are the usual ones."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        super().decode(body, shape, members)
        self._set(shape, members)

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        words = super().read(rows, shape, members)
        self._set(shape, members)
        return words

    def _set(self, shape: Shape, members: Members) -> None:
        side = shape[0]
        height = next(h for h in range(int(side**0.5), 0, -1) if side % h == 0)
        members["box"] = [height, side // height]
        members[self.member] = [[word or 0 for word in row] for row in members[self.member]]

    def _entry(self, word: int | str | None) -> Entry:
        return super()._entry(word or None)


class Circles(Part):
    """A grid with white (w) and black (b) circles."""

    WORDS = (None, "w", "b")

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        digits = url.read_packed(body, shape[0] * shape[1], 3, 3)
        members[self.member] = cut([self.WORDS[digit] for digit in digits], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        return url.write_packed([self.WORDS.index(w) for w in flat(members[self.member])], 3, 3)

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        words, meant = rows.words(shape), {"1": "w", "2": "b"}
        members[self.member] = [[meant.get(word) for word in row] for row in words]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        return [[".12"[self.WORDS.index(word)] for word in row] for row in members[self.member]]


class Black(Part):
    """A grid of which some cells are black: its only word."""

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

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        words = rows.words(shape)
        members[self.member] = [[self._black if w == "*" else None for w in row] for row in words]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        return [["." if word is None else "*" for word in row] for row in members[self.member]]


class Areas(Part):
    """The area of every cell, in a file by its number."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        members[self.member] = areas_of(shape, url.read_borders(body, shape).__getitem__)

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

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        rows.number(1, shape[0] * shape[1])
        words = rows.words(shape)
        members[self.member] = areas_of(shape, borders_of(words).__getitem__)
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        grid = self._whole(shape, members)
        return [[str(max(flat(grid)) + 1)], *([str(area) for area in row] for row in grid)]


class Borders(Areas):
    """The area of every cell, in a file by the borders between cells."""

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        members[self.member] = areas_of(shape, rows.borders(shape).__getitem__)
        return []

    def write(self, shape: Shape, members: Members) -> Words:
        borders = borders_of(self._whole(shape, members))
        return halves(borders, inner_borders(shape), shape[1])


class Rooms(Numbers):
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


class Arrows(Part):
    """A grid with numbers and their directions in some cells, as ``2s``; ``?`` says nothing."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        members[self.member] = cut(url.read_arrows(body, shape[0] * shape[1]), shape)

    def encode(self, shape: Shape, members: Members) -> str:
        return url.write_arrows(flat(members[self.member]))

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
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
        def text(word: str | None) -> str:
            if word is None:
                return "."
            return "0,-" if word == "?" else f"{url.ARROWS.index(word[-1])},{word[:-1]}"

        return [[text(word) for word in row] for row in members[self.member]]


class Count(Part):
    """A number that the board bears."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        text = body.field()
        if not (text.isdecimal() and len(text) < 7):
            raise PuzzleError(f"$.{self.member}", f"expected a number, got {quoted(text)}")
        self._set(int(text), members)

    def encode(self, shape: Shape, members: Members) -> str:
        return f"{self._told(members)}/"

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        self._set(rows.number(1, 999), members)
        return []

    def write(self, shape: Shape, members: Members) -> Words:
        return [[str(self._told(members))]]

    def _set(self, number: int, members: Members) -> None:
        members[self.member] = number

    def _told(self, members: Members) -> int:
        number: int = members[self.member]
        return number


class Alphabet(Count):
    """The number of letters that a kind has as a member: a, b, c and so on."""

    def _set(self, number: int, members: Members) -> None:
        members[self.member] = "abcdefghijklmnopqrstuvwxyz"[:number]

    def _told(self, members: Members) -> int:
        letters: str = members[self.member]
        if letters != "abcdefghijklmnopqrstuvwxyz"[: len(letters)]:
            raise CannotWriteError("the letters have to be a, b, c and so on")
        return len(letters)


# -- beside the board ------------------------------------------------------------------------------


class Beside(Part):
    """Numbers beside the board: on top, below, left, right, as far as the kind has them."""

    corner = "."

    def margin(self, shape: Shape) -> Margin:
        return Margin(*(int(side in self.members) for side in Margin._fields))

    def slots(self, shape: Shape) -> Iterator[tuple[str, int]]:
        """The side and the position of each number, in the order of a link."""
        for side in ("top", "bottom", "left", "right"):
            if side in self.members:
                for i in range(shape[side in ("top", "bottom")]):
                    yield side, i

    def places(self, shape: Shape) -> dict[Place, tuple[str, int]]:
        """Where each number stands in a file, from the first cell."""
        line = {"top": -1, "bottom": shape[0], "left": -1, "right": shape[1]}
        return {_beside(line[side], side, i): (side, i) for side, i in self.slots(shape)}

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        slots = list(self.slots(shape))
        self._set(dict(zip(slots, self.entries(body, len(slots)), strict=True)), shape, members)
        if type(self) is Beside and not body.is_over:
            self._give(cut(url.read_numbers(body, shape[0] * shape[1]), shape), members)

    def encode(self, shape: Shape, members: Members) -> str:
        text = self.text([self.entry(members[s][i], members) for s, i in self.slots(shape)])
        given = flat(members["givens"] or []) if type(self) is Beside else []
        if any(numbers := [self._number(value) for value in given]):
            text += url.write_numbers(numbers)
        return text

    def _give(self, given: list[list[Any]], members: Members) -> None:
        """Sets the values that are printed in cells."""
        if UNKNOWN in flat(given):
            raise PuzzleError("$.givens", "expected numbers, got one that is not told (?)")
        if any(value is not None for value in flat(given)):
            members["givens"] = given

    def entries(self, body: Body, count: int) -> list[Entry]:
        """Reads the numbers of all slots."""
        return url.read_numbers(body, count)

    def text(self, entries: Sequence[Entry]) -> str:
        """Writes the numbers of all slots."""
        return url.write_numbers(entries)

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        top, left, bottom, right = self.margin(shape)
        words = rows.words((shape[0] + top + bottom, shape[1] + left + right))
        told = {}
        for (r, c), slot in self.places(shape).items():
            word = words[r + top][c + left].removeprefix("c")
            told[slot] = int(word) if word.isdecimal() else None
        self._set(told, shape, members)
        inside = [row[left : left + shape[1]] for row in words[top : top + shape[0]]]
        if any(word.startswith("q") for word in flat(inside)):
            self._give([[self._printed(word) for word in row] for row in inside], members)
        return inside

    def _printed(self, word: str) -> Any:
        return int(word[1:]) if word.startswith("q") and word[1:].isdecimal() else None

    def _number(self, given: Any) -> Entry:
        return given if isinstance(given, int) else None

    def write(self, shape: Shape, members: Members) -> Words:
        top, left, bottom, right = self.margin(shape)
        words = [["."] * (shape[1] + left + right) for _ in range(shape[0] + top + bottom)]
        words[0][0] = self.corner
        for (r, c), (side, i) in self.places(shape).items():
            entry = self.entry(members[side][i], members)
            words[r + top][c + left] = "." if entry is None else str(entry)
        for r, row in enumerate(members["givens"] or []):
            for c, value in enumerate(row):
                if (number := self._number(value)) is not None:
                    words[r + top][c + left] = f"q{number}"
        return words

    def entry(self, word: Any, members: Members) -> Entry:
        """The number for a word beside the board."""
        if isinstance(word, str):
            raise CannotWriteError(f"expected numbers beside the board, got {quoted(word)}")
        number: Entry = word
        return number

    def word(self, entry: Entry, members: Members) -> Any:
        """The word for a number beside the board."""
        if entry == UNKNOWN:
            raise PuzzleError("$", "expected numbers beside the board, got one that is not told")
        return entry

    def _set(self, told: Mapping[tuple[str, int], Entry], shape: Shape, members: Members) -> None:
        for side, _ in self.slots(shape):
            members.setdefault(side, [])
        for (side, _), entry in told.items():
            members[side].append(self.word(entry, members))


def _beside(line: int, side: str, i: int) -> Place:
    return (line, i) if side in ("top", "bottom") else (i, line)


class Letters(Beside):
    """The same with letters, of which :class:`Alphabet` says how many there are."""

    def entry(self, word: Any, members: Members) -> Entry:
        return None if word is None else members["letters"].index(str(word)) + 1

    def word(self, entry: Entry, members: Members) -> Any:
        letters = members["letters"]
        if entry is not None and not 1 <= entry <= len(letters):
            raise PuzzleError("$", f"expected letters up to {len(letters)}, got {entry}")
        return None if entry is None else letters[entry - 1]


class Poles(Beside):
    """Plates, and two numbers beside each line: the outer one is that of the other side."""

    POLES = (None, "+", "-")

    def _printed(self, word: str) -> Any:
        return {"q1": "+", "q2": "-"}.get(word)

    def _number(self, given: Any) -> Entry:
        return self.POLES.index(given) if given in ("+", "-") else None

    def margin(self, shape: Shape) -> Margin:
        return Margin(2, 2)

    def slots(self, shape: Shape) -> Iterator[tuple[str, int]]:
        for sides, count in ((("bottom", "top"), shape[1]), (("right", "left"), shape[0])):
            yield from ((side, i) for i in range(count) for side in sides)

    def places(self, shape: Shape) -> dict[Place, tuple[str, int]]:
        line = {"bottom": -1, "top": -2, "right": -1, "left": -2}
        return {_beside(line[side], side, i): (side, i) for side, i in self.slots(shape)}

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        super().decode(body, shape, members)
        borders = url.read_borders(body, shape)
        count = shape[0] * shape[1]
        if not body.is_over:
            poles = url.read_packed(body, count, 3, 3)
            self._give(cut([self.POLES[pole] for pole in poles], shape), members)
        holes = [0] * count if body.is_over else url.read_packed(body, count, 2, 5)
        self._set_plates(borders, cut(holes, shape), shape, members)

    def _set_plates(
        self,
        borders: Mapping[Point, int],
        holes: Sequence[Sequence[Any]],
        shape: Shape,
        members: Members,
    ) -> None:
        def is_border(point: Point) -> bool:
            cells = ((int(point[0] + d), int(point[1] + d)) for d in (0, 0.5))
            return bool(borders[point]) or any(holes[r][c] for r, c in cells)

        areas = areas_of(shape, is_border)
        members["plates"] = [
            [None if hole else area for area, hole in zip(*row, strict=True)]
            for row in zip(areas, holes, strict=True)
        ]

    def _borders(self, members: Members) -> dict[Point, int]:
        plates = members["plates"]

        def is_whole(r: float, c: float) -> bool:
            beside = plates[int(r)][int(c)], plates[int(r + 0.5)][int(c + 0.5)]
            return None not in beside

        return {(r, c): b * is_whole(r, c) for (r, c), b in borders_of(plates).items()}

    def encode(self, shape: Shape, members: Members) -> str:
        text = super().encode(shape, members) + url.write_borders(self._borders(members), shape)
        holes = [int(plate is None) for plate in flat(members["plates"])]
        given = flat(members["givens"] or [[None]] * len(holes))
        poles = [self._number(value) or 0 for value in given]
        if any(holes) or any(poles):
            text += url.write_packed(poles, 3, 3) + url.write_packed(holes, 2, 5)
        return text

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        borders = rows.borders(shape)
        words = super().read(rows, shape, members)
        self._set_plates(borders, [[w == "#" for w in row] for row in words], shape, members)
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        words = super().write(shape, members)
        for r, row in enumerate(members["plates"]):
            for c, plate in enumerate(row):
                if plate is None:
                    words[r + 2][c + 2] = "#"
        return halves(self._borders(members), inner_borders(shape), shape[1]) + words


class Trees(Beside):
    """Numbers beside the board, and a grid with the kind's only word in some cells."""

    def __init__(self, members: Sequence[str], fields: Mapping[str, Field]) -> None:
        super().__init__(members, fields)
        field = fields.get("grid")
        self._tree = field.letters[0] if isinstance(field, Tokens) and field.letters else "x"

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        super().decode(body, shape, members)
        marks = url.read_singles(body, shape[0] * shape[1])
        members["grid"] = cut([self._tree if mark else None for mark in marks], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        marks = [word is not None for word in flat(members["grid"])]
        return super().encode(shape, members) + url.write_singles(marks)

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        words = super().read(rows, shape, members)
        members["grid"] = [[self._tree if word == "1" else None for word in row] for row in words]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        words = super().write(shape, members)
        for r, row in enumerate(members["grid"]):
            words[r + 1][1:] = ["." if word is None else "1" for word in row]
        return words


class Tiles(Beside):
    """Numbers beside the board, after the cells of the board, which are all blank."""

    corner = "0"

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        if any(entry is not None for entry in url.read_numbers(body, shape[0] * shape[1])):
            raise PuzzleError("$", "expected numbers beside the board alone, got some in cells")
        super().decode(body, shape, members)

    def encode(self, shape: Shape, members: Members) -> str:
        blank = url.write_numbers([None] * (shape[0] * shape[1]))
        return blank + super().encode(shape, members)

    def entries(self, body: Body, count: int) -> list[Entry]:
        def entry(char: str) -> Entry:
            if char == ".":
                return None
            if char not in url.DIGITS[:16] and char != "-":
                raise body.wrong()
            return body.number(2) if char == "-" else int(char, 16)

        return [entry(body.take()) for _ in range(count)]

    def text(self, entries: Sequence[Entry]) -> str:
        return "".join("." if n is None else f"{n:x}" if n < 16 else f"-{n:02x}" for n in entries)


# -- boards of their own ---------------------------------------------------------------------------


class Stars(Part):
    """Centres in cells, on sides and on corners: 0, 1, 2, 3 of the cell left above."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        wide = shape[0] * 2 - 1, shape[1] * 2 - 1

        def entry(char: str) -> tuple[Entry, int]:
            if char not in url.DIGITS[:16]:
                raise body.wrong()
            return 1, int(char, 16) // 2

        stars = url.read_entries(body, wide[0] * wide[1], "g", entry)
        if not body.is_over and any(url.read_packed(body, shape[0] * shape[1], 2, 5)):
            raise PuzzleError("$", "expected a board without holes")
        self._set(cut(stars, wide), shape, members)

    def encode(self, shape: Shape, members: Members) -> str:
        stars = flat(self._wide(shape, members))
        texts: list[str | None] = []
        at = 0
        while at < len(stars):
            if not stars[at]:
                texts.append(None)
                at += 1
                continue
            blanks = next((i for i in range(7) if at + i + 1 >= len(stars) or stars[at + i + 1]), 7)
            texts.append(f"{2 * blanks:x}")
            at += blanks + 1
        return url.write_entries(texts, "g", 20)

    def _wide(self, shape: Shape, members: Members) -> list[list[bool]]:
        wide = [[False] * (2 * shape[1] - 1) for _ in range(2 * shape[0] - 1)]
        for r, row in enumerate(members[self.member]):
            for c, n in enumerate(row):
                if n is not None:
                    at = 2 * r + n // 2, 2 * c + n % 2
                    if at[0] >= len(wide) or at[1] >= len(wide[0]):
                        raise CannotWriteError("a centre on the edge of the board has no place")
                    wide[at[0]][at[1]] = True
        return wide

    def _set(self, stars: Sequence[Sequence[Any]], shape: Shape, members: Members) -> None:
        grid: list[list[Any]] = [[None] * shape[1] for _ in range(shape[0])]
        for i, row in enumerate(stars):
            for j, star in enumerate(row):
                if star:
                    if grid[i // 2][j // 2] is not None:
                        raise PuzzleError("$", "expected one centre at a cell, got two")
                    grid[i // 2][j // 2] = i % 2 * 2 + j % 2
        members[self.member] = grid

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        lines = [rows.line().strip() for _ in range(2 * shape[0] - 1)]
        if any(len(line) != 2 * shape[1] - 1 for line in lines):
            raise PuzzleError("$", f"expected lines of {2 * shape[1] - 1} characters")
        if any("X" in line for line in lines):
            raise PuzzleError("$", "expected a board without holes")
        self._set([[char in "12" for char in line] for line in lines], shape, members)
        return []

    def write(self, shape: Shape, members: Members) -> Words:
        return [["".join(".1"[star] for star in row)] for row in self._wide(shape, members)]


class Lengths(Part):
    """The lengths of blocks beside the lines: columns, then rows; the last one comes first."""

    def _slots(self, shape: Shape) -> list[tuple[str, int]]:
        height, width = shape
        return [("cols", (height + 1) // 2)] * width + [("rows", (width + 1) // 2)] * height

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        slots = self._slots(shape)
        entries = url.read_numbers(body, sum(count for _, count in slots))
        members.update(cols=[], rows=[])
        for side, count in slots:
            numbers, entries = entries[:count], entries[count:]
            members[side].append(self._clue(numbers[::-1]))

    def _clue(self, numbers: Sequence[Entry]) -> list[int]:
        if UNKNOWN in numbers:
            raise PuzzleError("$", "expected numbers, got one that is not told (?)")
        return [number for number in numbers if number is not None]

    def encode(self, shape: Shape, members: Members) -> str:
        return url.write_numbers(
            entry for slots in self._padded(shape, members) for entry in slots[::-1]
        )

    def _padded(self, shape: Shape, members: Members) -> list[list[Entry]]:
        padded = []
        clues = [*members["cols"], *members["rows"]]
        for clue, (_, count) in zip(clues, self._slots(shape), strict=True):
            if len(clue) > count:
                raise CannotWriteError(f"expected at most {count} numbers at a line")
            padded.append([None] * (count - len(clue)) + list(clue))
        return padded

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        top, left, _, _ = self.margin(shape)
        words = rows.words((shape[0] + top, shape[1] + left))

        def numbers(line: Sequence[str]) -> list[int]:
            plain = [word.removeprefix("c") for word in line]
            return self._clue([Numbers.number(self, word) for word in plain])  # type: ignore[arg-type]

        members["cols"] = [numbers([row[left + c] for row in words[:top]]) for c in range(shape[1])]
        members["rows"] = [numbers(row[:left]) for row in words[top:]]
        return [row[left:] for row in words[top:]]

    def margin(self, shape: Shape) -> Margin:
        return Margin((shape[0] + 1) // 2, (shape[1] + 1) // 2)

    def write(self, shape: Shape, members: Members) -> Words:
        padded = [
            ["." if n is None else str(n) for n in clue] for clue in self._padded(shape, members)
        ]
        columns, rows = padded[: shape[1]], padded[shape[1] :]
        left = self.margin(shape).left
        head = [["."] * left + list(row) for row in zip(*columns, strict=True)]
        return head + [row + ["."] * shape[1] for row in rows]


class Sums(Part):
    """A kakuro's grid without its first row and column, and the sums in them."""

    LETTERS = "0123456789abcdefghij" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        height, width = shape
        cells: list[dict[str, int] | None] = []
        while len(cells) < height * width:
            char = body.take()
            if "k" <= char <= "z":
                cells += [None] * (ord(char) - ord("k") + 1)
            elif char == ".":
                cells.append({})
            else:
                cells.append(self._sums(self._sum(body, char), self._sum(body, body.take())))
        if len(cells) > height * width:
            raise PuzzleError("$", "expected a link of this size, got more")
        inner = cut(cells, shape)
        top = [self._next(body, inner[0][c], down=True) for c in range(width)]
        left = [self._next(body, inner[r][0], down=False) for r in range(height)]
        self._set(shape, members, [{}, *top], left, inner)

    def _next(self, body: Body, cell: Any, *, down: bool) -> dict[str, int]:
        total = 0 if cell is not None else self._sum(body, body.take())
        return self._sums(total, 0) if down else self._sums(0, total)

    def _sum(self, body: Body, char: str) -> int:
        if char == "-":
            return 0
        if char not in self.LETTERS:
            raise body.wrong()
        return self.LETTERS.index(char)

    def _sums(self, down: int, across: int) -> dict[str, int]:
        return {name: n for name, n in (("across", across), ("down", down)) if n > 0}

    def _set(self, shape: Shape, members: Members, top: Any, left: Any, inner: Any) -> None:
        grid = [top] + [[first, *row] for first, row in zip(left, inner, strict=True)]
        for r, row in enumerate(grid):
            for c, cell in enumerate(row):
                after = {"across": row[c + 1 : c + 2], "down": [x[c] for x in grid[r + 1 : r + 2]]}
                for name in after if cell else ():
                    if after[name] != [None]:
                        cell.pop(name, None)  # it says nothing
        members.update(rows=shape[0] + 1, cols=shape[1] + 1, grid=grid)

    def encode(self, shape: Shape, members: Members) -> str:
        grid = members["grid"]
        texts = [None if cell is None else self._pair(cell) for row in grid[1:] for cell in row[1:]]
        body = url.write_entries(texts, "k", 16)
        body += "".join(
            self._char(grid[0][c].down) for c, cell in enumerate(grid[1]) if c and cell is None
        )
        return body + "".join(self._char(row[0].across) for row in grid[1:] if row[1] is None)

    def _pair(self, cell: Any) -> str:
        if cell.down is None and cell.across is None:
            return "."
        return self._char(cell.down) + self._char(cell.across)

    def _char(self, total: int | None) -> str:
        if total is not None and total >= len(self.LETTERS):
            raise CannotWriteError(f"a link holds sums up to {len(self.LETTERS) - 1}, not {total}")
        return self.LETTERS[total or 0]

    def read(self, rows: Rows, shape: Shape, members: Members) -> Words:
        words = rows.words((shape[0] + 1, shape[1] + 1))

        def cell(word: str) -> dict[str, int] | None:
            if word == ".":
                return None
            across, _, down = word.partition(",")
            return self._sums(*(int(n) if n.isdecimal() else 0 for n in (down, across)))

        inner = [[cell(word) for word in row[1:]] for row in words[1:]]
        top = [cell(f"0,{word}") or {} for word in words[0]]
        left = [cell(row[0]) or {} for row in words[1:]]
        self._set(shape, members, top, left, inner)
        return [row[1:] for row in words[1:]]

    def write(self, shape: Shape, members: Members) -> Words:
        grid = self._black_edged(members)
        words = [
            ["." if cell is None else f"{cell.across or 0},{cell.down or 0}" for cell in row[1:]]
            for row in grid[1:]
        ]
        top = ["0"] + [str(cell.down or 0) for cell in grid[0][1:]]
        return [top] + [
            [str(row[0].across or 0), *line] for row, line in zip(grid[1:], words, strict=True)
        ]


_ALL = (
    Numbers,
    Fours,
    Corners,
    Dense,
    Digits,
    Circles,
    Black,
    Areas,
    Borders,
    Rooms,
    Arrows,
    Count,
    Alphabet,
    Beside,
    Letters,
    Poles,
    Trees,
    Tiles,
    Stars,
    Lengths,
    Sums,
)
PARTS: dict[str, type[Part]] = {part.__name__.lower(): part for part in _ALL}
"""Parts by the words that kinds name them by."""
