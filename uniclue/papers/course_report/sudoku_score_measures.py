"""Measurements for the claims of the sudoku course report."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from uniclue.formats import sudoku_line
from uniclue.models.sudoku import Sudoku
from uniclue.papers.claims.claim import CannotMeasureError
from uniclue.papers.claims.evidence import Correlation, Figure, Resampled, Share
from uniclue.papers.course_report.sudoku_score_grader import (
    LABELS,
    counted,
    label,
    normalised,
    score,
)
from uniclue.papers.course_report.sudoku_score_tables import PROBABILITIES
from uniclue.papers.course_report.sudoku_shift_recipe import Shift
from uniclue.papers.ranks import rank_correlation
from uniclue.papers.tables import TableTask, corpus_files
from uniclue.search.sudoku_board import values
from uniclue.solvers import decide

TIMES = "sudoku/human_times.csv"
PRINTED = 1200
"""Puzzles of the report's batch."""
OTHER_WEIGHTS = ((1, 1, 1), (1, 2, 3), (1, 3, 9), (1, 5, 25))
"""None at all, and others that rise with the method."""


def grids(task: TableTask) -> Mapping[str, Figure]:
    """Terminal grids, and what hiding does to their uniqueness."""
    wrong, several, number = 0, 0, task.scaled(40)
    for probability in PROBABILITIES:
        shift, rng = Shift(probability=probability), np.random.default_rng(task.seed)
        drawn = [shift.drawn(rng) for _ in range(number)]
        wrong += sum(bool(p.broken(p.extra["solution"])) for p in drawn)
        several += sum(decide.unique(p).status != "unique" for p in drawn)
    of = number * len(PROBABILITIES)
    return {"broken": Share(wrong, of), "several": Share(several, of)}


def batch(task: TableTask) -> Mapping[str, Figure]:
    """A batch as the report makes it, and those of its puzzles that have one solution."""
    number = task.scaled(PRINTED)
    shifts = [Shift(probability=p) for p in PROBABILITIES]
    rng = np.random.default_rng(task.seed)
    drawn = [shifts[i % len(shifts)].drawn(rng) for i in range(number)]
    counts = [counted(p, np.ravel(p.extra["solution"]).tolist()) for p in drawn]
    blanks = [sum(row.count(0) for row in p.grid) for p in drawn]
    scores = [score(c) for c in counts]
    shares, mean = normalised(scores), fmean(scores)
    labels = [label(share) for share in shares]
    proper = [i for i, p in enumerate(drawn) if decide.unique(p).status == "unique"]
    more = [c["N1"] < n for c, n in zip(counts, blanks, strict=True)]
    wrong = sum(sum(c.values()) != n for c, n in zip(counts, blanks, strict=True))
    return {
        "wrong": Share(wrong, number),
        "up-over-down": (max(scores) - mean) / (mean - min(scores)),
        "ends": (min(shares), max(shares)),
        "levels": sum(level in labels for level in LABELS),
        "more-methods": Share(sum(more), number),
        "more-methods-unique": Share(sum(more[i] for i in proper), len(proper)),
        "otherwise-than-blanks": Share(_otherwise(scores, blanks), number),
        "otherwise-than-blanks-unique": Share(
            _otherwise([scores[i] for i in proper], [blanks[i] for i in proper]), len(proper)
        ),
    }


def _otherwise(scores: list[int], blanks: list[int]) -> int:
    """Puzzles that the blanks alone put into another level."""
    by_score, by_blanks = ([label(x) for x in normalised(some)] for some in (scores, blanks))
    return sum(a != b for a, b in zip(by_score, by_blanks, strict=True))


def people(task: TableTask) -> Mapping[str, Figure]:
    """The score against the times that people took, with the report's weights and with others."""
    files = corpus_files(TIMES)
    if not files:
        raise CannotMeasureError(f"It needs times of people: UNICLUE_CORPUS/{TIMES}.")
    with files[0].open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    rows = rows[: task.scaled(len(rows))]
    figures = []
    for row in rows:
        puzzle = sudoku_line.read(row["puzzle"])
        assert isinstance(puzzle, Sudoku)
        c = counted(puzzle, values(decide.solve(puzzle).solutions[0]))
        figures.append((c["N1"], c["N2"], c["N3"], float(row["mean_time_s"])))
    scores = [n1 + 2 * n2 + 5 * n3 for n1, n2, n3, _ in figures]
    return {
        "times": Correlation(scores, [seconds for *_, seconds in figures]),
        "more-than-blanks": Resampled(figures, _Better(OTHER_WEIGHTS[0])),
        "more-than-others": tuple(Resampled(figures, _Better(w)) for w in OTHER_WEIGHTS[1:]),
    }


class _Better:
    """How much better than other weights the report's go with the times."""

    def __init__(self, others: tuple[int, int, int]) -> None:
        self.others = others

    def __call__(self, rows: NDArray[Any]) -> float:
        seconds = rows[:, 3].tolist()
        ours, others = (
            rank_correlation((rows[:, :3] @ weights).tolist(), seconds)
            for weights in ((1, 2, 5), self.others)
        )
        return ours - others
