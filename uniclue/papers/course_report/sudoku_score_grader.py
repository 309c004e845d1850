"""The course report's score of sudokus (Sudoku course report, section 2).

Score = N1 + 2 N2 + 5 N3 over the steps of its solver (``sudoku_search``): naked singles, hidden
singles, advanced steps. The scores of a batch are normalised, (score - least) / (greatest -
least), and [0, 1] is divided into four equal bins; a lower edge belongs to the bin above, 1.0 to
the last, and if all scores are equal all puzzles are easy.

A single puzzle has no batch. It is normalised by a stored one, ``REFERENCE``: 1,200 puzzles made by
``python -m benchmarks.sudoku_reference``. So its number may lie outside [0, 1], and it is
meaningless for grids of another size.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from uniclue.graders.grade import Grader, Rating, solved
from uniclue.models.sudoku import Sudoku
from uniclue.papers.course_report.sudoku_search import SEED, fill
from uniclue.search.steps import StepLog
from uniclue.search.sudoku_board import start, values
from uniclue.solvers.limits import Limits

WEIGHTS = {"N1": 1, "N2": 2, "N3": 5}
LABELS = ("easy", "medium", "advanced", "diabolical")


@dataclass(frozen=True, slots=True)
class Reference:
    """A batch that single puzzles are compared with.

    Attributes:
        puzzles: How many 9x9 puzzles it has.
        seed: The seed they were made with.
        least: The least score.
        greatest: The greatest score.
        quartiles: The quartiles of the scores.
    """

    puzzles: int
    seed: int
    least: int
    greatest: int
    quartiles: tuple[float, float, float]


REFERENCE = Reference(1200, 12345, 31, 95, (38.0, 45.0, 62.0))


def score(counters: dict[str, int]) -> int:
    """N1 + 2 N2 + 5 N3."""
    return sum(weight * counters.get(name, 0) for name, weight in WEIGHTS.items())


def normalised(scores: Sequence[float]) -> list[float]:
    """The scores of a batch, scaled from 0 (the least) to 1; all 0 if they are equal."""
    least, greatest = min(scores, default=0), max(scores, default=0)
    return [(s - least) / ((greatest - least) or 1) for s in scores]


def label(share: float) -> str:
    """The bin of a normalised score: the first below 0, the last above 1."""
    return LABELS[min(max(int(share * len(LABELS)), 0), len(LABELS) - 1)]


def counted(puzzle: Sudoku, solution: Sequence[int]) -> dict[str, int]:
    """N1, N2 and N3 on the way to a solution (the digit of each cell).

    Raises:
        ValueError: Two known digits clash.
    """
    board, steps = start(puzzle), StepLog(limit=None)
    if board is None:
        raise ValueError("expected a puzzle without clashing digits")
    fill(board, solution, steps, random.Random(SEED).choice)
    return dict(steps.counters)


def rate(puzzle: Sudoku, limits: Limits) -> Rating:
    """The score as a share of the reference batch's range."""
    solution, note = solved(puzzle, limits)
    if solution is None:
        return Rating(note=note)
    counters = counted(puzzle, values(solution))
    total, blanks = score(counters), sum(counters.values())
    figures: dict[str, float] = {**counters, "blanks": blanks, "score": total}
    if puzzle.side != 9:
        return Rating(counters=figures, note="not normalised: the reference batch is 9x9")
    share = (total - REFERENCE.least) / (REFERENCE.greatest - REFERENCE.least)
    if note is None and not 0 <= share <= 1:
        note = "outside the range of the reference batch"
    return Rating(number=share, label=label(share), counters=figures, note=note)


GRADER = Grader("sudoku-score", "Sudoku course report, section 2", rate, ("sudoku",))
