"""Measurements for the claims of Xue, Jiang and Li 2009 on sudokus by digging holes.

Tries of the row-major search stand for times.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Mapping, Sequence
from contextlib import closing
from math import log10
from statistics import fmean

import numpy as np

from uniclue.generators.recipe import Rng
from uniclue.generators.sudoku_digging import Digger, grouped, terminal_grid, transformed
from uniclue.generators.sudoku_vegas import random_cells
from uniclue.graders import sudoku_technique
from uniclue.models.sudoku import Sudoku
from uniclue.papers.claims.claim import CannotMeasureError
from uniclue.papers.claims.evidence import Correlation, Figure, Larger, Mean, Share
from uniclue.papers.tables import TableTask, corpus_files
from uniclue.papers.xue2009 import sudoku_level_grader as sudoku_level
from uniclue.papers.xue2009.sudoku_dig_recipe import TARGETS, DigOptions, OrderName, dug, in_order
from uniclue.papers.xue2009.sudoku_level_tables import BOX, FILE, SAMPLE, read_published
from uniclue.papers.xue2009.sudoku_search import count_tries, exhaustive
from uniclue.search.steps import StepLimitError, StepLog
from uniclue.solvers import decide
from uniclue.solvers.limits import Limits

BOUND = 1_500_000
RATED = "sudoku/se_rated.csv"
ORDERS: tuple[OrderName, ...] = ("random", "alternate", "serpentine", "rows")
"""Those of table 2, from its easiest level to its hardest."""
FIRST_ROWS_BARE = (
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
)
"""A published puzzle of 17 givens whose first rows are nearly bare."""
ABOVE_ALL = 9.0
"""Stands for the rating of puzzles that need more than the techniques rated."""


def tries(puzzle: Sudoku, limit: int, solutions: int | None = None) -> int:
    """Legal placements of the row-major search until it ends, or has found that many solutions."""
    steps = StepLog(limit - 1)
    try:
        for number, _ in enumerate(exhaustive(puzzle, steps), 1):
            if number == solutions:
                break
    except StepLimitError:
        pass
    return steps.counters["tries"]


def of_text(cells: str) -> Sudoku:
    """A puzzle of 81 characters."""
    return _of_digits([int(c) if c.isdigit() else 0 for c in cells])


def _of_digits(digits: list[int]) -> Sudoku:
    return Sudoku(box=BOX, grid=tuple(tuple(digits[i : i + 9]) for i in range(0, 81, 9)))


# -- the grade -------------------------------------------------------------------------------------


def sample_grade(task: TableTask) -> Mapping[str, Figure]:
    """The sample of table 1, and figures that follow from printed ones."""
    parts = sudoku_level.scores(*SAMPLE)
    number, level = sudoku_level.grade_of(*parts)
    return {
        "parts": parts,
        "grade": number,
        "level": level,
        "level-by-fifths": sudoku_level.LEVELS[4 - 5 * SAMPLE[0] // 81],
        "mean-seconds": (4.509 / 27, 111 / 27),
        "arrays-over-chromosomes": 5 * 81 / (21 * 81),
    }


def _rating(puzzle: Sudoku) -> float:
    number = sudoku_technique.rate(puzzle, Limits()).number
    return ABOVE_ALL if number is None else number


def rated(task: TableTask) -> Mapping[str, Figure]:
    """Givens and their distribution against ratings: published puzzles, and puzzles at random."""
    files = corpus_files(RATED)
    if not files:
        raise CannotMeasureError(f"It needs published puzzles: UNICLUE_CORPUS/{RATED}.")
    lines = files[0].read_text("utf-8").split("\n")[1:]
    rows = [row for row in csv.reader(lines) if row and row[-1] == "rating"]
    rows = rows[: task.scaled(len(rows))]
    published, ratings = [of_text(row[0]) for row in rows], [float(row[1]) for row in rows]
    givens, rng = list(map(_givens, published)), np.random.default_rng(task.seed)
    drawn = [dug_at_random(rng, int(rng.integers(24, 37))) for _ in range(task.scaled(150))]
    even, uneven = (
        [_rating(_of_27_givens(rng, is_uneven)) for _ in range(task.scaled(60))]
        for is_uneven in (False, True)
    )
    return {
        "givens-published": Correlation(givens, ratings),
        "givens-drawn": Correlation([*map(_givens, drawn)], [*map(_rating, drawn)]),
        "floor-published": Correlation([*map(sudoku_level.floor_of, published)], ratings, givens),
        "uneven-drawn": Larger(even, uneven),
    }


def _givens(puzzle: Sudoku) -> int:
    return len(dict(puzzle.known_cells()))


def dug_at_random(rng: Rng, target: int, floor: int = 0, first: Sequence[int] = ()) -> Sudoku:
    """A puzzle dug in a random order, some cells before the others."""
    with closing(Digger(BOX, terminal_grid(BOX, rng))) as digger:
        order = [*first, *(cell for cell in in_order("random", 9, rng) if cell not in first)]
        digger.dig(grouped(order, 9, "none"), target, floor)
        return _of_digits(digger.digits)


def _of_27_givens(rng: Rng, is_uneven: bool) -> Sudoku:
    """A random puzzle with two givens or more in every line, or with a row that is empty."""
    while True:
        puzzle = dug_at_random(rng, 27, *((0, range(9)) if is_uneven else (2, ())))
        if _givens(puzzle) == 27:
            return puzzle


# -- the terminal grid -----------------------------------------------------------------------------


def las_vegas(task: TableTask) -> Mapping[str, Figure]:
    """How often n random cells extend to a grid, and what the search takes."""
    numbers, successes, searched, work = list[int](), list[bool](), list[int](), list[int]()
    for n in (2, 5, 8, 11, 14, 17, 20):
        rng = np.random.default_rng([task.seed, n])
        for i in range(task.scaled(150)):
            trial = random_cells(BOX, n, rng)
            numbers.append(n)
            successes.append(trial is not None and bool(decide.solve(trial).solutions))
            if trial is not None and i < task.scaled(30):
                searched.append(n)
                work.append(tries(trial, 50_000, 1))
    return {"success": Correlation(numbers, successes), "tries": Correlation(searched, work)}


# -- digging ---------------------------------------------------------------------------------------


def digging(task: TableTask) -> Mapping[str, Figure]:
    """Puzzles of level V, dug with the pruning and without."""
    rng = np.random.default_rng(task.seed)
    groups = grouped(in_order("rows", 9, rng), 9, "none")
    most = reopened = different = several = changed = 0
    saved = []
    for _ in range(number := task.scaled(12)):
        full, target = terminal_grid(BOX, rng), int(rng.integers(*TARGETS["V"], endpoint=True))
        dug_grids, questions = [], []
        for is_pruned in (True, False):
            with closing(Digger(BOX, full)) as digger:
                (digger.dig if is_pruned else digger.dig_unpruned)(groups, target)
                questions.append(digger.questions)
                dug_grids.append(tuple(digger.digits))
                if is_pruned:
                    most = max(most, digger.questions)
                    left = [group for group in groups if digger.digits[group[0]]]
                    reopened += sum(digger.may_go(group, target) for group in left)
        puzzle = _of_digits([*dug_grids[0]])
        several += decide.unique(puzzle).status != "unique"
        changed += decide.unique(_turned(puzzle, rng)).status != "unique"
        different += len(set(dug_grids)) - 1
        saved.append(questions[1] / questions[0])
    return {
        "tried": most,
        "reopened": Share(reopened > 0, number),
        "several": Share(several, number),
        "not-unique-when-turned": Share(changed, number),
        "others-without-pruning": Share(different, number),
        "questions-saved": Mean(saved),
    }


def _turned(puzzle: Sudoku, rng: Rng) -> Sudoku:
    grid = transformed(np.array(puzzle.grid)[None], BOX, rng)[0].tolist()
    return Sudoku(box=BOX, grid=tuple(map(tuple, grid)))


def contradictions(task: TableTask) -> Mapping[str, Figure]:
    """Both tests of uniqueness by the paper's own search, at 29 to 36 givens; a mean a puzzle."""
    rng, means = np.random.default_rng(task.seed), []
    for _ in range(task.scaled(10)):
        ratios = []
        with closing(Digger(BOX, terminal_grid(BOX, rng))) as digger:
            for group in grouped(in_order("random", 9, rng), 9, "none"):
                if sum(map(bool, digger.digits)) in range(29, 37):
                    ratios.append(log10(max(_ratio(digger, group[0]), 1e-6)))
                digger.dig([group], 28)
        means.append(fmean(ratios))
    return {"orders-of-magnitude": Mean(means)}


def _ratio(digger: Digger, cell: int) -> float:
    """Tries to find all solutions without a cell, over tries to find one with another digit."""
    digits = digger.digits.copy()
    others = [d for d in range(1, 10) if d != digits[cell]]
    digits[cell] = 0
    exhausted, refuted = tries(_of_digits(digits), 30_000), 0
    for digit in others:
        digits[cell] = digit
        puzzle = _of_digits(digits)
        steps = StepLog(30_000)
        try:
            is_solved = next(exhaustive(puzzle, steps), None) is not None
        except StepLimitError:
            is_solved = False
        refuted += steps.counters["tries"]
        if is_solved:
            break
    return exhausted / max(refuted, 1)


def orders(task: TableTask) -> Mapping[str, Figure]:
    """Grids dug in each order, with the targets of level V, and graded as dug.

    Grades are those of before the equivalent transforms: the grade counts the tries of a search
    from the first row to the last, which rows that change places change.
    """
    rng = np.random.default_rng(task.seed)
    grades: dict[str, list[float]] = {order: [] for order in ORDERS}
    top: dict[str, list[float]] = {order: [] for order in ("random", "rows")}
    for _ in range(task.scaled(16)):
        full = terminal_grid(BOX, rng)
        target = int(rng.integers(*TARGETS["V"], endpoint=True))
        for order in ORDERS:
            with closing(Digger(BOX, full)) as digger:
                digger.dig(grouped(in_order(order, 9, rng), 9, "none"), target)
                grades[order].append(grade(_of_digits(digger.digits)))
                if order in top:
                    top[order].append(sum(map(bool, digger.digits[:27])))
    steps = [(b, a) for a, b in itertools.pairwise(ORDERS)]
    ranks = [i for i, order in enumerate(ORDERS) for _ in grades[order]]
    return {
        "rows-less-random": _less(grades, "rows", "random"),
        "trend": Correlation(ranks, [g for order in ORDERS for g in grades[order]]),
        "steps": tuple(_less(grades, *step) for step in steps),
        "top-rows-less-random": _less(top, "rows", "random"),
    }


def grade(puzzle: Sudoku) -> float:
    """The paper's grade of a puzzle."""
    most = sudoku_level.TRIES[-1]
    figures = len(dict(puzzle.known_cells())), sudoku_level.floor_of(puzzle)
    parts = sudoku_level.scores(*figures, count_tries(puzzle, most)[0])
    return sudoku_level.grade_of(*parts)[0]


def _less(values: Mapping[str, list[float]], one: str, other: str) -> Mean:
    return Mean([a - b for a, b in zip(values[one], values[other], strict=True)])


def turned(task: TableTask) -> Mapping[str, Figure]:
    """Whether the equivalent transforms keep the paper's own grade."""
    rng, changed = np.random.default_rng(task.seed), 0
    for _ in range(number := task.scaled(30)):
        with closing(Digger(BOX, terminal_grid(BOX, rng))) as digger:
            digger.dig(grouped(in_order("random", 9, rng), 9, "none"), 26)
            puzzle = _of_digits(digger.digits)
        changed += grade(puzzle) != grade(_turned(puzzle, rng))
    return {"changed": Share(changed, number)}


def levels(task: TableTask) -> Mapping[str, Figure]:
    """Levels for which digging gives a puzzle that is graded at it."""
    made = 0
    for number, level in enumerate(TARGETS):
        rng = np.random.default_rng([task.seed, number])
        some = (dug(level, DigOptions(), rng) for _ in range(10))
        made += any(sudoku_level.rate(puzzle, Limits()).label == level for puzzle in some)
    return {"levels": made}


# -- complexity ------------------------------------------------------------------------------------


def bound(task: TableTask) -> Mapping[str, Figure]:
    """Whether a puzzle takes the row-major search more tries than the paper estimates."""
    return {"hard": tries(of_text(FIRST_ROWS_BARE), BOUND + 1) > BOUND}


def published(task: TableTask) -> Mapping[str, Figure]:
    """The 27 published puzzles, searched to the end."""
    files = corpus_files(FILE)
    if not files:
        raise CannotMeasureError(f"It needs published puzzles: UNICLUE_CORPUS/{FILE}.")
    found = [count_tries(puzzle, 10**8) for _, puzzle in read_published(files[0])]
    return {"solved": sum(solutions == 1 for _, solutions in found)}
