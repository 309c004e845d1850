"""What the levels of animals and gardens mean: D, its counters, and measures they are not made by.

    python -m benchmarks.generate_species [--number 40] [--seed 1] [--jobs 2] [--kind KIND]
        [--set NAME=VALUE] [--out docs/generate-species.md]

Prints a table a kind: over the puzzles of a level, medians of D, X1 to X4 and of the number of
clues. Then measures that no level is made by: what a solver takes to decide the puzzle (the grader
``effort``), in propagations (median) and conflicts (mean), and the share of puzzles that unit
propagation does not solve. Last, of all pairs with a puzzle of the level before, the share in which
this one has more (ties half; 0.5 is no difference).
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import fmean, median
from typing import Any

from benchmarks.tables import machine, table, write_section
from uniclue import making
from uniclue.formats.puzzle_json import loads
from uniclue.generators.recipe import Recipe, find_recipe, order
from uniclue.graders import effort, ladder
from uniclue.models.puzzle import Puzzle
from uniclue.solvers.limits import Limits

MEDIANS = ("D", "X1", "X2", "X3", "X4", "clues", "propagations")
MEANS = ("conflicts", "searched")
COMPARED = ("D", "propagations", "conflicts", "searched")


def measured(puzzle: Puzzle) -> dict[str, float]:
    """All measures of a puzzle."""
    meta: Any = puzzle.extra["meta"]
    found = effort.rate(puzzle, Limits()).counters
    known = ladder.climb(puzzle)
    return {
        "D": meta["grades"]["D"]["number"],
        **{name: meta[name] for name in ("X1", "X2", "X3", "X4")},
        "clues": len(meta["sentences"]),
        "propagations": found["propagations"],
        "conflicts": found["conflicts"],
        "searched": max(known.values()) < 1,
    }


def made(recipe: Recipe, level: str, args: argparse.Namespace) -> tuple[list[Puzzle], making.Made]:
    """Puzzles of a level, and how they were made."""
    options = dict(pair.split("=", 1) for pair in args.set)
    asked, out = order(recipe, level, args.seed, options), io.BytesIO()
    done = making.make(recipe.kind, asked, args.number, out, args.jobs)
    return [loads(line) for line in out.getvalue().splitlines()], done


def above(lower: Sequence[float], upper: Sequence[float]) -> float:
    """Of all pairs, the share in which the second is larger; ties half."""
    pairs = list(product(lower, upper))
    return sum((b > a) + (b == a) / 2 for a, b in pairs) / len(pairs)


def report(recipe: Recipe, args: argparse.Namespace) -> str:
    """The tables of a kind."""
    rows, compared = [], []
    before: list[dict[str, float]] = []
    for level in recipe.levels:
        puzzles, done = made(recipe, level, args)
        found = [measured(puzzle) for puzzle in puzzles]
        middles = (f"{median(one[name] for one in found):.4g}" for name in MEDIANS)
        means = (f"{fmean(one[name] for one in found):.2f}" for name in MEANS)
        ends = f"{min(one['D'] for one in found):.1f} to {max(one['D'] for one in found):.1f}"
        rows.append([level, *middles, *means, ends, f"{done.puzzles / done.attempts:.2f}"])
        if before:
            shares = (
                above([one[name] for one in before], [one[name] for one in found])
                for name in COMPARED
            )
            compared.append([level, *(f"{share:.2f}" for share in shares)])
        before = found
    first = table(["level", *MEDIANS, *MEANS, "D, least to most", "puzzles an attempt"], rows)
    second = table(["level", *(f"{name} above" for name in COMPARED)], compared)
    title = f"{recipe.kind}, {args.number} a level, seed {args.seed}"
    return f"{title}{''.join(', ' + pair for pair in args.set)}:\n\n{first}\n\n{second}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kind", choices=("animals", "garden"))
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    kinds = (args.kind,) if args.kind else ("animals", "garden")
    text = "\n\n".join(report(find_recipe(kind), args) for kind in kinds)
    text = f"{text}\n\nMeasured on {machine()}."
    if args.out:
        write_section(args.out, "levels", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
