"""Sudoku: the solver of the course report.

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
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter

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


SEARCHERS = (
    Searcher("report", "sudoku", report),
    Searcher("report-in-order", "sudoku", partial(report, in_order=True)),
)
