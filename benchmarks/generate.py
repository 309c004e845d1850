"""Puzzles of every recipe: unique by two solvers, each once, the same always; what levels mean.

    python -m benchmarks.generate [--number 1000] [--each 200] [--kind KIND]... [--out PAGE]

First ``--number`` puzzles of each kind, spread over the orders below: every one is decided by our
default way and by an outside program (``cmd:cadical``, or glucose4 where that is missing), none may
appear twice up to symmetry, and the first 20 of each order are made again by the command line with
two workers and have to be the same bytes. Then ``--each`` puzzles of every level of a kind's
default recipe: its own rating and measures that it does not use. Every kind has a section of its
own in the page. Exits with 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import io
import math
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

from benchmarks.puzzles import ROOT
from benchmarks.tables import RESULTS, machine, seconds, table, write_section
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import loads
from uniclue.generators import orders as making
from uniclue.generators.attempts import find_recipe, order
from uniclue.generators.recipe import Order
from uniclue.graders.grade import Grade
from uniclue.graders.grading import grade
from uniclue.solvers import decide

SEED = 2026
SAME = 20
"""Puzzles of an order that are made twice."""

PICTURES = Path("examples") / "pictures"
ORDERS: dict[str, list[tuple[str, str | None, dict[str, str]]]] = {
    "animals": [
        *(("conditions", level, {}) for level in ("easy", "medium", "hard", "expert")),
        ("conditions", "easy", {"map": "4x4"}),
        ("conditions", "medium", {"map": "2x4"}),
        ("conditions", "hard", {"map": "31/22/13/00", "compare": "1-3"}),
        ("conditions", "expert", {"map": "5x5", "heights": "random"}),
        ("conditions", "hard", {"neighbour": "2-3", "height": "1"}),
        ("conditions", "expert", {"D": "90-110"}),
    ],
    "garden": [
        *(("garden", level, {}) for level in ("1", "2", "3", "4", "5")),
        ("garden", "2", {"target": "whole"}),
        ("garden", "2", {"target": "none"}),
        ("garden", "3", {"rows": "3", "columns": "5"}),
        ("garden", "3", {"rounds": "1", "irregularity": "100"}),
        ("garden", "4", {"rows": "4", "columns": "6", "conditions": "0"}),
    ],
    "kakuro": [
        *(("layout", level, {}) for level in ("easy", "normal", "hard")),
        ("layout", "easy", {"size": "10x10", "symmetric": "false"}),
        ("layout", "normal", {"size": "12x9", "maxrun": "7"}),
        ("layout", "easy", {"size": "15x15"}),
        ("free", None, {}),
        ("free", None, {"size": "6x6"}),
        ("free", None, {"size": "7x7", "white": "55"}),
        ("free", None, {"size": "12x12", "maxrun": "5"}),
    ],
    "nonogram": [
        ("random", "rules", {}),
        ("random", "rules", {"rows": "8", "cols": "12", "density": "0.55"}),
        ("random", "rules", {"rows": "25", "cols": "25", "symmetric": "mirror"}),
        ("random", "lines", {}),
        ("random", "lines", {"rows": "20", "cols": "20"}),
        ("random", "search", {}),
        ("random", "search", {"rows": "10", "cols": "10", "symmetric": "turn"}),
        ("random", "search", {"rows": "30", "cols": "20"}),
        ("picture", "lines", {"file": str(PICTURES / "tree.txt")}),
        ("picture", "lines", {"file": str(PICTURES / "face.txt"), "rows": "30"}),
    ],
    "sudoku": [
        *(("dig", level, {}) for level in ("I", "II", "III", "IV", "V")),
        ("dig", "III", {"symmetry": "rotational"}),
        ("dig", "V", {"symmetry": "mirror", "any_grade": "true"}),
        ("dig", "II", {"minimal": "true"}),
        ("dig", "I", {"box": "2x2"}),
        ("dig", "V", {"box": "2x3"}),
        ("dig", "IV", {"box": "3x4"}),
        ("dig", "III", {"box": "4x4"}),
        ("technique", "hidden-single-in-line", {}),
        ("technique", "pointing", {}),
        ("technique", "naked-pair", {}),
        ("technique", "xy-wing", {"symmetry": "rotational"}),
        ("technique", "above", {}),
        ("shift", None, {"p": "0.4", "direction": "both"}),
    ],
}
"""The orders of each kind: recipe, level, options."""

MEASURES: dict[str, tuple[str, ...]] = {
    "animals": ("D", "effort:propagations", "effort", "-ladder:propagation"),
    "garden": ("D", "effort:propagations", "effort", "-ladder:propagation"),
    "kakuro": ("kakuro-p", "effort", "effort:propagations", "-ladder:sets", "-ladder:table"),
    "nonogram": ("nonogram-rules", "effort", "effort:decisions", "-ladder:order"),
    "sudoku": (
        "sudoku-level",
        "sudoku-technique:sum",
        "sudoku-score",
        "-ladder:plain",
        "-sudoku-dependency",
        "sudoku-refutation",
        "effort",
    ),
}
"""Graders, each with one of its counters or its number; ``-``: the lower the harder.

The one that a kind's default recipe goes by stands first; recipes look at none of the others.
"""


class Wrong(list[str]):
    """What was found wrong."""


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.generate")
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--each", type=int, default=200)
    parser.add_argument("--kind", action="append", choices=sorted(ORDERS))
    parser.add_argument("--out", type=Path, default=RESULTS / "generate.md")
    options = parser.parse_args()
    is_right = True
    for kind in options.kind or sorted(ORDERS):
        wrong = Wrong()
        rows = many(kind, options.number, wrong)
        body = f"{intro(rows, wrong)}\n\n{table(TITLES, rows)}\n\n{levels(kind, options.each)}"
        write_section(options.out, f"Generated puzzles: {kind}", body)
        print("\n".join(wrong), file=sys.stderr)
        is_right = is_right and not wrong
    return int(not is_right)


# -- many puzzles ----------------------------------------------------------------------------------

TITLES = ["recipe", "level", "options", "puzzles", "attempts", "s a puzzle"]


def intro(rows: Sequence[Sequence[object]], wrong: Wrong) -> str:
    """How the table was made, and what was found."""
    number = sum(int(str(row[TITLES.index("puzzles")])) for row in rows)
    return (
        f"`python -m benchmarks.generate`, seed {SEED}; {machine()}. {number:,} puzzles, each "
        f"decided by the default way and by `{second_solver()}`; the first {SAME} of each order "
        "made again by the command line with two workers, and compared byte by byte. Not unique, "
        f"twice there up to symmetry, or other bytes: {len(wrong)}."
    )


def second_solver() -> str:
    """A solver that shares nothing with the default one but the formula."""
    return "cmd:cadical" if shutil.which("cadical") else "glucose4"


def many(kind: str, number: int, wrong: Wrong) -> list[list[object]]:
    """Makes puzzles of a kind by all its orders, and checks them."""
    rows: list[list[object]] = []
    seen: set[bytes] = set()
    asked = [order(find_recipe(kind, r), level, SEED, more) for r, level, more in ORDERS[kind]]
    for one in asked:
        out, started = io.BytesIO(), time.perf_counter()
        done = making.make(kind, one, -(-number // len(asked)), out)
        took = seconds((time.perf_counter() - started) / done.puzzles)
        check(kind, one, out.getvalue().splitlines(), seen, wrong)
        shown = ", ".join(f"{name} {value}" for name, value in one.options.items())
        rows.append([one.recipe, one.level, shown, done.puzzles, done.attempts, took])
        print(kind, *rows[-1], flush=True)
    return rows


def check(kind: str, asked: Order, lines: list[bytes], seen: set[bytes], wrong: Wrong) -> None:
    """Judges the puzzles of an order."""
    recipe = find_recipe(kind, asked.recipe)
    second = decide.method(solver=second_solver())
    for line in lines:
        puzzle = loads(line)
        name = f"{asked.recipe} {puzzle.extra['id']}"
        for how in (decide.Method(), second):
            if decide.unique(puzzle, how).status != "unique":
                wrong.append(f"{name}: not unique by {how.solver_name()}")
        canonical = recipe.canonical(puzzle)
        if canonical in seen:
            wrong.append(f"{name}: the same as an earlier one")
        seen.add(canonical)
    if made_again(kind, asked, min(SAME, len(lines))) != lines[:SAME]:
        wrong.append(f"{kind} {asked.recipe} {asked.level}: two workers make other puzzles")


def made_again(kind: str, asked: Order, number: int) -> list[bytes]:
    """The puzzles of an order as the command line makes them, with two workers."""
    command = [sys.executable, str(ROOT / "cli.py"), "generate", kind, "--recipe", asked.recipe]
    command += ["--level", asked.level] if asked.level else []
    command += [f"--set={name}={value}" for name, value in asked.options.items()]
    command += ["--seed", str(asked.seed), "--number", str(number), "--jobs", "2"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return done.stdout.splitlines()


# -- levels ----------------------------------------------------------------------------------------


def levels(kind: str, each: int) -> str:
    """What the levels of a kind's default recipe mean: a table, and what it shows."""
    recipe = find_recipe(kind)
    if not recipe.levels or not each:
        return ""
    found = {level: measured(kind, level, each) for level in recipe.levels}
    names = MEASURES[kind]
    rows = []
    for i, level in enumerate(recipe.levels):
        row = [level]
        for name in names:
            row.append(spread(found[level].numbers[name]))
            lower = found[recipe.levels[i - 1]].numbers[name] if i else None
            row.append(f"{above(name, lower, found[level].numbers[name]):.2f}" if lower else "")
        rows.append(row)
    titles = ["level", *(t for name in names for t in (f"`{name.lstrip('-')}`", "harder"))]
    text = (
        f"**Levels of `{recipe.name}`**, {each} puzzles each: medians and quartiles, and the share "
        "of the pairs with a puzzle of the level before in which this one is harder by the measure "
        "(ties count half).\n\n"
        f"{table(titles, rows)}\n\n"
        f"The median gets harder with every level by {_listed(strict(names, found))}"
    )
    if (inside := at_level(found)) is not None:
        text += f" Rated at the level asked for by `{names[0]}`: {inside:.1%}."
    return text


class Measured:
    """The measures of the puzzles of a level.

    Attributes:
        numbers: By measure, a number for each puzzle; infinite where a grader gave up.
        labels: Of the first measure.
    """

    def __init__(self, kind: str, puzzles: Sequence[Puzzle]) -> None:
        self.numbers: dict[str, list[float]] = {name: [] for name in MEASURES[kind]}
        self.labels: list[str | None] = []
        for puzzle in puzzles:
            found: dict[str, Grade] = {}
            for name in MEASURES[kind]:
                grader, _, counter = name.lstrip("-").partition(":")
                if grader not in found:
                    found[grader] = grade(puzzle, grader).grades[0]
                known = found[grader].counters.get(counter) if counter else found[grader].number
                self.numbers[name].append(math.inf if known is None else known)
            self.labels.append(found[MEASURES[kind][0].partition(":")[0]].label)


def measured(kind: str, level: str, each: int) -> Measured:
    """Makes puzzles of a level and measures them."""
    out = io.BytesIO()
    making.make(kind, order(find_recipe(kind), level, SEED + 1), each, out)
    print(kind, level, flush=True)
    return Measured(kind, [loads(line) for line in out.getvalue().splitlines()])


def spread(numbers: list[float]) -> str:
    """Median and quartiles."""
    if len(numbers) < 2:
        return f"{median(numbers):.4g}"
    low, middle, high = quantiles(numbers, n=4, method="inclusive")
    return f"{middle:.4g} ({low:.4g}-{high:.4g})".replace("inf", "more").replace("nan", "more")


def above(name: str, lower: list[float], higher: list[float]) -> float:
    """How often a puzzle of the higher level is the harder one; ties count half."""
    if name.startswith("-"):
        lower, higher = higher, lower
    return sum((a < b) + 0.5 * (a == b) for a in lower for b in higher) / (len(lower) * len(higher))


def strict(names: Sequence[str], found: dict[str, Measured]) -> list[str]:
    """The measures whose median gets harder with every level."""
    rising = []
    for name in names:
        sign = -1 if name.startswith("-") else 1
        medians = [sign * median(one.numbers[name]) for one in found.values()]
        if all(a < b for a, b in pairwise(medians)):
            rising.append(name.lstrip("-"))
    return rising


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) + "." if names else "none."


def at_level(found: dict[str, Measured]) -> float | None:
    """The share of puzzles that the first measure labels as their level; None: it has no levels."""
    pairs = [(level, label) for level, one in found.items() for label in one.labels]
    if not any(label in found for _, label in pairs):
        return None
    return sum(level == label for level, label in pairs) / len(pairs)


if __name__ == "__main__":
    sys.exit(main())
