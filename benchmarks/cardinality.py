"""How counting rows are best written as clauses: every ``--cardinality`` on rows that occur.

    python -m benchmarks.cardinality [--quick] [--out FILE]

First bare rows: the size of "exactly k of n" and "at most one of n" in every encoding. Then whole
puzzles: time, conflicts and size for ``unique`` under every choice, in turns, three rounds. All
choices must give the same verdict; the command exits with 1 if they do not.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.maker import animals_puzzles, crowded_puzzles, garden_puzzles, open_puzzles
from benchmarks.puzzles import corpus_files, read_file, spread
from benchmarks.tables import RESULTS, machine, middle, table, write_section
from benchmarks.trials import Trial, differing, mixture, try_all
from uniclue.core.puzzle import Puzzle
from uniclue.encoders.cardinality import CARDINALITY, template
from uniclue.formats.source import read_text

ROWS = ((5, 1), (9, 3), (25, 6), (64, 1), (64, 16), (200, 1), (200, 50))
"""Shapes (n, k) of the bare rows."""
TIME_LIMIT = 20.0
ROUNDS = 3
CHOICES = {str(name): {"cardinality": name} for name in CARDINALITY}


def families(quick: bool) -> dict[str, list[Puzzle]]:
    """The puzzles, by family."""
    number = 2 if quick else 8
    found = {f"animals {n}x{n}": animals_puzzles(n, number) for n in (5, 6, 7, 8)}
    found |= {f"crowded heights {n}x{n}": crowded_puzzles(n, number) for n in (5, 8)}
    found |= {f"gardens {n}x{n}": garden_puzzles(n, number) for n in (4, 5, 6)}
    found["large maps and gardens 16x16"] = open_puzzles(16, 1 if quick else 2)
    for title, file in (
        ("17-clue sudokus", "sudoku/17_clue.txt"),
        ("Janko kakuros", "kakuro/janko999.jsonl"),
    ):
        if corpus_files():
            chosen = spread(read_file(file), 10 * number)
            found[title] = [read_text(entry.data) for entry in chosen]
    return found


def trial_table(title: str, puzzles: Sequence[Puzzle], trials: dict[str, Trial]) -> str:
    """The table of one family."""
    rows = [
        [
            f"{name} ({trial.verdicts[0].solver})" if name == "native" else name,
            trial.times(),
            trial.against(trials["auto"]),
            middle(trial.encoding),
            trial.conflicts,
            trial.undecided,
            trial.median_size("variables"),
            trial.median_size("clauses"),
        ]
        for name, trial in trials.items()
    ]
    titles = ["cardinality", "s", "s / auto", "of it encoding s", "conflicts", "undecided"]
    text = table([*titles, "variables", "clauses"], rows)
    return f"### {title}\n\n{text}\n\n{mixture(puzzles, trials)}; sizes are medians.\n"


def rows_table() -> str:
    """Sizes of bare rows: clauses and auxiliary variables, and the time to make them."""
    titles = ["cardinality"]
    titles += [f"{k} of {n}" if k > 1 else f"<= 1 of {n}" for n, k in ROWS]
    rows = [[name, *(_row_size(name, n, k) for n, k in ROWS)] for name in CARDINALITY]
    note = (
        "Clauses + auxiliary variables (milliseconds to make them); `*` where the encoding refuses "
        "the bound and `seqcounter` stands in. `native` is a constraint of the solver, no clause."
    )
    return f"### Bare rows\n\n{table(titles, rows)}\n\n{note}\n"


def _row_size(name: str, n: int, k: int) -> str:
    template.cache_clear()
    started = time.perf_counter()
    made = template((1,) * n, k if k > 1 else 0, k, name)
    took = 1000 * (time.perf_counter() - started)
    star = "*" if made.fallback else ""
    return f"{len(made.clauses)}+{made.aux}{star} ({took:.1f})"


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cardinality")
    parser.add_argument("--quick", action="store_true", help="few puzzles, one round")
    parser.add_argument("--out", type=Path, default=RESULTS / "cardinality.md")
    options = parser.parse_args()
    parts = [rows_table()]
    print(parts[0])
    bad = []
    for title, puzzles in families(options.quick).items():
        rounds = 1 if options.quick or title.startswith("large") else ROUNDS
        trials = try_all(puzzles, CHOICES, rounds, TIME_LIMIT)
        bad += differing(title, trials)
        parts.append(trial_table(title, puzzles, trials))
        print(parts[-1], flush=True)
    intro = f"{machine()}; limit {TIME_LIMIT:g} s a puzzle."
    write_section(options.out, "Counting rows", f"{intro}\n\n" + "\n".join(parts))
    print("\n".join(bad), file=sys.stderr)
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
