"""Puzzles drawn as links of Penpa+: the other way round from :mod:`uniclue.formats.penpa_drawing`.

A link holds lines of text: the board and its canvas, margins, tools, the drawing, an answer, the
cells of the board, ..., genres. What is not of the puzzle is as the page writes it for a new board.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from uniclue.constraints.board import Board
from uniclue.core import fields
from uniclue.core.codecs import Number, pzpr_of
from uniclue.core.fields import Field, entries, fields_of, items
from uniclue.core.marks import PRINTED
from uniclue.core.model import Place, Value
from uniclue.core.places import Point, Shape, boxes
from uniclue.formats.format import CannotWriteError
from uniclue.formats.penpa_drawing import ARROWS, SHORT
from uniclue.formats.pzpr.rows import areas_of, borders_of

CELL = 38
"""Pixels of a cell."""
BLACK, THICK = 4, 2
"""The colour of walls, and the style of borders."""
PLAIN, ARROW, SMALL = "1", "2", "4"
"""How texts are drawn: alone, with an arrow, several in a cell."""
_EMPTY: Mapping[str, Any] = {
    **{name: {"__a": []} for name in ("command_redo", "command_undo", "command_replay")},
    **{name: {} for name in ("surface", "number", "sudoku", "symbol", "freeline", "freeedge")},
    **{name: [] for name in ("thermo", "arrows", "d", "squareframe", "polygon")},
    **{name: {} for name in ("line", "edge", "wall", "cage", "deleteedge")},
    **{name: [] for name in ("killercages", "nobulbthermo")},
}
"""A drawing of nothing."""


def _tools(number: int, digit: int) -> Mapping[str, Any]:
    """The tools of the page, as it has them at first; they differ a little from page to page."""
    return {
        "edit_mode": "surface",
        "surface": ["", 1],
        "line": ["1", number],
        "edge": ["1", number],
        "wall": ["", number],
        "cage": ["1", 10],
        "number": ["1", number - 1],
        "symbol": ["circle_L", 1],
        "special": ["thermo", ""],
        "board": ["", ""],
        "move": ["1", ""],
        "combi": ["battleship", ""],
        "sudoku": ["1", digit],
    }


MODES = {"qa": "pu_q", "grid": ["1", "2", "1"], "pu_q": _tools(2, 1), "pu_a": _tools(3, 9)}


class Pen:
    """Draws a puzzle.

    Args:
        puzzle: The puzzle.
    """

    def __init__(self, puzzle: Board) -> None:
        self.puzzle, self.shape = puzzle, puzzle.board_shape
        self.margins = self._margins()
        self.parts: dict[str, Any] = {name: type(held)(held) for name, held in _EMPTY.items()}
        for name, sort in fields_of(type(puzzle)).items():
            if value := getattr(puzzle, name):
                self._draw(name, sort, value)
        site = pzpr_of(type(puzzle))
        for part in site.parts if site else ():
            if isinstance(part, Number):
                self._text((0, -1, -1), getattr(puzzle, part.member))

    # -- places ------------------------------------------------------------------------------------

    def _margins(self) -> tuple[int, int, int, int]:
        """Rows above and below the cells, columns on their left and right."""
        wide = {"top": 0, "bottom": 0, "left": 0, "right": 0}
        site = pzpr_of(type(self.puzzle))
        if site and any(isinstance(part, Number) for part in site.parts):
            wide |= {"top": 1, "left": 1}
        for name, sort in fields_of(type(self.puzzle)).items():
            value = getattr(self.puzzle, name)
            if isinstance(sort, fields.Beside) and value:
                wide[sort.side] = 1
            elif isinstance(sort, fields.BlockLengths):
                wide[sort.side] = max(1, *map(len, value))
        return wide["top"], wide["bottom"], wide["left"], wide["right"]

    @property
    def size(self) -> Shape:
        """Rows and columns with their margins."""
        top, bottom, left, right = self.margins
        return self.shape[0] + top + bottom, self.shape[1] + left + right

    def at(self, place: tuple[int, int, int]) -> int:
        """The number of a place: a cell (0), the corner below and right of it (1)."""
        sort, r, c = place
        height, width = self.size[0] + 4, self.size[1] + 4
        return (sort * height + r + 2 + self.margins[0]) * width + c + 2 + self.margins[2]

    # -- marks -------------------------------------------------------------------------------------

    def _text(self, place: tuple[int, int, int], text: object, style: str = PLAIN) -> None:
        self.parts["number"][str(self.at(place))] = [str(text), 1, style]

    def _circle(self, cell: Place, black: bool = False) -> None:
        self.parts["symbol"][str(self.at((0, *cell)))] = [2 if black else 1, "circle_L", 1]

    def _dark(self, cell: Place) -> None:
        self.parts["surface"][str(self.at((0, *cell)))] = BLACK

    def _borders(self, borders: Iterable[Point]) -> None:
        """Lines on sides, each between two corners."""
        for r, c in borders:
            i, j = int(r), int(c)
            ends = [(1, i, j - 1), (1, i, j)] if r % 1 else [(1, i - 1, j), (1, i, j)]
            self.parts["edge"][",".join(str(self.at(end)) for end in ends)] = THICK

    def _draw(self, name: str, sort: Field, value: Any) -> None:
        """Draws a field.

        Raises:
            CannotWriteError: It is none that the drawing tells.
        """
        height, width = self.shape
        if isinstance(sort, fields.Areas):
            self._areas(name, sort, value)
        elif isinstance(sort, fields.Circles):
            for cell, colour in items(value):
                self._circle(cell, black=colour == "b")
        elif isinstance(sort, fields.Beside):
            line = {"top": -1, "bottom": height, "left": -1, "right": width}[sort.side]
            for i, word in enumerate(entries(value)):
                if word is not None:
                    self._text((0, line, i) if sort.is_flat else (0, i, line), word)
        elif isinstance(sort, fields.BlockLengths):
            for i, clue in enumerate(value):
                for back, number in enumerate(reversed(clue), 1):
                    self._text((0, -back, i) if sort.side == "top" else (0, i, -back), number)
        elif isinstance(sort, fields.AtCorners):
            before = 0 if isinstance(sort, fields.AtInnerCorners) else 1
            for (r, c), sign in items(value):
                self._text((1, r - before, c - before), sign)
        elif isinstance(sort, fields.Digits | fields.Tokens):
            for cell, stated in items(value):
                self._word(sort, cell, stated)
        else:
            raise CannotWriteError(f"Penpa+ has no {name}")

    def _word(self, sort: Field, cell: Place, word: Value) -> None:
        """A word in a cell: a text, a black cell, a circle or an arrow."""
        place, text = (0, *cell), str(word)
        if isinstance(sort, fields.Digits):
            if word:
                self._text(place, word)
            return
        assert isinstance(sort, fields.Tokens)
        if sort.drawn is PRINTED["circle"]:
            is_coloured = sort.letters is None and text[:1] in ("w", "b")
            self._circle(cell, black=is_coloured and text[0] == "b")
            text = text[1:] if is_coloured else "" if text == "o" else text
        elif sort.drawn is PRINTED["wall"]:
            self._dark(cell)
            text = "" if text == "x" else text
        elif sort.drawn is PRINTED["arrow"] and text[-1:] in ARROWS and text[:-1].isdecimal():
            self._text(place, f"{text[:-1]}_{ARROWS.index(text[-1])}", ARROW)
            return
        if "," in text:
            self._text(place, text.replace(",", ""), SMALL)
        elif text:
            self._text(place, sort.instead.get(text, text))

    def _areas(self, name: str, sort: fields.Areas, value: Any) -> None:
        """Borders around regions, or cages with their sums."""
        if not sort.texts:
            grid = [list(entries(row)) for row in value]
            drawn = {point for point, is_there in borders_of(grid).items() if is_there}
            if any(None in row for row in grid):
                raise CannotWriteError(f"expected every cell to be in a region of {name}")
            parts = areas_of(self.shape, drawn.__contains__)
            if len({number for row in parts for number in row}) != len(
                {w for row in grid for w in row}
            ):
                raise CannotWriteError(f"expected regions in one piece each in {name}")
            self._borders(drawn)
            return
        sums = getattr(self.puzzle, sort.texts)
        for cage, some in fields.areas(value).items():
            self.parts["killercages"].append([self.at((0, *cell)) for cell in some])
            if cage in sums:
                r, c = some[0]
                self.parts["sudoku"][str(4 * self.at((1, r, c)))] = [str(sums[cage]), 1, PLAIN]

    # -- lines -------------------------------------------------------------------------------------

    def lines(self, shape: str, genres: list[str]) -> list[str]:
        """The lines of the link."""
        (rows, columns), notes = self.size, self.puzzle.extra
        middle = str(self._middle())
        head = [shape, *map(str, (columns, rows, CELL, 0, 1, 1))]
        head += [str((side + 1) * CELL) for side in (columns, rows)] + [middle, middle]
        head += ["0"] * 4 + [f"{n.title()}: {_note(notes.get(n))}" for n in ("title", "author")]
        head += ["", "", "OFF", "false"]
        nothing, modes = _shortened(_EMPTY), _shortened(MODES)
        stated = [",".join(head), _shortened(list(self.margins)), modes, _shortened(self.parts)]
        stated += [nothing, _shortened(self._steps()), '["Surface"]', "{}", '"x"', '"x"', "[3,1,4]"]
        return [*stated, modes, '"x"', "0", nothing, nothing, "{}", _shortened(genres), ""]

    def _middle(self) -> int:
        """The number of the place in the middle: a cell, a corner or a side."""
        rows, columns = self.size
        sort = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[rows % 2, columns % 2]
        height, width = rows + 4, columns + 4
        return (sort * height + (rows + 3) // 2) * width + (columns + 3) // 2

    def _steps(self) -> list[int]:
        """The first cell, then the steps from each cell to the next."""
        numbers = [self.at((0, r, c)) for r in range(self.shape[0]) for c in range(self.shape[1])]
        return numbers[:1] + [b - a for a, b in pairwise(numbers)]


def _note(text: Any) -> str:
    return text.replace(",", "") if isinstance(text, str) else ""


def _shortened(value: Any) -> str:
    """JSON with the short names of its members."""
    text = msgspec.json.encode(value).decode()
    for short, name in SHORT.items():
        if name != "sudoku" or value is not MODES:  # where the page writes it out
            text = text.replace(f'"{name}"', short)
    return text


def link_of(puzzle: Board) -> str:
    """A link that draws a puzzle of a kind that can be drawn.

    Raises:
        CannotWriteError: This one cannot be drawn.
    """
    pen, genres, shape = Pen(puzzle), [puzzle.kind()], "square"
    if puzzle.kind() == "sudoku":
        genres, shape = ["classic"], "sudoku"
        pen._borders(_box_borders(puzzle))
    elif puzzle.kind() == "variant":
        if not (pen.parts["killercages"] or pen.parts["edge"]):
            raise CannotWriteError("only killers and jigsaws of the variants are written as Penpa+")
        genres = ["killer"] if pen.parts["killercages"] else ["jigsaw"]
    text = "\n".join(pen.lines(shape, genres))
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packing.compress(text.encode()) + packing.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={b64encode(packed).decode()}"


def _box_borders(puzzle: Any) -> list[Point]:
    """The borders between the boxes of a sudoku."""
    side = puzzle.side
    grid = [[0] * side for _ in range(side)]
    for i, (_, box) in enumerate(boxes((side, side), *puzzle.box)):
        for r, c in box:
            grid[r][c] = i
    return [p for p, is_there in borders_of(grid).items() if is_there]
