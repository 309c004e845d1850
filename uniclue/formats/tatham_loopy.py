"""Loopy of Simon Tatham's collection: slitherlink on squares, triangles, hexagons and pentagons.

An id names the tiling by a number, then what is printed in its cells, in an order of its own. Its
honeycombs have columns of hexagons, rows here. Cells that the grid as typed has and Loopy's board
has not are holes. The orders follow from its ids: a wrong one gives puzzles without a solution.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from uniclue.core.fields import items, rows_of
from uniclue.core.model import Place
from uniclue.core.places import Shape
from uniclue.formats.format import CannotWriteError
from uniclue.formats.tatham_ids import Game, Members, read_signs, write_signs


class _Board(NamedTuple):
    """A board of Loopy as it is typed here.

    Attributes:
        shape: Rows, and cells in a row.
        cells: Its cells, in the order of ids.
    """

    shape: Shape
    cells: list[Place]

    @property
    def holes(self) -> list[Place]:
        """The cells of the grid that are no part of it."""
        height, width = self.shape
        board = {*self.cells}
        return [(r, c) for r in range(height) for c in range(width) if (r, c) not in board]


def _squares(width: int, height: int) -> _Board:
    return _Board((height, width), [(y, x) for y in range(height) for x in range(width)])


def _triangles(width: int, height: int) -> _Board:
    """In each row first those like its two ends; where the last row has no partner, it has none."""
    cells = []
    for y in range(height):
        is_alone = height % 2 and y == height - 1
        cells += [(y, x) for x in range(2 * is_alone, 2 * width + 1 - 2 * is_alone, 2)]
        cells += [(y, x) for x in range(1, 2 * width, 2)]
    return _Board((height, 2 * width + 1), cells)


def _honeycomb(width: int, height: int) -> _Board:
    return _Board((width, height), [(x, y) for y in range(height) for x in range(width)])


def _cairo(width: int, height: int) -> _Board:
    """Pentagons lie over the sides between squares: above each, then left of it."""
    cells = []
    for y in range(height):
        for x in range(width):
            cells += [(2 * y - 1, x)] * (y > 0) + [(2 * y, x)] * (x > 0)
    return _Board((2 * height - 1, width), cells)


class Loopy(Game):
    """Loopy."""

    page, kind = "loopy", "slitherlink"
    params = r"(\d+)x(\d+)t([0124])(?:d\w)?"
    meant: ClassVar = {str(n): n for n in range(7)}
    BOARDS: ClassVar = {"0": _squares, "1": _triangles, "2": _honeycomb, "4": _cairo}
    TILINGS: ClassVar[Mapping[str, str | None]] = {
        "0": None,
        "1": "triangles",
        "2": "hexagons",
        "4": "cairo",
    }

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        sort = params[3]
        height, width = shape
        board = self.BOARDS[sort](width, height)
        if sort == "1":  # the newer one of its two boards of triangles
            text = text.removeprefix("0_")
        words = read_signs(text, len(board.cells), self.meant)
        printed = dict(zip(board.cells, words, strict=True))
        members: Members = {"grid": rows_of(printed, board.shape)}
        if sort != "0":
            members |= {"tiling": self.TILINGS[sort], "holes": board.holes}
        return members

    def text(self, puzzle: Any) -> str:
        sort = next(number for number, name in self.TILINGS.items() if name == puzzle.tiling)
        height, width = self._size(puzzle)
        board = self.BOARDS[sort](width, height)
        if board.shape != puzzle.board_shape or {*board.holes} != {*puzzle.holes}:
            raise CannotWriteError(f"the game has no board of {puzzle.tiling} with that outline")
        printed = dict(items(puzzle.grid))
        signs = write_signs([printed.get(cell) for cell in board.cells], self.meant)
        return f"{width}x{height}t{sort}:{'0_' * (sort == '1')}{signs}"

    def _size(self, puzzle: Any) -> Shape:
        """Rows and columns as Loopy counts them."""
        height, width = puzzle.board_shape
        match puzzle.tiling:
            case "triangles":
                return height, (width - 1) // 2
            case "hexagons":
                return width, height
            case "cairo":
                return (height + 1) // 2, width
        return height, width


formats = (Loopy(),)
