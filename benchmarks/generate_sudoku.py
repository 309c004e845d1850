"""The document's pruning and orders of digging, and the technique levels of sudokus.

    python -m benchmarks.generate_sudoku [--number N] [--techniques N] [--seed S]
        [--out FILE]

``--number`` is how many puzzles a row is made from, ``--techniques`` how many a row of the table of
techniques; 0 leaves that part out. Levels of digging are measured by ``benchmarks.generate``.
Conflicts of a SAT solver and Pelánek's dependency (low is hard) are not looked at by the recipes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.formats.puzzle_json import loads
from uniclue.generators import sudoku_digging, sudoku_technique
from uniclue.generators.attempts import attempt, find_recipe
from uniclue.generators.recipe import Order
from uniclue.graders import effort, pelanek
from uniclue.graders.grade import Rating
from uniclue.models.sudoku import Sudoku
from uniclue.papers.xue2009 import sudoku_dig_recipe as sudoku_dig
from uniclue.papers.xue2009 import sudoku_level_grader as sudoku_level
from uniclue.solvers.limits import Limits

NUMBER, SEED, TOGETHER = 40, 1, 1024
DOCUMENT = {"with": 1088.35, "without": 55106.23}
"""Milliseconds for a puzzle of level V, Xue, Jiang and Li 2009, table 3."""


class Made(NamedTuple):
    """Puzzles of one order, the attempts they took, and the CPU seconds."""

    puzzles: list[Sudoku]
    attempts: int
    seconds: float


class Measures(NamedTuple):
    """Of each puzzle."""

    conflicts: list[float]
    dependency: list[float]


def make(recipe: str, level: str, number: int, seed: int, **options: Any) -> Made:
    """The first puzzles of an order."""
    asked = Order(recipe=recipe, level=level, seed=seed, options=options)
    started = time.process_time()
    puzzles: list[Sudoku] = []
    for tried in count(1):
        if text := attempt("sudoku", asked, tried - 1).text:
            made = loads(text)
            assert isinstance(made, Sudoku)
            puzzles.append(made)
        if len(puzzles) == number:
            break
    return Made(puzzles, tried, time.process_time() - started)


def measured(puzzles: list[Sudoku]) -> Measures:
    """Conflicts and dependency."""
    return Measures(
        [effort.rate(p, Limits()).number or 0.0 for p in puzzles],
        [pelanek.play(p, Limits()).counters["dependency"] for p in puzzles],
    )


def givens(puzzles: list[Sudoku]) -> str:
    """Median and range of the number of givens."""
    numbers = [len(p.printed()) for p in puzzles]
    return f"{median(numbers):g} ({min(numbers)}-{max(numbers)})"


def grades(puzzles: list[Sudoku]) -> list[Rating]:
    """By the document's own rating."""
    return [sudoku_level.rate(p, Limits()) for p in puzzles]


def pruning(number: int, seed: int) -> str:
    """A puzzle of level V with and without the pruning, as the document compares them."""
    rows = []
    for name, is_on in (("with", True), ("without", False)):
        options = sudoku_dig.DigOptions(pruning=is_on)
        started, questions = time.perf_counter(), 0
        for i in range(number):
            made = sudoku_dig.dug("V", options, np.random.default_rng([seed, i]))
            questions += made.extra["meta"]["questions"]
        each = 1000 * (time.perf_counter() - started) / number
        rows.append([name, f"{questions / number:.0f}", f"{each:.0f}", f"{DOCUMENT[name]:.0f}"])
        print(*rows[-1], flush=True)
    return table(["pruning", "questions", "ms", "ms in the document"], rows)


def orders(number: int, seed: int) -> str:
    """The four orders, each down to the level V's targets and rated as it comes."""
    rows = []
    for name in ("random", "alternate", "serpentine", "rows"):
        made = make("dig", "V", number, seed, order=name, any_grade=True)
        rated, found = grades(made.puzzles), measured(made.puzzles)
        rows.append(
            [
                name,
                givens(made.puzzles),
                f"{median(r.number or 0 for r in rated):.1f}",
                f"{sum(r.label == 'V' for r in rated) / number:.0%}",
                f"{median(r.counters['tries'] for r in rated):,.0f}",
                f"{median(found.conflicts):g}",
                f"{median(found.dependency):.1f}",
            ]
        )
        print(*rows[-1], flush=True)
    titles = ["order", "givens", "grade", "rated V", "tries", "conflicts", "dependency"]
    return table(titles, rows)


def techniques(number: int, seed: int) -> str:
    """The technique levels."""
    rows = []
    for level in find_recipe("sudoku", "technique").levels:
        made = make("technique", level, number, seed)
        found = measured(made.puzzles)
        rows.append(
            [
                level,
                givens(made.puzzles),
                f"{made.attempts / number:.1f}",
                f"{median(found.conflicts):g}",
                f"{median(found.dependency):.1f}",
                f"{made.seconds / number:.2f}",
            ]
        )
        print(*rows[-1], flush=True)
    titles = ["level", "givens", "attempts each", "conflicts", "dependency", "CPU s each"]
    return table(titles, rows)


def rates(number: int, seed: int) -> str:
    """How many puzzles need each rare technique."""
    rows, rng = [], np.random.default_rng(seed)
    for level in sudoku_technique.RARE:
        started, needed = time.process_time(), 0
        for _ in range(number):
            grid = sudoku_digging.terminal_grid((3, 3), rng)
            orders = [[(int(cell),) for cell in rng.permutation(81)] for _ in range(TOGETHER)]
            steps = sudoku_technique.dug_together(grid, level, orders)
            needed += int(np.any([needs for _, needs in steps], axis=0).sum())
        dug = number * TOGETHER
        spent = time.process_time() - started
        rows.append([level, dug, f"{needed * 1e4 / dug:.0f}", f"{spent * 1e3 / dug:.1f}"])
        print(*rows[-1], flush=True)
    return table(["technique", "dug", "of 10,000 need it", "CPU ms each"], rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes, measures, prints and writes the tables."""
    parser = argparse.ArgumentParser(prog="benchmarks.generate_sudoku")
    parser.add_argument("--number", type=int, default=NUMBER)
    parser.add_argument("--techniques", type=int, default=NUMBER // 10)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=RESULTS / "generate_sudoku.md")
    asked = parser.parse_args(arguments)
    if asked.number:
        parts = [
            f"**The pruning**, means of {asked.number} puzzles of level V.",
            pruning(asked.number, asked.seed),
            "**Orders of digging**, each with the targets of level V, rated as they come; medians "
            f"of {asked.number} puzzles.",
            orders(asked.number, asked.seed),
        ]
        _write(asked, "Making sudokus", parts)
    if asked.techniques:
        parts = [
            f"**Levels**, medians of {asked.techniques} puzzles each.",
            techniques(asked.techniques, asked.seed),
            f"**Rare techniques** in puzzles dug to the end, {TOGETHER} together, as long as "
            "techniques up to this one solve them.",
            rates(2 * asked.techniques, asked.seed),
        ]
        _write(asked, "Sudokus that need a technique", parts)
    return 0


def _write(asked: argparse.Namespace, title: str, parts: list[str]) -> None:
    """Writes a section of the results."""
    how = f"`python -m benchmarks.generate_sudoku`, seed {asked.seed}; {machine()}."
    write_section(asked.out, title, "\n\n".join([how, *parts]))


if __name__ == "__main__":
    raise SystemExit(main())
