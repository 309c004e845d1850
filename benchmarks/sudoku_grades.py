"""Rank correlation of every grade of sudokus with published ratings and with people's times.

    python -m benchmarks.sudoku_grades [--most N] [--seed S] [--out FILE]

``--most`` draws so many puzzles of each list; without it all are graded. Exits with 66 if there is
no corpus.
"""

from __future__ import annotations

import argparse
import csv
import io
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.puzzles import NO_CORPUS, corpus_folder
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.graders import pelanek, sudoku_technique
from uniclue.models.sudoku import Sudoku
from uniclue.papers.course_report import sudoku_score_grader as sudoku_score
from uniclue.papers.xue2009 import sudoku_level_grader as sudoku_level
from uniclue.solvers.limits import Limits

Floats = NDArray[np.float64]

SEED = 1
RESAMPLES = 2000
ABOVE = 5.0
"""Ranks puzzles beyond the techniques: anything above the hardest of them will do."""


class Label(NamedTuple):
    """What the grades are compared with: a column of a file of the corpus."""

    name: str
    file: str
    puzzle: str
    column: str


LABELS = (
    Label("SE rating", "se_rated.csv", "puzzle", "se_rating"),
    Label("mean time", "human_times.csv", "puzzle", "mean_time_s"),
    Label("D_TO", "human_difficulty_2024.csv", "Sudoku Puzzle", "D_TO"),
    Label("D_TR", "human_difficulty_2024.csv", "Sudoku Puzzle", "D_TR"),
)

GRADES = {
    "givens": "baseline",
    "sudoku-score": "N1 + 2 N2 + 5 N3",
    "sudoku-level": "0-5",
    "tries": "its third part, stopped at 10^6",
    "sudoku-dependency": "mean fillable cells, k = 25",
    "sudoku-refutation": "refutation sum",
    "sudoku-technique": "hardest; *above* ranked last",
    "technique sum": "its step-weighted sum; *above* ranked last, by the sum so far",
}


def read(label: Label) -> list[tuple[str, float]]:
    """Puzzles and their labels; of a range such as ``1.5-2.4`` the lower end, of ``<1.5`` 0."""
    text = (corpus_folder() / "sudoku" / label.file).read_text(encoding="utf-8")
    found = []
    for row in csv.DictReader(io.StringIO(text)):
        value = row[label.column]
        number = 0.0 if value.startswith("<") else float(value.partition("-")[0])
        found.append((row[label.puzzle], number))
    return found


def drawn(label: Label, most: int | None, seed: int) -> list[tuple[str, float]]:
    """All puzzles of a list, or so many drawn from it; lists of one file give the same ones."""
    rows = read(label)
    if most is None or most >= len(rows):
        return rows
    chosen = np.random.default_rng(seed).permutation(len(rows))[:most]
    return [rows[i] for i in sorted(chosen.tolist())]


def grades(text: str) -> list[float]:
    """The grades of a puzzle of 81 characters, in the order of ``GRADES``."""
    digits = [int(c) if c.isdigit() else 0 for c in text]
    grid = tuple(tuple(digits[i : i + 9]) for i in range(0, 81, 9))
    puzzle, limits = Sudoku(box=(3, 3), grid=grid), Limits()
    level = sudoku_level.rate(puzzle, limits)
    played = pelanek.play(puzzle, limits).counters
    technique = sudoku_technique.rate(puzzle, limits)
    beyond = technique.label == "above"
    return [
        81.0 - digits.count(0),
        sudoku_score.rate(puzzle, limits).counters["score"],
        level.number or 0.0,
        level.counters["tries"],
        played["dependency"],
        played["refutation sum"],
        ABOVE if beyond else technique.number or 0.0,
        technique.counters["sum"] + (1e6 if beyond else 0.0),
    ]


def ranks(values: Floats) -> Floats:
    """Ranks, equal values sharing their mean rank. Shape (n,)."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle: Floats = np.cumsum(counts) - (counts - 1) / 2
    return middle[which]


def spearman(x: Floats, y: Floats) -> float:
    """Rank correlation, 0 where all values are equal; both of shape (n,)."""
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return 0.0
    return float(np.corrcoef(ranks(x), ranks(y))[0, 1])


def interval(x: Floats, y: Floats, seed: int, resamples: int = RESAMPLES) -> tuple[float, float]:
    """95 % bootstrap interval of the rank correlation, puzzles drawn with replacement."""
    rng = np.random.default_rng(seed)
    draws = (rng.integers(len(x), size=len(x)) for _ in range(resamples))
    low, high = np.percentile([spearman(x[i], y[i]) for i in draws], [2.5, 97.5])
    return float(low), float(high)


def cells(graded: Floats, labels: Floats, seed: int) -> list[str]:
    """A column of the table: the correlation of each grade, with its interval."""
    made = []
    for column in graded.T:
        low, high = interval(column, labels, seed)
        made.append(f"{spearman(column, labels):.2f} ({low:.2f} to {high:.2f})")
    return made


def section(most: int | None, seed: int) -> str:
    """The table and what it was made from."""
    started, known = time.perf_counter(), dict[str, list[float]]()
    titles, columns = [], []
    for label in LABELS:
        rows = drawn(label, most, seed)
        for number, (text, _) in enumerate(rows, 1):
            if text not in known:
                known[text] = grades(text)
            if number % 100 == 0:
                print(f"{label.file}: {number} of {len(rows)}", flush=True)
        graded = np.array([known[text] for text, _ in rows])
        titles.append(f"{label.name}, n = {len(rows)}")
        columns.append(cells(graded, np.array([value for _, value in rows]), seed))
    lines = [
        [f"{name}: {what}", *(column[i] for column in columns)]
        for i, (name, what) in enumerate(GRADES.items())
    ]
    took = time.perf_counter() - started
    drawn_how = "all puzzles of the lists" if most is None else f"drawn with seed {seed}"
    return (
        f"Spearman's rank correlation, with 95 % bootstrap intervals ({RESAMPLES} resamples, seed "
        f"{seed}); {drawn_how}; {took / 60:.0f} minutes on {machine()}.\n\n"
        + table(["grade", *titles], lines)
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Grades, prints the table, and writes it if asked to."""
    parser = argparse.ArgumentParser(prog="benchmarks.sudoku_grades")
    parser.add_argument("--most", type=int)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=RESULTS / "sudoku_grades.md")
    asked = parser.parse_args(arguments)
    if not all((corpus_folder() / "sudoku" / label.file).is_file() for label in LABELS):
        print(f"no corpus in {corpus_folder()} (see UNICLUE_CORPUS)")
        return NO_CORPUS
    body = section(asked.most, asked.seed)
    print(body)
    write_section(asked.out, "Grades beside published ratings and people's times", body)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
