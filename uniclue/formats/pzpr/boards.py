"""Parts that are whole boards: centres of galaxies, lengths of blocks, sums of runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uniclue.core.places import Shape
from uniclue.core.puzzle import PuzzleError
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import body as url
from uniclue.formats.pzpr.body import UNKNOWN, Body, Entry
from uniclue.formats.pzpr.parts import Codec, Margin, Members, PlainNumbersCodec, cut, flat
from uniclue.formats.pzpr.rows import FileRows, Words


class CentresCodec(Codec):
    """Centres in cells, on sides and on corners: 0, 1, 2, 3 of the cell left above."""

    BLACK = 0
    """Whether those that are written are black."""

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
            texts.append(f"{2 * blanks + self.BLACK:x}")
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

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        lines = [rows.line().strip() for _ in range(2 * shape[0] - 1)]
        if any(len(line) != 2 * shape[1] - 1 for line in lines):
            raise PuzzleError("$", f"expected lines of {2 * shape[1] - 1} characters")
        if any("X" in line for line in lines):
            raise PuzzleError("$", "expected a board without holes")
        self._set([[char in "12" for char in line] for line in lines], shape, members)
        return []

    def write(self, shape: Shape, members: Members) -> Words:
        signs = "." + "12"[self.BLACK]
        return [["".join(signs[star] for star in row)] for row in self._wide(shape, members)]


class DotsCodec(CentresCodec):
    """Black dots in the same places, in a grid of them."""

    BLACK = 1

    def _set(self, stars: Sequence[Sequence[Any]], shape: Shape, members: Members) -> None:
        members[self.member] = [["b" if star else None for star in row] for row in stars]

    def _wide(self, shape: Shape, members: Members) -> list[list[bool]]:
        return [[word is not None for word in row] for row in members[self.member]]


class PlainDotsCodec(DotsCodec):
    """The same, in the code of white centres."""

    BLACK = 0


class ColouredDotsCodec(Codec):
    """Black, grey and white dots in those places, two in a character."""

    COLOURS = (None, "b", "g", "w")

    def board(self, shape: Shape) -> Shape:
        return 2 * shape[0] - 1, 2 * shape[1] - 1

    def decode(self, body: Body, shape: Shape, members: Members) -> None:
        shape = self.board(shape)

        def entry(char: str) -> tuple[Entry, int]:
            if char not in url.DIGITS[1:16]:
                raise body.wrong()
            return int(char, 16), 0

        found = url.read_entries(body, (shape[0] * shape[1] + 1) // 2, "g", entry)
        colours = [self.COLOURS[dot] for both in found for dot in divmod(both or 0, 4)]
        members[self.member] = cut(colours[: shape[0] * shape[1]], shape)

    def encode(self, shape: Shape, members: Members) -> str:
        dots = [*(self.COLOURS.index(word) for word in flat(members[self.member])), 0]
        pairs = [4 * dots[i] + dots[i + 1] for i in range(0, len(dots) - 1, 2)]
        return url.write_entries([f"{both:x}" if both else None for both in pairs], "g", 20)

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        height, width = self.board(shape)
        lines = [rows.line().strip() for _ in range(height)]
        if any(len(line) != width for line in lines):
            raise PuzzleError("$", f"expected lines of {width} characters")
        meant = dict(zip("123", self.COLOURS[1:], strict=True))
        members[self.member] = [[meant.get(char) for char in line] for line in lines]
        return []

    def write(self, shape: Shape, members: Members) -> Words:
        grid = members[self.member]
        return [["".join(".123"[self.COLOURS.index(word)] for word in row)] for row in grid]


class LineLengthsCodec(Codec):
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
            raise PuzzleError("$", "expected numbers, got an unknown one (?)")
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

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
        top, left, _, _ = self.margin(shape)
        words = rows.words((shape[0] + top, shape[1] + left))

        def numbers(line: Sequence[str]) -> list[int]:
            plain = [word.removeprefix("c") for word in line]
            return self._clue([PlainNumbersCodec.number(self, word) for word in plain])  # type: ignore[arg-type]

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


class KakuroSumsCodec(Codec):
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

    def _framed(self, members: Members) -> Any:
        """The grid, with only sums in its first row and column."""
        grid = members["grid"]
        if any(cell is None for cell in [*grid[0], *(row[0] for row in grid)]):
            raise CannotWriteError("the first row and column have to be black")
        if len(grid) < 2 or len(grid[0]) < 2:
            raise CannotWriteError("expected a board with cells")
        return grid

    def encode(self, shape: Shape, members: Members) -> str:
        grid = self._framed(members)
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

    def read(self, rows: FileRows, shape: Shape, members: Members) -> Words:
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
        grid = self._framed(members)
        words = [
            ["." if cell is None else f"{cell.across or 0},{cell.down or 0}" for cell in row[1:]]
            for row in grid[1:]
        ]
        top = ["0"] + [str(cell.down or 0) for cell in grid[0][1:]]
        return [top] + [
            [str(row[0].across or 0), *line] for row, line in zip(grid[1:], words, strict=True)
        ]
