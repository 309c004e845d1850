"""The work that ``benchmarks.versions`` times, by the public interface alone: any version runs it.

``python version_tasks.py TASK PART CORPUS`` prints the CPU seconds of one part, without imports and
a small puzzle before it.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path

import uniclue
from uniclue import Puzzle

Work = Callable[[Sequence[Puzzle]], object]


def sudokus(corpus: Path, file: str) -> list[Puzzle]:
    from uniclue.formats.source import read_text

    lines = (corpus / "sudoku" / file).read_text().splitlines()
    return [read_text(line[:81].encode()) for line in lines if len(line) >= 81]


def timed_sudokus(corpus: Path) -> list[Puzzle]:
    from uniclue.formats.source import read_text

    lines = (corpus / "sudoku" / "human_times.csv").read_text().splitlines()[1:]
    return [read_text(line.split(",")[1].encode()) for line in lines]


def jsons(corpus: Path, file: str) -> list[Puzzle]:
    members = map(json.loads, (corpus / file).read_text().splitlines())
    return [uniclue.from_members(m) for m in members if m.get("line_solvable", True)]


def random_nonograms(number: int, side: int) -> list[Puzzle]:
    rng = random.Random(7)

    def clue(line: Sequence[int]) -> list[int]:
        return [len(run) for run in "".join(map(str, line)).split("0") if run] or [0]

    made = []
    for _ in range(number):
        picture = [[int(rng.random() < 0.6) for _ in range(side)] for _ in range(side)]
        rows, cols = [clue(r) for r in picture], [clue(c) for c in zip(*picture, strict=True)]
        made.append(uniclue.from_members({"kind": "nonogram", "rows": rows, "cols": cols}))
    return made


def near(puzzles: Sequence[Puzzle], side: int) -> list[Puzzle]:
    """Those whose height and width differ from ``side`` by 1 at most."""
    return [p for p in puzzles if all(abs(length - side) <= 1 for length in p.shape)]


def describe(puzzles: Sequence[Puzzle]) -> list[object]:
    return [uniclue.describe(puzzle) for puzzle in puzzles]


def decide(puzzles: Sequence[Puzzle]) -> list[str]:
    return [uniclue.unique(puzzle).status for puzzle in puzzles]


def batch(puzzles: Sequence[Puzzle]) -> list[str]:
    return [verdict.status for verdict in uniclue.unique_many(puzzles)]


def judge(puzzles: Sequence[Puzzle]) -> int:
    grids = [uniclue.solve(puzzle).solutions[0] for puzzle in puzzles[:20]]
    pairs = list(islice(cycle(zip(puzzles, grids, strict=False)), 20_000))
    start = time.process_time()
    wrong = sum(bool(puzzle.check(grid)) for puzzle, grid in pairs)
    judge.seconds = time.process_time() - start  # type: ignore[attr-defined]
    return wrong


TASKS: dict[str, tuple[Callable[[Path], list[Puzzle]], int, Work]] = {
    "17-clue sudokus, a batch": (lambda c: sudokus(c, "17_clue.txt"), 500, batch),
    "hardest sudokus": (lambda c: sudokus(c, "forum_hardest_1106.txt"), 35, decide),
    "janko kakuros": (lambda c: jsons(c, "kakuro/janko999.jsonl"), 70, decide),
    "nonogram survey": (lambda c: jsons(c, "nonogram/nonograms.jsonl"), 20, decide),
    "random nonograms 20x20": (lambda _: random_nonograms(60, 20), 10, decide),
    "features, 17-clue sudokus": (lambda c: sudokus(c, "17_clue.txt")[::97], 4, describe),
    "features, magictour sudokus": (
        lambda c: sudokus(c, "magictour_top1465.txt")[::29],
        6,
        describe,
    ),
    "features, people's sudokus": (lambda c: timed_sudokus(c)[::9], 8, describe),
    "features, kakuros of 15": (lambda c: near(jsons(c, "kakuro/janko999.jsonl"), 15), 2, describe),
    "features, nonograms of 20": (
        lambda c: near(jsons(c, "nonogram/nonograms.jsonl"), 20),
        2,
        describe,
    ),
    "judging sudokus": (lambda c: sudokus(c, "magictour_top1465.txt"), 20, judge),
    "judging kakuros": (lambda c: jsons(c, "kakuro/krazydad200.jsonl"), 20, judge),
}


def main() -> None:
    task, part, corpus = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    read, number, work = TASKS[task]
    puzzles = read(corpus)
    first = (part * number) % max(1, len(puzzles) - number)
    work(puzzles[-1:])
    start = time.process_time()
    work(puzzles[first : first + number])
    print(getattr(work, "seconds", time.process_time() - start))


if __name__ == "__main__":
    main()
