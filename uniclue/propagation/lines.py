"""Complete line logic for nonograms: everything that follows from a line's own clue.

A line's cells are bits of Python integers (bit i: cell i), so one operation covers all positions of
a block. A sweep over the blocks from the left finds the cells that can be white in the gap before
block j; a sweep from the right removes those that the later blocks rule out. A line takes a few
integer operations for each of its blocks.

The two sweeps are the well-known dynamic programming over (block, cell). Filling a run of cells
from one of them to its end is an addition with its carries, as in chess programs for sliding
pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import lru_cache

from uniclue.core.arrays import np
from uniclue.core.model import Bools, watch
from uniclue.core.puzzle import Contradiction


@lru_cache(maxsize=2**12)  # a generator changes few cells at a time: most lines recur
def settle(blocks: tuple[int, ...], length: int, black: int, white: int) -> tuple[int, int]:
    """The cells of a line that are the same in all its arrangements.

    Args:
        blocks: The lengths of the blocks of black cells, in order.
        length: How many cells the line has.
        black: The cells known to be black, as bits.
        white: The cells known to be white.

    Returns:
        The cells that are black in every arrangement that agrees with the known cells, and those
        that are white in every one; both include the known cells.

    Raises:
        Contradiction: No arrangement agrees with the known cells.
    """
    # A white cell stands before and after the line; from here on cell i of the line is bit i + 1.
    end = 1 << (length + 1)
    cells = end - 2
    free = ~(black << 1) & (2 * end - 1)
    room = {size: _room(~(white << 1) & cells, size) for size in set(blocks)}

    # gap: the cells that can be white with the blocks so far before them.
    gap = _walk_right(1, free)
    gaps = []
    for size in blocks:
        gaps.append(gap)
        gap = _walk_right((gap & room[size]) << (size + 1), free)
    if not gap & end:
        raise Contradiction

    # From the right: every gap keeps the cells that the blocks after it allow.
    steps = _steps(free)
    gap &= _walk_left(end, steps)
    can_white, starts = gap, dict.fromkeys(room, 0)
    for size, before in zip(reversed(blocks), reversed(gaps), strict=True):
        last = before & room[size] & (gap >> (size + 1))
        starts[size] |= last
        gap = before & _walk_left(last, steps)
        can_white |= gap
    can_black = 0
    for size, start in starts.items():
        can_black |= _laid(start, size)
    return (cells & ~can_white) >> 1, (cells & ~can_black) >> 1


def _room(free: int, size: int) -> int:
    """The cells after which ``size`` free cells follow."""
    done = 1
    while done < size:
        step = min(done, size - done)
        free &= free >> step
        done += step
    return free >> 1


def _laid(before: int, size: int) -> int:
    """The cells of all blocks of a size that start right after the given cells."""
    cells, done = before << 1, 1
    while done < size:
        step = min(done, size - done)
        cells |= cells << step
        done += step
    return cells


def _walk_right(cells: int, free: int) -> int:
    """The free cells reached from the given ones by walking right over free cells."""
    cells &= free
    return (cells | ((cells + free) ^ free)) & free


def _steps(free: int) -> list[tuple[int, int]]:
    """Steps of 1, 2, 4, ... cells to the left over free cells, and the cells each may end on."""
    steps, length = [], 1
    while free:
        steps.append((length, free))
        free &= free >> length
        length *= 2
    return steps


def _walk_left(cells: int, steps: list[tuple[int, int]]) -> int:
    """The free cells from which a walk right over free cells reaches the given ones."""
    for length, free in steps:
        cells |= (cells >> length) & free
    return cells


class LineLogic:
    """The decided cells of a nonogram, by rows and columns.

    Args:
        rows: The lengths of the blocks of every row; none, or a 0, for an empty row.
        cols: Those of every column.
        shape: How many rows and columns.
        blocks: The blocks of every row, then of every column.
        black: The cells of every row, then of every column, that are known to be black, as bits.
        white: Those known to be white.

    Example:
        >>> lines = LineLogic([(2,), (1,)], [(2,), (1,)])
        >>> lines.shape
        (2, 2)
    """

    def __init__(self, rows: Sequence[Sequence[int]], cols: Sequence[Sequence[int]]) -> None:
        self.shape = len(rows), len(cols)
        self.blocks = [tuple(filter(None, blocks)) for blocks in (*rows, *cols)]
        self.black = [0] * len(self.blocks)
        self.white = [0] * len(self.blocks)

    def copy(self) -> LineLogic:
        """An independent copy."""
        new = copy(self)
        new.black, new.white = self.black.copy(), self.white.copy()
        return new

    def mark(self, row: int, col: int, is_black: bool) -> None:
        """Decides a cell."""
        marks = self.black if is_black else self.white
        marks[row] |= 1 << col
        marks[self.shape[0] + col] |= 1 << row

    def value(self, row: int, col: int) -> int | None:
        """1 for a cell known to be black, 0 for white, None for unknown."""
        if self.black[row] >> col & 1:
            return 1
        return 0 if self.white[row] >> col & 1 else None

    def grid(self, marks: list[int]) -> Bools:
        """The marks of all rows: shape (row, column)."""
        height, width = self.shape
        size = (width + 7) // 8
        data = b"".join(row.to_bytes(size, "little") for row in marks[:height])
        bits = np.frombuffer(data, np.uint8).reshape(height, size)
        return np.unpackbits(bits, axis=1, count=width, bitorder="little").astype(np.bool_)

    def can(self) -> Bools:
        """Whether each cell, row by row, can be white and can be black: shape (cells, 2)."""
        decided = [self.grid(marks).ravel() for marks in (self.black, self.white)]
        return ~np.stack(decided, axis=1)

    def settle(self, lines: Iterable[int] | None = None) -> None:
        """Propagates lines, then the lines that cross them at new cells, to a fixpoint.

        Args:
            lines: The lines in which cells were marked since the last call (rows first); None for
                all lines.

        Raises:
            Contradiction: A line has no arrangement left.
        """
        height, width = self.shape
        waiting = set(range(height + width) if lines is None else lines)
        check = watch()
        while waiting:
            check()
            # All rows, then all columns: one pass over a line serves all lines that cross it.
            for across, length in ((True, width), (False, height)):
                for line in [line for line in waiting if (line < height) == across]:
                    waiting.remove(line)
                    waiting.update(self._settle_line(line, length))

    def _settle_line(self, line: int, length: int) -> list[int]:
        """Propagates one line; returns the lines that cross it at new cells."""
        black, white = settle(self.blocks[line], length, self.black[line], self.white[line])
        height = self.shape[0]
        first, bit = (height, 1 << line) if line < height else (0, 1 << (line - height))
        crossed = []
        for marks, settled in ((self.black, black), (self.white, white)):
            new = settled ^ marks[line]
            if new:
                marks[line] = settled
            while new:
                crossing = first + (new & -new).bit_length() - 1
                marks[crossing] |= bit
                crossed.append(crossing)
                new &= new - 1
        return crossed
