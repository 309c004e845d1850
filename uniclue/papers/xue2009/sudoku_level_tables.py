"""The figures of Xue, Jiang and Li: their sample's grade, 27 published puzzles, a Las Vegas trial.

Source: Xue, Jiang and Li, Sudoku Puzzles Generating: From Easy to Evil (2009).
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from timeit import timeit

import numpy as np

from uniclue.generators.sudoku_vegas import random_cells
from uniclue.graders.grade import Rating
from uniclue.models.sudoku import Sudoku
from uniclue.papers.tables import FigureTable, Reproduction, Row, TableTask, corpus_files, table
from uniclue.papers.xue2009 import sudoku_level_grader as sudoku_level
from uniclue.papers.xue2009.sudoku_search import exhaustive
from uniclue.search.steps import StepLimitError, StepLog
from uniclue.solvers import decide
from uniclue.solvers.limits import Limits

FILE = "sudoku/mantere_koljonen_46.csv"
"""A file in the folder that ``UNICLUE_CORPUS`` names; it is no part of the project."""

SAMPLE = (22, 0, 263_734)
TRIALS = 4000
FILLED = (0, 5, 8, 9, 10, 11, 12, 13, 14, 15, 17, 20)
SEARCHED = 80
"""One trial in this many is also searched row by row."""
TRIES = 200_000
BOX = (3, 3)


def run(task: TableTask) -> tuple[FigureTable, ...]:
    """All tables."""
    return sample(), published(task), las_vegas(task)


# -- the sample ------------------------------------------------------------------------------------


def sample() -> FigureTable:
    """The grade of the document's one sample, from its printed figures."""
    parts = sudoku_level.scores(*SAMPLE)
    number, level = sudoku_level.grade_of(*parts)
    items = ("givens", "fewest in a row or column", "tries of the search")
    cells = zip(items, SAMPLE, (0.4, 0.3, 0.3), (5, 5, 4), parts, strict=True)
    rows: list[Row] = [
        {"item": item, "figure": figure, "weight": weight, "document": printed, "ours": ours}
        for item, figure, weight, printed, ours in cells
    ]
    return table(
        "The document's sample (table 1)",
        [
            *rows,
            {"item": "grade", "document": 4.7, "ours": number},
            {"item": "level", "document": "V", "ours": level},
        ],
        "The sample's grid was a picture and is lost: its number of tries is taken from the "
        "table, not counted again.",
    )


# -- the published puzzles -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Solved:
    """A published puzzle, solved twice.

    Attributes:
        level: The publisher's level, as inferred from the paper.
        tries: Legal placements until the row-major search has searched everything.
        searched: Seconds of that search.
        asked: Seconds of the uniqueness verdict with clauses.
        rating: The 0-5 grade.
    """

    level: str
    tries: int
    searched: float
    verdict: float
    rating: Rating


def published(task: TableTask) -> FigureTable:
    """The 27 puzzles of Mantere and Koljonen that the document solved."""
    rows: list[Row] = [{"level": "corpus not there"}]
    note = f"The puzzles are looked for in UNICLUE_CORPUS/{FILE}."
    if files := corpus_files(FILE):
        puzzles = list(read_published(files[0]))
        solved = [solve(*one) for one in task.each(puzzles, "published puzzles", 0.0, 0.2)]
        levels = dict.fromkeys(s.level for s in solved)
        rows = [_means(level, [s for s in solved if s.level == level]) for level in levels]
        theirs = {"document, s": 0.167, "its genetic algorithm, s": 4.11}
        rows.append({**_means("all", solved), **theirs})
        note = "The names of the levels are inferred: the document speaks of nine levels."
    return table(
        "27 published puzzles, mean of each level (section 8)",
        rows,
        "Seconds are of this machine. The document's, a Pentium with 2.66 GHz, took 4.509 s in "
        "all, the genetic algorithm of Mantere and Koljonen 111 s with 3.0 GHz.",
        "The document does not say whether its 4.509 s go to the first solution or to the end.",
        note,
    )


def _means(name: str, solved: list[Solved]) -> Row:
    grades = sorted(s.rating.number or 0.0 for s in solved)
    return {
        "level": name,
        "puzzles": len(solved),
        "tries": round(fmean(s.tries for s in solved)),
        "row-major s": fmean(s.searched for s in solved),
        "clauses s": fmean(s.verdict for s in solved),
        "our grades": f"{grades[0]:.1f} to {grades[-1]:.1f}",
    }


def read_published(path: Path) -> Iterator[tuple[str, Sudoku]]:
    """The puzzles s01 to s09, in order, each with its level."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: row["name"])
    for row in rows:
        if row["name"] < "s10":
            cells = [0 if c == "." else int(c) for c in row["puzzle"]]
            grid = tuple(tuple(cells[i : i + 9]) for i in range(0, 81, 9))
            yield row["level_inferred"], Sudoku(box=BOX, grid=grid)


def solve(level: str, puzzle: Sudoku) -> Solved:
    """Solves a puzzle both ways, and grades it."""
    steps = StepLog(limit=None)
    searched = timeit(lambda: sum(1 for _ in exhaustive(puzzle, steps)), number=1)
    verdict = timeit(lambda: decide.unique(puzzle), number=1)
    rating = sudoku_level.rate(puzzle, Limits())
    return Solved(level, steps.counters["tries"], searched, verdict, rating)


# -- the Las Vegas trial ---------------------------------------------------------------------------


def las_vegas(task: TableTask) -> FigureTable:
    """How often random legal cells extend to a grid, and what finding it takes."""
    trials = task.scaled(TRIALS)
    return table(
        "Las Vegas trial: n random cells with random legal digits (section 5.2.1)",
        (_trials(n, trials, task.seed) for n in task.each(FILLED, "Las Vegas trials", 0.2)),
        f"The row-major search to the first solution was run in one of {SEARCHED} trials, and "
        f"stopped after {TRIES} tries.",
        "A trial succeeds if a solution exists; a cell without a legal digit is a failure.",
    )


def _trials(number: int, trials: int, seed: int) -> Row:
    rng = np.random.default_rng([seed, number])
    succeeded, spent, tries, over = 0, [], [], 0
    for i in range(trials):
        if (puzzle := random_cells(BOX, number, rng)) is None:
            continue
        started = time.perf_counter()
        succeeded += bool(decide.solve(puzzle).solutions)
        spent.append(time.perf_counter() - started)
        if i % SEARCHED == 0:
            steps = StepLog(TRIES)
            try:
                next(exhaustive(puzzle, steps), None)
            except StepLimitError:
                over += 1
            tries.append(steps.counters["tries"])
    share = succeeded / trials
    margin = 1.96 * (share * (1 - share) / trials) ** 0.5
    return {
        "n": number,
        "trials": trials,
        "success, %": 100 * share,
        "+- 95 %": 100 * margin,
        "document, %": 99.7 if number == 11 else None,
        "clauses, ms": 1000 * fmean(spent) if spent else None,
        "row-major tries, median": median(tries) if tries else None,
        "row-major over the limit, %": 100 * over / len(tries) if tries else None,
    }


SOURCE = "Xue, Jiang and Li, Sudoku Puzzles Generating (2009), sections 4, 5.2 and 8"
REPRODUCTIONS = (Reproduction("sudoku-levels", SOURCE, run),)
