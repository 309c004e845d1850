"""Measurements for the claims of Chen's homework on nonograms.

Times are not measured: nodes and passes of the line rules stand for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate, chain
from math import factorial, log, log10, prod
from operator import mul
from statistics import fmean

from uniclue.core.puzzle import Grid
from uniclue.models.nonogram import Nonogram
from uniclue.papers.chen2016.nonogram_boards import boards, puzzles
from uniclue.papers.chen2016.nonogram_search import reasoned
from uniclue.papers.chen2016.nonogram_tables import CASES, NODES, SEED
from uniclue.papers.claims.evidence import Correlation, Figure, Mean, Share
from uniclue.papers.tables import TableTask
from uniclue.search.nonogram_board import PartialBoard
from uniclue.search.nonogram_lines import arrangement_count
from uniclue.search.nonogram_rules import RULES, RangedLine, reason
from uniclue.search.steps import StepLog, search
from uniclue.solvers import decide

RL = ("dfs_RL", "bfs_heuristic_RL")
TOTALS = (13949, 0.517, 0.0223, 0.913, 0.5837, 61.9, 24.1, 51.2)
"""The table's seconds for ten puzzles: five methods at 5x5, three at 10x10."""


def homework(size: int, number: int = 10) -> list[Nonogram]:
    """The homework's own puzzles."""
    return list(puzzles(size, 10, 0.5, 0.3, SEED))[:number]


def _digits(grid: Grid) -> str:
    return " ".join("".join(map(str, row)) for row in grid)


def first(puzzle: Nonogram, method: str, limit: int = 30_000) -> int:
    """Nodes until the first solution, or the limit."""
    return search(puzzle, method, wanted=1, limit=limit).counters["nodes"]


# -- methods ---------------------------------------------------------------------------------------


def small(task: TableTask) -> Mapping[str, Figure]:
    """The homework's puzzles of 5x5 and 10x10."""
    of_5, of_10 = homework(5), homework(10)
    answers = [_digits(search(p, "rows", wanted=1).solutions[0]) for p in of_5[:2]]
    judged = sum(first(puzzle, "brute", 2**25) for puzzle in of_5)
    by_rows, by_rules = (sum(first(p, m, NODES[m]) for p in of_10) for m in ("rows", "dfs_RL"))
    per_second = judged / TOTALS[0]
    return {
        "answers": " / ".join(answers),
        "means": tuple(total / 10 for total in TOTALS),
        "rows-over-rules": by_rows / by_rules,
        "brute-seconds": min(_least_number(puzzle) for puzzle in of_10) / per_second,
    }


def _least_number(puzzle: Nonogram) -> float:
    """Brute force counts up to a solution, so to at least 1 in the first row that is not white."""
    height, width = puzzle.shape
    below = next(height - 1 - r for r, clue in enumerate(puzzle.rows) if clue)
    return 2.0 ** (below * width)


def cases(task: TableTask) -> Mapping[str, Figure]:
    """Passes of the line rules until the first solution of each case of 15x15."""
    found = {
        method: [
            search(puzzle, method, wanted=1, limit=NODES[method]).counters["passes"]
            for puzzle in homework(15)
        ]
        for method in RL
    }
    depth, best = (found[method] for method in RL)
    theirs = {m: [seconds or 10_000 for seconds in some] for m, some in CASES.items()}
    timed = [i for i, seconds in enumerate(CASES["dfs_RL"]) if seconds]
    return {
        "dfs_RL": Correlation(theirs["dfs_RL"], depth),
        "bfs_heuristic_RL": Correlation(theirs["bfs_heuristic_RL"], best),
        "others-over-1-to-4": min(depth[4:]) / max(depth[:4]),
        "case-8": depth[7] / best[7],
        "best-first-takes-more": Share(sum(best[i] > depth[i] for i in timed), len(timed)),
    }


# -- growth ----------------------------------------------------------------------------------------

GROWING = (4, 5, 6)


def growth(task: TableTask) -> Mapping[str, Figure]:
    """Nodes of searches to the end against the bounds of section 4."""
    some = {n: list(puzzles(n, task.scaled(40), 0.5, 0.3, task.seed)) for n in (2, 3, 4)}
    two = ((1, 1),)
    whole = {n: Nonogram(rows=two * n, cols=two * n) for n in GROWING}
    short = {n: Nonogram(rows=(*two * (n - 1), (1,)), cols=two * n) for n in GROWING}

    def over(family: dict[int, Nonogram]) -> tuple[float, ...]:
        nodes = {n: search(p, "rows", wanted=None).counters["nodes"] for n, p in family.items()}
        return tuple(nodes[n] / factorial(n + 1) for n in GROWING)

    return {
        "brute": tuple(search(some[n][0], "brute").counters["nodes"] for n in some),
        "dfs-over-bound": max(
            search(p, "dfs").counters["nodes"] / 2 ** (n * n + 1) for n in some for p in some[n]
        ),
        "rows-over-bound": over(whole),
        "rows-without-solution": over(short),
    }


def rows_work(task: TableTask) -> Mapping[str, Figure]:
    """What makes rows slow: arrangements, and no pruning."""
    some = list(puzzles(7, task.scaled(120), 0.5, 0.3, task.seed))
    ways = [[arrangement_count(tuple(clue), 7) for clue in board.rows] for board in some]
    nodes = [search(board, "rows").counters["nodes"] for board in some]
    unpruned = [sum(accumulate(each, mul)) for each in ways]
    return {
        "more-arrangements": Correlation([log(prod(each)) for each in ways], nodes),
        "unpruned": Mean([log10(u / n) for u, n in zip(unpruned, nodes, strict=True)]),
    }


def zeros(task: TableTask) -> Mapping[str, Figure]:
    """The white cells before the first black one of the first solution, and the work for it."""
    some = list(puzzles(4, task.scaled(120), 0.6, 0.2, task.seed))
    found: dict[str, Figure] = {}
    for method in ("brute", "dfs"):
        each = [search(board, method, wanted=1) for board in some]
        cells = [_digits(one.solutions[0]).replace(" ", "") for one in each]
        leading = [len(one) - len(one.lstrip("0")) for one in cells]
        found[method] = Correlation(leading, [one.counters["nodes"] for one in each])
    return found


# -- rules, density --------------------------------------------------------------------------------


def rules(task: TableTask) -> Mapping[str, Figure]:
    """The rules on single lines and on whole boards."""
    line = RangedLine((1, 3, 2), 10)
    across, both, wrong = [], [], 0
    for puzzle, solution in zip(homework(10), boards(10, 10, 0.5, 0.3, SEED), strict=True):
        board, whole = PartialBoard(puzzle), PartialBoard(puzzle)
        for row in board.rows:
            reason(row, StepLog())
        whole.reason(StepLog())
        across.append(100 - board.unknown)
        both.append(100 - whole.unknown)
        cells = zip(chain(*whole.grid()), chain(*solution), strict=True)
        wrong += sum(decided not in (None, cell) for decided, cell in cells)
    return {
        "rules": len(RULES),
        "wrong": wrong,
        "ranges": ", ".join(f"{a}-{b}" for a, b in zip(line.first, line.last, strict=True)),
        "transposed": fmean(both) / fmean(across),
    }


def densities(task: TableTask) -> Mapping[str, Figure]:
    """What the rules save on the way to a first solution of puzzles of 10x10."""
    number = task.scaled(16)
    saved = {
        t: Mean([_saved(p) for p in puzzles(10, number, t / 10, t / 10, task.seed)])
        for t in (1, 2, 8, 9)
    }
    return {"sparse": (saved[1], saved[2]), "dense": (saved[8], saved[9])}


def _saved(puzzle: Nonogram) -> float:
    """Orders of magnitude of nodes, without the rules over with them."""
    return log10(first(puzzle, "rows") / first(puzzle, "dfs_RL", NODES["dfs_RL"]))


def _is_solved_by_rules(puzzle: Nonogram) -> bool:
    board = PartialBoard(puzzle)
    return reasoned(board, StepLog()) and not board.unknown


def middle(task: TableTask) -> Mapping[str, Figure]:
    """Puzzles of 10x10 with 30, 40, 50, 60 and 70 per cent of black cells."""
    number = task.scaled(40)
    some = [list(puzzles(10, number, t / 10, t / 10, task.seed)) for t in range(3, 8)]
    every = [puzzle for of_share in some for puzzle in of_share]
    solved = [sum(map(_is_solved_by_rules, of_share)) for of_share in some]
    several = sum(decide.unique(puzzle).status == "several" for puzzle in every)
    return {
        "several": Share(several, len(every)),
        "solved-by-share": tuple(Share(one, number) for one in solved),
        "solved": Share(sum(solved), len(every)),
    }
