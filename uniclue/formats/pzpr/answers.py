"""Answers in a file: shaded cells, numbers, lines, borders.

How an answer is usually written follows from its places and values: of 0 and 1 in cells, ``#`` is
1 and all else 0; lines between cells and sides of cells are two blocks of numbers; other values are
written as they are. A kind that differs says so in its ``pzpr``
(:class:`uniclue.core.codecs.Written`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from uniclue.core.codecs import Written
from uniclue.core.fields import UNKNOWN, fields_of
from uniclue.core.listed import Door
from uniclue.core.model import Place, Value
from uniclue.core.places import Point, Shape, between
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.formats.pzpr.layout import PzprLayout
from uniclue.formats.pzpr.parts import Codec, Members
from uniclue.formats.pzpr.rows import (
    FileRows,
    Words,
    all_sides,
    areas_of,
    borders_of,
    halves,
    inner_borders,
)

OTHER = "*"
"""Stands for any other word."""
Values = dict[Point, Value | None]


class AnswerCodec:
    """How the answers of a puzzle are written.

    Args:
        layout: The layout of its kind.
        puzzle: The puzzle.
        members: Its members, plain.
        shape: Rows and columns, as pzpr counts them.
    """

    def __init__(self, layout: PzprLayout, puzzle: Puzzle, members: Members, shape: Shape) -> None:
        self._puzzle, self._members, self._shape = puzzle, members, shape
        self._style, self._words = layout.answer, layout.words
        self.is_inside = Written.INSIDE in self._style
        unknowns = getattr(puzzle, "unknowns", None)
        is_halved = unknowns is not None and unknowns.is_halved
        points = unknowns.places if unknowns is not None and is_halved else puzzle.places
        down, right = (
            (0, 0) if is_halved else (a - b for a, b in zip(puzzle.shape, shape, strict=True))
        )
        self._place = {
            (r - down, c - right): place
            for (r, c), place in zip(points, puzzle.places, strict=True)
        }
        """The entry of the solution grid for each cell, link or side."""
        self._has_sides = (unknowns is not None and unknowns.has_edge) or (
            Written.WITH_EDGE in layout.answer
        )
        self._are_borders = unknowns is not None and unknowns.drawn == "borders"
        self._halves = all_sides(shape) if self._has_sides else inner_borders(shape)
        self._halves = self._halves if is_halved else []
        self._has_cells = not all(r % 1 or c % 1 for r, c in self._place)
        self._value = self._mapping()

    def _mapping(self) -> Mapping[str, Value]:
        """The value of each word."""
        values = {str(value): value for value in self._puzzle.domain}
        if Written.AS_LETTERS in self._style:
            letters = self._members["letters"]
            return {str(i): letter for i, letter in enumerate(letters, 1)} | {OTHER: "."}
        pairs = ((word, str(value)) for word, value in self._words.items())
        meant = {word: values[value] for word, value in pairs if value in values}
        if self._puzzle.domain == (0, 1):
            return meant or {"#": 1, OTHER: 0}
        return values | meant

    # -- reading -----------------------------------------------------------------------------------

    def read(self, rows: FileRows, inside: Words) -> Grid | None:
        """The solution grid in the rest of a file; None if nothing is written there.

        Args:
            rows: The rest of the file.
            inside: The words in the cells of the last part.
        """
        if rows.is_over and not self.is_inside:
            return None
        values: Values = {}
        if Written.AS_AREAS in self._style:
            borders = rows.borders(self._shape)
            values = self._named(borders) if 1 in borders.values() else {}
        elif Written.AS_TETROMINOES in self._style:
            values = self._letters(rows.words(self._shape))
        elif self._has_cells:
            words = inside if self.is_inside else rows.words(self._shape)
            values = {
                (r, c): self._value.get(word, self._value.get(OTHER))
                for r, row in enumerate(words)
                for c, word in enumerate(row)
            }
        if self._halves:
            lines = rows.sides(self._shape) if self._has_sides else rows.borders(self._shape)
            most = 1 if self._are_borders else 2  # 2 is a border with a mark
            values |= {point: min(max(number, 0), most) for point, number in lines.items()}
        values = {p: v for p, v in values.items() if v != "." or p not in self._left_open()}
        known = {self._place[p]: v for p, v in values.items() if p in self._place and v is not None}
        given = dict(self._puzzle.given_cells()) | self._printed()
        if all(value in (0, ".", "x", given.get(place)) for place, value in known.items()):
            return None
        return self._puzzle.grid_of(known | given)

    def _left_open(self) -> set[Point]:
        """The cells with ``?``, which hold a value of the solution that no file tells."""
        grid = self._members.get("grid", ())
        return {
            (r, c) for r, row in enumerate(grid) for c, word in enumerate(row) if word == UNKNOWN
        }

    def _printed(self) -> dict[Place, Value]:
        """The values that clues imply for their own cells."""
        marks = self._puzzle.marks
        return dict(self._puzzle.printed()) | {
            (r, c): marks[word]
            for r, row in enumerate(self._members.get("grid", ()))
            for c, word in enumerate(row)
            if isinstance(word, str) and word in marks
        }

    def _named(self, borders: Mapping[Point, int]) -> Values:
        """Areas by the position of the first clue in each, but for cells at loose borders."""
        area = areas_of(self._shape, lambda point: borders[point] == 1)
        names: dict[int, int] = {}
        clues = (
            (r, c)
            for r, row in enumerate(self._members["grid"])
            for c, word in enumerate(row)
            if word is not None
        )
        for i, (r, c) in enumerate(clues, 1):
            names.setdefault(area[r][c], i)
        values: Values = {
            (r, c): names.get(number) for r, row in enumerate(area) for c, number in enumerate(row)
        }
        real = borders_of(area)
        loose = (point for point, border in borders.items() if border == 1 and not real[point])
        return values | {(int(r), int(c)): None for r, c in loose}

    def _letters(self, words: Words) -> Values:
        """Shaded cells by the letter of the tetromino that they are in their region."""
        regions: dict[int, list[Place]] = {}
        values: Values = {}
        for r, row in enumerate(words):
            for c, word in enumerate(row):
                values[r, c] = "."
                if word == "#":
                    regions.setdefault(self._members["regions"][r][c], []).append((r, c))
        for some in regions.values():
            values |= dict.fromkeys(some, _tetromino(some))
        return values

    # -- writing -----------------------------------------------------------------------------------

    def write(self, grid: Grid | None, rows: Words, last: Codec) -> Words:
        """The rows of a file, with an answer in them or behind them.

        Args:
            grid: The solution grid; None: nothing is filled in.
            rows: The rows of the clues.
            last: The last part.
        """
        known = {} if grid is None else {p: grid[r][c] for p, (r, c) in self._place.items()}
        written: dict[Point, str] = {point: self._word(value) for point, value in known.items()}
        height, width = self._shape
        if Written.AS_AREAS in self._style:
            area = [[known.get((r, c)) for c in range(width)] for r in range(height)]
            return rows + halves(borders_of(area), inner_borders(self._shape), self._shape)
        meant = self._printed()
        printed = {point for point, place in self._place.items() if place in meant}
        if self._has_cells:
            words = [
                ["." if (r, c) in printed else written.get((r, c), ".") for c in range(width)]
                for r in range(height)
            ]
            rows = _laid(rows, words, last, self._shape) if self.is_inside else rows + words
        if Written.WITH_BORDERS in self._style and grid is not None:
            rows = rows + halves(borders_of(grid), inner_borders(self._shape), self._shape)
        if self._halves:
            known |= self._through_doors() if grid is not None else {}
            rows = rows + halves({p: v for p, v in known.items() if v}, self._halves, self._shape)
        return rows

    def _through_doors(self) -> dict[Point, Value]:
        """The lines that enter and leave the board, which have no variables."""
        doors = [n for n, sort in fields_of(type(self._puzzle)).items() if isinstance(sort, Door)]
        return {between(*self._members[name]): 1 for name in doors}

    def _word(self, value: Value | None) -> str:
        if Written.AS_TETROMINOES in self._style:
            return "." if value in (None, ".") else "#"
        return next((word for word, v in self._value.items() if v == value and word != OTHER), ".")


def _laid(rows: Words, words: Words, last: Codec, shape: Shape) -> Words:
    """Words in the cells of the last part."""
    margin = last.margin(shape)
    first = len(rows) - margin.bottom - shape[0]
    laid = [list(row) for row in rows]
    for r, row in enumerate(words):
        for c, word in enumerate(row, margin.left):
            laid[first + r][c] = last.lay(laid[first + r][c], word)
    return laid


def _tetromino(some: list[Place]) -> str:
    """The letter of four cells; one that they are not, if they are no tetromino of LITS."""
    cells = set(some)
    beside = [
        sum((r + dr, c + dc) in cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        for r, c in cells
    ]
    rows, columns = ([place[i] for place in cells] for i in (0, 1))
    longest = max(max(map(line.count, line)) for line in (rows, columns))
    if longest == 4:
        return "I"
    if max(beside) == 3:
        return "T"
    return "L" if longest == 3 else "S"


def solution_of(puzzle: Puzzle) -> Any:
    """The solution that a puzzle carries; None if there is none."""
    return puzzle.extra.get("solution")
