"""How long graphs of the corpus take, how large they are, and how far deductions get.

    python -m benchmarks.graphs [--most N] [--out FILE]

``--most`` takes so many puzzles of each list, evenly spaced. Exits with 66 if there is no corpus,
and with 1 if a step of a deduction is not so in a puzzle's solution.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import mean, median

import uniclue
from benchmarks.puzzles import leave_without_corpus, read_file, spread
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.core.puzzle import Puzzle
from uniclue.formats.source import read_text
from uniclue.study.graphs.deduction import Deduction, deduce
from uniclue.study.graphs.graph import graph_kinds

LISTS = {
    "sudoku, people's times": "sudoku/human_times.csv",
    "sudoku, SE ratings": "sudoku/se_rated.csv",
    "kakuro": "kakuro/krazydad200.jsonl",
    "nonogram": "nonogram/nonograms.jsonl",
}
MOST = 25
CELLS = 900
"""Larger puzzles are left out."""


def puzzles(file: str, most: int) -> list[Puzzle]:
    """Some puzzles of a list."""
    found = [read_text(entry.data) for entry in read_file(file) if entry.area <= CELLS]
    return spread(found, most)


def sound(deduction: Deduction) -> bool:
    """Whether every step is so in the solution that a solver finds."""
    puzzle = deduction.puzzle
    (grid,) = uniclue.solve(puzzle).solutions
    stands = [grid[r][c] for r, c in puzzle.places]
    return not deduction.contradiction and all(
        step.cell is None
        or (step.value in (None, stands[step.cell]) and stands[step.cell] not in step.struck)
        for step in deduction.steps
    )


def timed(puzzle: Puzzle, which: str) -> tuple[float, int, int]:
    """Milliseconds of processor time, nodes and edges of a graph."""
    started = time.process_time()
    graph = uniclue.graph(puzzle, which)
    return (time.process_time() - started) * 1e3, len(graph), graph.number_of_edges()


def sizes(found: dict[str, list[Puzzle]]) -> str:
    """The medians of every graph, as a table."""
    rows = []
    for kind in graph_kinds():
        row = [f"`{kind.name}`"]
        for some in found.values():
            taken = [timed(puzzle, kind.name) for puzzle in some]
            ms, nodes, edges = (median(part) for part in zip(*taken, strict=True))
            row.append(f"{nodes:.0f} / {edges:.0f} / {ms:.1f} ms")
        rows.append(row)
    return table(["graph", *found], rows)


def deductions(found: dict[str, list[Puzzle]]) -> tuple[str, bool]:
    """How far deductions get, as a table, and whether all were sound."""
    rows, right = [], True
    for title, some in found.items():
        plain_ms, plain, full = [], [], []
        for puzzle in some:
            started = time.process_time()
            plain.append(deduce(puzzle, refute=False))
            plain_ms.append((time.process_time() - started) * 1e3)
            full.append(deduce(puzzle))
        right &= all(map(sound, full))
        rows.append(
            [
                title,
                len(some),
                sum(not d.stuck for d in plain),
                sum(not d.stuck for d in full),
                f"{mean(d.waves for d in plain):.1f}",
                f"{mean(d.waves for d in full):.1f}",
                f"{median(plain_ms):.0f} ({max(plain_ms):.0f})",
            ]
        )
    titles = ["puzzles", "number", "solved by propagation", "with refutations", "waves"]
    titles += ["waves with refutations", "ms without refutations (most)"]
    return table(titles, rows), right


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--out", type=Path, default=RESULTS / "graphs.md")
    chosen = parser.parse_args()
    leave_without_corpus()
    found = {title: puzzles(file, chosen.most) for title, file in LISTS.items()}
    far, right = deductions(found)
    numbers = ", ".join(str(len(some)) for some in found.values())
    body = f"""By `python -m benchmarks.graphs` on {machine()}: {numbers} puzzles of four lists of
the corpus, up to {CELLS} cells. Medians of nodes / edges / processor time of
every graph, in which the model is made:

{sizes(found)}

How far deductions get. Every step was compared with the solution a solver finds.

{far}
"""
    write_section(chosen.out, "Measured", body)
    if not right:
        print("a step of a deduction is wrong", file=sys.stderr)
        raise SystemExit(1)


if __name__ == "__main__":
    main()
