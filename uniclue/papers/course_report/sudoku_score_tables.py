"""A course report's batch of 1,200 sudokus: counted, scored, normalised, binned.

Source: the sudoku course report (anonymous, in Chinese), sections 1 and 2.

Its figures are lost but for what its text says: 1,200 puzzles, scores that spread widely
with some far above the mean, four levels. Two batches are made, as it does, from shifted grids by
hiding cells with a probability: one of puzzles with one solution only, and one that takes this for
granted, as the document does. The grader's stored reference batch stands beside them.
"""

from __future__ import annotations

from collections import Counter
from statistics import mean

import numpy as np

from uniclue.models.sudoku import Sudoku
from uniclue.papers.course_report.sudoku_score_grader import (
    LABELS,
    REFERENCE,
    counted,
    label,
    normalised,
    score,
)
from uniclue.papers.course_report.sudoku_shift_recipe import Shift, hide, puzzle, terminal_grid
from uniclue.papers.tables import FigureTable, Reproduction, Row, TableTask, table
from uniclue.search.sudoku_board import values
from uniclue.solvers import decide

PUZZLES = 1200
SHOWN = 10
PROBABILITIES = (0.2, 0.3, 0.4, 0.5, 0.6)
"""In turn: the document hides "with a probability" and says no more."""

Counts = dict[str, int]
Batches = dict[str, list[Counts]]
N = ("N1", "N2", "N3")


def unique_one(recipe: Shift, number: int) -> Counts:
    """N1..N3 of a puzzle with one solution."""
    unique = puzzle(recipe, number)
    return counted(unique, values(decide.solve(unique).solutions[0]))


def unchecked(recipe: Shift, number: int) -> Counts:
    """The same, but any puzzle will do; the terminal grid is taken for its solution."""
    rng = np.random.default_rng([recipe.seed, number])
    full = terminal_grid(recipe.box, rng, recipe.direction)
    grid = hide(full, rng, None, recipe.probability)
    hidden = Sudoku(box=recipe.box, grid=tuple(map(tuple, grid.tolist())))
    return counted(hidden, full.ravel().tolist())


def run(task: TableTask) -> tuple[FigureTable, ...]:
    """Makes both batches and their tables."""
    recipes = [Shift(probability=p, seed=task.seed) for p in PROBABILITIES]
    numbers = range(task.scaled(PUZZLES))
    batches: Batches = {}
    for name, count, done in (("one solution", unique_one, 0.0), ("not checked", unchecked, 0.5)):
        puzzles = task.each(numbers, f"puzzles: {name}", done, done + 0.5)
        batches[name] = [count(recipes[i % len(recipes)], i) for i in puzzles]
    listings = (_listing(name, counts) for name, counts in batches.items())
    return (*listings, _levels(batches), _histogram(batches), _summary(batches))


def _listing(name: str, counts: list[Counts]) -> FigureTable:
    scores = [score(c) for c in counts]
    rows: list[Row] = []
    for c, points, share in zip(counts, scores, normalised(scores), strict=True):
        row: Row = {"puzzle": len(rows) + 1, **{n: c[n] for n in N}, "blanks": sum(c.values())}
        rows.append({**row, "score": points, "normalised": share, "level": label(share)})
    return table(
        f"Puzzles of the batch ({name}): the form of the document's table 1",
        rows[:SHOWN],
        "The document's own rows are lost with its figures: nothing to compare.",
    )


def _levels(batches: Batches) -> FigureTable:
    counters = {name: Counter(map(label, shares)) for name, shares in _normalised(batches).items()}
    rows = (
        {"level": level, "normalised score": f"{i / 4:.2f} to {(i + 1) / 4:.2f}"}
        | {name: counter[level] for name, counter in counters.items()}
        for i, level in enumerate(LABELS)
    )
    title = "Levels (section 2.2): puzzles in each of four equal bins"
    return table(title, rows, "The document gives the rule and no counts.")


def _histogram(batches: Batches) -> FigureTable:
    edges = np.linspace(0, 1, 11)
    counts = {n: np.histogram(shares, edges)[0] for n, shares in _normalised(batches).items()}
    return table(
        "Histogram of normalised scores",
        (
            {"normalised score": f"{edges[i]:.1f} to {edges[i + 1]:.1f}"}
            | {name: int(bins[i]) for name, bins in counts.items()}
            for i in range(10)
        ),
    )


def _normalised(batches: Batches) -> dict[str, list[float]]:
    return {name: normalised([score(c) for c in counts]) for name, counts in batches.items()}


def _summary(batches: Batches) -> FigureTable:
    rows: list[Row] = []
    for name, counts in batches.items():
        scores = [score(c) for c in counts]
        rows.append(
            {
                "batch": name,
                "puzzles": len(counts),
                **{f"mean {n}": float(mean(c[n] for c in counts)) for n in N},
                "puzzles with N2 + N3 > 0": sum(c["N2"] + c["N3"] > 0 for c in counts),
                "least score": min(scores),
                "greatest score": max(scores),
            }
        )
    span = {"least score": REFERENCE.least, "greatest score": REFERENCE.greatest}
    rows.append({"batch": "reference batch", "puzzles": REFERENCE.puzzles, **span})
    return table(
        "What the solver needed",
        rows,
        "The document says that hiding cells of its grids keeps one solution: it does not. "
        "Among puzzles that do have one, hardly any needs more than naked singles, so their "
        "score is little else than the number of blanks.",
        "Scores far above the mean, of which the document speaks, come with puzzles that have "
        "several solutions: there cells must be filled by the machine.",
        "The reference batch, by which single puzzles are normalised, is made otherwise "
        "(benchmarks/sudoku_reference.py).",
    )


SOURCE = "Sudoku course report, sections 1 and 2"
REPRODUCTIONS = (Reproduction("sudoku-score", SOURCE, run),)
