"""Parts that stand between cells: dots, signs and differences, as lists of pairs of cells."""

from __future__ import annotations

from collections.abc import Mapping

from uniclue.core.model import Place
from uniclue.core.places import Point, Shape, between
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import body as url
from uniclue.formats.pzpr.body import Body
from uniclue.formats.pzpr.parts import Codec, Members
from uniclue.formats.pzpr.rows import FileRows, Words, halves, inner_borders, number

Pair = tuple[Place, Place]


def ends(point: Point) -> Pair:
    """The cells on both sides of a border."""
    r, c = point
    return (int(r), int(c)), (int(r + 0.5), int(c + 0.5))


class BorderWordsCodec(Codec):
    """A blank grid, and what stands between its cells in other members."""

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        self._set(rows.border_words(shape), shape, members)
        return []

    def write(self, shape: Shape, members: Members) -> Words:
        return halves(self._words(members), inner_borders(shape), shape)

    def _blank(self, shape: Shape, members: Members) -> None:
        members[self.member] = [[None] * shape[1] for _ in range(shape[0])]

    def _set(self, words: Mapping[Point, str], shape: Shape, members: Members) -> None:
        """Sets the members by the words of a file."""
        raise NotImplementedError

    def _words(self, members: Members) -> dict[Point, str]:
        """The words of a file, where there is one."""
        raise NotImplementedError

    def _refuse_numbers(self, members: Members) -> None:
        if any(word is not None for row in members[self.member] for word in row):
            raise CannotWriteError(f"a link has no numbers in {self.member}")


class BorderDotsCodec(BorderWordsCodec):
    """White dots, 1, and black ones, 2."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        borders = inner_borders(shape)
        digits = url.read_packed(body, len(borders), 3, 3)
        self._set(dict(zip(borders, map(str, digits), strict=True)), shape, members)

    def encode(self, shape: Shape, members: Members) -> str:
        words = self._words(members)
        return url.write_packed([int(words.get(p, "0")) for p in inner_borders(shape)], 3, 3)

    def _set(self, words: Mapping[Point, str], shape: Shape, members: Members) -> None:
        self._blank(shape, members)
        for member, dot in zip(self.members[1:], "12", strict=True):
            members[member] = [ends(point) for point, word in words.items() if word == dot]

    def _words(self, members: Members) -> dict[Point, str]:
        self._refuse_numbers(members)
        return {
            between(*pair): dot
            for member, dot in zip(self.members[1:], "12", strict=True)
            for pair in members[member]
        }


class BorderWallsCodec(BorderWordsCodec):
    """Walls, 1, as the only member."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        walls = url.read_borders(body, shape)
        self._set({point: str(wall) for point, wall in walls.items()}, shape, members)

    def encode(self, shape: Shape, members: Members) -> str:
        words = self._words(members)
        return url.write_borders({p: int(words.get(p, "0")) for p in inner_borders(shape)}, shape)

    def _set(self, words: Mapping[Point, str], shape: Shape, members: Members) -> None:
        members[self.member] = [ends(point) for point, word in words.items() if word == "1"]

    def _words(self, members: Members) -> dict[Point, str]:
        return {between(*pair): "1" for pair in members[self.member]}


class BorderSignsCodec(BorderWordsCodec):
    """Signs, ``a`` if the first cell holds less, ``b`` if it holds more, and differences."""

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        borders, at = inner_borders(shape), 0
        words = dict.fromkeys(borders, "0")
        while at < len(borders):
            char = body.take()
            if "i" <= char <= "z":
                at += url.DIGITS.index(char) - 17
                continue
            if char == "-":
                words[borders[at]] = str(body.number(2))
            elif char in "gh":
                words[borders[at]] = "ab"["gh".index(char)]
            elif char in url.DIGITS[1:16]:
                words[borders[at]] = str(int(char, 16))
            else:
                raise body.wrong()
            at += 1
        self._set(words, shape, members)

    def encode(self, shape: Shape, members: Members) -> str:
        words = self._words(members)
        texts = (words.get(point) for point in inner_borders(shape))
        return url.write_entries((text and self._text(text) for text in texts), "i", 18)

    @staticmethod
    def _text(word: str) -> str:
        if word in "ab":
            return "gh"["ab".index(word)]
        number = int(word)
        return f"{number:x}" if number < 16 else f"-{number:02x}"

    def _set(self, words: Mapping[Point, str], shape: Shape, members: Members) -> None:
        self._blank(shape, members)
        pairs = {point: ends(point) for point in words}
        less, differences = self.members[1:]
        members[less] = [
            pairs[point] if word == "a" else pairs[point][::-1]
            for point, word in words.items()
            if word in ("a", "b")
        ]
        members[differences] = [
            (*pairs[point], int(word)) for point, word in words.items() if number(word) > 0
        ]

    def _words(self, members: Members) -> dict[Point, str]:
        self._refuse_numbers(members)
        less, differences = (members[member] for member in self.members[1:])
        words = {between(low, high): "a" if low < high else "b" for low, high in less}
        for one, other, difference in differences:
            if between(one, other) in words or difference < 1:
                raise CannotWriteError("a link has one sign or difference between two cells")
            words[between(one, other)] = str(difference)
        return words
