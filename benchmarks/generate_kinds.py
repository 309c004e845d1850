"""Puzzles of every kind by the recipe ``drawn``: how many are made, how fast, and what they are.

    python -m benchmarks.generate_kinds [KIND ...] [--size 10x10] [--number 10] [--limit 60]
    python -m benchmarks.generate_kinds [KIND ...] --confirm 50

The first writes a table with a line for each kind and level; the second asks another solver, on
another form of lazy constraints, whether so many puzzles a kind have one solution (exit code 1 if
not), and writes a table of that. Lines of other kinds stay. Without a size every kind has its
usual one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from pysat.solvers import Solver

from benchmarks.tables import RESULTS, machine, rows_but, seconds, table, write_section
from benchmarks.timers import over_after
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.lazy import static
from uniclue.encoders.cnf import encode
from uniclue.generators.drawn import DrawnOptions, is_solved, make, usual_size
from uniclue.generators.recipe import RECIPES, Rejected
from uniclue.graders.levels import LEVELS

CONFIRMING = "minisat22"
MADE, CONFIRMED = "Puzzles of every kind", "Confirmed by another solver"
"""The titles of the tables."""


def attempts(
    kind: str, level: str, size: str, seeds: range, limit: float = 0
) -> Iterator[tuple[Any, float]]:
    """An attempt a seed: the puzzle, None if there is none, and its CPU seconds.

    With a limit each of them ends after so many CPU seconds.
    """
    for seed in seeds:
        started, puzzle = time.process_time(), None
        with over_after(limit, of_processor=True), suppress(Rejected):
            puzzle = make(kind, level, DrawnOptions(size=size), np.random.default_rng((seed, 7)))
        yield puzzle, time.process_time() - started


def usual(kind: str) -> str:
    """The usual size of a kind."""
    cls: Any = find_kind(kind)
    return usual_size(cls)


def lines(kind: str, wanted: str, seeds: range, limit: float) -> Iterator[list[str]]:
    """A line of the table for each level."""
    size = wanted or usual(kind)
    for level in LEVELS:
        done = [*attempts(kind, level, size, seeds, limit)]
        puzzles = [puzzle for puzzle, _ in done if puzzle is not None]
        solved = sum(is_solved(puzzle, puzzle.extra["solution"]) for puzzle in puzzles)
        clues = [sum(g.role == "clue" for g in puzzle.model().groups) for puzzle in puzzles]
        times = [spent for _, spent in done]
        yield [
            *(kind, size, level, f"{len(puzzles)} of {len(seeds)}"),
            *(seconds(median(times)), seconds(max(times))),
            *(f"{solved} of {len(puzzles)}", f"{median(clues):g}" if clues else "-"),
        ]


def is_unique(puzzle: Any) -> bool:
    """Whether another solver, on rows alone in place of lazy constraints, finds one solution."""
    verdicts = []
    for blocked in ((), (puzzle.extra["solution"],)):
        other = static(puzzle.model(blocked=blocked))
        with Solver(CONFIRMING, bootstrap_with=encode(other, "seqcounter").clauses()) as solver:
            verdicts.append(solver.solve())
    return verdicts == [True, False]


def confirmed(kinds: Sequence[str], wanted: str, seeds: range, limit: float, out: Path) -> int:
    """Writes for each kind how many puzzles have one solution; the exit code."""
    rows, wrong = list[list[str]](), 0
    said = f"Of the level medium, by {CONFIRMING} on another form of the laws."
    for kind in kinds:
        size = wanted or usual(kind)
        done = attempts(kind, "medium", size, seeds, limit)
        puzzles = [puzzle for puzzle, _ in done if puzzle is not None]
        right = sum(map(is_unique, puzzles))
        wrong += len(puzzles) - right
        rows.append([kind, size, f"{right} of {len(puzzles)}"])
        print(*rows[-1], flush=True)
        write_rows(out, CONFIRMED, said, ("kind", "size", "have one solution"), rows)
    return int(wrong > 0)


def write_rows(
    out: Path, title: str, said: str, titles: Sequence[str], rows: list[list[str]]
) -> None:
    """Writes a table, with the rows of other kinds that it had before, by kind."""
    others = rows_but(out, title, {row[0] for row in rows})
    body = table(titles, sorted([*others, *rows], key=itemgetter(0)))
    write_section(out, title, f"{said}\n\n{body}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs it; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--size", default="")
    parser.add_argument("--number", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds an attempt")
    parser.add_argument("--confirm", type=int, metavar="N")
    parser.add_argument("--out", type=Path, default=RESULTS / "generate_kinds.md")
    chosen = parser.parse_args(arguments)
    kinds = chosen.kinds or [kind for kind in builtin_kinds() if not RECIPES.of(kind)]
    seeds = range(chosen.first, chosen.first + (chosen.confirm or chosen.number))
    if chosen.confirm:
        return confirmed(kinds, chosen.size, seeds, chosen.limit, chosen.out)
    rows: list[list[str]] = []
    titles = ("kind", "size", "level", "made", "median s", "most s", "lookahead solves", "clues")
    said = f"{machine()}; at most {chosen.limit:g} CPU seconds an attempt"
    for kind in kinds:
        for row in lines(kind, chosen.size, seeds, chosen.limit):
            print(*row, flush=True)
            rows.append(row)
        write_rows(chosen.out, MADE, said, titles, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
