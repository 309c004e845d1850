"""The document's kakuro search: hand-worked traces, agreement with the solver, what (iii) lets by.

The board worked by hand, all four sums with a single digit set (4 = 1+3, 3 = 1+2):

          4\\   3\\
     \\4   r2c2 r2c3        solution  3 1
     \\3   r3c2 r3c3                  1 2
"""

from __future__ import annotations

import json
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
import pytest
from conftest import cases, refused_command, run_here
from helpers import kakuro
from hypothesis import given
from strategies import KINDS

from uniclue.constraints.all_different_sum import digit_sets
from uniclue.core.puzzle import Puzzle
from uniclue.papers.zhou_tong.kakuro_search import (
    START,
    crossing_runs,
    digits,
    is_single,
    meetings,
    pairs,
    without,
)
from uniclue.search.steps import methods, search
from uniclue.solvers import decide

SUMS = [{"across": 4}, None, None], [{"across": 3}, None, None]
SMALL: list[list[Any]] = [[{}, {"down": 4}, {"down": 3}], *SUMS]
MOST = 150


TRACES = {
    # r2c3 ends the across run of 4, r3c2 the down run of 4: each has to make up the sum. After 1, 3
    # and 3 the across run of 3 is at 0; 2 again would make 4; r3c3 is not 1, as in both its runs.
    "plain": "r2c2 = 1; r2c3 = 3; r3c2 = 3; r3c3 takes no digit; r2c2 = 2; r2c3 takes no digit; "
    "r2c2 = 3; r2c3 = 1; r3c2 = 1; r3c3 = 2; complete: a solution; r2c2 = 4; r2c3 takes no digit",
    # r2c2 may hold 1 and 3, r2c3 and r3c2 only 1, r3c3 1 and 2.
    "i": "r2c2 = 1; r2c3 takes no digit; "
    "r2c2 = 3; r2c3 = 1; r3c2 = 1; r3c3 = 2; complete: a solution",
    # The runs of 4 and 3 meet in 1, at r2c3 and r3c2.
    "ii": "r2c2 = 1; r2c3 takes no digit; r2c2 = 2; r2c3 takes no digit; "
    "r2c2 = 3; r2c3 = 1; r3c2 = 1; r3c3 = 2; complete: a solution; r2c2 = 4; r2c3 takes no digit",
    # 2 and 2 leave the sum and the product that 4 leaves.
    "iii": "r2c2 = 1; r2c3 = 3; r3c2 = 3; r3c3 takes no digit; "
    "r2c2 = 2; r2c3 = 2, a repeat; r3c2 = 2, a repeat; r3c3 = 1; complete, with a repeat; "
    "r2c2 = 3; r2c3 = 1; r3c2 = 1; r3c3 = 2; complete: a solution; r2c2 = 4; r2c3 takes no digit",
}
TRACES["i+ii"] = TRACES["all"] = TRACES["i"]
COUNTED = ["nodes", "dead ends", "solutions"]
COUNTED += ["repeats", "nodes with a repeat", "grids with a repeat"]
COUNTERS = {
    "plain": (9, 3, 1),
    "i": (5, 1, 1),
    "ii": (7, 3, 1),
    "i+ii": (5, 1, 1),
    "iii": (12, 2, 1, 2, 3, 1),
    "all": (5, 1, 1, 0, 0, 0),
}


@pytest.mark.parametrize("method", TRACES)
def test_the_small_board_by_hand(method: str) -> None:
    puzzle = kakuro(SMALL)
    found = search(puzzle, method, traced=True)
    assert "; ".join(found.trace) == TRACES[method]
    assert found.counters == dict(zip(COUNTED, COUNTERS[method], strict=False))
    assert found.steps == found.counters["nodes"]
    assert found.complete
    assert found.solutions == (puzzle.read_grid(["...", ".31", ".12"]),)
    assert search(puzzle, method).trace == ()


def test_the_names_are_the_prunings() -> None:
    parts = {"i", "ii", "iii"}
    sets = {"+".join(some) for size in (1, 2) for some in combinations(sorted(parts), size)}
    assert set(methods("kakuro")) == sets | {"plain", "all", "program"}
    assert next(iter(methods("kakuro"))) == "i+ii"


@pytest.mark.parametrize("limit", [0, 1, 6, 8])
def test_the_step_limit(limit: int) -> None:
    found = search(kakuro(SMALL), "plain", limit=limit)
    assert not found.complete
    assert found.reason == f"limit of {limit} steps reached"
    assert len(found.solutions) == (limit == 8)
    assert search(kakuro(SMALL), "plain", limit=9).complete


@cases(150)
@given(KINDS["kakuro"])
def test_every_method_agrees_with_the_solver(puzzle: Puzzle) -> None:
    expected = decide.count(puzzle, MOST).count
    nodes = {}
    for method in methods("kakuro"):
        found = search(puzzle, method, wanted=MOST)
        assert len(found.solutions) == len(set(found.solutions)) == expected, method
        assert found.counters["solutions"] == expected
        assert found.complete or expected == MOST
        nodes[method] = found.counters["nodes"] if found.complete else 0
        by_pairs = method.endswith("iii") or method == "all"
        assert by_pairs or not any("repeat" in name for name in found.counters)
    if all(nodes.values()):
        assert nodes["i+ii"] <= min(nodes["i"], nodes["ii"]) <= nodes["plain"]
        assert nodes["program"] == nodes["plain"]
        looser = {"plain": "iii", "i": "i+iii", "ii": "ii+iii", "i+ii": "all"}
        assert all(nodes[exact] <= nodes[loose] for exact, loose in looser.items())


def test_a_grid_with_a_repeat_is_reached_and_not_returned() -> None:
    # 17 in three cells, with 4, 9 and 4 fixed by runs of one cell; only the repeat makes it wrong.
    puzzle = kakuro([[{}, {"down": 4}, {"down": 9}, {"down": 4}], [{"across": 17}, *[None] * 3]])
    found = search(puzzle, "iii", traced=True)
    assert found.trace == ("r2c2 = 4", "r2c3 = 9", "r2c4 = 4, a repeat", "complete, with a repeat")
    assert found.solutions == ()
    assert found.counters["grids with a repeat"] == 1
    assert search(puzzle, "plain").counters == {"nodes": 2, "dead ends": 1, "solutions": 0}


def test_the_pairs() -> None:
    sets = [s for size in range(10) for s in combinations(range(1, 10), size)]
    assert len(sets) == 512
    assert len(pairs()) == 448
    assert {(45 - sum(s), 362_880 // prod(s)) for s in sets} == pairs()

    def after(*some: int) -> tuple[int, int] | None:
        pair: tuple[int, int] | None = START
        for digit in some:
            pair = None if pair is None else without(pair, digit)
        return pair

    assert after(4, 9, 4) == after(9, 4, 4) == after(3, 6, 8) == (28, 2520)
    assert after(4, 4) is None
    assert after(7, 7) is None  # 7 does not divide 9!/7


def test_runs_without_sums_and_givens() -> None:
    puzzle = kakuro([[{}, {"down": 3}], [None, None]], givens=["..", "?1"])
    assert search(puzzle).solutions == ()  # 1 is not 3
    puzzle = kakuro([[{"across": None}, None, None, None]], givens=[".2.9"])
    found = search(puzzle, traced=True)
    assert [grid[0][2] for grid in found.solutions] == [1, 3, 4, 5, 6, 7, 8]
    assert found.trace[0] == "r1c2 = 2"
    assert len(search(kakuro([[None]])).solutions) == 9
    assert search(kakuro([[{"across": 12}, None]]), "all").solutions == ()
    assert search(kakuro([[{"across": 99}, None, None]]), "all").solutions == ()


def test_large_boards_are_no_deeper_than_small_ones() -> None:
    row: list[Any] = [{"across": 3}, None, None] * 50
    puzzle = kakuro([row, [{}] * 150] * 75)
    found = search(puzzle, wanted=1)
    assert found.counters["nodes"] == len(puzzle.places) == 7500


def test_single_sets_and_meetings() -> None:
    down = {"down": 7}
    puzzle = kakuro([[{}, down, {}, {}, {}], [{"across": 30}, *[None] * 4], [{}, None, {}, {}, {}]])
    runs = {run.name: run for run in puzzle.runs}
    assert is_single(runs["across r2c2"])
    assert not is_single(runs["down r2c2"])
    assert digits(runs["across r2c2"]) == {6, 7, 8, 9}
    assert digits(runs["down r2c2"]) == {1, 2, 3, 4, 5, 6}
    assert meetings(crossing_runs(puzzle)) == {0: 6}
    assert all(grid[1][1] == 6 for grid in search(puzzle, "ii").solutions)
    none = kakuro([[{}, {"down": 3}], [{"across": 9}, None], [{}, None]])
    assert meetings(crossing_runs(none)) == {}  # they meet in no digit


# -- the table of combinations ---------------------------------------------------------------------


def test_combinations() -> None:
    """All 502 sets of 2 to 9 digits, in 120 sums; 34 of these have one set, as the paper lists."""
    rows = json.loads(run_here("combinations", "--json").stdout)["combinations"]
    assert (len(rows), sum(len(row["sets"]) for row in rows)) == (120, 2**9 - 10)
    for row in rows:
        own = digit_sets(row["cells"], row["sum"])
        sets = ["".join(str(d + 1) for d in np.flatnonzero(one)) for one in own]
        assert sorted(row["sets"]) == sorted(sets)
        assert row["common"] == "".join(str(d + 1) for d in np.flatnonzero(own.all(axis=0)))
    single = run_here("combinations", "--single").stdout.splitlines()
    assert len(single) == 1 + 34
    refused_command(64, "no 3 different digits add up to 40", "combinations", "3", "40")
