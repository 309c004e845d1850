"""Document 001's batch of 1,200 sudokus: counted, scored, normalised, binned.

The document's figures are lost but for what its text says: 1,200 puzzles, scores that spread widely
with some far above the mean, four levels. Two batches are made, as it does, from shifted grids by
hiding cells with a probability: one of puzzles with one solution only, and one that takes this for
granted, as the document does. The grader's stored reference batch stands beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import mean

import numpy as np

from uniclue.generators.sudoku_shift import Recipe, hide, puzzle, terminal_grid
from uniclue.graders.sudoku_score import LABELS, REFERENCE, counted, label, normalised, score
from uniclue.models.sudoku import Sudoku
from uniclue.research.reproduce.tables import Cell, Reproduction, Table, Task
from uniclue.search.sudoku_board import values
from uniclue.solvers import questions

PUZZLES = 1200
SHOWN = 10
PROBABILITIES = (0.2, 0.3, 0.4, 0.5, 0.6)
"""In turn: the document hides "with a probability" and says no more."""

Counts = dict[str, int]
N = ("N1", "N2", "N3")


def unique_ones(recipe: Recipe, number: int) -> Iterator[Counts]:
    """N1..N3 of puzzles with one solution; the probabilities in turn."""
    for i in range(number):
        made = puzzle(replace(recipe, probability=PROBABILITIES[i % len(PROBABILITIES)]), i)
        yield counted(made, values(questions.solve(made).solutions[0]))


def unchecked(recipe: Recipe, number: int) -> Iterator[Counts]:
    """The same, but any puzzle will do; the terminal grid is taken for its solution."""
    for i in range(number):
        rng = np.random.default_rng([recipe.seed, i])
        full = terminal_grid(recipe.box, rng, recipe.direction)
        grid = hide(full, rng, None, PROBABILITIES[i % len(PROBABILITIES)])
        made = Sudoku(box=recipe.box, grid=tuple(map(tuple, grid.tolist())))
        yield counted(made, full.ravel().tolist())


def batch(task: Task, counts: Iterator[Counts], name: str, share: float) -> list[Counts]:
    """A batch, telling of progress; ``share`` of the whole is done before."""
    wanted, made = task.some(PUZZLES), []
    for counters in counts:
        made.append(counters)
        task.progress(name, share + 0.5 * len(made) / wanted)
    return made


def run(task: Task) -> tuple[Table, ...]:
    """Makes both batches and their tables."""
    recipe, wanted = Recipe(probability=0.5, seed=task.seed), task.some(PUZZLES)
    checked = batch(task, unique_ones(recipe, wanted), "puzzles with one solution", 0.0)
    taken = batch(task, unchecked(recipe, wanted), "puzzles taken as they come", 0.5)
    names = ("one solution", "not checked")
    return (
        _listing(checked, "one solution"),
        _listing(taken, "not checked"),
        _levels(names, (checked, taken)),
        _histogram(names, (checked, taken)),
        _summary(names, (checked, taken)),
    )


def _listing(counts: Sequence[Counts], name: str) -> Table:
    scores = [score(c) for c in counts]
    rows: list[tuple[Cell, ...]] = [
        (i + 1, *(c[n] for n in N), sum(c.values()), scores[i], share, label(share))
        for i, (c, share) in enumerate(zip(counts, normalised(scores), strict=True))
    ]
    return Table(
        title=f"Puzzles of the batch ({name}): the form of the document's table 1",
        columns=("puzzle", *N, "blanks", "score", "normalised", "level"),
        rows=tuple(rows[:SHOWN]),
        notes=("The document's own rows are lost with its figures: nothing to compare.",),
    )


def _levels(names: Sequence[str], batches: Sequence[Sequence[Counts]]) -> Table:
    found = [Counter(map(label, normalised([score(c) for c in counts]))) for counts in batches]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (level, f"{i / 4:.2f} to {(i + 1) / 4:.2f}", *(f[level] for f in found))
        for i, level in enumerate(LABELS)
    )
    return Table(
        title="Levels (document 001, section 2.2): puzzles in each of four equal bins",
        columns=("level", "normalised score", *names),
        rows=rows,
        notes=("The document gives the rule and no counts.",),
    )


def _histogram(names: Sequence[str], batches: Sequence[Sequence[Counts]]) -> Table:
    edges = np.linspace(0, 1, 11)
    counts = [
        np.histogram(normalised([score(c) for c in batch]), edges)[0].tolist() for batch in batches
    ]
    rows = tuple(
        (f"{edges[i]:.1f} to {edges[i + 1]:.1f}", *(c[i] for c in counts)) for i in range(10)
    )
    return Table(
        title="Histogram of normalised scores",
        columns=("normalised score", *names),
        rows=rows,
    )


def _summary(names: Sequence[str], batches: Sequence[Sequence[Counts]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, counts in zip(names, batches, strict=True):
        scores = [score(c) for c in counts]
        means = [float(mean(c[n] for c in counts)) for n in N]
        more = sum(c["N2"] + c["N3"] > 0 for c in counts)
        rows.append((name, len(counts), *means, more, min(scores), max(scores)))
    rows.append(
        ("reference batch", REFERENCE.puzzles, *[None] * 4, REFERENCE.least, REFERENCE.greatest)
    )
    return Table(
        title="What the solver needed",
        columns=(
            "batch",
            "puzzles",
            *(f"mean {n}" for n in N),
            "puzzles with N2 + N3 > 0",
            "least score",
            "greatest score",
        ),
        rows=tuple(rows),
        notes=(
            "The document says that hiding cells of its grids keeps one solution: it does not. "
            "Among puzzles that do have one, hardly any needs more than naked singles, so their "
            "score is little else than the number of blanks.",
            "Scores far above the mean, of which the document speaks, come with puzzles that have "
            "several solutions: there cells must be filled by the machine.",
            "The reference batch, by which single puzzles are normalised, is made otherwise "
            "(benchmarks/sudoku_reference.py).",
        ),
    )


REPRODUCTIONS = (Reproduction("sudoku-score", "document 001, sections 1 and 2", run),)
