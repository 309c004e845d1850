"""The claims of the sudoku course report."""

from __future__ import annotations

import csv
from functools import partial
from statistics import fmean, stdev

import numpy as np

from uniclue.models.sudoku import Sudoku
from uniclue.papers.course_report.sudoku_score_grader import (
    LABELS,
    counted,
    label,
    normalised,
    score,
)
from uniclue.papers.course_report.sudoku_score_tables import PROBABILITIES
from uniclue.papers.course_report.sudoku_shift_recipe import Shift
from uniclue.papers.expected import Above, Below, Equal
from uniclue.papers.ledger import CannotCheckError, Claim, Document, Measured
from uniclue.papers.ranks import rank_correlation
from uniclue.papers.tables import TableTask, corpus_files
from uniclue.search.sudoku_board import values
from uniclue.solvers import decide

REPORT = Document("sudoku-score", "Anonymous", "Course design report on the sudoku game")
TIMES = "sudoku/human_times.csv"
SUDOKU_SCORE = "uniclue reproduce sudoku-score"

claim = partial(Claim, REPORT)


# -- grids and puzzles -----------------------------------------------------------------------------


def grids(task: TableTask) -> Measured:
    """Terminal grids, and what hiding does to their uniqueness."""
    number = task.scaled(60)
    wrong, unique = 0, []
    for probability in PROBABILITIES:
        shift, rng = Shift(probability=probability), np.random.default_rng(task.seed)
        drawn = [shift.drawn(rng) for _ in range(number)]
        wrong += sum(bool(p.broken(p.extra["solution"])) for p in drawn)
        share = fmean(decide.unique(p).status == "unique" for p in drawn)
        unique.append(round(share, 2))
    return Measured(
        {"terminal-grids": wrong, "hiding-keeps-unique": tuple(unique)},
        f"{number} puzzles for each probability of {', '.join(map(str, PROBABILITIES))}",
    )


def batch(task: TableTask) -> Measured:
    """A batch as the report makes it, and one of puzzles with one solution."""
    number = task.scaled(400)
    shifts = [Shift(probability=p) for p in PROBABILITIES]
    rng = np.random.default_rng(task.seed)
    drawn = [shifts[i % len(shifts)].drawn(rng) for i in range(number)]
    counts = [counted(p, np.ravel(p.extra["solution"]).tolist()) for p in drawn]
    blanks = [sum(row.count(0) for row in p.grid) for p in drawn]
    scores = [score(c) for c in counts]
    shares = normalised(scores)
    labels = [label(share) for share in shares]
    is_unique = [decide.unique(p).status == "unique" for p in drawn]
    proper = [i for i, one in enumerate(is_unique) if one]
    return Measured(
        {
            "counts-are-blanks": sum(
                sum(c.values()) != n for c, n in zip(counts, blanks, strict=True)
            ),
            "spread": round((max(scores) - fmean(scores)) / stdev(scores), 2),
            "normalised": (min(shares), max(shares)),
            "four-levels": tuple(labels.count(one) for one in LABELS),
            "more-than-blanks": round(
                rank_correlation([scores[i] for i in proper], [blanks[i] for i in proper]), 3
            ),
            "methods-used": round(fmean(counts[i]["N1"] < blanks[i] for i in proper), 3),
        },
        f"{number} puzzles, made as the report does; {len(proper)} of them have one solution",
    )


def people(task: TableTask) -> Measured:
    """The score against the times that people took."""
    files = corpus_files(TIMES)
    if not files:
        raise CannotCheckError(f"It needs times of people: UNICLUE_CORPUS/{TIMES}.")
    with files[0].open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[: task.scaled(200)]
    scores, blanks = [], []
    for row in rows:
        cells = [0 if c == "." else int(c) for c in row["puzzle"]]
        puzzle = Sudoku(box=(3, 3), grid=tuple(tuple(cells[i : i + 9]) for i in range(0, 81, 9)))
        counts = counted(puzzle, values(decide.solve(puzzle).solutions[0]))
        scores.append(score(counts))
        blanks.append(sum(counts.values()))
    seconds = [float(row["mean_time_s"]) for row in rows]
    by_score, by_blanks = (rank_correlation(x, seconds) for x in (scores, blanks))
    return Measured(
        {
            "times": round(by_score, 2),
            "beats-blanks": round(by_score - by_blanks, 2),
        },
        f"{len(rows)} puzzles with the mean times of 10 people or more",
    )


CLAIMS = (
    claim(
        "terminal-grids",
        "1",
        "Shifting makes full grids that keep the rules: grids that break one.",
        Equal(0),
        grids,
        "uniclue generate sudoku --recipe shift",
    ),
    claim(
        "hiding-keeps-unique",
        "1",
        "Hiding cells of such a grid keeps the solution unique: share of puzzles that have one.",
        Above(0.999),
        grids,
    ),
    claim(
        "counts-are-blanks",
        "2.1",
        "Every blank is filled by one of the three methods: puzzles where N1 + N2 + N3 differ from "
        "the blanks.",
        Equal(0),
        batch,
        SUDOKU_SCORE,
    ),
    claim(
        "spread",
        "2.2",
        "Scores spread widely, and some are far above the mean (taken as 3 standard deviations).",
        Above(3),
        batch,
        SUDOKU_SCORE,
    ),
    claim(
        "normalised",
        "2.2",
        "Batch normalisation brings the scores to [0, 1].",
        Equal((0.0, 1.0)),
        batch,
        SUDOKU_SCORE,
    ),
    claim(
        "four-levels",
        "2.2",
        "Four equal bins give four levels: puzzles in each.",
        Above(0),
        batch,
        SUDOKU_SCORE,
    ),
    claim(
        "more-than-blanks",
        "introduction",
        "The number of blanks alone does not rate a puzzle: its rank correlation with the score, "
        "puzzles with one solution.",
        Below(0.95),
        batch,
    ),
    claim(
        "methods-used",
        "2.1",
        "Puzzles of the batch take hidden singles or the advanced method: their share, puzzles "
        "with one solution (taken as a tenth).",
        Above(0.1),
        batch,
    ),
    claim(
        "times",
        "2.1",
        "The weights 1, 2, 5 tell levels of difficulty well apart: rank correlation with people's "
        "times (taken as 0.5).",
        Above(0.5),
        people,
    ),
    claim(
        "beats-blanks",
        "introduction and 2.1",
        "The score says more about difficulty than the blanks do: its rank correlation with "
        "people's times less theirs.",
        Above(0),
        people,
    ),
    claim(
        "table",
        "2.2, table 1",
        "Counts, blanks and scores of some of the 1,200 puzzles.",
        lost="The table was a picture.",
    ),
    claim(
        "formula",
        "2.2",
        "The formula of the normalisation.",
        lost="It was a picture; the text around it says what it is.",
    ),
    claim(
        "experiment",
        "abstract",
        "An experiment shows that the model is practical.",
        lost="Its figures were in the table.",
    ),
    claim(
        "twice-is-harder",
        "2.1",
        "To use a method twice is harder for a player than once.",
        uncheckable="It takes players.",
    ),
    claim(
        "euler",
        "introduction",
        "Euler invented sudoku in the 18th century.",
        uncheckable="It is history (his Latin squares have no boxes).",
    ),
    claim(
        "little-research",
        "introduction",
        "There is little research on rating and making sudokus.",
        uncheckable="It is history.",
    ),
)
