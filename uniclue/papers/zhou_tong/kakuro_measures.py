"""Measurements for the claims of Zhou and Tong on kakuro."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations
from math import factorial, perm
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from uniclue.constraints.all_different_sum import digit_sets
from uniclue.graders import effort
from uniclue.models.kakuro import Kakuro
from uniclue.papers.claims.claim import CannotMeasureError
from uniclue.papers.claims.evidence import Correlation, Figure, Resampled, Share
from uniclue.papers.ranks import partial_rank_correlation
from uniclue.papers.tables import TableTask
from uniclue.papers.zhou_tong import kakuro_integers_format as kakuro_integers
from uniclue.papers.zhou_tong.kakuro_grader import LEVELS, rate
from uniclue.papers.zhou_tong.kakuro_search import DIGITS, crossing_runs, pairs
from uniclue.papers.zhou_tong.kakuro_tables import SINGLE, corpus_boards, let_through, own
from uniclue.search.steps import search
from uniclue.solvers import decide
from uniclue.solvers.limits import Limits

ALL_OF_9 = factorial(9)
SMALL = (
    "0 0 -300 -3200 0 0\n0 -1904 1 1 -1300 0\n-17 1 1 1 1 -2100\n"
    "-7 1 -1624 1 1 1\n-21 1 1 1 -308 1\n0 -26 1 1 1 1",
    "0 -300 -400\n-4 1 1\n-3 1 1",
    "0 -400 -1700 0\n-11 1 1 -400\n-13 1 1 1\n0 -4 1 1",
)
"""Small boards of our own, for the restored program; the last has no solution."""


# -- digit sets ------------------------------------------------------------------------------------


def sets_of(length: int, total: int) -> list[set[int]]:
    """The digit sets of a length and a sum."""
    return [set((np.flatnonzero(row) + 1).tolist()) for row in digit_sets(length, total)]


def digit_facts(task: TableTask) -> Mapping[str, Figure]:
    """What the paper says of digits, sums and products, counted."""
    subsets = [some for size in range(10) for some in combinations(DIGITS, size)]
    singles = {n: tuple(t for t in range(1, 46) if len(sets_of(n, t)) == 1) for n in SINGLE}
    (of_23,), (of_16,), (of_30,) = sets_of(3, 23), sets_of(2, 16), sets_of(4, 30)
    of_7 = set().union(*sets_of(2, 7))
    repeats = sum(orders for digits, orders in let_through(3).items() if len(set(digits)) < 3)
    return {
        "sets-of-9": len(sets_of(3, 9)),
        "orders-of-9": sum(factorial(len(one)) for one in sets_of(3, 9)),
        "sets-of-4": " or ".join("+".join(map(str, sorted(one))) for one in sets_of(2, 4)),
        "lists-that-agree": sum(singles[n] == listed for n, listed in SINGLE.items()),
        "singles-8": singles[8],
        "singles-9": singles[9],
        "orders-of-a-set": tuple(perm(n, n) for n in range(2, 10)),
        "meeting-23-16": " or ".join(map(str, of_23 & of_16)),
        "meeting-30-7": " or ".join(map(str, of_30 & of_7)),
        "fillings-40": 9.0**40 / 1e38,
        "subsets": len(subsets),
        "pairs": len(pairs()),
        "repeats": repeats,
    }


# -- the search ------------------------------------------------------------------------------------


def searches(task: TableTask) -> Mapping[str, Figure]:
    """The search to the first solution on our own boards, with prunings, each stopped at 9!."""
    first = [search(b, "all", wanted=1, limit=ALL_OF_9) for b in own().values()]
    return {"over-9-factorial": sum(one.steps > ALL_OF_9 for one in first)}


def prunings(task: TableTask) -> Mapping[str, Figure]:
    """Nodes with and without the sound prunings."""
    boards = [kakuro_integers.read(text) for text in SMALL]
    nodes = {m: sum(search(b, m).steps for b in boards) for m in ("plain", "i", "i+ii")}
    return {"nodes-by-prunings": tuple(nodes.values())}


def restored_program(task: TableTask) -> Mapping[str, Figure]:
    """The paper's program against the solver."""
    boards = [kakuro_integers.read(text) for text in SMALL]
    found = [[*search(board, "program").solutions] for board in boards]
    right = [[*decide.solve(board, 10).solutions] for board in boards]
    return {
        "boards-otherwise": sum(sorted(a) != sorted(b) for a, b in zip(found, right, strict=True)),
        "solutions": tuple(map(len, found)),
    }


def linear_systems(task: TableTask) -> Mapping[str, Figure]:
    """Uniqueness against the linear system, over all numbers and over 1 to 9."""
    unique = [board for board in own().values() if decide.unique(board).status == "unique"]
    return {
        "free": tuple(int(rate(board).counters["n - rank"]) for board in unique),
        "others-in-1-to-9": sum(has_another(board) for board in unique),
        "unique-boards": len(unique),
    }


def has_another(board: Kakuro) -> bool:
    """Whether four cells of two across and two down runs can take 1 more and 1 less in turn.

    No sum changes then, so the linear system has another solution in digits 1 to 9.
    """
    (grid,) = decide.solve(board, 1).solutions
    runs = crossing_runs(board).crossings
    digit = {pair: int(grid[r][c] or 0) for pair, (r, c) in zip(runs, board.places, strict=True)}
    ways = {a: [d for x, d in digit if x == a] for a, _ in digit}
    for a, b in combinations(ways, 2):
        for c, d in combinations({*ways[a]} & {*ways[b]}, 2):
            corners = ((a, c), (b, d)), ((a, d), (b, c))
            for more, less in (corners, corners[::-1]):
                if all(digit[x] < 9 for x in more) and all(digit[x] > 1 for x in less):
                    return True
    return False


def plain_generator(task: TableTask) -> Mapping[str, Figure]:
    """Layouts filled at random, and a search for a second solution."""
    rng = random.Random(task.seed)
    boards = [refilled(board, rng) for board in own().values() for _ in range(task.scaled(40))]
    unique = sum(decide.unique(board).status == "unique" for board in boards)
    return {"unique": Share(unique, len(boards))}


def refilled(board: Kakuro, rng: random.Random) -> Kakuro:
    """The layout of a board with the sums of a random filling."""
    runs, crossings = crossing_runs(board)
    filled: list[list[int]] = [[] for _ in runs]

    def fill(cell: int) -> bool:
        if cell == len(crossings):
            return True
        pair = [filled[run] for run in crossings[cell]]
        for digit in rng.sample(DIGITS, 9):
            if all(digit not in run for run in pair):
                for run in pair:
                    run.append(digit)
                if fill(cell + 1):
                    return True
                for run in pair:
                    run.pop()
        return False

    assert fill(0)
    rows = [[0] * board.shape[1] for _ in range(board.shape[0])]
    for run, digits in zip(runs, filled, strict=True):
        (r, c), down = run.places[0], run.direction == "down"
        rows[r - down][c - (not down)] -= sum(digits) * (100 if down else 1)
        for r, c in run.places:
            rows[r][c] = 1
    return kakuro_integers.read("\n".join(" ".join(map(str, row)) for row in rows))


# -- the levels ------------------------------------------------------------------------------------


def published(task: TableTask) -> Mapping[str, Figure]:
    """What makes published boards hard for a solver, on all of them."""
    if not (boards := corpus_boards()):
        raise CannotMeasureError("It needs published boards: the folder kakuro of UNICLUE_CORPUS.")
    boards = boards[:: max(1, round(1 / task.scale))]
    ratings = [rate(board) for board in boards]
    n, m, p, single, meeting = (
        [rating.counters[name] for rating in ratings]
        for name in ("n", "m", "n/m", "single sets", "meeting cells")
    )
    conflicts = [effort.rate(board, Limits(), seeds=1).number or 0.0 for board in boards]
    of_level = [
        ([*LEVELS].index(rating.label), hard)
        for rating, hard in zip(ratings, conflicts, strict=True)
        if rating.label in LEVELS
    ]
    return {
        "mean-p": fmean(p),
        "cells": Correlation(n, conflicts),
        "runs": Correlation(m, conflicts, n),
        "cells-a-run": Correlation(p, conflicts),
        "levels": Correlation(*zip(*of_level, strict=True)),
        "single-sets": Correlation(single, conflicts, n),
        "meetings": Correlation(meeting, conflicts, n),
        "meetings-less-single-sets": Resampled(
            [*zip(n, single, meeting, conflicts, strict=True)], _meetings_less_single_sets, 1000
        ),
    }


def _meetings_less_single_sets(rows: NDArray[Any]) -> float:
    n, single, meeting, conflicts = (column.tolist() for column in rows.T)
    of_meetings, of_sets = (
        partial_rank_correlation(figures, conflicts, n) for figures in (meeting, single)
    )
    return of_meetings - of_sets
