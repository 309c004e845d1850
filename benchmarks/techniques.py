"""What techniques do for explanations: what-ifs, lengths of sentences and time, with and without.

    python -m benchmarks.techniques KIND [KIND ...] [--number N] [--cells C] [--check] [--only]

Explains published puzzles twice, first without the windows and set rules of
``uniclue/explainers/techniques``, then with them. No puzzle of the corpus was mined for these.
Every conclusion is compared with the solution; with ``--check`` every step is also checked by
:class:`~uniclue.explainers.steps.checker.Checker`, which shares no solver and no encoding with the
engine: its atoms imply it, and none of them is idle.
Exits with 1 if a conclusion is wrong, and with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from contextlib import closing
from itertools import islice
from statistics import median
from typing import NamedTuple

from benchmarks import kinds
from benchmarks.puzzles import corpus_folder
from benchmarks.tables import table
from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.checker import Checker
from uniclue.explainers.steps.step import Step
from uniclue.explainers.steps.stepper import Stepper
from uniclue.explainers.techniques.library import NOTHING, Library
from uniclue.explainers.telling.board import BoardState
from uniclue.explainers.telling.tell import tell
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

WHAT_IFS = ("what-if", "one of two", "nested what-if")
LONG = 600
"""Characters of a sentence that nobody reads."""


class Explained(NamedTuple):
    """The steps of some puzzles.

    Attributes:
        steps: The steps.
        wrong: Conclusions that the solution does not have, and what the checker found.
        stopped: Puzzles that a limit stopped.
        seconds: CPU seconds for all.
    """

    steps: list[Step]
    wrong: list[str]
    stopped: int
    seconds: float

    def figures(self, what: str, kind: str) -> list[object]:
        """A row of the table."""
        ifs = [step for step in self.steps if step.technique in WHAT_IFS]
        lengths = [max(map(len, (s.sentence, *s.cases))) for s in self.steps] or [0]
        return [
            kind,
            what,
            len(self.steps),
            len(ifs),
            int(median(lengths)),
            max(lengths),
            sum(length > LONG for length in lengths),
            len(self.wrong),
            self.stopped,
            f"{self.seconds:.1f}",
        ]


def explained(
    puzzles: list[Puzzle], library: Library | None, seconds: float, *, checks: bool
) -> Explained:
    """All steps of some puzzles in words."""
    steps, wrong, stopped = list[Step](), list[str](), 0
    started = time.process_time()
    for puzzle in puzzles:
        checker = Checker(puzzle.model(splits=True)) if checks else None
        try:
            with closing(Stepper.of(puzzle, Clock(Limits(seconds)), library=library)) as stepper:
                board, truth = BoardState(puzzle, stepper.atoms, stepper.known), stepper.cores.truth
                for inferred in stepper.walk():
                    if any(truth[abs(x)] != (1 if x > 0 else -1) for x in inferred.literals):
                        wrong.append(f"wrong: {inferred}")
                    steps.append(step := tell(board, stepper.step_of(inferred)))
                    wrong += checker.faults(step) if checker else ()
        except LimitReachedError:
            stopped += 1
    return Explained(steps, wrong, stopped, time.process_time() - started)


def main() -> int:
    """Prints the table, and the techniques of every kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="+")
    parser.add_argument("--number", type=int, default=10)
    parser.add_argument("--cells", type=int, default=225)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", action="store_true", help="not without techniques")
    args = parser.parse_args()
    if not corpus_folder().exists():
        return 66
    rows, names, wrong = [], dict[str, Counter[str]](), list[str]()
    for kind in args.kinds:
        named = sorted((n, p) for n, _, p in kinds.puzzles(kind, args.cells))
        puzzles = [p for _, p in islice(named[1::2], args.number) if isinstance(p, Puzzle)]
        ways: dict[str, Library | None] = {"without": NOTHING, "with": None}
        for what, library in ways.items():
            if args.only and library is not None:
                continue
            outcome = explained(puzzles, library, args.seconds, checks=args.check)
            rows.append(outcome.figures(what, kind))
            wrong += outcome.wrong
            names[kind] = Counter(str(step.technique) for step in outcome.steps)
    head = [
        "kind",
        "techniques",
        "steps",
        "what-ifs",
        "median",
        "longest",
        "over 600",
        "wrong",
        "stopped",
        "CPU s",
    ]
    print(table(head, rows))
    for kind, counts in names.items():
        print(f"{kind}: {', '.join(f'{n} {name}' for name, n in counts.most_common())}")
    for fault in wrong[:20]:
        print(fault)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
