"""Simulated people beside labels that they were not fitted to.

    python -m benchmarks.people [--seed S] [--out FILE]

Ratings of sudokus, and a second measure of people's difficulty, without puzzles whose times the
simulated people were fitted to. Exits with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from benchmarks.puzzles import leave_without_corpus
from benchmarks.sudoku_grades import LABELS, interval, read, spearman
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.core.puzzle import Grid
from uniclue.formats import sudoku_line
from uniclue.graders import sudoku_player
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import bits, fillings, start


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
    title, body = "Sudokus whose times were not fitted", of_sudokus(asked.seed)
    print(f"{title}\n\n{body}\n")
    write_section(asked.out, title, f"{body}\n\n{note}")


if __name__ == "__main__":
    main()
