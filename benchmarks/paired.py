"""Every kind in two versions of the project, paired: is the new one slower for any of them?

    python -m benchmarks.paired OLD_CHECKOUT [--kinds KIND ...] [--number N] [--rounds N]

Each kind's published puzzles up to 400 cells (its examples, where the corpus has none) are decided
by processes of the old and of the new version in turn. A puzzle's time is the least CPU time of
its rounds. Printed are, of each kind, the median over its puzzles of new / old, the ratio of the
sums, and the same of making the model. Kinds above the bar are measured once more, with more
rounds, before the command exits with 1 for them. It exits with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

BAR = 1.05
"""The most that a kind may take beside the old version."""
LIMIT = 5.0
"""Seconds for a verdict; a puzzle that takes longer in either version is left out."""
Times = list[tuple[float, float]]
"""CPU seconds of the verdict and of the model, by puzzle."""


# -- one version -----------------------------------------------------------------------------------


def work(file: Path) -> None:
    """Times the puzzles of a file, and prints the seconds; uses the public interface alone."""
    import uniclue

    times: Times = []
    lines = file.read_bytes().splitlines()
    uniclue.unique(uniclue.loads(lines[0]), time_limit=LIMIT)
    for line in lines:
        puzzle = uniclue.loads(line)
        started = time.process_time()
        uniclue.unique(puzzle, time_limit=LIMIT)
        decided = time.process_time()
        uniclue.loads(line).model()
        times.append((decided - started, time.process_time() - decided))
    print(json.dumps(times))


# -- both ------------------------------------------------------------------------------------------


def write_puzzles(kind: str, number: int, folder: Path) -> Path:
    """Writes puzzles of a kind, evenly spread, one a line."""
    import uniclue
    from benchmarks.digests import published
    from benchmarks.puzzles import ROOT, spread

    found = [puzzle for _, puzzle in published(kind, number)]
    if not found:
        examples = json.loads((ROOT / "models" / f"{kind}.json").read_bytes())
        found = [uniclue.from_members(example["puzzle"]) for example in examples]
    path = folder / f"{kind}.jsonl"
    path.write_bytes(b"".join(uniclue.dumps(p) + b"\n" for p in spread(found, number)))
    return path


def run(checkout: Path, file: Path) -> Times:
    """The times of one process of a version."""
    settings = {"PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), "--work", str(file)]
    done = subprocess.run(
        command, cwd=checkout, env=os.environ | settings, check=True, capture_output=True
    )
    return [(a, b) for a, b in json.loads(done.stdout.splitlines()[-1])]


def least(rounds: Sequence[Times]) -> Times:
    """The least times of every puzzle."""
    return [
        (min(a for a, _ in puzzle), min(b for _, b in puzzle))
        for puzzle in zip(*rounds, strict=True)
    ]


class Checkout:
    """A version and the times of its rounds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rounds: list[Times] = []

    def time(self, file: Path) -> None:
        """One round more."""
        self.rounds.append(run(self.folder, file))


def ratios(old: Checkout, new: Checkout) -> tuple[float, float, float]:
    """Median and sum of new / old of the verdicts, and the median of the models."""
    pairs = [
        (a, b)
        for a, b in zip(least(old.rounds), least(new.rounds), strict=True)
        if max(a[0], b[0]) < LIMIT
    ]
    verdicts, models = [b[0] / a[0] for a, b in pairs], [b[1] / a[1] for a, b in pairs]
    sums = sum(b[0] for _, b in pairs) / sum(a[0] for a, _ in pairs)
    return median(verdicts), sums, median(models)


def compare(old: Path, new: Path, file: Path, rounds: int) -> tuple[float, float, float]:
    """The ratios of a file's puzzles; with twice as many rounds more where they are above the bar.

    The version that goes first changes from round to round.
    """
    versions = Checkout(old), Checkout(new)
    for number in (rounds, 2 * rounds):
        for i in range(number):
            for version in versions if i % 2 == 0 else reversed(versions):
                version.time(file)
        found = ratios(*versions)
        if max(found[0], found[2]) <= BAR:
            break
    return found


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.paired")
    parser.add_argument("old", type=Path, nargs="?", help="a checkout of the old version")
    parser.add_argument("--kinds", nargs="*", default=[])
    parser.add_argument("--number", type=int, default=30, help="puzzles of a kind")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.work:
        work(asked.work)
        return 0
    from benchmarks.puzzles import ROOT, leave_without_corpus
    from uniclue.core.kinds import builtin_kinds

    leave_without_corpus()
    if asked.old is None:
        parser.error("expected a checkout of the old version")
    slower = 0
    print(f"{'kind':<14} {'verdict':>8} {'sum':>8} {'model':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for kind in asked.kinds or builtin_kinds():
            file = write_puzzles(kind, asked.number, Path(folder))
            found = compare(asked.old.resolve(), ROOT, file, asked.rounds)
            slower += found[0] > BAR
            print(f"{kind:<14} " + " ".join(f"{ratio:8.2f}" for ratio in found), flush=True)
    print(f"{slower} kinds above {BAR}")
    return int(slower > 0)


if __name__ == "__main__":
    sys.exit(main())
