"""Game ids of Simon Tatham's collection: what they share, and links that end in them.

An id is the parameters of a game (its size first), a colon, and what is printed on the board. It
does not tell its game: a link does (``.../js/NAME.html#ID``), and is what is written here. Runs of
blank cells are letters: a for one, or, where letters count the cells before something, a for none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from uniclue.core.fields import MAX_SIDE, entries
from uniclue.core.model import Place, Value
from uniclue.core.places import Shape
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats import puzzle_json
from uniclue.formats.format import NO, SURE, CannotWriteError, Format, lines_in, read_each
from uniclue.formats.pzpr.rows import areas_of, borders_of, inner_borders

SITE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"
"""Rows and columns, at most."""
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Characters for numbers, one each."""
GAPS = "_abcdefghijklmnopqrstuvwx"
"""Letters for how many places lie before a line or a tree."""
Members = dict[str, Any]


class Game(Format):
    """A game of the collection.

    Attributes:
        page: The name of its page.
        kind: The name of its kind.
        params: Its parameters, a regular expression; the first groups are columns and rows.
    """

    kind: ClassVar[str]
    page: ClassVar[str]
    params: ClassVar[str] = r"(\d+)x(\d+)\w*"

    def __init__(self) -> None:
        self.name = f"tatham-{self.page}"  # type: ignore[misc]
        self.title = f"{self.kind} as game ids of Simon Tatham's {self.page}"  # type: ignore[misc]

    @property
    def kinds(self) -> tuple[str, ...]:
        return (self.kind,)

    def sniff(self, data: bytes) -> int:
        link = rf"https?://\S+/{self.page}(\.html)?#\S".encode()
        return SURE if re.match(link, data.lstrip()[:200]) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        return read_each(self._read_line, lines_in(data))

    def _read_line(self, line: str) -> Puzzle:
        identifier = line.rpartition("#")[2] if "://" in line else line
        params, colon, text = identifier.partition(":")
        match = re.fullmatch(self.params, params)
        if not colon or match is None:
            expected = f"expected an id of {self.page}, its size and a colon first"
            raise PuzzleError("$", f"{expected}, got {quoted(identifier[:60])}")
        sides = [int(side) for side in match.groups()[:2] if side and len(side) < 7]
        width, height = (sides * 2)[:2] if sides else (0, 0)
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise PuzzleError("$", f"expected 1 to {MAX_SIDE} rows and columns, got {params[:20]}")
        members = self.members((height, width), text, match)
        return puzzle_json.from_members({"kind": self.kind} | members)

    def write(self, puzzle: Puzzle) -> bytes:
        return f"{SITE}{self.page}.html#{self.text(puzzle)}".encode()

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        """The members of a puzzle, from the text after the colon."""
        raise NotImplementedError

    def text(self, puzzle: Any) -> str:
        """The id of a puzzle."""
        raise NotImplementedError


class Signed(Game):
    """Games with signs in cells.

    Attributes:
        meant: The meaning of each sign.
        more: Parameters behind the size.
    """

    meant: ClassVar[Mapping[str, Value | None]]
    more: ClassVar[str] = ""

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        return {"grid": rows(read_signs(text, shape[0] * shape[1], self.meant), shape[1])}

    def text(self, puzzle: Any) -> str:
        return f"{size(puzzle)}{self.more}:{write_signs(cells_of(puzzle), self.meant)}"


# -- what cells hold -------------------------------------------------------------------------------


def fault(got: str, expected: str = "another character") -> PuzzleError:
    """An error about a text."""
    return PuzzleError("$", f"expected {expected} in the id, got {quoted(got[:40])}")


def whole(cells: list[Any], count: int) -> list[Any]:
    """The cells, if there are ``count``."""
    if len(cells) != count:
        raise fault(str(len(cells)), f"{count} cells")
    return cells


def rows(cells: Sequence[Any], width: int) -> list[list[Any]]:
    """Cells row by row."""
    return [list(cells[i : i + width]) for i in range(0, len(cells), width)]


def read_signs(text: str, count: int, meant: Mapping[str, Value | None]) -> list[Value | None]:
    """Cells as signs, blank ones as letters for runs."""
    cells: list[Value | None] = []
    for sign in text[: count + 1]:
        if "a" <= sign <= "z":
            cells += [None] * (ord(sign) - ord("a") + 1)
        elif sign in meant:
            cells.append(meant[sign])
        else:
            raise fault(sign)
    return whole(cells, count)


def write_signs(cells: Iterable[Value | None], meant: Mapping[str, Value | None]) -> str:
    """Writes the notation of :func:`read_signs`."""
    sign_of = {value: sign for sign, value in meant.items()}
    return _spelled(cells, lambda value: _sign(sign_of, value), "")


def _sign(sign_of: Mapping[Value | None, str], value: Value) -> str:
    if value not in sign_of:
        raise CannotWriteError(f"the game has no clue {value}")
    return sign_of[value]


def read_numbers(text: str, count: int) -> list[Value | None]:
    """Cells as numbers, ``_`` between two of them; blank ones as letters for runs."""
    cells: list[Value | None] = []
    for word in re.findall(r"\d+|.", text[: 8 * count + 8]):
        if word.isdecimal() and len(word) < 7:
            cells.append(int(word))
        elif "a" <= word <= "z":
            cells += [None] * (ord(word) - ord("a") + 1)
        elif word != "_":
            raise fault(word)
    return whole(cells, count)


def write_numbers(cells: Iterable[Value | None]) -> str:
    """Writes the notation of :func:`read_numbers`."""
    return _spelled(cells, _digits, "_")


def _digits(value: Value) -> str:
    if not isinstance(value, int):
        raise CannotWriteError(f"the game has no clue {value}")
    return str(value)


def _spelled(cells: Iterable[Value | None], word: Callable[[Value], str], between: str) -> str:
    """Words, with something between neighbours, and letters for runs of blanks."""
    text, run, is_word = "", 0, False
    for cell in cells:
        if cell is None:
            run += 1
            continue
        text += (_letters(run) if run else between * is_word) + word(cell)
        run, is_word = 0, True
    return text + _letters(run)


def _letters(run: int) -> str:
    """The letters for a run of blank cells."""
    rest = run % 26
    return "z" * (run // 26) + (chr(ord("a") + rest - 1) if rest else "")


def read_gaps(text: str, count: int) -> Iterator[tuple[int, bool]]:
    """Marked cells: how many cells lie before each, in capitals for another mark; z is 25."""
    at = 0
    for letter in text[: count + 2]:
        if not (letter.isascii() and letter.isalpha()):
            raise fault(letter)
        gap = ord(letter.lower()) - ord("a")
        at += gap
        if gap < 25:
            yield at, letter.isupper()
            at += 1
        if at > count + 1:
            raise fault(text, f"{count} cells")


def write_gaps(marks: Mapping[int, bool], first: str = "a") -> str:
    """Writes the notation of :func:`read_gaps`."""
    text, at = "", 0
    for place in sorted(marks):
        letters = "z" * ((place - at) // 25) + chr(ord("a") + (place - at) % 25)
        text += letters.upper() if marks[place] else letters
        at = place + 1
    return text


def read_blocks(text: str, side: int) -> list[list[int]]:
    """Areas by the lines between cells: how many places lie before each, and one past the end.

    ``_`` is none, a one and so on; ``_3`` is ``___``.
    """
    count, lines, at = 2 * side * (side - 1), set(), 0
    for sign, times in re.findall(r"(.)(\d*)", text):
        if sign not in GAPS or len(times) > 5:
            raise fault(sign)
        for _ in range(int(times or 1)):
            at += GAPS.index(sign)
            lines.add(at)
            at += 1
            if at > count + 1:
                raise fault(text, f"{count} places of lines")
    if at != count + 1:
        raise fault(text, f"{count} places of lines")
    borders = {point: i in lines for i, point in enumerate(_lines(side))}
    return areas_of((side, side), borders.__getitem__)


def _lines(side: int) -> list[tuple[float, float]]:
    """The lines between cells: upright ones row by row, the others column by column."""
    points = inner_borders((side, side))
    half = side * (side - 1)
    return points[:half] + sorted(points[half:], key=lambda p: (p[1], p[0]))


def write_blocks(grid: Sequence[Sequence[Any]]) -> str:
    """What :func:`read_blocks` reads, without numbers of times."""
    borders = borders_of(grid)
    if areas_of((len(grid), len(grid)), borders.__getitem__) != _numbered(grid):
        raise CannotWriteError("every area has to be in one piece")
    text, run = "", 0
    for is_line in [*(borders[point] for point in _lines(len(grid))), 1]:
        if is_line and run >= len(GAPS):
            raise CannotWriteError(
                f"lines between areas lie more than {len(GAPS) - 1} places apart"
            )
        text += GAPS[run] if is_line else ""
        run = 0 if is_line else run + 1
    return text


def _numbered(grid: Sequence[Sequence[Any]]) -> list[list[int]]:
    order = {word: i for i, word in enumerate(dict.fromkeys(w for row in grid for w in row))}
    return [[order[word] for word in row] for row in grid]


def first_cells(grid: Sequence[Sequence[Any]]) -> dict[Any, Place]:
    """The first cell of each area, row by row."""
    first: dict[Any, Place] = {}
    for r, row in enumerate(grid):
        for c, name in enumerate(row):
            first.setdefault(name, (r, c))
    return first


def grid_of(puzzle: Any, member: str = "grid") -> list[list[Any]]:
    """A member's grid as words."""
    return [list(entries(row)) for row in getattr(puzzle, member)]


def cells_of(puzzle: Any, member: str = "grid") -> list[Any]:
    """The same, cell after cell."""
    return [word for row in grid_of(puzzle, member) for word in row]


def size(puzzle: Any) -> str:
    """Columns and rows, as ids have them."""
    height, width = puzzle.board_shape
    return f"{width}x{height}"
