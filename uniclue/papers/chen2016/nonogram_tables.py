"""Chen's methods for nonograms on his own puzzles, and what makes them hard.

Source: Chen Po-Yao, Theory of Computer Games HW1 (2016), sections 3, 5 and 6.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import islice
from statistics import fmean, median

from uniclue.models.nonogram import Nonogram
from uniclue.papers.chen2016.nonogram_boards import puzzles
from uniclue.papers.chen2016.nonogram_search import dfs_with_rules, reasoned
from uniclue.papers.ranks import rank_correlation
from uniclue.papers.tables import Cell, FigureTable, Reproduction, Row, TableTask, table
from uniclue.search.nonogram_board import PartialBoard
from uniclue.search.steps import StepLimitError, StepLog, search
from uniclue.solvers import decide
from uniclue.solvers.limits import Limits

SEED = 12345
"""The document's; its puzzles are ten of each size, from 50 to 30 % black."""

SIZES = (5, 10, 15)
NODES = {"brute": 2**25, "dfs": 100_000, "rows": 100_000, "dfs_RL": 4000, "bfs_heuristic_RL": 4000}
"""Nodes a method may take for a puzzle, at scale 1."""
SOLVER_SECONDS = 10.0
"""What CNF and ILP may take for a question."""
MOST_COUNTED = 1000
"""Solutions are counted so far."""

SECONDS = {
    5: dict(zip(NODES, (1394.9, 0.0517, 0.00223, 0.0913, 0.05837), strict=True)),
    10: {"rows": 6.19, "dfs_RL": 2.41, "bfs_heuristic_RL": 5.12},
    15: {},
}
"""The document's mean seconds for a puzzle, by size and method."""

CASES: dict[str, tuple[float | None, ...]] = {
    "dfs_RL": (2.101, 5.796, 8.558, 4.174, 23524, 505, 269, 5929, None, 181),
    "bfs_heuristic_RL": (2.09, 6.703, 13.95, 19.406, 28323, 310, 3599, 63.84, None, 464.57),
}
"""The document's seconds for each puzzle of 15x15; None: more than 10,000."""

SHARES = tuple(tenths / 10 for tenths in range(1, 10))
BOARDS = {10: 60, 15: 20}
"""Boards made of each share of black cells, by size, at scale 1."""
DENSITY_NODES = 200
"""Boards on which dfs_RL may then run the rules."""


@dataclass(frozen=True, slots=True)
class SearchRun:
    """A search for the first solution of a puzzle.

    Attributes:
        seconds: What it took.
        done: Whether it found one within the limits.
        nodes: Nodes of a method; 0 for solvers.
        passes: Passes of the line rules.
    """

    seconds: float
    done: bool
    nodes: int = 0
    passes: int = 0


Runs = dict[str, list[SearchRun]]
"""The runs on the puzzles of a size, by method."""


def run(task: TableTask) -> tuple[FigureTable, ...]:
    """Runs the tables; a scale below 1 takes fewer puzzles and nodes."""
    drawn = {size: list(puzzles(size, 10, 0.5, 0.3, SEED))[: task.scaled(10)] for size in SIZES}
    runs = {size: _runs(size, drawn[size], task) for size in SIZES}
    task.progress("counting solutions", 0.6)
    tables = [_methods(size, runs[size]) for size in SIZES]
    tables += [_cases(drawn[15], runs[15]), _solutions(drawn)]
    return (*tables, *(_densities(size, task) for size in BOARDS))


def _runs(size: int, drawn: list[Nonogram], task: TableTask) -> Runs:
    methods = [m for m in (*NODES, "cnf", "ilp") if m != "brute" or size == SIZES[0]]
    done = 0.2 * SIZES.index(size)
    each = task.each(methods, f"{{}} on {size}x{size}", done, done + 0.2)
    return {method: [_run(puzzle, method, task) for puzzle in drawn] for method in each}


def _run(puzzle: Nonogram, method: str, task: TableTask) -> SearchRun:
    started = time.perf_counter()
    if method not in NODES:
        how = decide.method(method, limits=Limits(SOLVER_SECONDS))
        solved = decide.solve(puzzle, 1, how)
        return SearchRun(time.perf_counter() - started, bool(solved.solutions))
    searched = search(puzzle, method, wanted=1, limit=task.scaled(NODES[method]))
    seconds, counters = time.perf_counter() - started, searched.counters
    return SearchRun(
        seconds, bool(searched.solutions), counters["nodes"], counters.get("passes", 0)
    )


# -- methods and sizes -----------------------------------------------------------------------------


def _methods(size: int, runs: Runs) -> FigureTable:
    seconds = {method: fmean(run.seconds for run in each) for method, each in runs.items()}
    nodes = {method: fmean(run.nodes for run in each) for method, each in runs.items()}
    published = SECONDS[size]
    over_rows = {method: mean / published["rows"] for method, mean in published.items()}
    return table(
        f"First solution of puzzles of {size}x{size} (section 3)",
        (
            {
                "method": method,
                "document, s": published.get(method),
                "document, over rows": over_rows.get(method),
                "ours, s": seconds[method],
                "ours, s over rows": seconds[method] / seconds["rows"],
                "nodes": nodes[method] or None,
                "nodes over rows": nodes[method] / nodes["rows"] or None,
                "rule passes": fmean(run.passes for run in each) or None,
                "solved": f"{sum(run.done for run in each)} of {len(each)}",
            }
            for method, each in runs.items()
        ),
        "Means over the puzzles; where not all are solved, with the work until the limit.",
        *_NOTES[size],
    )


_NOTES = {
    5: (
        "The document judged some 10,600 boards a second, if it went the same way; here 4096 are "
        "judged at a time.",
        "The document's dfs and its rules are slower than its rows by more than their nodes are: "
        "it says itself that its rules cost more than they save on small boards.",
    ),
    10: ("The document has no figures of brute and dfs at this size.",),
    15: ("The document has figures of each puzzle for the last two methods, in the next table.",),
}


# -- the ten puzzles of 15x15 ----------------------------------------------------------------------


def _cases(drawn: list[Nonogram], runs: Runs) -> FigureTable:
    """The document's seconds and our passes, both over those of the first case."""
    rows: list[tuple[Cell, ...]] = []
    for i, puzzle in enumerate(drawn):
        row: list[Cell] = [str(puzzle.extra["id"])]
        for method, seconds in CASES.items():
            here, first = runs[method][i], runs[method][0]
            published = seconds[i]
            row += [published or "> 10000", (published or 10000) / (seconds[0] or 1)]
            row += [f"{'' if here.done else '> '}{here.passes}", here.passes / first.passes]
        row += [runs["cnf"][i].seconds, runs["ilp"][i].seconds]
        rows.append((*row, _verdict(puzzle, "cnf"), _verdict(puzzle, "ilp")))
    columns = ["case"]
    for method in CASES:
        columns += [f"{method}: document, s", "over case 1", "our passes", "over case 1"]
    columns += ["cnf, s", "ilp, s", "unique by cnf", "unique by ilp"]
    return FigureTable(
        title="The ten puzzles of 15x15 (section 3)",
        columns=tuple(columns),
        rows=tuple(rows),
        notes=(
            "A run of all rules over one line is a pass: the ratios do not depend on a machine.",
            "The document's times also hold its work on the queue, which grew slow above some "
            "hundred boards; ours is a heap.",
            "Which row of several with the fewest arrangements is branched on, and in which "
            "order its arrangements are tried, is settled here and unknown there: in deep searches "
            "for one of many solutions that is most of the difference.",
            *_correlations(runs),
        ),
    )


def _correlations(runs: Runs) -> list[str]:
    """How far the order of the cases agrees; more than 10,000 s count as 10,000."""
    if len(runs["cnf"]) <= 2:
        return []
    correlations = []
    for method, seconds in CASES.items():
        passes = [run.passes for run in runs[method]]
        published = [value or 10000 for value in seconds[: len(passes)]]
        correlations.append(f"{method} {rank_correlation(published, passes):.2f}")
    return [f"Rank correlation of its seconds and our passes: {', '.join(correlations)}."]


def _verdict(puzzle: Nonogram, encoder: str) -> str:
    how = decide.method(encoder, limits=Limits(SOLVER_SECONDS))
    return decide.unique(puzzle, how).status


# -- solutions -------------------------------------------------------------------------------------


def _solutions(drawn: dict[int, list[Nonogram]]) -> FigureTable:
    rows: list[Row] = []
    for size, of_size in drawn.items():
        counts = {str(p.extra["id"]): decide.count(p, MOST_COUNTED) for p in of_size}
        texts = {n: f"{'' if c.complete else '>= '}{c.count}" for n, c in counts.items()}
        several = sum(c.count > 1 for c in counts.values())
        rows.append({"size": f"{size}x{size}", **texts, "several": several})
    return table(
        "How many solutions the puzzles have (section 6)",
        rows,
        "The document says that such boards may well have several solutions, and gives no figures.",
        "The grids it prints for $1 and $2 of 5x5 are those that rows finds first, not the "
        "boards that the generator made.",
    )


# -- density ---------------------------------------------------------------------------------------


def _densities(size: int, task: TableTask) -> FigureTable:
    rows: list[Row] = []
    done = 0.6 + 0.2 * list(BOARDS).index(size)
    for share in task.each(SHARES, f"{size}x{size}, {{:.0%}} black", done, done + 0.2):
        drawn = list(puzzles(size, task.scaled(BOARDS[size]), share, share, task.seed))
        rows.append({"black": share, "puzzles": len(drawn), **hardness(drawn)})
    return table(
        f"Share of black cells and difficulty at {size}x{size} (section 6)",
        rows,
        "Shares of the puzzles, and of their cells. Branches of dfs_RL until it has found two "
        f"solutions, or all; it gives up after running the rules on {DENSITY_NODES} boards.",
        "The document says that from 30 to 70 % black puzzles are hard and often ambiguous, "
        "and that the rules are very useful from 80 % and up to 20 %.",
        "Many black cells are easy, as it says. Few are not: the fewer, the more often puzzles are "
        "ambiguous, and rules tell nothing of what is ambiguous.",
    )


def hardness(drawn: list[Nonogram]) -> dict[str, float]:
    """How many puzzles have one solution, and how far the rules and dfs_RL get."""
    unknown, branches, stopped = [], [], 0
    for puzzle in drawn:
        board, steps = PartialBoard(puzzle), StepLog(DENSITY_NODES)
        reasoned(board, StepLog())
        unknown.append(board.unknown / len(puzzle.places))
        try:
            list(islice(dfs_with_rules(puzzle, steps), 2))
        except StepLimitError:
            stopped += 1
        branches.append(steps.counters["branches"])
    number = len(drawn)
    return {
        "unique": sum(decide.unique(p).status == "unique" for p in drawn) / number,
        "solved by rules": unknown.count(0) / number,
        "cells by rules": 1 - fmean(unknown),
        "median branches": median(branches),
        "given up": stopped / number,
    }


SOURCE = "Chen, Theory of Computer Games HW1 (2016), sections 3, 5 and 6"
REPRODUCTIONS = (Reproduction("nonogram", SOURCE, run),)
