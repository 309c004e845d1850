"""The claims of Chen's homework on nonograms."""

from __future__ import annotations

import time
from functools import partial
from itertools import accumulate, chain
from math import factorial, log, prod
from operator import mul
from queue import PriorityQueue
from statistics import fmean, median
from timeit import timeit

from uniclue.core.puzzle import Grid
from uniclue.models.nonogram import Nonogram
from uniclue.papers.chen2016.nonogram_boards import boards, puzzles
from uniclue.papers.chen2016.nonogram_tables import CASES, NODES, SECONDS, SEED, hardness
from uniclue.papers.expected import Above, Below, Equal, Near, Times, text
from uniclue.papers.ledger import Claim, Document, Measured
from uniclue.papers.ranks import rank_correlation
from uniclue.papers.tables import TableTask
from uniclue.search.nonogram_board import PartialBoard
from uniclue.search.nonogram_lines import arrangement_count
from uniclue.search.nonogram_rules import RULES, RangedLine, reason
from uniclue.search.steps import Searched, StepLog, search

HOMEWORK = Document("nonogram", "Chen Po-Yao 2016", "Theory of Computer Games HW1")
NONOGRAM = "uniclue reproduce nonogram"
ANSWERS = (
    "11100 00010 01001 00101 11011",
    "01001 10001 10101 11000 00101",
)
"""The answers printed for $1 and $2."""
RL = ("dfs_RL", "bfs_heuristic_RL")

claim = partial(Claim, HOMEWORK)


def homework(size: int, number: int = 10) -> list[Nonogram]:
    """The homework's own puzzles."""
    return list(puzzles(size, 10, 0.5, 0.3, SEED))[:number]


def first(puzzle: Nonogram, method: str, limit: int | None = None) -> tuple[Searched, float]:
    """The first solution by a method, and the processor's seconds."""
    started = time.process_time()
    searched = search(puzzle, method, wanted=1, limit=limit or NODES[method])
    return searched, time.process_time() - started


def _digits(grid: Grid) -> str:
    return " ".join("".join(map(str, row)) for row in grid)


# -- methods ---------------------------------------------------------------------------------------


def small(task: TableTask) -> Measured:
    """Every method on the puzzles of 5x5, and those with figures on 10x10."""
    number = min(10, task.scaled(10))
    found = {
        (size, method): [first(puzzle, method) for puzzle in homework(size, number)]
        for size, methods in ((5, tuple(NODES)), (10, ("rows", *RL)))
        for method in methods
    }
    seconds = {key: sum(s for _, s in some) for key, some in found.items()}
    nodes = {key: sum(one.counters["nodes"] for one, _ in some) for key, some in found.items()}
    by_rows = [_digits(one.solutions[0]) for one, _ in found[5, "rows"]]
    of_5, of_10 = ({m: s for (n, m), s in seconds.items() if n == size} for size in (5, 10))
    return Measured(
        {
            "answers": tuple(by_rows[:2]),
            "order-5x5": ", ".join(sorted(of_5, key=lambda method: of_5[method])),
            "quickest-10x10": min(of_10, key=lambda method: of_10[method]),
            "best-first-10x10": round(of_10["bfs_heuristic_RL"] / of_10["rows"], 2),
            "brute-over-rows": round(nodes[5, "brute"] / nodes[5, "rows"]),
            "rules-save-nodes": round(nodes[10, "rows"] / nodes[10, "dfs_RL"]),
            "rules-cost": round(of_5["dfs_RL"] / of_5["rows"], 1),
        },
        f"the homework's first {number} puzzles of each size",
    )


def means(task: TableTask) -> Measured:
    """The homework's table: totals over its ten puzzles, and means."""
    totals = (13949, 0.517, 0.0223, 0.913, 0.5837, 61.9, 24.1, 51.2)
    return Measured({"means": tuple(round(total / 10, 6) for total in totals)})


METHODS = (
    claim(
        "answers",
        "1, example",
        "The answers that dfs_rowbyrow finds for $1 and $2 of boardgen 5 10 0.5 0.3 12345.",
        Equal(ANSWERS),
        small,
        NONOGRAM,
    ),
    claim(
        "means",
        "3, table",
        "The mean seconds of 5x5 and 10x10 are the totals over ten puzzles.",
        Near((*SECONDS[5].values(), *SECONDS[10].values()), 0.00001),
        means,
    ),
    claim(
        "order-5x5",
        "3, table",
        "The methods at 5x5, quickest first.",
        Equal(", ".join(sorted(SECONDS[5], key=lambda method: SECONDS[5][method]))),
        small,
        NONOGRAM,
        is_timed=True,
    ),
    claim(
        "brute-over-rows",
        "3, table",
        "Brute force takes 625,500 times as long as rows at 5x5 (here: nodes over nodes).",
        Times(625_500, 2),
        small,
        NONOGRAM,
    ),
    claim(
        "rules-save-nodes",
        "2 (4)",
        "Rules before every branch, and branching on the row with fewest arrangements, improve on "
        "rows: nodes of rows over those of dfs_RL at 10x10.",
        Above(1),
        small,
        NONOGRAM,
    ),
    claim(
        "rules-cost",
        "2 and 3",
        "Where the rules conclude little, they cost more time than they save: dfs_RL over rows at "
        "5x5 (printed: 41).",
        Above(1),
        small,
        NONOGRAM,
        is_timed=True,
    ),
    claim(
        "quickest-10x10",
        "3, table",
        "The quickest method at 10x10.",
        Equal("dfs_RL"),
        small,
        NONOGRAM,
        is_timed=True,
    ),
    claim(
        "best-first-10x10",
        "3, table",
        "bfs_heuristic_RL takes 0.83 of the time of rows at 10x10.",
        Times(0.83, 2),
        small,
        NONOGRAM,
        is_timed=True,
    ),
)


# -- the ten puzzles of 15x15 ----------------------------------------------------------------------


def cases(task: TableTask) -> Measured:
    """Passes of the line rules until the first solution of each case."""
    boards = homework(15)
    passes = {
        method: [
            first(puzzle, method, task.scaled(NODES[method]))[0].counters["passes"]
            for puzzle in boards
        ]
        for method in RL
    }
    depth, best = passes["dfs_RL"], passes["bfs_heuristic_RL"]
    theirs = {m: [seconds or 10_000 for seconds in some] for m, some in CASES.items()}
    timed = [i for i, seconds in enumerate(CASES["dfs_RL"]) if seconds]
    return Measured(
        {
            "cases-depth-first": round(rank_correlation(theirs["dfs_RL"], depth), 2),
            "cases-best-first": round(rank_correlation(theirs["bfs_heuristic_RL"], best), 2),
            "cases-1-to-4": round(min(depth[4:]) / max(depth[:4]), 2),
            "case-8": round(depth[7] / best[7], 2),
            "case-9": round(depth[8] / depth[0]),
            "best-first-worse": sum(best[i] > depth[i] for i in timed),
        },
        "the homework's ten puzzles; passes of the line rules stand for its seconds",
    )


OF_15 = (
    claim(
        "cases-depth-first",
        "3, table",
        "The times of dfs_RL on the ten cases: rank correlation with ours.",
        Above(0.7),
        cases,
        NONOGRAM,
    ),
    claim(
        "cases-best-first",
        "3, table",
        "The times of bfs_heuristic_RL on the ten cases: rank correlation with ours.",
        Above(0.7),
        cases,
        NONOGRAM,
    ),
    claim(
        "cases-1-to-4",
        "5",
        "Cases 1 to 4 are quick with the rules: the least work of the others over the most of "
        "these.",
        Above(1),
        cases,
        NONOGRAM,
    ),
    claim(
        "case-8",
        "5",
        "On case 8 best-first search saves work: dfs_RL over bfs_heuristic_RL (printed: 93).",
        Above(1),
        cases,
        NONOGRAM,
    ),
    claim(
        "case-9",
        "3, table",
        "Case 9 takes dfs_RL more than 10,000 s, which is 4,760 times case 1.",
        Above(4760),
        cases,
        NONOGRAM,
    ),
    claim(
        "best-first-worse",
        "5",
        "Best-first search is not very good otherwise: cases, of the nine with figures, where it "
        "takes more than dfs_RL (printed: 6).",
        Above(4),
        cases,
        NONOGRAM,
    ),
)


# -- growth ----------------------------------------------------------------------------------------


def growth(task: TableTask) -> Measured:
    """Nodes of searches to the end against the bounds of section 4."""
    number = task.scaled(40)
    some = {n: list(puzzles(n, number, 0.5, 0.3, task.seed)) for n in (2, 3, 4)}
    brute = tuple(search(some[n][0], "brute").counters["nodes"] for n in some)
    dfs = (search(p, "dfs").counters["nodes"] / 2 ** (n * n) for n in some for p in some[n])
    sparse = {n: Nonogram(rows=((1, 1),) * n, cols=((1, 1),) * n) for n in (4, 5, 6)}
    nodes = {n: search(p, "rows").counters["nodes"] for n, p in sparse.items()}
    return Measured(
        {
            "growth-brute": brute,
            "growth-dfs": round(max(dfs), 3),
            "growth-rows": max(round(nodes[n] / factorial(n + 1), 2) for n in nodes),
        },
        f"{number} boards of each size to 4x4; boards with two runs of 1 in every line, to 6x6",
    )


def growth_of_first(task: TableTask) -> Measured:
    """Nodes until the first solution against the bounds of section 4."""
    drawn = {n: homework(n) for n in range(4, 9)}
    ratios = {
        method: max(
            search(p, method, wanted=1).counters["nodes"] / factorial(n + 1)
            for n, each in drawn.items()
            for p in each
        )
        for method in ("rows", *RL)
    }
    means = [
        round(fmean(search(p, "rows", wanted=1).counters["nodes"] for p in homework(n)))
        for n in range(4, 11)
    ]
    return Measured(
        {"growth-found": tuple(round(ratio, 3) for ratio in ratios.values())},
        "the homework's ten boards of each size to 8x8; mean nodes of rows from 4x4 to 10x10: "
        f"{text(tuple(means))}",
    )


def rows_work(task: TableTask) -> Measured:
    """What makes rows slow: arrangements, and no pruning."""
    boards = list(puzzles(7, task.scaled(60), 0.5, 0.3, task.seed))
    ways = [[arrangement_count(tuple(clue), 7) for clue in board.rows] for board in boards]
    nodes = [search(board, "rows").counters["nodes"] for board in boards]
    unpruned = [sum(accumulate(some, mul)) for some in ways]
    return Measured(
        {
            "more-arrangements": round(
                rank_correlation([log(prod(some)) for some in ways], nodes), 2
            ),
            "pruning-rows": round(median(u / n for u, n in zip(unpruned, nodes, strict=True))),
        },
        f"{len(boards)} boards of 7x7, searched to the end",
    )


def zeros(task: TableTask) -> Measured:
    """The white cells before the first black one of the first solution, and the work for it."""
    boards = list(puzzles(4, task.scaled(150), 0.6, 0.2, task.seed))
    found = {m: [search(board, m, wanted=1) for board in boards] for m in ("brute", "dfs")}
    correlations = {}
    for method, each in found.items():
        cells = [_digits(one.solutions[0]).replace(" ", "") for one in each]
        leading = [len(some) - len(some.lstrip("0")) for some in cells]
        nodes = [one.counters["nodes"] for one in each]
        correlations[f"zeros-{method}"] = round(rank_correlation(leading, nodes), 2)
    return Measured(correlations, f"{len(boards)} boards of 4x4, 60 to 20 % black")


GROWTH = (
    claim(
        "growth-brute",
        "4",
        "Brute force takes O(2^(n^2)): boards judged to the end, n = 2, 3, 4.",
        Equal((2**4, 2**9, 2**16)),
        growth,
    ),
    claim(
        "growth-dfs",
        "4",
        "dfs takes O(2^(n^2)) at worst: most nodes over 2^(n^2).",
        Below(2),
        growth,
    ),
    claim(
        "growth-rows",
        "4",
        "rows takes O((n+1)!): nodes over (n+1)!, boards with many solutions searched to the end.",
        Below(1),
        growth,
    ),
    claim(
        "growth-found",
        "4",
        "rows, dfs_RL and bfs_heuristic_RL take O((n+1)!): most nodes over (n+1)! for a first "
        "solution.",
        Below(1),
        growth_of_first,
    ),
    claim(
        "zeros-brute",
        "5",
        "Brute force is quicker the more zeros the answer begins with: rank correlation of zeros "
        "and nodes.",
        Below(-0.1),
        zeros,
    ),
    claim(
        "zeros-dfs",
        "5",
        "dfs is slower the more zeros the answer begins with: rank correlation of zeros and nodes.",
        Above(0.1),
        zeros,
    ),
    claim(
        "more-arrangements",
        "5",
        "rows is slower the more arrangements the rows have: rank correlation.",
        Above(0.1),
        rows_work,
    ),
    claim(
        "pruning-rows",
        "5",
        "Without pruning rows takes longer: nodes without over nodes with, median.",
        Above(1),
        rows_work,
    ),
)


# -- rules, queue, density -------------------------------------------------------------------------


def rules(task: TableTask) -> Measured:
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
    return Measured(
        {
            "rules": len(RULES),
            "rules-sound": wrong,
            "first-ranges": tuple(f"{a}-{b}" for a, b in zip(line.first, line.last, strict=True)),
            "rules-transposed": round(fmean(both) / fmean(across), 2),
        },
        "a line of ten cells with the runs 1, 3, 2; the homework's ten puzzles of 10x10",
    )


def queue_times(task: TableTask) -> Measured:
    """A priority queue with few and with many boards."""

    def turn(boards: int) -> float:
        queue: PriorityQueue[tuple[int, int]] = PriorityQueue()
        for i in range(boards):
            queue.put((i * 7919 % 101, i))
        return timeit(lambda: queue.put(queue.get()), number=20_000)

    return Measured(
        {"queue-slow": round(turn(5000) / turn(50), 1)},
        "one board out and in, 5,000 over 50 boards",
    )


def densities(task: TableTask) -> Measured:
    """Shares of puzzles of 10x10 by share of black cells."""
    number = task.scaled(40)
    by_share = {
        tenths: hardness(list(puzzles(10, number, tenths / 10, tenths / 10, task.seed)))
        for tenths in (1, 2, 3, 4, 5, 6, 7, 8, 9)
    }
    solved = {tenths: round(row["solved by rules"], 2) for tenths, row in by_share.items()}
    middle = range(3, 8)
    return Measured(
        {
            "middle-hard": tuple(solved[tenths] for tenths in middle),
            "middle-ambiguous": round(fmean(1 - by_share[t]["unique"] for t in middle), 2),
            "dense-easy": (solved[8], solved[9]),
            "sparse-easy": (solved[1], solved[2]),
        },
        f"{number} puzzles of 10x10 with each share of black cells",
    )


OTHERS = (
    claim(
        "first-ranges",
        "2, formula 1",
        "Formula (1) gives runs of the example line the ranges 0-2, 2-6 and 6-9.",
        Equal(("0-2", "2-6", "6-9")),
        rules,
    ),
    claim("rules", "2", "There are 11 rules and one of the author's.", Equal(12), rules),
    claim(
        "rules-sound",
        "2",
        "What the rules paint is certain: cells painted otherwise than on the board.",
        Equal(0),
        rules,
    ),
    claim(
        "rules-transposed",
        "2",
        "Running the rules on the transposed board decides more cells: columns and rows over rows.",
        Above(1),
        rules,
    ),
    claim(
        "queue-slow",
        "5",
        "A priority queue of more than 400 to 500 boards gets very slow (taken as ten times).",
        Above(10),
        queue_times,
        is_timed=True,
    ),
    claim(
        "middle-hard",
        "6",
        "With 30 to 70 % black all boards are hard: share solved by the rules, taken as below "
        "half at each tenth.",
        Below(0.5),
        densities,
        NONOGRAM,
    ),
    claim(
        "middle-ambiguous",
        "6",
        "With 30 to 70 % black boards very likely have several solutions: their share.",
        Above(0.5),
        densities,
        NONOGRAM,
    ),
    claim(
        "dense-easy",
        "6",
        "With 80 % black and more the rules are very useful: share they solve, 80 and 90 %.",
        Above(0.5),
        densities,
        NONOGRAM,
    ),
    claim(
        "sparse-easy",
        "6",
        "With 20 % black and less the rules are very useful: share they solve, 10 and 20 %.",
        Above(0.5),
        densities,
        NONOGRAM,
    ),
    claim(
        "seconds",
        "1 and 3",
        "The seconds themselves, such as 0.008819 for $1.",
        uncheckable="They are those of a workstation and a program that are not there.",
    ),
    claim(
        "slow-python",
        "6",
        "Python is slow, and this program slower than those of others.",
        uncheckable="Neither the program nor the others are there.",
    ),
)
