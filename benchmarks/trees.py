"""Whether the shape of the search tree predicts difficulty better than the conditions' graph does.

    python -m benchmarks.trees [--each N] [--out FILE]

Makes ``--each`` (60) animals of every level, and gardens of levels 2 to 4, all with one solution,
and predicts D and a SAT solver's conflicts and propagations from features of the puzzle.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import loads
from uniclue.generators import orders
from uniclue.generators.attempts import find_recipe, order
from uniclue.study.features.feature import describe

Floats = NDArray[np.float64]

SEED = 2026
LEVELS = {"animals": ("easy", "medium", "hard", "expert"), "garden": ("2", "3", "4")}
LABELS = {"D": "grade.D", "conflicts": "effort.conflicts", "propagations": "effort.propagations"}
SIZE = ("size.cells", "size.clues", "size.values", "size.variables", "size.rows", "size.entries")
SETS = {"size": SIZE, "graph": ("static.related.",), "tree": ("tree.",)}
FOLDS, REPEATS, PENALTY = 10, 5, 1.0


def main() -> None:
    """Makes and describes the puzzles, and writes the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--out", type=Path, default=RESULTS / "trees.md")
    options = parser.parse_args()
    rows = []
    for kind in LEVELS:
        puzzles = made(kind, options.each)
        print(kind, len(puzzles), flush=True)
        rows += predicted(kind, puzzles)
    text = (
        f"`python -m benchmarks.trees --each {options.each}`, seed {SEED}; {machine()}. R2 of "
        f"ridge regression of log(1 + label) on held-out puzzles ({FOLDS} folds, mean of {REPEATS} "
        "draws), from the size of the model, the graph of the conditions (`static.related`), the "
        "shape of the search tree (block `tree`), and together; then the feature of each with the "
        "greatest rank correlation with the label.\n\n"
    )
    titles = ["kind", "label", "size", "size, graph", "size, tree", "all", "best of graph"]
    body = text + table([*titles, "best of tree"], rows)
    write_section(options.out, "Search tree and conditions' graph", body)


def made(kind: str, each: int) -> list[Puzzle]:
    """Puzzles of every level."""
    out = io.BytesIO()
    for level in LEVELS[kind]:
        lines = io.BytesIO()
        orders.make(kind, order(find_recipe(kind), level, SEED), each, lines)
        out.write(lines.getvalue())
    return [loads(line) for line in out.getvalue().splitlines()]


def predicted(kind: str, puzzles: Sequence[Puzzle]) -> list[list[object]]:
    """A row for each label."""
    described = [describe(p, ["size", "static", "effort", "grade", "tree"]) for p in puzzles]
    names = list(described[0].values)
    values = np.array([[d.values[n] for n in names] for d in described], float)

    def columns(*sets: str) -> list[int]:
        prefixes = tuple(prefix for one in sets for prefix in SETS[one])
        chosen = [i for i, name in enumerate(names) if name.startswith(prefixes)]
        return [i for i in chosen if len({*values[~np.isnan(values[:, i]), i]}) > 1]

    rows: list[list[object]] = []
    for label, name in LABELS.items():
        y = np.log1p(np.maximum(values[:, names.index(name)], 0))
        cells: list[object] = [kind, label]
        tried = (("size",), ("size", "graph"), ("size", "tree"), ("size", "graph", "tree"))
        cells += [f"{r2(values[:, columns(*sets)], y):.2f}" for sets in tried]
        for one in ("graph", "tree"):
            ranked = [(abs(spearman(values[:, i], y)), names[i]) for i in columns(one)]
            best, feature = max(ranked, default=(0.0, "none"))
            cells.append(f"{feature.rpartition('.')[2]} {best:.2f}")
        rows.append(cells)
        print(*cells, flush=True)
    return rows


def r2(x: Floats, y: Floats) -> float:
    """The share of the variance of held-out labels that a ridge regression explains."""
    x = np.where(np.isnan(x), np.nanmedian(x, axis=0), x)
    x = np.sign(x) * np.log1p(np.abs(x))
    x = (x - x.mean(axis=0)) / np.maximum(x.std(axis=0), 1e-9)
    rng, scores = np.random.default_rng(SEED), []
    for _ in range(REPEATS):
        fold = rng.permutation(len(y)) % FOLDS
        error = 0.0
        for i in range(FOLDS):
            train, test = fold != i, fold == i
            middle, mean = x[train].mean(axis=0), y[train].mean()
            z = x[train] - middle
            weights = np.linalg.solve(
                z.T @ z + PENALTY * np.eye(x.shape[1]), z.T @ (y[train] - mean)
            )
            error += float(((y[test] - mean - (x[test] - middle) @ weights) ** 2).sum())
        scores.append(1 - error / float(((y - y.mean()) ** 2).sum()))
    return float(np.mean(scores))


def spearman(one: Floats, other: Floats) -> float:
    """Rank correlation; missing numbers rank as the median."""
    from scipy.stats import spearmanr

    one = np.where(np.isnan(one), np.nanmedian(one), one)
    return float(spearmanr(one, other).statistic)


if __name__ == "__main__":
    main()
