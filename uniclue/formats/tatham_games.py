"""Puzzles as game ids of Simon Tatham's collection, and links that end in them.

An id is the parameters of a game (its size first), a colon, and what is printed on the board. It
does not tell its game: a link does (``.../js/NAME.html#ID``), and is what is written here. Runs of
blank cells are letters: a for one, or, where letters count the cells before something, a for none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from uniclue.core.fields import areas, entries
from uniclue.core.model import Place, Value
from uniclue.core.places import Shape
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats import puzzle_json
from uniclue.formats.format import NO, SURE, CannotWriteError, Format, lines_in, read_each
from uniclue.formats.puzzle_json import members_of
from uniclue.formats.pzpr.rows import areas_of, borders_of, inner_borders

SITE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"
MOST = 150
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
        told = line.rpartition("#")[2] if "://" in line else line
        params, colon, text = told.partition(":")
        match = re.fullmatch(self.params, params)
        if not colon or match is None:
            expected = f"expected an id of {self.page}, its size and a colon first"
            raise PuzzleError("$", f"{expected}, got {quoted(told[:60])}")
        sides = [int(side) for side in match.groups()[:2] if side and len(side) < 7]
        width, height = (sides * 2)[:2] if sides else (0, 0)
        if not (1 <= width <= MOST and 1 <= height <= MOST):
            raise PuzzleError("$", f"expected 1 to {MOST} rows and columns, got {params[:20]}")
        members = self.members((height, width), text, match)
        return puzzle_json.from_members({"kind": self.kind} | members)

    def write(self, puzzle: Puzzle) -> bytes:
        return f"{SITE}{self.page}.html#{self.text(puzzle)}".encode()

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        """The members of a puzzle, from what stands behind the colon."""
        raise NotImplementedError

    def text(self, puzzle: Any) -> str:
        """The id of a puzzle."""
        raise NotImplementedError


# -- what cells hold -------------------------------------------------------------------------------


def fault(got: str, expected: str = "another character") -> PuzzleError:
    """An error about a text."""
    return PuzzleError("$", f"expected {expected} in the id, got {quoted(got[:40])}")


def whole(cells: list[Any], count: int) -> list[Any]:
    """The cells, if there are so many."""
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
    """What :func:`read_signs` reads."""
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
    """What :func:`read_numbers` reads."""
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
    """Letters for so many blank cells."""
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
    """What :func:`read_gaps` reads."""
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


# -- games -----------------------------------------------------------------------------------------


class Signed(Game):
    """Games whose cells are signs.

    Attributes:
        meant: What each sign means.
        more: Parameters behind the size.
    """

    meant: ClassVar[Mapping[str, Value | None]]
    more: ClassVar[str] = ""

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        return {"grid": rows(read_signs(text, shape[0] * shape[1], self.meant), shape[1])}

    def text(self, puzzle: Any) -> str:
        return f"{size(puzzle)}{self.more}:{write_signs(cells_of(puzzle), self.meant)}"


class LightUp(Signed):
    """Light Up."""

    page, kind = "lightup", "akari"
    meant: ClassVar = {"B": "x", **{str(n): n for n in range(5)}}


class Loopy(Signed):
    """Loopy on squares."""

    page, kind, more = "loopy", "slitherlink", "t0"
    params = r"(\d+)x(\d+)t0(?:d\w)?"
    meant: ClassVar = {str(n): n for n in range(5)}


class Filling(Signed):
    """Filling."""

    page, kind = "filling", "fillomino"
    meant: ClassVar = {"0": None} | {str(n): n for n in range(1, 10)}  # 0: as older ids have it


class Bridges(Signed):
    """Bridges, up to two between islands."""

    page, kind, more = "bridges", "hashi", "m2"
    params = r"(\d+)x(\d+)(?:i\d+)?(?:e\d+)?m2(?:d\d)?"
    meant: ClassVar = {str(n): n for n in range(1, 9)}


class Range(Game):
    """Range."""

    page, kind = "range", "kuromasu"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        return {"grid": rows(read_numbers(text, shape[0] * shape[1]), shape[1])}

    def text(self, puzzle: Any) -> str:
        return f"{size(puzzle)}:{write_numbers(cells_of(puzzle))}"


class Singles(Game):
    """Singles."""

    page, kind = "singles", "hitori"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        if wrong := set(text) - set(SIGNS[1:]):
            raise fault(min(wrong))
        numbers = [SIGNS.index(sign) for sign in text[: shape[0] * shape[1] + 1]]
        return {"grid": rows(whole(numbers, shape[0] * shape[1]), shape[1])}

    def text(self, puzzle: Any) -> str:
        cells = cells_of(puzzle)
        if not all(type(n) is int and 1 <= n < len(SIGNS) for n in cells):
            raise CannotWriteError(f"the game has numbers from 1 to {len(SIGNS) - 1} in all cells")
        return f"{size(puzzle)}:{''.join(SIGNS[n] for n in cells)}"


class Unruly(Game):
    """Unruly."""

    page, kind = "unruly", "binairo"
    params = r"(\d+)x(\d+)(u?)(?:d\w)?"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        count = shape[0] * shape[1]
        marks = list(read_gaps(text, count))
        if [at for at, _ in marks[-1:]] != [count]:
            raise fault(text, f"{count} cells")
        cells: list[Any] = [None] * count
        for at, is_one in marks[:-1]:
            cells[at] = int(is_one)
        return {"grid": rows(cells, shape[1]), "may_repeat": not params[3]}

    def text(self, puzzle: Any) -> str:
        cells = cells_of(puzzle)
        marks = {i: bool(n) for i, n in enumerate(cells) if n is not None} | {len(cells): False}
        return f"{size(puzzle)}{'' if puzzle.may_repeat else 'u'}:{write_gaps(marks)}"


class Galaxies(Game):
    """Galaxies; black dots are dots."""

    page, kind = "galaxies", "galaxies"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        height, width = shape
        wide = 2 * width - 1
        grid: list[list[Any]] = [[None] * width for _ in range(height)]
        for at, _ in read_gaps(text, (2 * height - 1) * wide):
            y, x = divmod(at, wide)
            if y >= 2 * height - 1 or grid[y // 2][x // 2] is not None:
                raise fault(text, "one dot at a cell")
            grid[y // 2][x // 2] = y % 2 * 2 + x % 2
        return {"grid": grid}

    def text(self, puzzle: Any) -> str:
        height, width = puzzle.board_shape
        marks = {}
        for r, row in enumerate(grid_of(puzzle)):
            for c, n in enumerate(row):
                if n is not None:
                    y, x = 2 * r + n // 2, 2 * c + n % 2
                    if y > 2 * height - 2 or x > 2 * width - 2:
                        raise CannotWriteError("a dot on the edge of the board has no place")
                    marks[y * (2 * width - 1) + x] = False
        return f"{size(puzzle)}:{write_gaps(marks)}"


class Tents(Game):
    """Tents."""

    page, kind = "tents", "tents"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        height, width = shape
        letters, *numbers = text.split(",")
        whole(numbers, width + height)
        if not all(n.isdecimal() and len(n) < 4 for n in numbers):
            raise fault(",".join(numbers), "numbers of tents")
        trees, at = set(), 0
        for sign in letters[: width * height + 2]:
            if sign not in GAPS + "yz":
                raise fault(sign)
            at += 25 if sign in "yz" else GAPS.index(sign)
            if sign != "z":
                trees.add(at)
                at += 1
        if at != width * height + 1:  # the end is a tree, too
            raise fault(letters, f"{width * height} cells")
        cells = ["T" if i in trees else None for i in range(width * height)]
        top, left = [int(n) for n in numbers[:width]], [int(n) for n in numbers[width:]]
        return {"grid": rows(cells, width), "top": top, "left": left}

    def text(self, puzzle: Any) -> str:
        top, left = entries(puzzle.top), entries(puzzle.left)
        if None in (*top, *left):
            raise CannotWriteError("the game has a number at every line")
        text, at, cells = "", 0, cells_of(puzzle)
        for place in [*(i for i, word in enumerate(cells) if word), len(cells)]:
            gap = place - at
            text += "z" * (gap // 25) + GAPS[gap % 25]
            at = place + 1
        return f"{size(puzzle)}:{','.join([text, *map(str, (*top, *left))])}"


class Magnets(Game):
    """Magnets."""

    page, kind = "magnets", "magnets"
    SIDES = ("top", "left", "bottom", "right")

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        height, width = shape
        *clues, dominoes = whole(text.split(","), 5)
        members: Members = {}
        for side, signs, count in zip(self.SIDES, clues, (width, height) * 2, strict=True):
            if wrong := set(signs) - set(SIGNS + "."):
                raise fault(min(wrong))
            told = [None if sign == "." else SIGNS.index(sign) for sign in signs]
            members[side] = whole(told, count)
        whole(list(dominoes), width * height)
        plates: list[list[Any]] = [[None] * width for _ in range(height)]
        for i, sign in enumerate(dominoes):
            r, c = divmod(i, width)
            if sign in ("L", "T"):
                other = (r, c + 1) if sign == "L" else (r + 1, c)
                is_there = other[0] < height and other[1] < width
                if not is_there or dominoes[other[0] * width + other[1]] != "RB"[sign == "T"]:
                    raise fault(dominoes, "whole dominoes")
                plates[r][c] = plates[other[0]][other[1]] = str(i)
            elif sign not in "RB*":
                raise fault(sign)
        held = [plate is not None for row in plates for plate in row]
        if held != [sign != "*" for sign in dominoes]:
            raise fault(dominoes, "whole dominoes")
        return members | {"plates": plates}

    def text(self, puzzle: Any) -> str:
        clues = [
            "".join("." if n is None else _clue_sign(n) for n in entries(getattr(puzzle, side)))
            for side in self.SIDES
        ]
        sign = {}
        for (r, c), (i, j) in areas(puzzle.plates).values():
            sign[r, c], sign[i, j] = ("L", "R") if r == i else ("T", "B")
        height, width = puzzle.board_shape
        dominoes = "".join(sign.get((r, c), "*") for r in range(height) for c in range(width))
        return f"{size(puzzle)}:{','.join([*clues, dominoes])}"


def _clue_sign(number: Any) -> str:
    if not (type(number) is int and number < len(SIGNS)):
        raise CannotWriteError(f"the game has no clue {number}")
    return SIGNS[number]


class Dominosa(Game):
    """Dominosa: numbers above 9 in brackets."""

    page, kind = "dominosa", "dominosa"
    params = r"(\d+)(?:d\w)?"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        most = shape[0]
        numbers = [a or b for a, b in re.findall(r"\[(\d{1,3})\]|(.)", text)]
        if not all(n.isdecimal() for n in numbers):
            raise fault(text, "numbers")
        cells = whole([int(n) for n in numbers], (most + 1) * (most + 2))
        return {"grid": rows(cells, most + 2)}

    def text(self, puzzle: Any) -> str:
        height, width = puzzle.board_shape
        if width != height + 1:
            raise CannotWriteError("the game has one column more than rows")
        cells = cells_of(puzzle)
        return f"{height - 1}:{''.join(str(n) if n < 10 else f'[{n}]' for n in cells)}"


class Towers(Game):
    """Towers: numbers above, below, on the left and right; and given ones."""

    page, kind = "towers", "skyscrapers"
    params = r"(\d+)(?:d\w)?"
    SIDES = ("top", "bottom", "left", "right")

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        side = shape[0]
        clues, comma, given = text.partition(",")
        told = whole(clues.split("/"), 4 * side)
        if not all(not n or (n.isdecimal() and len(n) < 4) for n in told):
            raise fault(clues, "numbers between slashes")
        numbers = [int(n) if n else None for n in told]
        members: Members = {
            name: numbers[i * side : (i + 1) * side] for i, name in enumerate(self.SIDES)
        }
        if comma:
            members["givens"] = rows(read_numbers(given, side * side), side)
        return members

    def text(self, puzzle: Any) -> str:
        if puzzle.diagonals or puzzle.highest not in (None, puzzle.board_shape[0]):
            raise CannotWriteError("the game has neither diagonals nor empty lots")
        side = puzzle.board_shape[0]
        told = [n for name in self.SIDES for n in entries(getattr(puzzle, name))]
        cells: list[Any] = [None] * side * side
        for (r, c), value in puzzle.given_cells():
            cells[r * side + c] = value
        given = f",{write_numbers(cells)}" if any(cells) else ""
        return f"{side}:{'/'.join('' if n is None else str(n) for n in told)}{given}"


class Unequal(Game):
    """Unequal: U, R, D, L behind a number say that it is greater than its neighbour there."""

    page, kind = "unequal", "futoshiki"
    params = r"(\d+)(?:d\w)?"
    STEPS: ClassVar = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        side = shape[0]
        words = whole(text.removesuffix(",").split(","), side * side)
        grid: list[list[Any]] = [[None] * side for _ in range(side)]
        less = []
        for i, word in enumerate(words):
            match = re.fullmatch(r"(\d{1,3})([URDL]{0,4})", word)
            if match is None:
                raise fault(word, "a number and U, R, D, L")
            r, c = divmod(i, side)
            grid[r][c] = int(match[1]) or None
            steps = [self.STEPS[letter] for letter in match[2]]
            less += [((r + dr, c + dc), (r, c)) for dr, dc in steps]
        return {"grid": grid, "less": less}

    def text(self, puzzle: Any) -> str:
        step = {way: letter for letter, way in self.STEPS.items()}
        signs: dict[Place, str] = {}
        for (r, c), (i, j) in puzzle.less:
            signs[i, j] = signs.get((i, j), "") + step[r - i, c - j]
        words = (
            f"{number or 0}{''.join(sorted(signs.get((r, c), ''), key='URDL'.index))},"
            for r, row in enumerate(grid_of(puzzle))
            for c, number in enumerate(row)
        )
        return f"{puzzle.board_shape[0]}:{''.join(words)}"


class Keen(Game):
    """Keen: cages, and a letter and a number for each."""

    page, kind = "keen", "kenken"
    params = r"(\d+)(?:d\w)?m?"
    LETTERS: ClassVar = {"a": "+", "m": "*", "s": "-", "d": "/"}

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        blocks, _, clues = text.partition(",")
        cages = read_blocks(blocks, shape[0])
        number = sum(len(row) for row in cages)
        told = re.findall(r"([amsd])(\d{1,9})", clues[: 11 * number])
        if "".join(letter + digits for letter, digits in told) != clues:
            raise fault(clues, "letters and numbers of cages")
        names = list(first_cells(cages))
        whole(told, len(names))
        count = {name: sum(row.count(name) for row in cages) for name in names}
        targets = {
            str(name): digits + ("" if count[name] == 1 else self.LETTERS[letter])
            for name, (letter, digits) in zip(names, told, strict=True)
        }
        return {"cages": cages, "targets": targets}

    def text(self, puzzle: Any) -> str:
        cages = grid_of(puzzle, "cages")
        letter = {sign: letter for letter, sign in self.LETTERS.items()}
        clues = []
        for name in first_cells(cages):
            target = puzzle.targets.get(str(name), "")
            sign = target.lstrip("0123456789")
            is_single = sum(row.count(name) for row in cages) == 1
            if not target or not (sign or is_single):
                raise CannotWriteError("the game has a sign and a number in every cage")
            clues.append(letter[sign or "+"] + target.removesuffix(sign))
        return f"{len(cages)}:{write_blocks(cages)},{''.join(clues)}"


class Solo(Game):
    """Solo: sudokus, also with other regions (j), with diagonals (x), with cages (k)."""

    page, kind = "solo", "sudoku"
    params = r"(\d+)(?:x(\d+)|j)(x?)(k?)(?:[rm]\d+d?|a|d[tbiaeu])*"

    @property
    def kinds(self) -> tuple[str, ...]:
        return "sudoku", "variant"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        box = [shape[1], shape[0]] if params[2] else [shape[1], 1]
        side = box[0] * box[1]
        if side > 49:
            raise fault(params[0], "at most 49 digits")
        grid, *parts = text.split(",")
        whole(parts, (not params[2]) + 2 * bool(params[4]))
        cells = read_numbers(grid, side * side)
        if params[2] and not params[3] and not params[4]:
            return {"box": box, "grid": rows([n or 0 for n in cells], side)}
        members: Members = {"kind": "variant"}
        members |= {"grid": rows(cells, side)} if any(cells) else {}
        members |= {"box": box} if params[2] else {"regions": read_blocks(parts.pop(0), side)}
        members |= {"diagonals": True} if params[3] else {}
        if params[4]:
            cages = read_blocks(parts[0], side)
            sums = read_numbers(parts[1], side * side)
            told = {(i // side, i % side): n for i, n in enumerate(sums) if n}
            first = first_cells(cages)
            members["cages"] = cages
            members["sums"] = {str(n): told.pop(at) for n, at in first.items() if at in told}
            if told:
                raise fault(parts[1], "sums in the first cells of cages")
        return members

    def text(self, puzzle: Any) -> str:
        is_plain = puzzle.kind() == "sudoku"
        told = members_of(puzzle).keys() & {*puzzle.members()} - {"givens"}
        if not is_plain and not told <= {"box", "grid", "regions", "diagonals", "cages", "sums"}:
            raise CannotWriteError("the game has regions, diagonals and cages alone")
        if not is_plain and {"E", "O"} & {*cells_of(puzzle)}:
            raise CannotWriteError("the game has neither E nor O")
        side = puzzle.shape[0]
        cells = [0] * side * side
        for (r, c), value in puzzle.printed():
            cells[r * side + c] = value
        parts = [write_numbers(n or None for n in cells)]
        regions = [] if is_plain else grid_of(puzzle, "regions")
        parts += [write_blocks(regions)] if regions else []
        cages = [] if is_plain else grid_of(puzzle, "cages")
        if cages:
            if any(name is None for row in cages for name in row):
                raise CannotWriteError("every cell has to be in a cage")
            first = {at: puzzle.sums.get(str(name)) for name, at in first_cells(cages).items()}
            sums = [first.get((i // side, i % side)) for i in range(side * side)]
            parts += [write_blocks(cages), write_numbers(sums)]
        high = next(h for h in range(int(side**0.5), 0, -1) if side % h == 0)
        box = puzzle.box or (high, side // high)
        marks = "" if is_plain else "x" * puzzle.diagonals + "k" * bool(cages)
        if not (is_plain or marks or regions):
            raise CannotWriteError("the game takes it for a sudoku; convert it as one")
        return f"{f'{side}j' if regions else f'{box[0]}x{box[1]}'}{marks}:{','.join(parts)}"


formats = (
    LightUp(), Loopy(), Filling(), Bridges(), Range(), Singles(), Unruly(), Galaxies(), Tents(),
    Magnets(), Dominosa(), Towers(), Unequal(), Keen(), Solo(),
)  # fmt: skip
