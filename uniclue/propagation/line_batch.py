"""Complete line logic for the clues of many pictures at once.

The clue of a line is an automaton: its states are the gap before each block, the cells of each
block, and the gap after the last, in order. Bit s of an integer is state s, so one operation on an
array is a step in every line. Black cells lead to the next state; white ones to the gap after a
complete block, or from a gap to itself. What a line decides follows from the states that its first
cells can lead to, and those from which its other cells can lead to an end (Shift-And: R.
Baeza-Yates and G. Gonnet, A new approach to text searching, CACM 35(10), 1992).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Bools

States = NDArray[Any]
"""States of the lines' automata as bits; shape (line, picture)."""

MOST_CELLS = 62
"""The most rows, and columns, of a picture."""


@dataclass(frozen=True, slots=True)
class _Clues:
    """The automata of parallel lines.

    Attributes:
        black: Shape (cell of the line, line, picture). The pictures.
        blocks: The states inside blocks.
        gaps: The other states.
        ends: The states that may be the last.
    """

    black: Bools
    blocks: States
    gaps: States
    ends: States

    @classmethod
    def of(cls, black: Bools) -> _Clues:
        dtype = np.uint32 if len(black) < 31 else np.uint64
        is_next = black.copy()
        is_next[1:] |= black[:-1]
        states = dtype(1) << is_next.cumsum(axis=0, dtype=dtype)
        blocks = np.bitwise_or.reduce(np.where(black, states, dtype(0)), axis=0)
        last = states[-1] << black[-1]
        return cls(black, blocks, (last << dtype(1)) - dtype(1) & ~blocks, last | last >> dtype(1))

    def only(self, pictures: Bools) -> _Clues:
        """The clues of some of the pictures."""
        parts = (self.black, self.blocks, self.gaps, self.ends)
        return _Clues(*(part.compress(pictures, axis=-1) for part in parts))

    def decided(self, known: Bools) -> Bools:
        """The cells that the lines decide, and those known before; shape as that of ``black``."""
        none, one = self.blocks.dtype.type(0), self.blocks.dtype.type(1)
        to_black = np.where(known & ~self.black, none, self.blocks)
        to_white = np.where(known & self.black, none, self.gaps)
        to_any, number = to_black | to_white, len(known)
        before, after = np.empty_like(to_any), np.empty_like(to_any)
        before[0], after[-1] = 1, self.ends
        for i in range(number - 1):
            states = before[i]
            before[i + 1] = (states + states & to_any[i]) | (states & to_white[i])
        for i in range(number - 1, 0, -1):
            states = after[i]
            after[i - 1] = ((states & to_any[i]) >> one) | (states & to_white[i])
        into = before + before
        no_black, no_white = into & after & to_black == 0, (before | into) & after & to_white == 0
        return np.asarray(no_black | no_white)


def open_cells(pictures: Bools) -> tuple[Bools, NDArray[np.int64]]:
    """The cells that single lines do not decide, however often they are examined in turn.

    Args:
        pictures: Shape (picture, row, column); true is black.

    Returns:
        Whether each cell is open, the same shape; and how often all rows and then all columns were
        examined, until nothing changed or no cell was open, shape (picture,).
    """
    black = np.ascontiguousarray(np.moveaxis(pictures, 0, -1))
    columns, rows = _Clues.of(black), _Clues.of(_turned(black))
    which, known = np.arange(len(pictures)), np.zeros_like(black)
    is_open, rounds = known.copy(), np.zeros(len(pictures), np.int64)
    for number in count(1):
        if not which.size:
            break
        before = known
        known = columns.decided(_turned(rows.decided(_turned(known))))
        is_done = known.all(axis=(0, 1)) | (known == before).all(axis=(0, 1))
        if is_done.any():
            is_open[..., which[is_done]], rounds[which[is_done]] = ~known[..., is_done], number
            which, known = which[~is_done], known.compress(~is_done, axis=-1)
            rows, columns = rows.only(~is_done), columns.only(~is_done)
    return np.moveaxis(is_open, -1, 0), rounds


def _turned(lines: Bools) -> Bools:
    """Rows for columns, or columns for rows."""
    return np.ascontiguousarray(lines.swapaxes(0, 1))
