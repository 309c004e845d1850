"""Two versions of the project, paired: is the new one slower anywhere?

``python -m benchmarks.versions OLD_CHECKOUT [--rounds N]``: every task in processes of its own, old
and new in turn, on other puzzles in each round; prints the median and the range of new / old.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.puzzles import ROOT, corpus_folder
from benchmarks.version_tasks import TASKS

COMMANDS = {
    "start: --help": ["--help"],
    "start: unique": ["unique", "examples/animals/level50.json"],
    "start: kinds": ["kinds"],
    "start: features": ["features", "examples/sudoku/nine.json"],
    "generate, 2 jobs": ["generate", "sudoku", "--seed", "1", "--number", "30", "--jobs", "2"],
}
"""Commands whose CPU time is taken, that of their worker processes included."""


def seconds(checkout: Path, arguments: list[str]) -> float:
    """CPU seconds of a whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(checkout, [str(checkout / "cli.py"), *arguments])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(checkout: Path, arguments: list[str]) -> str:
    settings = {"PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": ""}
    environment = os.environ | settings
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def measured(checkout: Path, task: str, part: int) -> float:
    if task in COMMANDS:
        return min(seconds(checkout, COMMANDS[task]) for _ in range(3))
    script = str(ROOT / "benchmarks" / "version_tasks.py")
    return float(run(checkout, [script, task, str(part), str(corpus_folder().resolve())]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", help="Tasks whose name contains this.")
    chosen = parser.parse_args()
    old = chosen.old.resolve()
    print(f"{'task':28} {'old s':>8} {'new s':>8} {'new/old':>8}   range")
    for task in [*TASKS, *COMMANDS]:
        if chosen.only and chosen.only not in task:
            continue
        pairs = []
        for part in range(chosen.rounds):
            order = (old, ROOT) if part % 2 == 0 else (ROOT, old)
            times = {checkout: measured(checkout, task, part) for checkout in order}
            pairs.append((times[old], times[ROOT]))
        ratios = sorted(new / before for before, new in pairs)
        medians = [statistics.median(side) for side in zip(*pairs, strict=True)]
        spread = f"{ratios[0]:.2f}-{ratios[-1]:.2f}"
        middle = statistics.median(ratios)
        print(f"{task:28} {medians[0]:8.3f} {medians[1]:8.3f} {middle:8.2f}   {spread}", flush=True)


if __name__ == "__main__":
    main()
