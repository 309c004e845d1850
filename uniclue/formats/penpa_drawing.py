"""Drawings in links of Penpa+: unpacked, and read as the fields of a kind ask.

What is drawn stands by the numbers of cells and corners: ``number``, ``surface``, ``symbol``,
``edge``, ... What no field looks for is refused by name.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from uniclue.core import fields
from uniclue.core.codecs import Number, pzpr_of
from uniclue.core.fields import MAX_SIDE, Field, fields_of
from uniclue.core.kinds import find_kind
from uniclue.core.marks import PRINTED
from uniclue.core.model import Place
from uniclue.core.places import Point, Shape, usual_box
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import both, quoted
from uniclue.formats import strict_json
from uniclue.formats.pzpr.rows import areas_of

MAX_TEXT = 2**23
"""Bytes of what is packed in a link, at most."""
SHORT = {
    "z9": "qa", "zQ": "pu_q", "zA": "pu_a", "zG": "grid", "zM": "edit_mode", "zS": "surface",
    "zL": "line", "zE": "edge", "zW": "wall", "zC": "cage", "zN": "number", "z1": "sudoku",
    "zY": "symbol", "zP": "special", "zB": "board", "zR": "command_redo", "zU": "command_undo",
    "z8": "command_replay", "zF": "freeline", "z2": "freeedge", "zT": "thermo", "z3": "arrows",
    "zD": "d", "z0": "squareframe", "z5": "polygon", "z4": "deleteedge", "z6": "killercages",
    "z7": "nobulbthermo", "z_": "__a",
}  # fmt: skip
"""What names of members are shortened to."""
PASSED = ("command_redo", "command_undo", "command_replay", "d", "squareframe", "cage")
"""What a drawing holds without meaning; frames of cages stand in ``killercages``, too."""
DARK = (1, 3, 4, 8)
"""The colours of cells that are black or grey."""
BARE = "98"
"""The style of a mark that is no border."""
ARROWS = "nwes"
"""The directions behind numbers, as ``2_3``."""


def unpacked(text: str) -> str:
    """The text that is packed in a link."""
    text = text.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        packed = b64decode(text + "=" * (-len(text) % 4), validate=True)
        unpacking = zlib.decompressobj(-15)
        data = unpacking.decompress(packed, MAX_TEXT + 1)
    except (ValueError, zlib.error) as error:
        raise PuzzleError("$", f"expected packed text in the link: {error}") from error
    if len(data) > MAX_TEXT:
        raise PuzzleError("$", f"expected at most {MAX_TEXT // 2**20} MB in the link, got more")
    if not unpacking.eof:
        raise PuzzleError("$", "expected a longer link; its end is missing")
    return data.decode("utf-8", "replace")


def decoded(text: str) -> Any:
    """JSON with its shortened words."""
    for short, name in SHORT.items():
        text = text.replace(short, f'"{name}"')
    try:
        return strict_json.decode(text.replace("zO", "null"))
    except msgspec.DecodeError as error:
        raise PuzzleError("$", f"expected JSON in the link: {error}") from error


class Drawing(NamedTuple):
    """The drawing on a board.

    Attributes:
        shape: Its rows and columns.
        margins: Rows above, rows below, columns on the left and right of it.
        parts: The marks, by type.
    """

    shape: Shape
    margins: tuple[int, ...]
    parts: Mapping[str, Any]

    def place(self, index: Any) -> tuple[int, int, int]:
        """The place of a number: its type (0 a cell, 1 a corner, ...), row and column."""
        top, bottom, left, right = self.margins
        height, width = self.shape[0] + top + bottom + 4, self.shape[1] + left + right + 4
        if not (isinstance(index, int | str) and re.fullmatch(r"\d{1,7}", str(index))):
            raise PuzzleError("$", f"expected numbers of cells, got {quoted(str(index)[:40])}")
        sort, at = divmod(int(index), height * width)
        return sort, at // width - 2 - top, at % width - 2 - left

    def _at(self, part: str) -> Iterator[tuple[tuple[int, int, int], Any]]:
        """The marks at places."""
        stated = self.parts.get(part) or {}
        if not isinstance(stated, dict):
            raise PuzzleError("$", f"expected an object {part}")
        return ((self.place(index), value) for index, value in stated.items())

    def texts(self) -> dict[tuple[int, int, int], str]:
        """The numbers and words; those of candidates are passed over."""
        texts: dict[tuple[int, int, int], str] = {}
        for place, value in self._at("number"):
            if not (isinstance(value, list) and value and isinstance(value[0], str | int)):
                raise PuzzleError("$", "expected texts in the part number")
            text = str(value[0]).strip()
            if str(value[-1]) == "4" and re.fullmatch(r"[\d?]+", text):
                text = ",".join(text)  # several numbers in a cell
            if str(value[-1]) != "7" and value[0] != "":
                texts[place] = text or "?"
        return texts

    def circles(self) -> dict[Place, str]:
        """White (w) and black (b) circles in cells."""
        circles = {}
        for (sort, r, c), value in self._at("symbol"):
            style, shape = value[:2] if isinstance(value, list) and len(value) > 1 else (0, "")
            if sort or style not in (1, 2) or not str(shape).startswith("circle"):
                raise PuzzleError("$", f"expected circles in cells, got {quoted(str(shape)[:40])}")
            circles[r, c] = "wb"[style - 1]
        return circles

    def dark(self) -> set[Place]:
        """The black and grey cells."""
        dark = {(r, c): colour for (_, r, c), colour in self._at("surface")}
        if any(colour not in DARK for colour in dark.values()):
            raise PuzzleError("$", "expected cells in black or grey, got another colour")
        return set(dark)

    def borders(self) -> set[Point]:
        """The borders between cells."""
        borders: set[Point] = set()
        for key, style in (self.parts.get("edge") or {}).items():
            if str(style) == BARE:
                continue
            ends = [self.place(index) for index in str(key).split(",")]
            if len(ends) != 2 or {end[0] for end in ends} != {1}:
                raise PuzzleError("$", f"expected borders of cells, got {quoted(str(key)[:40])}")
            (_, r, c), (_, i, j) = sorted(ends)
            if (i - r, j - c) not in ((0, 1), (1, 0)):
                raise PuzzleError("$", "expected borders of cells, got slanting ones")
            point = (r + 0.5, float(j)) if i == r else (float(i), c + 0.5)
            if 0 <= point[0] <= self.shape[0] - 1 and 0 <= point[1] <= self.shape[1] - 1:
                borders.add(point)
        return borders

    def cages(self) -> dict[str, Any]:
        """Cages by their names in a grid, and their sums."""
        names: list[list[str]] = [["."] * self.shape[1] for _ in range(self.shape[0])]
        sums: dict[str, int] = {}
        corners = {
            (place[1:], int(index) % 4): value
            for index, value in (self.parts.get("sudoku") or {}).items()
            if (place := self.place(int(index) // 4 if str(index).isdecimal() else index))[0] == 1
        }
        for number, cage in enumerate(self.parts.get("killercages") or [], 1):
            for _, r, c in map(self.place, cage if isinstance(cage, list) else [cage]):
                if not (0 <= r < self.shape[0] and 0 <= c < self.shape[1]) or names[r][c] != ".":
                    raise PuzzleError("$", "expected cages on the board that do not overlap")
                names[r][c] = str(number)
                text = corners.pop(((r, c), 0), [""])
                if str(text[0] if isinstance(text, list) and text else text).strip():
                    stated = str(text[0]).strip()
                    if not (stated.isdecimal() and len(stated) < 5):
                        raise PuzzleError("$", f"expected sums of cages, got {quoted(stated[:40])}")
                    sums[str(number)] = int(stated)
        if corners:
            raise PuzzleError("$", "expected numbers in corners of cages alone")
        return {"cages": names, "sums": sums}

    def members(self, kind: type[Puzzle]) -> dict[str, Any]:
        """The members of a puzzle of a kind; raises PuzzleError for what it does not look for."""
        if kind.kind() == "variant":
            return self._variant()
        left = dict(self.texts())
        members: dict[str, Any] = {}
        looked, site = {"number"}, pzpr_of(kind)
        for name, sort in fields_of(kind).items():
            members[name] = self._member(sort, left, looked)
        if any(isinstance(sort, fields.Digits) for sort in fields_of(kind).values()):
            members["box"] = [*usual_box(self.shape[0])]
            self.borders()
            looked.add("edge")
        for part in site.parts if site else ():
            if isinstance(part, Number):
                members |= self._number(part.member, left, looked)
        self._refuse_others(looked, kind)
        if not any(
            isinstance(sort, fields.Tokens) and not isinstance(sort, fields.Beside)
            for sort in fields_of(kind).values()
        ):
            given = self._grid(fields.Tokens(), left, looked)
            members["givens"] = given if any(w is not None for row in given for w in row) else None
        _refuse_texts(left)
        return members

    def _variant(self) -> dict[str, Any]:
        left = dict(self.texts())
        grid = self._grid(fields.Tokens(), left, set())
        is_blank = not any(word is not None for row in grid for word in row)
        is_told = not is_blank or not self.parts.get("killercages")
        members: dict[str, Any] = {"grid": grid} if is_told else {}
        if self.parts.get("killercages"):
            members |= self.cages()
        borders = self.borders()
        if borders:
            areas = areas_of(self.shape, borders.__contains__)
            members["regions"] = [[str(n) for n in row] for row in areas]
        self._refuse_others({"number", "edge", "killercages", "sudoku"}, find_kind("variant"))
        _refuse_texts(left)
        return members

    def _member(self, sort: Field, left: dict[tuple[int, int, int], str], looked: set[str]) -> Any:
        height, width = self.shape
        if isinstance(sort, fields.Circles):
            looked.add("symbol")
            circles = self.circles()
            return [[circles.get((r, c)) for c in range(width)] for r in range(height)]
        if isinstance(sort, fields.Areas):
            looked.add("edge")
            areas = areas_of(self.shape, self.borders().__contains__)
            return [[str(n) for n in row] for row in areas]
        if isinstance(sort, fields.Beside):
            at = {"top": -1, "bottom": height, "left": -1, "right": width}[sort.side]
            slots = [
                (0, at, i) if sort.is_flat else (0, i, at) for i in range(self.shape[sort.is_flat])
            ]
            return [_word(left.pop(slot, None)) for slot in slots]
        if isinstance(sort, fields.BlockLengths):
            flat = sort.side == "top"
            clues: list[list[Any]] = [[] for _ in range(self.shape[flat])]
            for key in sorted(key for key in left if key[1 if flat else 2] < 0):
                line = key[2 if flat else 1]
                if 0 <= line < len(clues):
                    clues[line].append(_word(left.pop(key)))
            return clues
        if isinstance(sort, fields.AtInnerCorners):
            inside = range(height - 1), range(width - 1)
            return [[_word(left.pop((1, r, c), None)) for c in inside[1]] for r in inside[0]]
        if isinstance(sort, fields.AtCorners):
            return [
                [_word(left.pop((1, r - 1, c - 1), None)) for c in range(width + 1)]
                for r in range(height + 1)
            ]
        return self._grid(sort, left, looked)

    def _grid(
        self, sort: Field, left: dict[tuple[int, int, int], str], looked: set[str]
    ) -> list[list[Any]]:
        """The marks in cells: texts, black cells, circles."""
        height, width = self.shape
        letters = (sort.letters or ()) if isinstance(sort, fields.Tokens) else ()
        meant = {v: k for k, v in sort.instead.items()} if isinstance(sort, fields.Tokens) else {}
        grid: list[list[Any]] = [
            [_word(left.pop((0, r, c), None), meant) for c in range(width)] for r in range(height)
        ]
        if isinstance(sort, fields.Digits):
            return [[0 if word is None else word for word in row] for row in grid]
        if "x" in letters:
            looked.add("surface")
            for r, c in self.dark():
                if 0 <= r < height and 0 <= c < width:
                    grid[r][c] = "x" if grid[r][c] is None else grid[r][c]
        if isinstance(sort, fields.Tokens) and sort.drawn is PRINTED["circle"]:
            looked.add("symbol")
            for (r, c), colour in self.circles().items():
                if 0 <= r < height and 0 <= c < width:
                    number = grid[r][c]
                    coloured = f"{colour}{'' if number is None else number}"
                    bare = "o" if number is None and "o" in letters else number
                    grid[r][c] = coloured if sort.letters is None else bare
        return grid

    def _number(
        self, member: str, left: dict[tuple[int, int, int], str], looked: set[str]
    ) -> dict[str, Any]:
        """The number outside the board, such as that of stars."""
        if len(left) != 1 or not (text := left.popitem()[1]).isdecimal() or len(text) > 6:
            raise PuzzleError("$", f"expected one number outside the board, that of {member}")
        looked.add("symbol")
        return {member: int(text)}

    def _refuse_others(self, looked: set[str], kind: type[Puzzle]) -> None:
        others = sorted(
            part for part, held in self.parts.items() if held and part not in (*looked, *PASSED)
        )
        if others:
            raise PuzzleError("$", f"expected a {kind.kind()} without {quoted(both(others)[:80])}")


def _refuse_texts(left: Mapping[tuple[int, int, int], str]) -> None:
    if left:
        stated = quoted(both(sorted(left.values()))[:40])
        raise PuzzleError("$", f"expected no other text on the board or beside it, got {stated}")


def _word(text: str | None, meant: Mapping[str, str] | None = None) -> Any:
    """A text as a word: an arrow behind a number is a letter."""
    if text is None or not text.isdecimal():
        arrow = re.fullmatch(r"(\d{1,3})_([0-3])", text or "")
        return (
            f"{arrow[1]}{ARROWS[int(arrow[2])]}" if arrow else (meant or {}).get(text or "", text)
        )
    return int(text) if len(text) < 10 else text


def drawing_of(lines: Sequence[str]) -> Drawing:
    """The drawing in the lines of a link."""
    head, margins = lines[0].split(","), decoded(lines[1])
    if head[0] not in ("square", "sudoku") or len(head) < 3:
        raise PuzzleError("$", f"expected a board of squares, got {quoted(head[0][:40])}")
    is_whole = isinstance(margins, list) and len(margins) == 4
    if not (is_whole and all(type(m) is int and 0 <= m <= MAX_SIDE for m in margins)):
        raise PuzzleError("$", "expected four margins")
    sides = [int(word) if word.isdecimal() and len(word) < 5 else 0 for word in head[1:3]]
    height, width = sides[1] - margins[0] - margins[1], sides[0] - margins[2] - margins[3]
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        raise PuzzleError("$", f"expected 1 to {MAX_SIDE} rows and columns, got {height}x{width}")
    parts = decoded(lines[3])
    if not isinstance(parts, dict):
        raise PuzzleError("$", "expected a drawing, an object, in the fourth line")
    drawing = Drawing((height, width), tuple(margins), parts)
    _refuse_holes(drawing, decoded(lines[5]))
    return drawing


def _refuse_holes(drawing: Drawing, steps: Any) -> None:
    """Raises PuzzleError unless all cells belong to the board; each is given by a step."""
    if not isinstance(steps, list) or not all(type(step) is int for step in steps):
        raise PuzzleError("$", "expected the cells of the board in the sixth line")
    if len(steps) != drawing.shape[0] * drawing.shape[1]:
        raise PuzzleError("$", "expected a board without holes")
