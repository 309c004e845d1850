"""Steps of random tiny puzzles of every kind, checked again: do the atoms force them?

``python -m tests.fuzz --only steps --number 2000`` tries so many puzzles of every kind. With the
folder ``tests`` on the path ``python -m tests.fuzz.steps --kind NAME`` tries one kind. Exits with 1
if a step is unsound, has an atom too many, or does not lead to the solutions.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter

from hypothesis import given
from strategies import KINDS, drawn
from test_steps import faults, sparse

from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.explain import explain
from uniclue.formats.puzzle_json import dumps
from uniclue.solvers.limits import Clock


def run_kind(kind: str, number: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Tries so many puzzles of a kind; returns counts, and what is wrong."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []

    @drawn(number, seed)
    @given(KINDS[kind] | sparse(kind))
    def tried(puzzle: Puzzle) -> None:
        answer = explain(puzzle, Clock())
        counts.update(puzzles=1, steps=len(answer.steps))
        counts["of several atoms"] += sum(step.size > 1 for step in answer.steps)
        wrong.extend(f"{fault}: {dumps(puzzle).decode()}" for fault in faults(puzzle, answer))

    tried()
    return counts, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=20, help="puzzles of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=KINDS, help="may be given several times")
    asked = parser.parse_args()
    counts, wrong = Counter[str](), list[str]()
    for kind in asked.kind or KINDS:
        started = time.monotonic()
        of_kind, faults_of_kind = run_kind(kind, asked.number, asked.seed)
        counts.update(of_kind, kinds=1)
        wrong += faults_of_kind
        told = f"{kind}: {dict(of_kind)}, {len(faults_of_kind)} wrong"
        print(f"{told}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    print(json.dumps(counts | {"wrong": wrong}))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
