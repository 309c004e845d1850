"""Simulated people beside labels that they were not fitted to.

    python -m benchmarks.people [--seed S] [--out FILE]

Kakuros: the easiest and the hardest books of a publisher, by size, and the words of three others;
sudokus: ratings, and a second measure of people's difficulty, without puzzles whose times the
simulated people were fitted to. For nonograms there are no labels of people. Exits with 66 if there
is no corpus.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.puzzles import corpus_folder, leave_without_corpus
from benchmarks.sudoku_grades import LABELS, RESAMPLES, Floats, interval, ranks, read, spearman
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.constraints.all_different_sum import digit_sets
from uniclue.core.puzzle import Grid
from uniclue.formats import sudoku_line
from uniclue.formats.puzzle_json import from_members
from uniclue.graders import human_time, sudoku_player
from uniclue.models.kakuro import Kakuro
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import bits, fillings, start
from uniclue.solvers.decide import unique
from uniclue.solvers.limits import Limits

BOOKS = "kakuro/krazydad200.jsonl"
OTHERS = ("gecode_nikoli10", "minizinc6", "pycsp3_easy000")
WORDS = {"easy": 0, "medium": 1, "hard": 2, "super": 3}

Figures = Callable[[Kakuro], float]


def time_of(puzzle: Kakuro) -> float:
    """The simulated time."""
    solution = unique(puzzle).solutions[0]
    return float(human_time.runs_of(puzzle, solution, Limits()).totals.mean())


def sets_of(puzzle: Kakuro) -> float:
    """Digit sets a run, the mean."""
    return float(np.mean([len(digit_sets(len(run.places), run.total or 0)) for run in puzzle.runs]))


MEASURES: dict[str, Figures] = {
    "white cells": lambda puzzle: len(puzzle.places),
    "digit sets a run": sets_of,
    "simulated time": time_of,
}


def kakuros(name: str) -> list[tuple[Kakuro, str]]:
    """The kakuros of a file with one solution, and what is said of their difficulty."""
    rows = []
    for line in (corpus_folder() / name).read_text(encoding="utf-8").splitlines():
        members: dict[str, Any] = json.loads(line)
        if members.get("difficulty"):
            chosen = {key: members[key] for key in ("kind", "rows", "cols", "grid")}
            puzzle = from_members(chosen)
            assert isinstance(puzzle, Kakuro)
            rows.append((puzzle, members["difficulty"]))
    return rows


def above(easy: Floats, hard: Floats) -> float:
    """The share of pairs in which the hard one has more; equal ones count half."""
    place = ranks(np.append(easy, hard))[len(easy) :].sum() - len(hard) * (len(hard) + 1) / 2
    return float(place / (len(easy) * len(hard)))


def of_books(seed: int) -> str:
    """The easiest and the hardest books, by size."""
    rows, rng = kakuros(BOOKS), np.random.default_rng(seed)
    size = np.array([puzzle.rows for puzzle, _ in rows])
    is_hard = np.array(["hardest" in book for _, book in rows])
    lines = []
    for name, measure in MEASURES.items():
        figures = np.array([measure(puzzle) for puzzle, _ in rows])
        cells = [name]
        for each in np.unique(size):
            easy, hard = (figures[(size == each) & (is_hard == which)] for which in (False, True))
            again = [
                above(rng.choice(easy, len(easy)), rng.choice(hard, len(hard)))
                for _ in range(RESAMPLES)
            ]
            low, high = np.percentile(again, [2.5, 97.5])
            cells.append(f"{above(easy, hard):.2f} ({low:.2f} to {high:.2f})")
        lines.append(cells)
    titles = ["a hardest has more than an easiest", *(f"{s}x{s}" for s in np.unique(size))]
    return f"{len(rows)} kakuros; nothing was fitted to them.\n\n" + table(titles, lines)


def of_words(seed: int) -> str:
    """Words of other publishers."""
    rows = [row for name in OTHERS for row in kakuros(f"kakuro/{name}.jsonl")]
    words = np.array([WORDS[word] for _, word in rows], float)
    lines = []
    for name, measure in MEASURES.items():
        figures = np.array([measure(puzzle) for puzzle, _ in rows])
        low, high = interval(figures, words, seed)
        lines.append([name, f"{spearman(figures, words):.2f} ({low:.2f} to {high:.2f})"])
    head = f"{len(rows)} kakuros of three collections, easy, medium, hard or super, of all sizes."
    return f"{head}\n\n" + table(["", "Spearman with the word"], lines)


def nine_by_nine(text: str) -> tuple[Sudoku, Grid]:
    """A sudoku and its solution."""
    puzzle = sudoku_line.read(text)
    assert isinstance(puzzle, Sudoku)
    board = start(puzzle)
    assert board is not None
    return puzzle, next(fillings(board, bits)).grid()


def of_sudokus(seed: int) -> str:
    """Other labels of sudokus."""
    fitted = {text for text, _ in read(LABELS[1])}
    lines = []
    for label in (LABELS[0], *LABELS[2:]):
        rows = [(text, number) for text, number in read(label) if text not in fitted]
        puzzles, solutions = zip(*(nine_by_nine(text) for text, _ in rows), strict=True)
        times = sudoku_player.simulate(puzzles, solutions).log_time
        numbers = np.array([number for _, number in rows])
        low, high = interval(times, numbers, seed)
        rho = f"{spearman(times, numbers):.2f} ({low:.2f} to {high:.2f})"
        lines.append([label.name, len(rows), rho])
    return table(["", "puzzles", "Spearman with the simulated time"], lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.people")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS / "people.md")
    asked = parser.parse_args()
    leave_without_corpus()
    note = f"95 % bootstrap intervals; seed {asked.seed}; {machine()}."
    for title, body in (
        ("Kakuros of easy and of hard books", of_books(asked.seed)),
        ("Kakuros and the words of other publishers", of_words(asked.seed)),
        ("Sudokus whose times were not fitted", of_sudokus(asked.seed)),
    ):
        print(f"{title}\n\n{body}\n", flush=True)
        write_section(asked.out, title, f"{body}\n\n{note}")


if __name__ == "__main__":
    main()
