"""Puzzles of every recipe: unique by two solvers, each once, the same always; what levels mean.

    python -m benchmarks.generate [--number 1000] [--each 200] [--kind KIND]... [--out PAGE]

First ``--number`` puzzles of each kind, spread over the orders below: every one is decided by our
default way and by an outside program (``cmd:cadical``, or glucose4 where that is missing), none may
appear twice up to symmetry, and the first 20 of each order are made again by two workers and have
to be the same bytes. Then ``--each`` puzzles of every level of a kind's default recipe: its own
rating and measures that it does not use. Exits with 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import io
import shutil
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.puzzles import ROOT
from benchmarks.tables import machine, seconds, table, write_section
from uniclue import making
from uniclue.formats.puzzle_json import loads
from uniclue.generators.recipe import Order, find_recipe, order
from uniclue.graders.grade import grade
from uniclue.models.puzzle import Puzzle
from uniclue.solvers import questions

SEED = 2026
SAME = 20
"""Puzzles of an order that are made twice."""

ORDERS: dict[str, list[tuple[str, str | None, dict[str, str]]]] = {}
"""The orders of each kind: recipe, level, options."""

MEASURES: dict[str, tuple[str, ...]] = {}
"""Graders that show what a kind's levels mean: the one its recipe goes by first."""


class Wrong(list[str]):
    """What was found wrong."""


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.generate")
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--each", type=int, default=200)
    parser.add_argument("--kind", action="append", choices=sorted(ORDERS))
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "benchmarks.md")
    options = parser.parse_args()
    wrong = Wrong()
    kinds = options.kind or sorted(ORDERS)
    made = [row for kind in kinds for row in many(kind, options.number, wrong)]
    titles = ["kind", "recipe", "level", "options", "puzzles", "attempts", "s a puzzle"]
    parts = ["### Puzzles made\n", table(titles, made), ""]
    for kind in kinds:
        rows = levels(kind, options.each)
        if rows:
            parts += [f"### Levels of {kind}\n", level_table(kind, rows), ""]
    judge = second_solver()
    intro = (
        f"{machine()}; seed {SEED}. Every puzzle was decided by the default way and by {judge}; "
        f"{len(wrong)} were not unique by one of them, twice there up to symmetry, or other bytes "
        "when made again by two workers."
    )
    write_section(options.out, "Generated puzzles", f"{intro}\n\n" + "\n".join(parts))
    print("\n".join(wrong), file=sys.stderr)
    return int(bool(wrong))


def second_solver() -> str:
    """A solver that shares nothing with the default one but the formula."""
    return "cmd:cadical" if shutil.which("cadical") else "glucose4"


def many(kind: str, number: int, wrong: Wrong) -> list[list[object]]:
    """Makes puzzles of a kind by all its orders, and checks them."""
    rows: list[list[object]] = []
    seen: set[bytes] = set()
    asked = [order(find_recipe(kind, r), level, SEED, more) for r, level, more in ORDERS[kind]]
    for one in asked:
        wanted = -(-number // len(asked))
        out, done = io.BytesIO(), [making.Made(0, 0, {})]
        started = time.perf_counter()
        making.make(kind, one, wanted, out, progress=done.append)
        took = time.perf_counter() - started
        lines = out.getvalue().splitlines()
        check(kind, one, lines, seen, wrong)
        shown = ", ".join(f"{name} {value}" for name, value in one.options.items())
        attempts = done[-1].attempts
        rows.append(
            [kind, one.recipe, one.level, shown, len(lines), attempts, seconds(took / len(lines))]
        )
        print(rows[-1], flush=True)
    return rows


def check(kind: str, asked: Order, lines: list[bytes], seen: set[bytes], wrong: Wrong) -> None:
    """Judges the puzzles of an order."""
    recipe = find_recipe(kind, asked.recipe)
    second = questions.method(solver=second_solver())
    for line in lines:
        puzzle = loads(line)
        name = puzzle.extra["id"]
        for how in (questions.Method(), second):
            if questions.unique(puzzle, how).status != "unique":
                wrong.append(f"{name}: not unique by {how.solver_name()}")
        canonical = recipe.canonical(puzzle)
        if canonical in seen:
            wrong.append(f"{name}: the same as an earlier one")
        seen.add(canonical)
    again = io.BytesIO()
    making.make(kind, asked, min(SAME, len(lines)), again, jobs=2)
    if again.getvalue().splitlines() != lines[:SAME]:
        wrong.append(f"{kind} {asked.recipe} {asked.level}: two workers make other puzzles")


def levels(kind: str, each: int) -> dict[str, list[Puzzle]]:
    """Puzzles of every level of a kind's default recipe."""
    recipe = find_recipe(kind)
    found: dict[str, list[Puzzle]] = {}
    for level in recipe.levels:
        out = io.BytesIO()
        making.make(kind, order(recipe, level, SEED + 1), each, out)
        found[level] = [loads(line) for line in out.getvalue().splitlines()]
        print(kind, level, len(found[level]), flush=True)
    return found


def level_table(kind: str, found: dict[str, list[Puzzle]]) -> str:
    """Median and middle half of every measure, by level, and the overlap with the level before."""
    numbers: dict[str, dict[str, list[float]]] = defaultdict(dict)
    for level, puzzles in found.items():
        for name in MEASURES[kind]:
            grades = [grade(puzzle, name).grades[0].number for puzzle in puzzles]
            numbers[name][level] = sorted(number for number in grades if number is not None)
    names = list(found)
    rows = []
    for i, level in enumerate(names):
        row: list[Any] = [level]
        for name in MEASURES[kind]:
            mine = numbers[name][level]
            row.append(
                f"{median(mine):.4g} ({mine[len(mine) // 4]:.4g}-{mine[-len(mine) // 4]:.4g})"
            )
            row.append("-" if i == 0 else f"{overlap(numbers[name][names[i - 1]], mine):.2f}")
        rows.append(row)
    titles = ["level", *(t for name in MEASURES[kind] for t in (name, "over the level before"))]
    return table(titles, rows)


def overlap(lower: list[float], higher: list[float]) -> float:
    """How often a puzzle of the higher level has the larger number; ties count half."""
    pairs = [(a < b) + 0.5 * (a == b) for a in lower for b in higher]
    return sum(pairs) / len(pairs)


if __name__ == "__main__":
    sys.exit(main())
