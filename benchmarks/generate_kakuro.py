"""Kakuros by size: how many attempts give one, and how long they take.

    python -m benchmarks.generate_kakuro [--attempts 10] [--seed 1] [--sizes 8x10 15x15 ...]
        [--out FILE]

Every level of the recipe ``layout`` and the recipe ``free``; seconds are of processor time.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.generators.attempts import attempt, find_recipe, order
from uniclue.generators.recipe import Order

SIZES = ("8x10", "10x10", "15x15", "20x20")
TITLES = ("size", "level", "attempts that gave one", "s, median", "s, most", "rejected")


def orders(size: str, seed: int) -> Iterator[tuple[str, Order]]:
    """The levels, and what is asked for."""
    layout, free = find_recipe("kakuro", "layout"), find_recipe("kakuro", "free")
    for level in layout.levels:
        yield level, order(layout, level, seed, {"size": size})
    yield "(free)", order(free, None, seed, {"size": size})


def measured(size: str, number: int, seed: int) -> Iterator[list[object]]:
    """The rows of a size."""
    for level, asked in orders(size, seed):
        took, rejects = [], Counter[str]()
        for i in range(number):
            started = time.process_time()
            done = attempt("kakuro", asked, i)
            took.append(time.process_time() - started)
            if done.text is None:
                rejects[done.reason] += 1
        made = f"{number - rejects.total()} of {number}"
        why = ", ".join(f"{n} {reason}" for reason, n in rejects.items())
        row: list[object] = [size, level, made, f"{median(took):.1f}", f"{max(took):.1f}", why]
        print(*row, flush=True)
        yield row


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes kakuros, and writes the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.generate_kakuro")
    parser.add_argument("--attempts", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--out", type=Path, default=RESULTS / "generate_kakuro.md")
    asked = parser.parse_args(arguments)
    rows = [row for size in asked.sizes for row in measured(size, asked.attempts, asked.seed)]
    body = (
        f"`python -m benchmarks.generate_kakuro`: {asked.attempts} attempts each, seed "
        f"{asked.seed}; {machine()}; seconds of processor time an attempt.\n\n"
        f"{table(TITLES, rows)}"
    )
    write_section(asked.out, "Generated kakuros by size", body)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
