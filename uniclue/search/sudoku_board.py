"""Sudoku grids with candidates as bits, and the two kinds of singles.

Cells are numbered row by row from 0; units are numbered rows first, then columns, then boxes. A set
of digits is an int: digit d is bit d - 1.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from uniclue.core.places import boxes, columns, rows
from uniclue.core.puzzle import Grid, name_place
from uniclue.models.sudoku import Sudoku


@dataclass(frozen=True, slots=True)
class UnitLayout:
    """The units of grids of one box size.

    Attributes:
        side: n, the number of cells in a unit.
        units: The 3 n units, their cells in ascending order.
        units_of: For each cell its row, column and box, as numbers of units.
        peers: For each cell the cells that share a unit with it.
    """

    side: int
    units: tuple[tuple[int, ...], ...]
    units_of: tuple[tuple[int, int, int], ...]
    peers: tuple[tuple[int, ...], ...]

    @property
    def every_digit(self) -> int:
        """The set of all digits."""
        return (1 << self.side) - 1

    def empty(self) -> CandidateGrid:
        """A grid of this layout without any digit."""
        cells = self.side**2
        return CandidateGrid(self, [0] * cells, [self.every_digit] * cells)

    def unit_name(self, unit: int) -> str:
        """Such as ``row 3``."""
        which, number = divmod(unit, self.side)
        return f"{('row', 'column', 'box')[which]} {number + 1}"

    def cell_name(self, cell: int) -> str:
        """Such as ``r1c1``."""
        return name_place(divmod(cell, self.side))


@functools.cache
def layout(box: tuple[int, int]) -> UnitLayout:
    """The layout for boxes with this many rows and columns."""
    height, width = box
    n = height * width
    lines = (*rows((n, n)), *columns((n, n)), *boxes((n, n), height, width))
    units = tuple(tuple(r * n + c for r, c in places) for _, places in lines)
    of = tuple(
        (c // n, n + c % n, 2 * n + c // n // height * height + c % n // width)
        for c in range(n * n)
    )
    peers = tuple(
        tuple(sorted({other for u in of[cell] for other in units[u]} - {cell}))
        for cell in range(n * n)
    )
    return UnitLayout(n, units, of, peers)


class Single(NamedTuple):
    """A cell whose digit is forced: its only candidate, or the digit's only cell in a unit."""

    cell: int
    bit: int
    unit: int | None = None


@dataclass(slots=True)
class CandidateGrid:
    """A grid that is being filled.

    Attributes:
        layout: Its layout.
        digits: The digit of each cell; 0 for a blank.
        can: The candidates of each blank cell; 0 for a filled one.
    """

    layout: UnitLayout
    digits: list[int]
    can: list[int]

    def copy(self) -> CandidateGrid:
        """An independent copy."""
        return CandidateGrid(self.layout, self.digits[:], self.can[:])

    def place(self, cell: int, bit: int) -> None:
        """Fills a cell and strikes the digit from its peers."""
        can, keep = self.can, ~bit
        self.digits[cell] = bit.bit_length()
        can[cell] = 0
        for peer in self.layout.peers[cell]:
            can[peer] &= keep

    def fill_singles(self) -> None:
        """Fills cells by naked and hidden singles, until there are none."""
        while single := self.naked_single() or self.hidden_single():
            self.place(single.cell, single.bit)

    def blanks(self) -> list[int]:
        """The blank cells."""
        return [cell for cell, digit in enumerate(self.digits) if not digit]

    def is_stuck(self) -> bool:
        """Whether a blank cell has no candidate."""
        return any(not (m or d) for m, d in zip(self.can, self.digits, strict=True))

    def grid(self) -> Grid:
        """The digits, row by row; None for a blank."""
        n = self.layout.side
        return tuple(
            tuple(d or None for d in self.digits[at : at + n]) for at in range(0, n * n, n)
        )

    def naked_single(self) -> Single | None:
        """The first cell with one candidate."""
        for cell, m in enumerate(self.can):
            if m and not m & (m - 1):
                return Single(cell, m)
        return None

    def hidden_single(self) -> Single | None:
        """The lowest digit with one possible cell in the first unit that has such a digit."""
        can = self.can
        for unit, cells in enumerate(self.layout.units):
            once = twice = 0
            for cell in cells:
                twice |= once & can[cell]
                once |= can[cell]
            if single := once & ~twice:
                bit = single & -single
                return Single(next(c for c in cells if can[c] & bit), bit, unit)
        return None


def bits(digits: int) -> Iterator[int]:
    """The digits of a set as sets of one, ascending."""
    while digits:
        yield digits & -digits
        digits &= digits - 1


def fillings(
    board: CandidateGrid, order: Callable[[int], Iterable[int]]
) -> Iterator[CandidateGrid]:
    """The full boards, by singles and, where there are none, by guesses where candidates are few.

    Args:
        board: The board; it is changed.
        order: Takes the candidates of the cell to guess in; returns them, the first tried last.
    """
    todo = [board]
    while todo:
        board = todo.pop()
        board.fill_singles()
        if board.is_stuck():
            continue
        blanks = board.blanks()
        if not blanks:
            yield board
            continue
        cell = min(blanks, key=lambda c: board.can[c].bit_count())
        for bit in order(board.can[cell]):
            todo.append(board.copy())
            todo[-1].place(cell, bit)


def digit_names(digits: int) -> str:
    """Such as ``3 5``."""
    return " ".join(str(bit.bit_length()) for bit in bits(digits))


def start(puzzle: Sudoku) -> CandidateGrid | None:
    """The board with the givens filled in; None if two of them clash."""
    n, board = puzzle.side, layout(puzzle.box).empty()
    for (r, c), digit in puzzle.known_cells():
        cell, bit = r * n + c, 1 << (int(digit) - 1)
        if board.digits[cell] == digit:
            continue
        if not board.can[cell] & bit:
            return None
        board.place(cell, bit)
    return board


def values(grid: Grid) -> list[int]:
    """The digits of a complete grid, by cell."""
    return [int(digit) for row in grid for digit in row if digit is not None]


def as_bits(digits: Iterable[int]) -> list[int]:
    """Digits as sets of one."""
    return [1 << (digit - 1) for digit in digits]
