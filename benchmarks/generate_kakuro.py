"""Kakuros made: their levels beside measures that were not aimed at; and time by size.

    python -m benchmarks.generate_kakuro [--number N] [--attempts N] [--seed S] [--sizes 8x8 ...]
        [--out docs/generate-kakuro.md]

Without ``--attempts`` only the levels are measured, with ``--number 0`` only the sizes.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from benchmarks.puzzles import ROOT
from benchmarks.tables import machine, table, write_section
from uniclue.formats.puzzle_json import loads
from uniclue.generators.recipe import attempt, attempts, find_recipe, order
from uniclue.graders.grade import grade
from uniclue.graders.kakuro import LEVELS

SEED = 1
NUMBER = 40
RUNGS = ("sets", "diagram", "table", "search")
SIZES = ("8x8", "8x10", "10x10", "15x15", "20x20")


class Graded(NamedTuple):
    """A puzzle that was made.

    Attributes:
        p: Of document 003.
        cells: White cells.
        conflicts: Of the grader ``effort``.
        share: Of the cells that unit propagation decides on the form ``sets``, 0 to 1.
        rung: Of the grader ``ladder``.
    """

    p: float
    cells: int
    conflicts: float
    share: float
    rung: str


def graded(level: str, number: int, seed: int) -> tuple[list[Graded], int]:
    """The first puzzles of a level, graded, and the attempts they took."""
    asked = order(find_recipe("kakuro"), level, seed)
    found: list[Graded] = []
    for done in attempts("kakuro", asked):
        if done.text is not None:
            puzzle = loads(done.text)
            p, effort, ladder = (
                grade(puzzle, name).grades[0] for name in ("kakuro-p", "effort", "ladder")
            )
            share = ladder.counters["sets"]
            cells = len(puzzle.places)
            numbers = float(p.number or 0), cells, float(effort.number or 0)
            found.append(Graded(*numbers, share, str(ladder.label)))
        if len(found) == number:
            return found, done.number + 1
    raise AssertionError  # attempts do not end


def levels(number: int, seed: int) -> str:
    """The table of the levels."""
    made = {level: graded(level, number, seed) for level in LEVELS}
    lines = []
    for level, (found, tried) in made.items():
        low, high = LEVELS[level]
        p = [one.p for one in found]
        inside = sum(low <= round(100 * one) <= high for one in p)
        conflicts = [one.conflicts for one in found]
        quarter, _, three = statistics.quantiles(conflicts, n=4)
        rungs = Counter(one.rung for one in found)
        lines.append(
            [
                level,
                f"{statistics.median(p):.2f} ({min(p):.2f}-{max(p):.2f})",
                f"{inside} of {number}",
                f"{statistics.median(one.cells for one in found):g}",
                f"{statistics.median(conflicts):g} ({quarter:g}-{three:g})",
                f"{100 * statistics.mean(one.share for one in found):.0f} %",
                ", ".join(f"{rungs[name]} {name}" for name in RUNGS),
                f"{number} of {tried}",
            ]
        )
    titles = (
        *("level", "p, median (range)", "p inside", "white cells", "conflicts, median (quartiles)"),
        *("decided by `sets`", "ladder", "attempts that gave one"),
    )
    return table(titles, lines) + "\n\n" + overlap({name: one for name, (one, _) in made.items()})


def overlap(made: dict[str, list[Graded]]) -> str:
    """How often a puzzle of the easier of two levels takes more conflicts."""
    said = []
    for one, other in pairwise(made):
        pairs = [(a.conflicts, b.conflicts) for a in made[one] for b in made[other]]
        more = sum((a > b) + (a == b) / 2 for a, b in pairs) / len(pairs)
        said.append(f"{100 * more:.0f} % of the pairs of {one} and {other}")
    return f"The easier puzzle takes more conflicts in {' and in '.join(said)} (ties count half)."


def sizes(names: Sequence[str], number: int, seed: int) -> str:
    """The table of the sizes."""
    lines = []
    for size in names:
        for level in (*LEVELS, "any"):
            asked = order(find_recipe("kakuro"), level, seed, {"size": size})
            took, rejects = [], Counter[str]()
            for i in range(number):
                started = time.perf_counter()
                done = attempt("kakuro", asked, i)
                took.append(time.perf_counter() - started)
                if done.text is None:
                    rejects[done.reason] += 1
            line = [size, level, f"{number - rejects.total()} of {number}"]
            line += [f"{statistics.median(took):.1f}", f"{max(took):.1f}"]
            line.append(", ".join(f"{n} {why}" for why, n in rejects.items()))
            print(*line, flush=True)
            lines.append(line)
    titles = ("size", "level", "attempts that gave one", "s, median", "s, most", "rejected")
    return table(titles, lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes and measures, prints the tables, and writes them if asked to."""
    parser = argparse.ArgumentParser(prog="benchmarks.generate_kakuro")
    parser.add_argument("--number", type=int, default=NUMBER)
    parser.add_argument("--attempts", type=int, default=0)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "generate-kakuro.md")
    asked = parser.parse_args(arguments)
    where = f"seed {asked.seed}, {machine()}"
    if asked.number:
        body = f"8x10, {asked.number} puzzles a level, {where}.\n\n"
        body += levels(asked.number, asked.seed)
        print(body)
        write_section(asked.out, "Levels, measured", body)
    if asked.attempts:
        body = f"{asked.attempts} attempts each, {where}; seconds an attempt.\n\n"
        body += sizes(asked.sizes, asked.attempts, asked.seed)
        print(body)
        write_section(asked.out, "Sizes, measured", body)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
