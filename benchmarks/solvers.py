"""Which PySAT solver is the best default: each of them on every kind of puzzle.

    python -m benchmarks.solvers [--quick] [--out FILE]

Time, conflicts and undecided puzzles for ``unique`` under every solver, in turns. All verdicts
must be equal; the command exits with 1 if they are not. It needs the corpus (66 without).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.maker import animals_puzzles, crowded_puzzles, garden_puzzles
from benchmarks.puzzles import Entry, leave_without_corpus, read_file, spread
from benchmarks.tables import RESULTS, machine, seconds, table, write_section
from benchmarks.trials import Trial, differing, mixture, try_all
from uniclue.core.puzzle import Puzzle
from uniclue.formats.source import read_text
from uniclue.solvers.names import DEFAULT_SAT
from uniclue.solvers.sat import is_usable

SOLVERS = (
    "cadical153",
    "cadical195",
    "cadical300",
    "glucose4",
    "minicard",
    "maplechrono",
    "minisat22",
    "mergesat3",
    "gluecard4",
)
TIME_LIMIT = 20.0


class Family(NamedTuple):
    """Puzzles, and how many rounds they are worth."""

    title: str
    puzzles: list[Puzzle]
    rounds: int


def families(quick: bool) -> list[Family]:
    """The puzzles, by family."""
    share, rounds = (5, 1) if quick else (1, 3)
    branching = [
        entry
        for entry in read_file("nonogram/nonograms.jsonl")
        if not entry.members["line_solvable"] and not entry.is_giant
    ]
    number = 8 // share
    made = [p for n in (5, 6, 7, 8) for p in animals_puzzles(n, number)]
    made += [p for n in (4, 5, 6) for p in garden_puzzles(n, number)]
    crowded = [p for n in (5, 6, 7, 8) for p in crowded_puzzles(n, number)]
    return [
        Family("17-clue sudokus", _some("sudoku/17_clue.txt", 500 // share), rounds),
        Family("hardest sudokus", _some("sudoku/forum_hardest_1106.txt", 187 // share), rounds),
        Family("sudokus of 16x16", _some("sudoku/16x16.jsonl", 27 // share), rounds),
        Family("sudokus of 25x25", _some("sudoku/25x25.jsonl", 5 // share), 1),
        Family("Janko kakuros", _some("kakuro/janko999.jsonl", 100 // share), rounds),
        Family("nonograms that need search", _read(spread(branching, 60 // share)), 1),
        Family("animals and gardens", made, rounds),
        Family("animals on crowded heights", crowded, rounds),
    ]


def _some(file: str, wanted: int) -> list[Puzzle]:
    return _read(spread(read_file(file), wanted))


def _read(entries: Sequence[Entry]) -> list[Puzzle]:
    return [read_text(entry.data) for entry in entries]


def family_table(family: Family, trials: dict[str, Trial]) -> str:
    """The table of one family."""
    rows = [
        [
            name,
            trial.times(),
            trial.against(trials[DEFAULT_SAT]),
            seconds(trial.longest),
            trial.conflicts,
            trial.undecided,
        ]
        for name, trial in trials.items()
    ]
    titles = ["solver", "s", f"s / {DEFAULT_SAT}", "longest s", "conflicts", "undecided"]
    rounds = "1 round" if family.rounds == 1 else f"{family.rounds} rounds"
    note = f"{mixture(family.puzzles, trials)}, {rounds}."
    return f"### {family.title}\n\n{table(titles, rows)}\n\n{note}\n"


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solvers")
    parser.add_argument("--quick", action="store_true", help="a fifth of the puzzles, one round")
    parser.add_argument("--out", type=Path, default=RESULTS / "solvers.md")
    options = parser.parse_args()
    leave_without_corpus()
    choices = {name: {"solver": name} for name in SOLVERS if is_usable(name)}
    parts, bad = [], []
    for family in families(options.quick):
        trials = try_all(family.puzzles, choices, family.rounds, TIME_LIMIT)
        bad += differing(family.title, trials)
        parts.append(family_table(family, trials))
        print(parts[-1], flush=True)
    intro = f"{machine()}; limit {TIME_LIMIT:g} s a puzzle, which counts as its time."
    write_section(options.out, "SAT solvers", f"{intro}\n\n" + "\n".join(parts))
    print("\n".join(bad), file=sys.stderr)
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
