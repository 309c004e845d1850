"""Steps beside those of demystify: the sizes of the reasons, and the seconds.

    python -m benchmarks.demystify PYTHON [--number N] [--limit S] [--out FILE]

PYTHON is an interpreter with demystify (``pip install demystify``). Both get the same clauses, each
of which is a fact: a cell holds a value and never two, a unit has a place for a value, never two.
So facts are finer than those of ``explain``, which takes what a value bars for bookkeeping.
demystify runs in one process, as Uniclue does; what it does not finish in time is counted up to its
last step. Exits with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from benchmarks.puzzles import leave_without_corpus, spread
from benchmarks.sudoku_grades import LABELS, read
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.logic import AnyOf, InDomain, NotAll
from uniclue.core.places import Layer, Shape, boxes, cells, columns, rows
from uniclue.explainers.steps.stepper import Stepper

THEIRS = """
import json, sys, time
from demystify.base import EqVal, Puzzle, VarMatrix
from demystify.buildpuz import basicSudoku
from demystify.explain import Explainer
from demystify.internal import Solver
line = sys.stdin.readline().strip()
n = round(len(line) ** 0.5)
cells = VarMatrix(lambda at: f"r{at[0] + 1}c{at[1] + 1}", (n, n), range(1, n + 1))
puzzle = Puzzle([cells])
puzzle.addConstraints(basicSudoku(cells))
started = time.process_time()
explainer = Explainer()
explainer.config["cores"] = 1
explainer.puzzle, explainer.solver = puzzle, Solver(puzzle)
for i, digit in enumerate(line):
    if digit != ".":
        explainer.solver.addLit(EqVal(cells[i // n][i % n], int(digit)))
explainer.solution = explainer.unexplained = explainer._get_puzzle_solution()
explainer._set_mus_finder()
while explainer.unexplained:
    size = explainer.explain_step().get("smallestMUSSize", 1)
    print(json.dumps([size, time.process_time() - started]), flush=True)
print("null")
"""

RATED = (1.0, 5.0)
"""The ratings tried: harder ones take demystify hours."""


class Clauses(Board, frozen=True, kw_only=True, tag="sudoku-by-clauses"):
    """A sudoku whose facts are clauses: a place of the answer is a cell and a digit.

    Rules:
        clause: what is true of a cell or a unit
    """

    line: str

    @property
    def n(self) -> int:
        """Rows of the sudoku."""
        return math.isqrt(len(self.line))

    @property
    def board_shape(self) -> Shape:
        return self.n, self.n**2

    def answer(self) -> Layer:
        return Layer(cells(self.board_shape))

    def rules(self) -> Iterator[Constraint]:
        n, box = self.n, math.isqrt(self.n)
        all_units = (*rows((n, n)), *columns((n, n)), *boxes((n, n), box, box))
        some = [[(r, c * n + v) for v in range(n)] for r, c in cells((n, n))]
        some += [[(r, c * n + v) for r, c in unit] for _, unit in all_units for v in range(n)]
        for places in some:
            yield AnyOf("clause", "a place for a value", places, (1,))
        for pair in dict.fromkeys(pair for places in some for pair in combinations(places, 2)):
            yield NotAll("clause", "never both", pair, (1,))

    def clues(self) -> Iterator[Constraint]:
        for i, digit in enumerate(self.line):
            if digit != ".":
                r, c = divmod(i, self.n)
                yield InDomain("clause", "a digit", [(r, c * self.n + int(digit) - 1)], (1,))


class Steps(NamedTuple):
    """Steps to a solution.

    Attributes:
        sizes: How many facts each takes.
        seconds: The CPU seconds that they took, the clauses being there.
        is_done: Whether they lead to the solution.
    """

    sizes: list[int]
    seconds: float
    is_done: bool

    @property
    def told(self) -> str:
        """Such as ``3 x 5, 7``: the sizes above 1, and how often they are taken."""
        counts = Counter(size for size in self.sizes if size > 1)
        some = [f"{f'{n} x ' if n > 1 else ''}{size}" for size, n in sorted(counts.items())]
        return ", ".join(some) or "none"


def ours(line: str) -> Steps:
    """Our steps."""
    model = Clauses(line=line).model()
    started = time.process_time()
    with closing(Stepper(model)) as stepper:
        sizes = [len(inferred.atoms) for inferred in stepper.walk()]
    return Steps(sizes, time.process_time() - started, True)


def theirs(python: str, line: str, limit: float) -> Steps:
    """Those of demystify, which takes all steps of one fact that are at hand as one."""
    command = ["timeout", str(limit), python, "-c", THEIRS]
    done = subprocess.run(command, input=line, stdout=subprocess.PIPE, text=True, check=False)
    told = [json.loads(row) for row in done.stdout.splitlines()]
    is_done = bool(told) and told[-1] is None
    steps = told[:-1] if is_done else told
    return Steps([size for size, _ in steps], steps[-1][1] if steps else 0.0, is_done)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.demystify")
    parser.add_argument("python", help="an interpreter with demystify")
    parser.add_argument("--number", type=int, default=4, help="puzzles")
    parser.add_argument(
        "--limit", type=float, default=3600.0, help="seconds for each, by the clock"
    )
    parser.add_argument("--out", type=Path, default=RESULTS / "demystify.md")
    asked = parser.parse_args()
    leave_without_corpus()
    rated = sorted((se, text) for text, se in read(LABELS[0]) if RATED[0] < se <= RATED[1])
    lines = []
    for se, text in spread(rated, asked.number):
        line = text[:81].replace("0", ".")
        we, they = ours(line), theirs(asked.python, line, asked.limit)
        least = "" if they.is_done else "> "
        theirs_took, times = f"{least}{they.seconds:.1f}", f"{least}{they.seconds / we.seconds:.0f}"
        lines.append([se, we.told, they.told, f"{we.seconds:.2f}", theirs_took, times])
        print(lines[-1], flush=True)
    titles = ["rating", "sizes above 1", "of demystify", "CPU s", "of demystify", "times"]
    head = "Sudokus of 9x9 by their ratings of Sudoku Explainer; every clause is a fact."
    body = f"{head} {machine()}.\n\n{table(titles, lines)}"
    write_section(asked.out, "Steps beside demystify 0.0.17", body)


if __name__ == "__main__":
    main()
