"""A simulated person who scans the lines of a nonogram.

A line is a way if its clue decides a cell that is still open. Its ease is (1 + k)^-p, where k is
the binary logarithm of the number of arrangements of its blocks that agree with the cells known so
far: a line with few arrangements is easy. Lines that are then complete are one sort (*whole*),
others another (*part*). A step looks at one line, drawn in proportion to its ease, and fills in all
that follows from it.

Where no line decides a cell, one cell with the fewest arrangements of its two lines gets its
solution.

The pace is that of people at sudokus, and nothing here is fitted to nonograms: **uncalibrated**.
There are no published times or levels of people to compare with.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from uniclue.core.fields import BlockLengths
from uniclue.core.puzzle import Grid
from uniclue.graders.simulated import (
    Bools,
    Floats,
    Longs,
    Pace,
    People,
    Ways,
    draws_of,
)
from uniclue.models.nonogram import Nonogram

Cells = NDArray[np.int8]

SORTS = ("whole", "part", "guess")
WAYS = 2
WHOLE, PART, GUESS = range(len(SORTS))
OPEN, WHITE, BLACK = -1, 0, 1


@dataclass
class NonogramPeople(People):
    """Boards of one puzzle. Lines are rows, then columns, padded with white cells.

    Attributes:
        blocks: Shape (lines, blocks). The lengths; 0 after a line's last.
        rows: How many of the lines are rows.
        size: Shape (lines,). The cells of each line.
        answer: Shape (rows, columns). The solution.
        value: Shape (boards, rows, columns). What is known.
        arrangements: Shape (lines, boards). The binary logarithms of the numbers of arrangements.
        decided: Shape (lines, boards, cells). What a line decides.
        stale: Shape (lines, boards). Lines that changed since they were examined.
    """

    sorts = SORTS
    n_ways = WAYS

    blocks: Longs
    rows: int
    size: Longs
    answer: Cells
    value: Cells
    arrangements: Floats
    decided: Cells
    stale: Bools

    @classmethod
    def of(
        cls, puzzle: Nonogram, solution: Grid, runs: int, seed: int, pace: Pace
    ) -> NonogramPeople:
        """The boards of a puzzle, with the known cells filled in."""
        (height, width), clues = puzzle.shape, [*map(BlockLengths.of, puzzle.rows + puzzle.cols)]
        blocks = np.zeros((len(clues), max(1, *map(len, clues))), np.int64)
        for i, clue in enumerate(clues):
            blocks[i, : len(clue)] = clue
        value = np.full((runs, height, width), OPEN, np.int8)
        known = [(place, int(v)) for place, v in puzzle.known_cells()]
        for (r, c), v in known:
            value[:, r, c] = v
        shape = (len(clues), runs)
        return cls(
            len(clues),
            draws_of((puzzle.rows, puzzle.cols, known), height * width, runs, seed),
            np.full(runs, -1),
            pace,
            blocks,
            height,
            np.repeat([width, height], [height, width]),
            np.array(solution, np.int8),
            value,
            np.zeros(shape),
            np.full((*shape, max(height, width)), OPEN, np.int8),
            np.ones(shape, np.bool_),
        )

    @property
    def prices(self) -> tuple[float, ...]:
        return (self.pace.guess,)

    def blanks(self) -> Longs:
        blanks: Longs = (self.value == OPEN).sum(axis=(1, 2))
        return blanks

    def lines(self, line: Longs, board: Longs) -> Cells:
        """The cells of some lines, shape (lines, cells); those beyond a line's end are white."""
        cells = np.zeros((len(line), self.decided.shape[2]), np.int8)
        across = line < self.rows
        height, width = self.answer.shape
        cells[across, :width] = self.value[board[across], line[across]]
        cells[~across, :height] = self.value[board[~across], :, line[~across] - height]
        return cells

    def ways(self) -> Ways:
        line, board = np.nonzero(self.stale)
        cells = self.lines(line, board)
        self.arrangements[line, board], can = arranged(self.blocks[line], cells)
        decided = np.where(can.all(axis=2), OPEN, can[:, :, BLACK]).astype(np.int8)
        self.decided[line, board] = np.where(cells == OPEN, decided, OPEN)
        self.stale[:] = False
        line, board = np.nonzero((self.decided != OPEN).any(axis=2))
        left = self.lines(line, board) == OPEN
        is_part = (left & (self.decided[line, board] == OPEN)).any(axis=1)
        ease = (1 + self.arrangements[line, board]) ** -self.pace.p
        return Ways(board, line, np.where(is_part, PART, WHOLE), ease)

    def reason(self, boards: Longs) -> Longs:
        return np.full(len(boards), GUESS)

    def guess(self, boards: Longs, draw: Floats) -> Longs:
        """Makes the row of the cell decide it."""
        number = self.arrangements[: self.rows, None] + self.arrangements[None, self.rows :]
        number = np.where(
            self.value[boards] == OPEN, number[:, :, boards].transpose(2, 0, 1), np.inf
        )
        number = number.reshape(len(boards), -1)
        reach = (number == number.min(axis=1, keepdims=True)).cumsum(axis=1)
        cell = (reach <= (draw * reach[:, -1])[:, None]).sum(axis=1)
        row, column = np.divmod(cell, self.answer.shape[1])
        self.decided[row, boards, column] = self.answer[row, column]
        return np.asarray(row, np.int64)

    def fill(self, boards: Longs, places: Longs) -> tuple[Floats, Bools]:
        decided, across = self.decided[places, boards], places < self.rows
        height, width = self.answer.shape
        for of, size, other in ((across, width, height), (~across, height, 0)):
            board, line = boards[of], np.where(places[of] < height, places[of], places[of] - height)
            which, spot = np.nonzero(decided[of, :size] != OPEN)
            at = (line[which], spot) if other else (spot, line[which])
            self.value[board[which], *at] = decided[of][which, spot]
            self.stale[other + spot, board[which]] = True
        self.stale[places, boards] = True
        before = self.before[boards]
        same = (before >= 0) & ((before < height) == across)
        return np.where(same, np.abs(places - before), 0.0), same


def arranged(blocks: Longs, cells: Cells) -> tuple[Floats, Bools]:
    """The arrangements of lines, counted from both ends. A white cell ends each line and block.

    Args:
        blocks: Shape (lines, blocks). The lengths; 0 after a line's last.
        cells: Shape (lines, cells). What is known.

    Returns:
        The binary logarithms of their numbers, shape (lines,); and whether a cell can be white, and
        black, in some of them, shape (lines, cells, 2).
    """
    (lines, n), most = cells.shape, blocks.shape[1]
    cells = np.append(cells, np.full((lines, 1), WHITE, np.int8), axis=1)
    line, number, start = np.arange(lines)[:, None], np.arange(most), np.arange(n + 1)
    end = start[:, None, None] + blocks  # (start, line, block): the white cell behind the block
    whites = np.append(np.zeros((lines, 1), int), (cells == WHITE).cumsum(axis=1), axis=1)
    inside = np.minimum(end, n)
    room = (end <= n) & (blocks > 0) & (cells[line, inside] != BLACK)
    room &= whites[line, inside] == whites.T[:-1, :, None]
    before, after = np.zeros((n + 2, lines, most + 1)), np.zeros((n + 2, lines, most + 1))
    before[0, :, 0] = after[-1, line[:, 0], (blocks > 0).sum(axis=1)] = 1
    can_skip = (cells.T != BLACK)[:, :, None]
    behind = ((inside + 1) * lines + line) * (most + 1) + number + 1  # in ``before`` and ``after``
    for i in range(n + 1):
        before.reshape(-1)[behind[i]] += before[i, :, :-1] * room[i]
        before[i + 1] += before[i] * can_skip[i]
    for i in reversed(range(n + 1)):
        after[i] = after[i + 1] * can_skip[i]
        after[i, :, :-1] += after.take(behind[i]) * room[i]
    lies = room & (before[:-1, :, :-1] > 0) & (after.take(behind) > 0)
    at, of, block = np.nonzero(lies)
    ends = at + blocks[of, block]
    change = np.bincount(of * (n + 1) + at, minlength=lines * (n + 1))
    change -= np.bincount(of * (n + 1) + ends, minlength=lines * (n + 1))
    can = np.zeros((lines, n + 1, 2), np.bool_)
    can[:, :, BLACK] = change.reshape(lines, n + 1).cumsum(axis=1) > 0
    can[:, :, WHITE] = ((before[:-1] > 0) & (after[1:] > 0) & can_skip).any(axis=2).T
    can[of, ends, WHITE] = True
    return np.log2(np.maximum(after[0, :, 0], 1)), can[:, :n]
