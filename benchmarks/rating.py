"""The rating by steps beside labels: depth and published ratings, labour and people's times.

    python -m benchmarks.rating [--most N] [--seed S] [--out FILE]

Depth is compared with the ratings of Sudoku Explainer from 2 to 9.9 (so many of each whole number),
labour with mean times of people, its weights fitted inside folds, and both with the easiest and the
hardest books of a publisher of kakuros, which no cost was fitted to. The fit to all puzzles drawn
is printed, too: with --most 996 it gives about the constants of uniclue/graders/steps.py. Exits
with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from benchmarks.puzzles import corpus_folder, leave_without_corpus
from benchmarks.sudoku_grades import LABELS, drawn, interval, ranks, read, spearman
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.core.puzzle import Puzzle
from uniclue.formats import sudoku_line
from uniclue.formats.puzzle_json import from_members
from uniclue.graders import steps
from uniclue.solvers.limits import Clock, Limits

Floats = NDArray[np.float64]

UNIQUENESS = 4.5, 4.9
"""Ratings of sudokus whose hardest step there takes for a fact that there is one solution."""
SECONDS = 60.0
FOLDS = 10
FITTED = ("line", "cell", "HAND", "SEVERAL")
START = np.log([3.0, 40.0, 0.3, 4.0])
BOOKS = "kakuro/krazydad200.jsonl"


def moves(puzzle: Puzzle) -> list[steps.Move]:
    """All steps of a puzzle."""
    walk = steps.Walk(puzzle, Clock(Limits(SECONDS)))
    walk.go()
    return walk.moves


def labour_of(walk: Sequence[steps.Move], kind: str) -> float:
    """The labour of a walk."""
    return steps.counters_of(walk, kind)["labour"]


class Times:
    """Ways through puzzles, ready to be weighed.

    Args:
        walks: The steps of every puzzle.
        times: The mean seconds of people. Shape (puzzles,).
    """

    def __init__(self, walks: Sequence[Sequence[steps.Move]], times: Floats) -> None:
        every = [(i, move) for i, walk in enumerate(walks) for move in walk]
        self._puzzle = np.array([i for i, _ in every])
        self._size = np.array([move.size for _, move in every], float)
        sorts = ("box", "line", "cell")
        rates = np.zeros((len(every), len(sorts)))
        for row, (_, move) in enumerate(every):
            for sort, cells in move.at_hand:
                rates[row, sorts.index(sort)] += 1 / cells
        self._rates, self.log_time = rates, np.log(times)

    def log_labour(self, logs: Floats) -> Floats:
        """The logarithm of every puzzle's labour, for the logarithms of weights (FITTED)."""
        line, cell, hand, several = np.exp(logs)
        rate = self._rates @ np.array([1, 1 / line, 1 / cell])
        single = hand + 1 / np.where(rate > 0, rate, 1)
        cost = np.where(self._size > 1, several * self._size, single)
        labour: Floats = np.log(np.bincount(self._puzzle, cost, len(self.log_time)))
        return labour

    def fit(self, some: NDArray[np.int64]) -> Floats:
        """The logarithms of weights that leave the least squares for some puzzles."""

        def loss(logs: Floats) -> float:
            x, y = self.log_labour(logs)[some], self.log_time[some]
            left = np.polyfit(x, y, 1, full=True)[1]
            return float(left[0]) / len(some) + 1e-4 * float(((logs - START) ** 2).sum())

        best: Floats = minimize(loss, START, method="Nelder-Mead", options={"maxiter": 250}).x
        return best

    def out_of_fold(self, seed: int) -> Floats:
        """Log times predicted for puzzles that the weights were not fitted to."""
        order = np.random.default_rng(seed).permutation(len(self.log_time))
        predicted = np.zeros(len(order))
        for k in range(FOLDS):
            test, rest = order[k::FOLDS], np.delete(order, np.s_[k::FOLDS])
            labour = self.log_labour(self.fit(rest))
            line = np.polyfit(labour[rest], self.log_time[rest], 1)
            predicted[test] = np.polyval(line, labour[test])
        return predicted


def rated_sudokus(each: int, seed: int) -> list[tuple[str, float]]:
    """Puzzles with their ratings, so many of each whole number from 2 to 9."""
    bins: dict[int, list[tuple[str, float]]] = defaultdict(list)
    rng = np.random.default_rng(seed)
    rows = [(text, se) for text, se in read(LABELS[0]) if se >= 2]
    for i in rng.permutation(len(rows)).tolist():
        bins[int(rows[i][1])].append(rows[i])
    return [row for number in sorted(bins) for row in bins[number][:each]]


def of_depth(most: int, seed: int) -> str:
    """Depth beside ratings."""
    by_bin = defaultdict[int, list[int]](list)
    rows = rated_sudokus(-(-most // 8), seed)
    for text, se in rows:
        by_bin[int(se)].append(max(move.size for move in moves(sudoku_line.read(text))))
    depth = np.array([size for sizes in by_bin.values() for size in sizes], float)
    label = np.array([se for _, se in rows])
    low, high = interval(depth, label, seed)
    low_, high_ = UNIQUENESS
    rest = (label < low_) | (label > high_)
    cells = [
        [f"{se} to {se}.9", len(sizes), f"{median(sizes):g}", f"{min(sizes)}-{max(sizes)}"]
        for se, sizes in by_bin.items()
    ]
    return (
        f"{len(rows)} sudokus: Spearman {spearman(depth, label):.3f} ({low:.3f} to {high:.3f}); "
        f"{spearman(depth[rest], label[rest]):.3f} without the {len(rows) - rest.sum()} rated "
        f"{low_} to {high_}.\n\n" + table(["rating", "puzzles", "depth", "range"], cells)
    )


def of_times(most: int, seed: int) -> str:
    """Labour beside times."""
    rows = drawn(LABELS[1], most, seed)
    walks = [moves(sudoku_line.read(text)) for text, _ in rows]
    seconds = np.array([value for _, value in rows])
    times = Times(walks, seconds)
    labour = np.array([labour_of(walk, "sudoku") for walk in walks])
    predicted = times.out_of_fold(seed)
    left = ((times.log_time - predicted) ** 2).sum()
    explained = 1 - left / ((times.log_time - times.log_time.mean()) ** 2).sum()
    lines = [
        [name, f"{spearman(x, seconds):.3f} ({low:.3f} to {high:.3f})"]
        for name, x in (
            ("number of steps", np.array([len(walk) for walk in walks], float)),
            ("depth", np.array([max(m.size for m in walk) for walk in walks], float)),
            (f"labour, weights fitted inside {FOLDS} folds", predicted),
            ("labour, the constants of the grader (fitted to all 996)", labour),
        )
        for low, high in [interval(x, seconds, seed)]
    ]
    single = sum(all(move.size == 1 for move in walk) for walk in walks)
    fit = np.exp(times.fit(np.arange(len(walks))))
    weights = ", ".join(f"{name} {value:.2f}" for name, value in zip(FITTED, fit, strict=True))
    return (
        f"{len(rows)} sudokus, {single} of which take single facts alone. R2 of log time outside "
        f"the folds: {explained:.2f}. Fit to all: {weights}.\n\n"
        + table(["", "Spearman with mean time"], lines)
    )


def of_books() -> str:
    """Labour in the easiest and in the hardest books, by size."""
    found: dict[tuple[int, bool], list[float]] = defaultdict(list)
    depths: dict[bool, list[int]] = defaultdict(list)
    for line in (corpus_folder() / BOOKS).read_text(encoding="utf-8").splitlines():
        members = json.loads(line)
        is_hard = "hardest" in members["difficulty"]
        chosen = {name: members[name] for name in ("kind", "rows", "cols", "grid")}
        walk = moves(from_members(chosen))
        found[members["rows"], is_hard].append(labour_of(walk, "kakuro"))
        depths[is_hard].append(max(move.size for move in walk))
    lines = []
    for rows in sorted({rows for rows, _ in found}):
        easy, hard = found[rows, False], found[rows, True]
        place = ranks(np.array([*easy, *hard]))[len(easy) :].sum() - len(hard) * (len(hard) + 1) / 2
        area = place / (len(easy) * len(hard))
        cells = [f"{rows}x{rows}", f"{median(easy):.0f}", f"{median(hard):.0f}", f"{area:.2f}"]
        lines.append([*cells, f"{len(easy)} and {len(hard)}"])
    single = [sum(depth == 1 for depth in depths[is_hard]) for is_hard in (False, True)]
    titles = ["size", "labour, easiest", "labour, hardest", "a hardest above an easiest", "puzzles"]
    return (
        f"Single facts alone are taken by {single[0]} of {len(depths[False])} of the easiest books "
        f"and {single[1]} of {len(depths[True])} of the hardest. No cost was fitted to them."
        "\n\n" + table(titles, lines)
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rating")
    parser.add_argument("--most", type=int, help="puzzles of each label  [default: 136 and 150]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS / "rating.md")
    asked = parser.parse_args()
    leave_without_corpus()
    note = f"95 % bootstrap intervals; seed {asked.seed}; {machine()}."
    for title, body in (
        ("Labour of sudokus and people's times", of_times(asked.most or 150, asked.seed)),
        (
            "Depth of sudokus and ratings of Sudoku Explainer",
            of_depth(asked.most or 136, asked.seed),
        ),
        ("Labour of kakuros of easy and of hard books", of_books()),
    ):
        print(f"{title}\n\n{body}\n", flush=True)
        write_section(asked.out, title, f"{body}\n\n{note}")


if __name__ == "__main__":
    main()
