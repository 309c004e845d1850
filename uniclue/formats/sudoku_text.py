"""Cells of sudokus as characters: digits, then letters, and several marks for a blank cell.

Up to 9x9, 0 is blank. Larger ones are written in three ways, which differ in the characters
that occur: 1 to 9 and A for 10 (the usual one, and the one written); 0 to 9 and A, each one more
than it says (if 0 occurs beside another blank); letters alone, A for 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uniclue.core.places import usual_boxes
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import CannotWriteError
from uniclue.models.sudoku import Sudoku

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANKS = ".*_?-"
MAX_SIDE = len(DIGITS)


def _usual(side: int) -> tuple[int, int]:
    height = len({r for r, _ in usual_boxes(side)[0][1]})
    return height, side // height


USUAL = {
    side: box for side in range(4, MAX_SIDE + 1) if min(box := _usual(side)) >= 2 and max(box) <= 7
}
"""The boxes that are as nearly square as can be, by the cells of a row."""
SIDES = {side * side: side for side in USUAL}
"""The cells of a row, by the cells of the grid."""


def alphabet(side: int) -> str:
    """The characters of a grid, in capitals."""
    letters = DIGITS[9 : 9 + side] if 9 < side <= 26 else ""
    return _blanks(side) + DIGITS[:side] + letters


def _blanks(side: int) -> str:
    return BLANKS + ("0X" if side < 16 else "0")


def numbers(chars: str, side: int) -> list[int]:
    """The numbers of cells, 0 for a blank one.

    Args:
        chars: All characters of a grid, or some.
        side: Cells in a row.

    Raises:
        PuzzleError: One is neither a digit nor blank. The path is ``[i]``, its index.
    """
    chars = chars.upper()
    used = set(chars)
    blanks, digits = _blanks(side), DIGITS[:side]
    if side > 9 and "0" in used and used & set(BLANKS) and not used & set(DIGITS[side - 1 :]):
        blanks, digits = BLANKS, f"0{DIGITS}"[:side]
    elif 9 < side <= 26 and not used & set(DIGITS[:9]) and used & set(DIGITS[side:]):
        digits = DIGITS[9 : 9 + side]
    values = dict.fromkeys(blanks, 0) | {digit: n for n, digit in enumerate(digits, 1)}
    for i, char in enumerate(chars):
        if char not in values:
            expected = f"expected {digits[0]} to {digits[-1]}, or one of {blanks}"
            raise PuzzleError(f"[{i}]", f"{expected}, got {quoted(char)}")
    return [values[char] for char in chars]


def sudoku(cells: Sequence[int], box: tuple[int, int], extra: dict[str, Any]) -> Sudoku:
    """A sudoku from its cells, row by row."""
    side = box[0] * box[1]
    rows = tuple(tuple(cells[i : i + side]) for i in range(0, side * side, side))
    return Sudoku(box=box, grid=rows, extra=extra)


def line(puzzle: Any, name: str) -> str:
    """The cells of a sudoku, row by row.

    Raises:
        CannotWriteError: It is too large, or has boxes that are not the usual ones.
    """
    if puzzle.side not in USUAL or puzzle.box != USUAL[puzzle.side]:
        sizes = "rows of 4 to 35 cells with the usual boxes"
        raise CannotWriteError(f"{name} holds {sizes}, not {puzzle.box[0]}x{puzzle.box[1]}")
    return chars(puzzle)


def chars(puzzle: Any) -> str:
    """The cells of a sudoku of up to 35 digits, row by row."""
    return "".join(f".{DIGITS}"[number] for row in puzzle.grid for number in row)
