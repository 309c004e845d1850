"""Boards of ice that a line enters at one side and leaves at another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from uniclue.core.fields import UNKNOWN as OPEN
from uniclue.core.fields import Field
from uniclue.core.places import Point, Shape, between
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import body as url
from uniclue.formats.pzpr.between import Pair, ends
from uniclue.formats.pzpr.body import UNKNOWN, Body, Entry
from uniclue.formats.pzpr.parts import Codec, IceCodec, Members, cut, flat
from uniclue.formats.pzpr.rows import FileRows, Words, all_sides, halves, inner_borders

ICE = "o"


class DoorsCodec(Codec):
    """A board of which the last two members say where a line enters it, and where it leaves it."""

    def decode_doors(self, body: Body, shape: Shape, members: Members) -> None:
        """Reads ``/3/11``."""
        if body.take() != "/":
            raise body.wrong()
        for text, sets in ((body.field(), True), (body.field(), False)):
            if not (text.isdecimal() and len(text) < 5):
                raise PuzzleError(
                    "$", f"expected the number of a side of the board, got {quoted(text)}"
                )
            self._set(int(text), shape, members, inward=sets)

    def encode_doors(self, shape: Shape, members: Members) -> str:
        """Writes the same."""
        return "".join(f"/{self._number(shape, members[name])}" for name in self.members[-2:])

    def read_doors(self, rows: FileRows, shape: Shape, members: Members) -> None:
        """Reads two lines."""
        first = len(inner_borders(shape))
        for inward in (True, False):
            number = rows.number(first, first + len(_outer(shape)) - 1)
            self._set(number - first, shape, members, inward=inward)

    def write_doors(self, shape: Shape, members: Members) -> Words:
        """Writes the same."""
        first = len(inner_borders(shape))
        return [[str(first + self._number(shape, members[name]))] for name in self.members[-2:]]

    def _set(self, number: int, shape: Shape, members: Members, *, inward: bool) -> None:
        if number >= len(sides := _outer(shape)):
            raise PuzzleError("$", f"expected one of {len(sides)} sides of the board, got {number}")
        outside, inside = sides[number]
        name = self.members[-2 if inward else -1]
        members[name] = (outside, inside) if inward else (inside, outside)

    def _number(self, shape: Shape, door: Pair) -> int:
        one, other = door
        return next(
            i for i, pair in enumerate(_outer(shape)) if {*pair} == {tuple(one), tuple(other)}
        )


def _outer(shape: Shape) -> list[Pair]:
    """The sides of the board in their order, each by the cells outside and inside."""
    height, width = shape
    top = [((-1, c), (0, c)) for c in range(width)]
    bottom = [((height, c), (height - 1, c)) for c in range(width)]
    left = [((r, -1), (r, 0)) for r in range(height)]
    return top + bottom + left + [((r, width), (r, width - 1)) for r in range(height)]


class IceAndArrowsCodec(DoorsCodec):
    """Ice, arrows and doors."""

    def __init__(self, members: Sequence[str], fields: Mapping[str, Field]) -> None:
        super().__init__(members, fields)
        self._ice, self._arrows = IceCodec(members[:1], fields), members[1]

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        self._ice.decode(body, shape, members)
        borders = inner_borders(shape)
        back, on = url.read_gaps(body, len(borders)), url.read_gaps(body, len(borders))
        signs = zip(borders, back, on, strict=True)
        members[self._arrows] = [
            ends(point)[:: 1 if is_on else -1]
            for point, is_back, is_on in signs
            if is_back or is_on
        ]
        self.decode_doors(body, shape, members)

    def encode(self, shape: Shape, members: Members) -> str:
        words = self._words(members)
        gaps = (
            url.write_gaps([words.get(p) == word for p in inner_borders(shape)]) for word in "12"
        )
        return self._ice.encode(shape, members) + "".join(gaps) + self.encode_doors(shape, members)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        self.read_doors(rows, shape, members)
        self._ice.read(rows, shape, members)
        inside, sides = {*inner_borders(shape)}, rows.sides(shape)
        arrows = {point: number for point, number in sides.items() if point in inside}
        members[self._arrows] = [
            ends(point)[:: 1 if number == 2 else -1]
            for point, number in arrows.items()
            if number in (1, 2)
        ]
        return []

    def write(self, shape: Shape, members: Members) -> Words:
        doors = {
            between(*pair): self._word(pair) for pair in map(members.__getitem__, self.members[-2:])
        }
        arrows = halves(self._words(members) | doors, all_sides(shape), shape)
        return self.write_doors(shape, members) + self._ice.write(shape, members) + arrows

    def _words(self, members: Members) -> dict[Point, str]:
        words = {between(*pair): self._word(pair) for pair in members[self._arrows]}
        if len(words) < len(members[self._arrows]):
            raise CannotWriteError("a link has one arrow between two cells")
        return words

    @staticmethod
    def _word(pair: Pair) -> str:
        """Up or left, down or right."""
        return "1" if tuple(pair[0]) > tuple(pair[1]) else "2"


class IceAndNumbersCodec(DoorsCodec):
    """Ice and numbers in one grid, and doors."""

    HEAD = "allwhite"
    """A line of a file: the line passes all cells beside the ice."""

    def __init__(self, members: Sequence[str], fields: Mapping[str, Field]) -> None:
        super().__init__(members, fields)
        self._ice = IceCodec(members[:1], fields)

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        self._ice.decode(body, shape, members)
        ice = flat(members[self.member])
        numbers = url.read_numbers(body, len(ice))
        members[self.member] = cut([*map(self._meant, ice, numbers)], shape)
        self.decode_doors(body, shape, members)

    @staticmethod
    def _meant(ice: str | None, entry: Entry) -> int | str | None:
        if ice and entry is not None:
            raise PuzzleError("$.grid", "expected no number on ice, got one")
        return ice or (OPEN if entry == UNKNOWN else entry)

    def encode(self, shape: Shape, members: Members) -> str:
        grid = members[self.member]
        ice = self._ice.encode(
            shape, {self.member: [[w if w == ICE else None for w in r] for r in grid]}
        )
        numbers = ({ICE: None, OPEN: UNKNOWN}.get(word, word) for word in flat(grid))
        return ice + url.write_numbers(numbers) + self.encode_doors(shape, members)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        self.read_doors(rows, shape, members)
        rows.line()
        words = rows.words(shape)
        members[self.member] = [[self._read(word) for word in row] for row in words]
        return words

    def _read(self, word: str) -> int | str | None:
        ice, text = (ICE, word[1:]) if word.startswith("i") else (None, word)
        return self._meant(ice, UNKNOWN if text == "?" else int(text) if text.isdecimal() else None)

    def write(self, shape: Shape, members: Members) -> Words:
        signs = {None: ".", ICE: "i"}
        words = [[signs.get(word, str(word)) for word in row] for row in members[self.member]]
        return [*self.write_doors(shape, members), [self.HEAD], *words]


class IceAndSomeNumbersCodec(IceAndNumbersCodec):
    """The same, where the line may leave out cells beside the ice."""

    HEAD = "skipwhite"
