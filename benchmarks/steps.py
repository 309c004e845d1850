"""How long steps take: the next one, and whole explanations.

    python -m benchmarks.steps [--number N] [--limit S] [--only NAME] [--check] [--out FILE]

A table: puzzles, seconds for a whole explanation, milliseconds for one step (all of it: the reason,
the facts that it needs and the words), and the largest step. Times are those of the processor, so
that other work on the machine does not count. With ``--check`` every step is checked again, and
what is wrong is printed. The command exits with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice, product
from pathlib import Path
from statistics import median

from benchmarks import kinds
from benchmarks.puzzles import leave_without_corpus, read_file, spread
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.checker import Checker
from uniclue.explainers.steps.stepper import Stepper
from uniclue.explainers.telling.board import BoardState
from uniclue.explainers.telling.tell import tell
from uniclue.formats.source import read_text
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

FILES = {
    "sudoku 17 clues": "sudoku/17_clue.txt",
    "sudoku magictour": "sudoku/magictour_top1465.txt",
    "sudoku SE rated": "sudoku/se_rated.csv",
    "sudoku SE 11+": "sudoku/forum_hardest_se11plus.txt",
    "kakuro janko": "kakuro/janko999.jsonl",
    "nonogram": "nonogram/nonograms.jsonl",
}
SIZES = {"10x10": (60, 110), "15x15": (180, 240)}
"""Cells of boards, at least and at most."""


def sets(wanted: str, number: int) -> Iterator[tuple[str, list[Puzzle]]]:
    """Puzzles by name, if the name holds what is wanted."""
    for name, file in FILES.items():
        if wanted in name:
            entries = [entry for entry in read_file(file) if not entry.is_giant]
            yield name, [read_text(entry.data) for entry in spread(entries, number)]
    if wanted in (name := "nonogram 25x25 by lines"):
        entries = [entry for entry in read_file(FILES["nonogram"]) if not entry.is_giant]
        large = (p for p in (read_text(entry.data) for entry in entries) if p.shape == (25, 25))
        yield name, list(islice((p for p in large if is_solved_by_single_facts(p)), number))
    for kind, (size, (least, most)) in product(kinds.files(), SIZES.items()):
        if wanted in (name := f"{kind} {size}"):
            some = [p for _, _, p in kinds.puzzles(kind, most) if isinstance(p, Puzzle)]
            yield name, spread([p for p in some if _cells(p) >= least], number)


def is_solved_by_single_facts(puzzle: Puzzle) -> bool:
    """Whether every step has one atom, such as one line."""
    with (
        closing(Stepper(puzzle.model(splits=True), Clock(Limits(5)))) as stepper,
        suppress(LimitReachedError),
    ):
        return all(len(step.atoms) == 1 for step in stepper.walk()) and stepper.is_unique
    return False


def _cells(puzzle: Puzzle) -> int:
    return math.prod(getattr(puzzle, "board_shape", puzzle.shape))


def walked(puzzle: Puzzle, limit: float, *, check: bool) -> tuple[float, list[float], int, bool]:
    """Seconds for all, those of every step, the largest step, and whether it came to an end."""
    times, largest, ended = list[float](), 0, True
    checker = Checker(puzzle.model(splits=True)) if check else None
    started = now = time.process_time()
    checking = 0.0
    try:
        with closing(Stepper.of(puzzle, Clock(Limits(limit)))) as stepper:
            board = BoardState(puzzle, stepper.atoms, stepper.known)
            before = time.process_time()
            for inferred in stepper.walk():
                step = tell(board, stepper.step_of(inferred))
                now = time.process_time()
                times.append(now - before)
                largest = max(largest, step.size)
                for fault in checker.faults(step) if checker else ():
                    print(f"{puzzle.kind()} {puzzle.extra.get('id')}: {fault}: {step}")
                before = time.process_time()
                checking += before - now
    except LimitReachedError:
        ended = False
    return time.process_time() - started - checking, times, largest, ended


def row(name: str, puzzles: Sequence[Puzzle], limit: float, *, check: bool) -> list[str]:
    """A line of the table."""
    walks = [walked(puzzle, limit, check=check) for puzzle in puzzles]
    whole = sorted(walk[0] for walk in walks)
    steps = sorted(1000 * seconds for walk in walks for seconds in walk[1]) or [0.0]
    worst = sorted(1000 * max(walk[1], default=0.0) for walk in walks)
    sizes = sorted(walk[2] for walk in walks)
    at = [f"{median(steps):.2f}", f"{late(steps):.1f}", f"{median(worst):.1f}"]
    took = [f"{median(whole):.2f}", f"{late(whole):.2f}", f"{whole[-1]:.2f}"]
    ended = sum(walk[3] for walk in walks)
    return [name, f"{ended}/{len(walks)}", *took, *at, f"{median(sizes):g}", str(sizes[-1])]


def late(values: Sequence[float]) -> float:
    """The 95th percentile of sorted values."""
    return values[min(len(values) - 1, math.ceil(0.95 * len(values)) - 1)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.steps")
    parser.add_argument("--number", type=int, default=10, help="puzzles of each set")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one puzzle")
    parser.add_argument("--only", default="", help="sets whose names hold this")
    parser.add_argument("--check", action="store_true", help="check every step again")
    parser.add_argument("--out", type=Path, default=RESULTS / "steps.md")
    asked = parser.parse_args()
    leave_without_corpus()
    lines = []
    for name, puzzles in sets(asked.only, asked.number):
        if puzzles:
            lines.append(row(name, puzzles, asked.limit, check=asked.check))
            print(f"| {' | '.join(lines[-1])} |", flush=True)
    titles = ["puzzles", "done", "all s", "p95", "max", "step ms", "p95", "largest ms"]
    note = "Medians of the largest step's milliseconds and of its size; CPU time."
    body = f"{note} {machine()}.\n\n{table([*titles, 'size', 'max'], lines)}"
    write_section(asked.out, f"Steps: {asked.only or 'all'}", body)


if __name__ == "__main__":
    main()
