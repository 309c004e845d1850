"""Levels of the sudoku generators, the document's pruning, and its orders of digging.

    python -m benchmarks.generate_sudoku [--number N] [--seed S] [--out docs/generate-sudoku.md]

``--number`` is how many puzzles a row is made from. Conflicts of a SAT solver, Pelánek's dependency
(low is hard) and the sum of the ratings of all technique steps are not looked at by the generators.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

import numpy as np

from benchmarks.puzzles import ROOT
from benchmarks.tables import machine, table, write_section
from uniclue.formats.puzzle_json import loads
from uniclue.generators import sudoku_dig
from uniclue.generators.recipe import Order, attempt, find_recipe
from uniclue.graders import effort, pelanek, sudoku_level, sudoku_technique
from uniclue.graders.grade import Rating
from uniclue.models.sudoku import Sudoku
from uniclue.solvers.limits import Limits

NUMBER, SEED = 40, 1
DOCUMENT = {"with": 1088.35, "without": 55106.23}
"""Milliseconds for a puzzle of level V, document 004, table 3."""


class Made(NamedTuple):
    """Puzzles of one order, the attempts they took, and the seconds."""

    puzzles: list[Sudoku]
    attempts: int
    seconds: float


class Measures(NamedTuple):
    """Of each puzzle, the higher the harder."""

    conflicts: list[float]
    dependency: list[float]
    steps: list[float]


def make(recipe: str, level: str, number: int, seed: int, **options: Any) -> Made:
    """The first puzzles of an order."""
    asked = Order(recipe=recipe, level=level, seed=seed, options=options)
    started = time.perf_counter()
    puzzles: list[Sudoku] = []
    for tried in count(1):
        if text := attempt("sudoku", asked, tried - 1).text:
            made = loads(text)
            assert isinstance(made, Sudoku)
            puzzles.append(made)
        if len(puzzles) == number:
            break
    return Made(puzzles, tried, time.perf_counter() - started)


def measured(puzzles: list[Sudoku]) -> Measures:
    """Conflicts, dependency with its sign turned, and the sum of all steps' ratings."""
    return Measures(
        [effort.rate(p, Limits()).number or 0.0 for p in puzzles],
        [-pelanek.play(p, Limits()).counters["dependency"] for p in puzzles],
        [sudoku_technique.rate(p, Limits()).counters["sum"] for p in puzzles],
    )


def overlap(easy: Sequence[float], hard: Sequence[float]) -> float:
    """The share of pairs in which the one of the easier level is harder; equal ones count half."""
    return mean((a > b) + (a == b) / 2 for a in easy for b in hard)


def overlaps(all_measures: Sequence[Measures]) -> Iterator[list[str]]:
    """For every level the overlap with the level below, by conflicts and by steps."""
    yield ["", ""]
    for low, high in pairwise(all_measures):
        pairs = (low.conflicts, high.conflicts), (low.steps, high.steps)
        yield [f"{overlap(a, b):.0%}" for a, b in pairs]


def givens(puzzles: list[Sudoku]) -> str:
    """Median and range of the number of givens."""
    numbers = [len(p.printed()) for p in puzzles]
    return f"{median(numbers):g} ({min(numbers)}-{max(numbers)})"


def grades(puzzles: list[Sudoku]) -> list[Rating]:
    """By the document's own rating."""
    return [sudoku_level.rate(p, Limits()) for p in puzzles]


def levels(number: int, seed: int) -> str:
    """The five levels of the document."""
    rows, measures = [], []
    for level in sudoku_dig.TARGETS:
        made = make("dig", level, number, seed)
        rated = grades(made.puzzles)
        measures.append(measured(made.puzzles))
        rows.append(
            [
                level,
                givens(made.puzzles),
                f"{median(r.number or 0 for r in rated):.1f}",
                f"{sum(r.label == level for r in rated) / number:.0%}",
                f"{number / made.attempts:.0%}",
                f"{median(r.counters['tries'] for r in rated):,.0f}",
                f"{median(measures[-1].conflicts):g}",
                f"{-median(measures[-1].dependency):.1f}",
                f"{median(measures[-1].steps):.1f}",
                f"{made.seconds / number:.2f}",
            ]
        )
        print(*rows[-1], flush=True)
    titles = ["level", "givens", "grade", "at level", "kept", "tries", "conflicts", "dependency"]
    titles += ["steps", "seconds each", "overlap: conflicts", "overlap: steps"]
    return table(titles, [row + more for row, more in zip(rows, overlaps(measures), strict=True)])


def pruning(number: int, seed: int) -> str:
    """A puzzle of level V with and without the pruning, as the document compares them."""
    rows = []
    for name, is_on in (("with", True), ("without", False)):
        options = sudoku_dig.Options(pruning=is_on)
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
                f"{-median(found.dependency):.1f}",
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
                f"{-median(found.dependency):.1f}",
                f"{made.seconds / number:.2f}",
            ]
        )
        print(*rows[-1], flush=True)
    titles = ["level", "givens", "attempts each", "conflicts", "dependency", "seconds each"]
    return table(titles, rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes, measures, prints and writes the tables."""
    parser = argparse.ArgumentParser(prog="benchmarks.generate_sudoku")
    parser.add_argument("--number", type=int, default=NUMBER)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "generate-sudoku.md")
    asked = parser.parse_args(arguments)
    started, few = time.perf_counter(), -(-asked.number // 10)
    parts = [
        f"**The five levels**, medians of {asked.number} puzzles each.",
        levels(asked.number, asked.seed),
        "**The pruning**, means for a puzzle of level V.",
        pruning(asked.number, asked.seed),
        "**Orders of digging**, each with the targets of level V, rated as they come.",
        orders(asked.number, asked.seed),
        f"**Techniques**, medians of {few} puzzles each.",
        techniques(few, asked.seed),
    ]
    took = f"Seed {asked.seed}, {time.perf_counter() - started:.0f} s on {machine()}, one process."
    write_section(asked.out, "Measured", "\n\n".join([took, *parts]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
