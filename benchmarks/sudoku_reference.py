"""The batch that single sudokus are compared with by the course report's grader.

    python -m benchmarks.sudoku_reference

Prints the line that the grader stores. The batch: 1,200 puzzles with one solution, each from a
random terminal grid (11 random legal cells, solved) by hiding cells in random order as long as the
solution stays unique, down to a number of givens drawn from 22 to 50. Shifted grids would be no
measure: their puzzles with one solution need hardly anything but naked singles.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from uniclue.generators.sudoku_vegas import random_cells
from uniclue.models.sudoku import Sudoku
from uniclue.papers.course_report.sudoku_score_grader import REFERENCE, Reference, counted, score
from uniclue.papers.course_report.sudoku_search import report
from uniclue.search.steps import StepLimitError, StepLog
from uniclue.search.sudoku_board import values
from uniclue.solvers import decide

BOX = (3, 3)
FILLED = 11
GUESSES = 1000
"""Steps after which a trial counts as failed."""
GIVENS = (22, 50)


def terminal_grid(rng: np.random.Generator) -> list[int]:
    """A full grid, by the cell; by the search of the course report, which no solver changes."""
    while True:
        filled = random_cells(BOX, FILLED, rng)
        with suppress(StepLimitError):
            if filled is not None and (found := next(report(filled, StepLog(GUESSES)), None)):
                return values(found)


def dug(rng: np.random.Generator) -> tuple[Sudoku, list[int]]:
    """A puzzle with one solution, and that."""
    solution = terminal_grid(rng)
    digits, wanted = solution[:], int(rng.integers(GIVENS[0], GIVENS[1] + 1))
    for cell in rng.permutation(len(digits)).tolist():
        if len(digits) - digits.count(0) == wanted:
            break
        digits[cell] = 0
        if decide.unique(puzzle_of(digits)).status != "unique":
            digits[cell] = solution[cell]
    return puzzle_of(digits), solution


def puzzle_of(digits: list[int]) -> Sudoku:
    n = BOX[0] * BOX[1]
    return Sudoku(box=BOX, grid=tuple(tuple(digits[i : i + n]) for i in range(0, n * n, n)))


def reference(puzzles: int = REFERENCE.puzzles, seed: int = REFERENCE.seed) -> Reference:
    """The batch's figures."""
    made = (dug(np.random.default_rng([seed, i])) for i in range(puzzles))
    scores = [score(counted(puzzle, solution)) for puzzle, solution in made]
    quartiles = np.percentile(scores, [25, 50, 75]).tolist()
    return Reference(puzzles, seed, min(scores), max(scores), tuple(quartiles))


if __name__ == "__main__":
    print(reference())
