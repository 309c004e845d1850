"""The nonogram line rules against the complete line solver, on random line states.

``python -m benchmarks.line_rules`` judges 20,000 states and writes a table. It
fails (exit code 1) if a rule contradicts the solver or a true range.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from benchmarks.tables import RESULTS, table, write_section
from uniclue.propagation.lines import settle
from uniclue.search.nonogram_lines import Runs, read, stretches
from uniclue.search.nonogram_rules import RULES, RangedLine, reason
from uniclue.search.steps import StepLog

STATES = 20_000
SEED = 1
LENGTHS = (5, 10, 15, 20, 25, 31)
"""Where the groups of the table begin; the last one is beyond the end."""


@dataclass(frozen=True, slots=True)
class State:
    """A line of which some cells were revealed.

    Attributes:
        size: How many cells.
        cells: The true black cells, as bits.
        seen: The cells revealed.
    """

    size: int
    cells: int
    seen: int

    @property
    def runs(self) -> Runs:
        """The clue."""
        return read(self.cells)

    @property
    def known(self) -> tuple[int, int]:
        """The revealed black cells, and white ones."""
        return self.cells & self.seen, ~self.cells & self.seen


def states(number: int, seed: int = SEED) -> Iterator[State]:
    """Random states: 5 to 30 cells, 30 to 70 % of them black, 0 to 60 % of them revealed."""
    rng = random.Random(seed)
    for _ in range(number):
        size = rng.randint(5, 30)
        black, shown = rng.uniform(0.3, 0.7), rng.uniform(0, 0.6)
        cells = sum((rng.random() < black) << i for i in range(size))
        yield State(size, cells, sum((rng.random() < shown) << i for i in range(size)))


@dataclass(slots=True)
class Findings:
    """What came out, by length of the lines.

    Attributes:
        states: RangedLine states judged.
        closed: Those in which the rules found all that the solver found.
        wrong: Those in which they found more, or a range that does not hold its run.
        unknown: Unknown cells that the solver told.
        told: Those of them that the rules told.
        steps: What the rules counted.
    """

    states: Counter[int] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)
    wrong: list[State] = field(default_factory=list)
    unknown: int = 0
    told: int = 0
    steps: StepLog = field(default_factory=lambda: StepLog(None))


def judge(made: Iterable[State]) -> Findings:
    """Runs the rules on states and compares them with the solver and the truth."""
    found = Findings()
    for state in made:
        black, white = settle(state.runs, state.size, *state.known)
        line = RangedLine(state.runs, state.size, *state.known)
        reason(line, found.steps)
        ranges = zip(line.first, line.last, stretches(state.cells), strict=True)
        held = all(first <= a and b <= last for first, last, (a, b) in ranges)
        if line.black & ~black or line.white & ~white or not (held or not line.unknown):
            found.wrong.append(state)
        found.states[state.size] += 1
        found.closed[state.size] += (line.black, line.white) == (black, white)
        found.unknown += ((black | white) & ~state.seen).bit_count()
        found.told += ((line.black | line.white) & ~state.seen).bit_count()
    return found


def section(found: Findings) -> str:
    """The findings in Markdown."""
    rows = []
    for low, high in pairwise(LENGTHS):
        of = sum(found.states[n] for n in range(low, high))
        closed = sum(found.closed[n] for n in range(low, high))
        rows.append([f"{low}-{high - 1}", of, closed, f"{closed / max(of, 1):.2%}"])
    of, closed = found.states.total(), found.closed.total()
    rows.append(["all", of, closed, f"{closed / of:.2%}"])
    uses = [[number, found.steps.counters[f"rule {number}"]] for number in RULES]
    return (
        f"`python -m benchmarks.line_rules`: {of:,} random line states, seed {SEED}; 5 to 30 "
        "cells, 30 to 70 % of them black, 0 to 60 % of them revealed. States in which the rules "
        f"contradict the complete line solver, or the truth: {len(found.wrong)}. Of the cells that "
        f"the solver tells, the rules tell {found.told / found.unknown:.2%}.\n\n"
        + table(["cells", "states", "rules = solver", "share"], rows)
        + f"\n\n{found.steps.counters['passes']:,} passes, and in how many each rule found "
        "something:\n\n" + table(["rule", "passes"], uses)
    )


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.line_rules")
    parser.add_argument("--states", type=int, default=STATES, help="how many line states")
    parser.add_argument("--out", type=Path, default=RESULTS / "line_rules.md")
    options = parser.parse_args()
    found = judge(states(options.states))
    text = section(found)
    print(text)
    if not found.wrong:
        write_section(options.out, "The rules against a complete line solver", text)
    for state in found.wrong:
        print(f"wrong: {state}", file=sys.stderr)
    return int(bool(found.wrong))


if __name__ == "__main__":
    sys.exit(main())
