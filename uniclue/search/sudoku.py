"""Sudoku: the solver of the course report, and the row-major search of Xue, Jiang and Li 2009.

``report`` (Sudoku course report, section 2.1) fills one cell at a time as a player does: a naked
single if there is one; else a hidden single; else the *advanced step*, which writes the solution's
value into a blank cell. The report says "a random cell, by the machine"; here it is a seeded random
one, or with ``report-in-order`` the first blank. Of several singles the first is taken: naked ones
row by row, hidden ones by rows, columns, boxes. Counters:

- ``N1`` naked singles, ``N2`` hidden singles, ``N3`` advanced steps; N1 + N2 + N3 = blank cells;
- ``guesses`` of the method's own search for the solution, which the advanced step needs: singles
  first, then each candidate of a blank cell with the fewest. They are not part of the score.

The report assumes one solution. Without any, only the guesses are counted; with several, N1, N2 and
N3 describe the way to the first one, and the method's own search finds the others.

``exhaustive`` (Xue, Jiang and Li 2009, section 5.1) tries, in every blank from left to right and
from top to bottom, each digit that is still legal, and continues past the first solution to the
end. Counter: ``tries``, the legal placements; a digit that already is in the row, column or box is
not tried.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter

import numpy as np

from uniclue.core.puzzle import Grid
from uniclue.models.sudoku import Sudoku
from uniclue.search.steps import Searcher, StepLog
from uniclue.search.sudoku_board import CandidateGrid, Single, as_bits, bits, fillings, start

SEED = 1
"""Seeds the choice of cells for advanced steps."""

ChooseCell = Callable[[Sequence[int]], int]
"""Takes the blank cells; returns the one for the advanced step."""


def report(puzzle: Sudoku, steps: StepLog, in_order: bool = False) -> Iterator[Grid]:
    """The course report's solver; see the module."""
    board = start(puzzle)
    solutions = iter(()) if board is None else _fillings(board, steps)
    solution = next(solutions, None)
    if board is None or solution is None:
        steps.note(lambda: "there is no solution to take advanced steps from")
        return
    choose = itemgetter(0) if in_order else random.Random(SEED).choice
    fill(board, solution.digits, steps, choose)
    yield board.grid()
    for other in solutions:
        steps.note(lambda: "another solution, from the own search")
        yield other.grid()


def fill(board: CandidateGrid, solution: Sequence[int], steps: StepLog, choose: ChooseCell) -> None:
    """Fills a board as the course report's player does, counting N1, N2 and N3.

    Args:
        board: The board; afterwards it is full.
        solution: The digit of each cell, for the advanced steps.
        steps: Receives the counts and the trace.
        choose: Chooses the cell of an advanced step.
    """
    for name in ("N1", "N2", "N3"):
        steps.count(name, 0)
    value = as_bits(solution)
    while blanks := board.blanks():
        if single := board.naked_single():
            name = "N1"
        elif single := board.hidden_single():
            name = "N2"
        else:
            cell = choose(blanks)
            name, single = "N3", Single(cell, value[cell])
        steps.take(name)
        steps.note(partial(_sentence, board, name, single))
        board.place(single.cell, single.bit)


def _sentence(board: CandidateGrid, name: str, single: Single) -> str:
    what = {"N1": "naked single", "N2": "hidden single", "N3": "advanced step"}[name]
    where = "" if single.unit is None else f", only there in {board.layout.unit_name(single.unit)}"
    return f"{what}: {board.layout.cell_name(single.cell)} = {single.bit.bit_length()}{where}"


def _fillings(board: CandidateGrid, steps: StepLog) -> Iterator[CandidateGrid]:
    """All solutions, by the method's own search; its guesses are counted."""
    steps.count("guesses", 0)

    def ascending(digits: int) -> list[int]:
        for _ in range(digits.bit_count()):
            steps.take("guesses")
        return list(bits(digits))[::-1]

    return fillings(board.copy(), ascending)


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


SEARCHERS = (
    Searcher("report", "sudoku", report),
    Searcher("report-in-order", "sudoku", partial(report, in_order=True)),
    Searcher("exhaustive", "sudoku", exhaustive),
)
