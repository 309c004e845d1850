"""Parts beside the board: numbers and letters at the ends of lines, and what comes with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from uniclue.core.fields import Field, Tokens
from uniclue.core.model import Place
from uniclue.core.places import Point, Shape
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import body as url
from uniclue.formats.pzpr.body import UNKNOWN, Body, Entry
from uniclue.formats.pzpr.parts import Codec, Margin, Members, WhiteAndBlackCodec, cut, flat
from uniclue.formats.pzpr.rows import (
    FileRows,
    Words,
    areas_of,
    borders_of,
    halves,
    inner_borders,
    number,
)


class NumbersBesideCodec(Codec):
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
        """The position of each number in a file, from the first cell."""
        line = {"top": -1, "bottom": shape[0], "left": -1, "right": shape[1]}
        return {_beside(line[side], side, i): (side, i) for side, i in self.slots(shape)}

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        slots = list(self.slots(shape))
        self._set(dict(zip(slots, self.entries(body, len(slots)), strict=True)), shape, members)
        if type(self) is NumbersBesideCodec and not body.is_over:
            self._give(cut(url.read_numbers(body, shape[0] * shape[1]), shape), members)

    def encode(self, shape: Shape, members: Members) -> str:
        text = self.text([self.entry(members[s][i], members) for s, i in self.slots(shape)])
        given = flat(members["givens"] or []) if type(self) is NumbersBesideCodec else []
        if any(numbers := [self._number(value) for value in given]):
            text += url.write_numbers(numbers)
        return text

    def _give(self, given: list[list[Any]], members: Members) -> None:
        """Sets the values that are printed in cells."""
        if UNKNOWN in flat(given):
            raise PuzzleError("$.givens", "expected numbers, got an unknown one (?)")
        if any(value is not None for value in flat(given)):
            members["givens"] = given

    def entries(self, body: Body, count: int) -> list[Entry]:
        """Reads the numbers of all slots."""
        return url.read_numbers(body, count)

    def text(self, entries: Sequence[Entry]) -> str:
        """Writes the numbers of all slots."""
        return url.write_numbers(entries)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        top, left, bottom, right = self.margin(shape)
        words = rows.words((shape[0] + top + bottom, shape[1] + left + right))
        stated = {}
        for (r, c), slot in self.places(shape).items():
            word = words[r + top][c + left].removeprefix("c")
            stated[slot] = int(word) if word.isdecimal() else None
        self._set(stated, shape, members)
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
            raise PuzzleError("$", "expected numbers beside the board, got an unknown one")
        return entry

    def _set(self, stated: Mapping[tuple[str, int], Entry], shape: Shape, members: Members) -> None:
        for side, _ in self.slots(shape):
            members.setdefault(side, [])
        for (side, _), entry in stated.items():
            members[side].append(self.word(entry, members))


def _beside(line: int, side: str, i: int) -> Place:
    return (line, i) if side in ("top", "bottom") else (i, line)


class LettersBesideCodec(NumbersBesideCodec):
    """The same with letters; :class:`AlphabetCodec` states their number."""

    def entry(self, word: Any, members: Members) -> Entry:
        return None if word is None else members["letters"].index(str(word)) + 1

    def word(self, entry: Entry, members: Members) -> Any:
        letters = members["letters"]
        if entry is not None and not 1 <= entry <= len(letters):
            raise PuzzleError("$", f"expected letters up to {len(letters)}, got {entry}")
        return None if entry is None else letters[entry - 1]


class PolesCodec(NumbersBesideCodec):
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

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
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
        return halves(self._borders(members), inner_borders(shape), shape) + words


class TentTreesCodec(NumbersBesideCodec):
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

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = super().read(rows, shape, members)
        members["grid"] = [[self._tree if word == "1" else None for word in row] for row in words]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        words = super().write(shape, members)
        for r, row in enumerate(members["grid"]):
            words[r + 1][1:] = ["." if word is None else "1" for word in row]
        return words


class TilesCodec(NumbersBesideCodec):
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


CIRCLES = (None, "w", "b")


class SnakeEndsCodec(NumbersBesideCodec):
    """Circles before the numbers beside the board; in a file, 4 more in a shaded cell."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        WhiteAndBlackCodec(["grid"], {}).decode(body, shape, members)
        super().decode(body, shape, members)

    def encode(self, shape: Shape, members: Members) -> str:
        circles = WhiteAndBlackCodec(["grid"], {}).encode(shape, members)
        return circles + super().encode(shape, members)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        words = [[number(word) for word in row] for row in super().read(rows, shape, members)]
        members["grid"] = [[CIRCLES[n % 4 % 3] for n in row] for row in words]
        return [["#" if n & 4 else "." for n in row] for row in words]

    def write(self, shape: Shape, members: Members) -> Words:
        words = super().write(shape, members)
        for r, row in enumerate(members["grid"]):
            words[r + 1][1:] = [str(CIRCLES.index(word)) for word in row]
        return words

    def lay(self, clue: str, answer: str) -> str:
        return str(int(clue) + 4) if answer == "#" else clue


class TanksCodec(NumbersBesideCodec):
    """Numbers beside the board, behind a ``/`` in a link."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        if body.take() != "/":
            raise body.wrong()
        super().decode(body, shape, members)

    def encode(self, shape: Shape, members: Members) -> str:
        return "/" + super().encode(shape, members)


class ShipsCodec(NumbersBesideCodec):
    """Numbers beside the board, pieces of ships in its cells, and the fleet.

    The fleet stands at the end of a link and at the beginning of a file: a letter for a usual one,
    or the number of ships and each of them.
    """

    PIECES = "xnswemo"
    USUAL = dict(zip("cde", range(3, 6), strict=True))  # noqa: RUF012
    """The longest ship of usual fleets, which have one more of each shorter size."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        super().decode(body, shape, members)
        pieces = url.read_numbers(body, shape[0] * shape[1])
        members["grid"] = cut([self._piece(number) for number in pieces], shape)
        if body.field():
            raise body.wrong()
        stated = body.field() or body.field()
        ships = [body.field() for _ in range(self._count(stated))]
        members["fleet"] = self._fleet(stated, ships)

    def encode(self, shape: Shape, members: Members) -> str:
        pieces = url.write_numbers(
            None if word is None else self.PIECES.index(word) for word in flat(members["grid"])
        )
        stated, *ships = self._stated(members)
        lines = "/".join([stated, *ships])
        return super().encode(shape, members) + pieces + ("/" if ships else "//") + lines

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        stated = rows.line().strip()
        members["fleet"] = self._fleet(stated, [rows.line() for _ in range(self._count(stated))])
        words = super().read(rows, shape, members)
        members["grid"] = [
            [self._piece(int(word) if word.isdecimal() else None) for word in row] for row in words
        ]
        return words

    def write(self, shape: Shape, members: Members) -> Words:
        words = super().write(shape, members)
        for r, row in enumerate(members["grid"]):
            words[r + 1][1:] = ["." if w is None else str(self.PIECES.index(w)) for w in row]
        return [[line] for line in self._stated(members)] + words

    def _piece(self, number: Entry) -> str | None:
        if number is None:
            return None
        if not 0 <= number < len(self.PIECES):
            raise PuzzleError("$.grid", "expected a piece of a straight ship, or water")
        return self.PIECES[number]

    def _count(self, stated: str) -> int:
        if stated in self.USUAL:
            return 0
        if not (stated.isdecimal() and 1 <= int(stated[:4]) <= 1000):
            raise PuzzleError("$.fleet", f"expected a fleet, got {quoted(stated[:40])}")
        return int(stated)

    def _fleet(self, stated: str, ships: Sequence[str]) -> list[int]:
        if stated in self.USUAL:
            return [*range(self.USUAL[stated], 0, -1)]
        sizes = [self._size(ship.strip()) for ship in ships]
        return [sizes.count(size) for size in range(1, max(sizes) + 1)]

    def _size(self, ship: str) -> int:
        """The cells of a ship: its columns and rows, and 5 cells in a character."""
        text = Body(ship)
        width, height = text.number(base=36), text.number(base=36)
        size = width * height
        if min(width, height) != 1 or not all(url.read_packed(text, size, 2, 5)):
            raise PuzzleError("$.fleet", f"expected a straight ship, got {quoted(ship[:40])}")
        text.end()
        return size

    def _stated(self, members: Members) -> list[str]:
        fleet = list(members["fleet"])
        if usual := next((k for k in self.USUAL if fleet == self._fleet(k, [])), ""):
            return [usual]
        if len(fleet) > 35 or not any(fleet):
            raise CannotWriteError("expected a fleet of ships of up to 35 cells")
        ships = [
            f"{url.DIGITS[size]}1{url.write_packed([1] * size, 2, 5)}"
            for size, number in enumerate(fleet, 1)
            for _ in range(number)
        ]
        return [str(len(ships)), *ships]
