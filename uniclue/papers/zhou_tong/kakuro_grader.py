"""Kakuro: the level of Zhou and Tong, part b.

p is the number of white cells over the number of runs, n / m, rounded to 2 decimals (half up). It
is reduced by 0.05 if some run's sum has a single digit set, and by 0.1 if some cell is fixed
because the digits of its two runs have one in common: once each, as in prunings (i) and (ii) of the
paper's search (``kakuro_search``). Runs are all stretches of white cells, across and down.

Levels: easy 1.51 to 1.57, normal 1.58 to 1.62, hard 1.63 to 1.69; ``below`` and ``above`` lie
outside the paper's levels.

The paper also writes the sums as a linear system A x = y over the cells, and calls a puzzle unique
if and only if the system has one solution. This is wrong: rank(A) is less than n, and digits are
bounded and different. So rank(A) and n - rank(A) are only counters; uniqueness is decided by
solving.
"""

from __future__ import annotations

from collections.abc import Iterable

from uniclue.graders.grade import Grader, Rating
from uniclue.models.kakuro import Kakuro
from uniclue.papers.zhou_tong.kakuro_search import CrossingRuns, crossing_runs, is_single, meetings
from uniclue.solvers.limits import Limits

LEVELS = {"easy": (151, 157), "normal": (158, 162), "hard": (163, 169)}
"""Lowest and highest p of each level, in hundredths."""


def rate(puzzle: Kakuro, limits: Limits | None = None) -> Rating:
    """The paper's level, with p as the number."""
    layout = crossing_runs(puzzle)
    n, m = len(layout.crossings), len(layout.runs)
    single = sum(map(is_single, layout.runs))
    meeting = len(meetings(layout))
    mean = (200 * n + m) // (2 * m)
    p = mean - 5 * (single > 0) - 10 * (meeting > 0)
    rank = rank_of_sums(layout)
    counters = {
        "n": n,
        "m": m,
        "n/m": mean / 100,
        "single sets": single,
        "meeting cells": meeting,
        "rank": rank,
        "n - rank": n - rank,
    }
    return Rating(number=p / 100, label=level(p), counters=counters)


def level(p: int) -> str:
    """The level of a p in hundredths."""
    if p < LEVELS["easy"][0]:
        return "below"
    return next((name for name, (_, most) in LEVELS.items() if p <= most), "above")


def rank_of_sums(board: CrossingRuns) -> int:
    """The rank of A, a row for each run with a sum and a column for each cell.

    It equals the rank of ``Model.incidence()``, without building that matrix: with the signs of all
    down runs reversed, A is the incidence matrix of a graph whose edges are the cells, from run to
    run, without the row of one node, "a run without a sum". So its rank is the size of a spanning
    forest.
    """
    none = len(board.runs)
    summed = [none if run.total is None else number for number, run in enumerate(board.runs)]
    return _forest((summed[across], summed[down]) for across, down in board.crossings)


def _forest(edges: Iterable[tuple[int, int]]) -> int:
    """The number of edges of a spanning forest."""
    parent: dict[int, int] = {}

    def root(node: int) -> int:
        while (up := parent.get(node, node)) != node:
            parent[node] = parent.get(up, up)
            node = up
        return node

    size = 0
    for one, other in edges:
        a, b = root(one), root(other)
        if a != b:
            parent[a] = b
            size += 1
    return size


GRADER = Grader("kakuro-p", "Zhou and Tong, part b", rate, kinds=("kakuro",))
