"""Sudoku: the row-major search of Xue, Jiang and Li 2009.

``exhaustive`` (Xue, Jiang and Li 2009, section 5.1) tries, in every blank from left to right and
from top to bottom, each digit that is still legal, and continues past the first solution to the
end. Counter: ``tries``, the legal placements; a digit that already is in the row, column or box is
not tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from uniclue.core.puzzle import Grid
from uniclue.models.sudoku import Sudoku
from uniclue.search.steps import Searcher, StepLog
from uniclue.search.sudoku_board import CandidateGrid, start


def exhaustive(puzzle: Sudoku, steps: StepLog) -> Iterator[Grid]:
    """The row-major search of Xue, Jiang and Li 2009; see the module."""
    steps.count("tries", 0)
    board = start(puzzle)
    if board is None:
        steps.note(lambda: "two known digits clash")
        return
    free, blanks = _free_digits(board), board.blanks()
    path = [board.layout.units_of[cell] for cell in blanks]
    last = len(path) - 1
    if last < 0:
        yield board.grid()
        return

    placed = [0] * len(path)
    untried = [0] * len(path)
    row, column, box = path[0]
    untried[0] = free[row] & free[column] & free[box]
    depth = 0
    while depth >= 0:
        row, column, box = path[depth]
        if bit := placed[depth]:  # take back
            free[row] |= bit
            free[column] |= bit
            free[box] |= bit
            placed[depth] = 0
        if not (bit := untried[depth] & -untried[depth]):
            depth -= 1
            continue
        untried[depth] ^= bit
        steps.take("tries")
        if steps.traced:
            steps.note(partial(_tried, board, blanks[depth], bit))
        placed[depth] = bit
        free[row] ^= bit
        free[column] ^= bit
        free[box] ^= bit
        if depth == last:
            for cell, bit in zip(blanks, placed, strict=True):
                board.digits[cell] = bit.bit_length()
            yield board.grid()
            continue
        depth += 1
        row, column, box = path[depth]
        untried[depth] = free[row] & free[column] & free[box]


def count_tries(puzzle: Sudoku, most: int) -> tuple[int, int | None]:
    """How many digits :func:`exhaustive` tries, and how many solutions it finds.

    They are counted blank by blank, for all ways to fill the blanks before it side by side.

    Args:
        puzzle: The puzzle.
        most: With more tries, ``most + 1`` and None are returned.
    """
    board = start(puzzle)
    if board is None:
        return 0, 0
    side, across = puzzle.side, puzzle.box[0]
    digits = 1 << np.arange(side).astype(np.min_scalar_type(board.layout.every_digit))
    # A row of units for each way: the row at hand, all columns, and the boxes beside each other.
    place = [0] * side + [*range(1, side + 1)] + [side + 1 + i % across for i in range(side)]
    lacking, entered = _free_digits(board), set[int]()
    free = np.zeros((1, 1 + side + across), digits.dtype)
    tries = 0
    for units in (board.layout.units_of[cell] for cell in board.blanks()):
        for unit in {*units} - entered:
            free[:, place[unit]] = lacking[unit]
        entered.update(units)
        row, column, box = (free[:, place[unit]] for unit in units)
        legal = row & column & box
        number = np.bitwise_count(legal)
        tries += int(number.sum())
        if tries > most:
            return most + 1, None
        each = legal[:, None] & digits
        digit = each[each > 0]
        free = free.take(np.arange(len(free)).repeat(number), axis=0)
        for unit in units:
            free[:, place[unit]] ^= digit
    return tries, len(free)


def _free_digits(board: CandidateGrid) -> list[int]:
    """The digits that each unit lacks."""
    free = [board.layout.every_digit] * len(board.layout.units)
    for cell, digit in enumerate(board.digits):
        for unit in board.layout.units_of[cell] if digit else ():
            free[unit] &= ~(1 << (digit - 1))
    return free


def _tried(board: CandidateGrid, cell: int, bit: int) -> str:
    return f"try {board.layout.cell_name(cell)} = {bit.bit_length()}"


SEARCHER = Searcher("exhaustive", "sudoku", exhaustive)
