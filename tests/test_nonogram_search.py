"""The five search methods of the nonogram homework; traces and counters are worked by hand."""

from __future__ import annotations

import pytest
from conftest import cases
from hypothesis import given
from strategies import nonograms

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.models.nonogram import Nonogram
from uniclue.papers.chen2016 import nonogram_search as nonogram
from uniclue.search.steps import Searched, methods, search
from uniclue.solvers import decide

DIAGONALS = Nonogram(rows=((1,), (1,)), cols=((1,), (1,)))
PLUS = Nonogram(rows=((1,), (3,), (1,)), cols=((1,), (3,), (1,)))
TOO_MANY = Nonogram(rows=((2,), (1,)), cols=((1,), (1,)))
FALLING: Grid = ((1, 0), (0, 1))
RISING: Grid = ((0, 1), (1, 0))


def traced(puzzle: Puzzle, method: str) -> Searched:
    found = search(puzzle, method, traced=True)
    assert found.complete
    assert found.steps == found.counters["nodes"]
    return found


RULES_AFTER_FALLING = (
    "row 1 #.",
    "column 1, rule 1.5: #.",  # a black cell as long as the only run
    "column 1, rule 2.4: run 1 (1) in cells 1-1",
    "column 2, rule 2.4: run 1 (1) in cells 2-2",
    "column 2, rule 1.1: .#",  # in the next pass
)
RULES_AFTER_RISING = (
    "row 1 .#",
    "column 1, rule 2.4: run 1 (1) in cells 2-2",
    "column 1, rule 1.1: .#",
    "column 2, rule 1.5: #.",
    "column 2, rule 2.4: run 1 (1) in cells 1-1",
)
COUNTERS_OF_DIAGONALS = {
    "nodes": 3,
    "branches": 1,
    # One pass over each of the four lines finds nothing; then, for either first row, one pass over
    # the column with the black cell and two over the other. Row 2 is known before its turn.
    "passes": 4 + 2 * 3,
    "rule 1.1": 2,
    "rule 1.5": 2,
    "rule 2.4": 4,
}


FEWEST = "row 1 has the fewest arrangements: 2"
DIAGONALS_BY_HAND = {
    # Boards are numbers of four binary digits: .#/#. is 0110, the seventh.
    "brute": (["board 7 is right", "board 10 is right"], {"nodes": 16}),
    # Solutions are at the sixth and twelfth line. Branches: before any cell, and after each cell
    # that is fine and not the last one.
    "dfs": (
        """\
r1c1 black
r1c2 black: row 1 is impossible
r1c2 white
r2c1 black: column 1 is impossible
r2c1 white
r2c2 black
r2c2 white: row 2 is impossible
r1c1 white
r1c2 black
r2c1 black
r2c2 black: row 2 is impossible
r2c2 white
r2c1 white: column 1 is impossible
r1c2 white: row 1 is impossible""".splitlines(),
        {"nodes": 14, "branches": 7, "dead ends": 6},
    ),
    "rows": (
        """\
row 1 #.
row 2 #.: column 1 is impossible
row 2 .#
row 1 .#
row 2 #.
row 2 .#: column 1 is impossible""".splitlines(),
        {"nodes": 6, "branches": 3, "dead ends": 2},
    ),
    "dfs_RL": ([FEWEST, *RULES_AFTER_FALLING, *RULES_AFTER_RISING], COUNTERS_OF_DIAGONALS),
    "bfs_heuristic_RL": (
        [
            "the board with 4 unknown cells is next",
            *(FEWEST, *RULES_AFTER_FALLING, *RULES_AFTER_RISING),
        ],
        COUNTERS_OF_DIAGONALS | {"peak": 2},
    ),
}


@pytest.mark.parametrize("method", DIAGONALS_BY_HAND)
def test_diagonals_by_hand(method: str) -> None:
    found = traced(DIAGONALS, method)
    assert (list(found.trace), found.counters) == DIAGONALS_BY_HAND[method]
    assert found.solutions == ((RISING, FALLING) if method == "brute" else (FALLING, RISING))


@pytest.mark.parametrize("method", ["dfs_RL", "bfs_heuristic_RL"])
def test_rules_alone(method: str) -> None:
    found = traced(PLUS, method)
    assert found.trace == (
        "row 2, rule 1.1: ###",
        "column 1, rule 1.5: .#.",
        "column 1, rule 2.4: run 1 (1) in cells 2-2",
        "column 2, rule 1.1: ###",
        "column 3, rule 1.5: .#.",
        "column 3, rule 2.4: run 1 (1) in cells 2-2",
    )
    assert found.solutions == (((0, 1, 0), (1, 1, 1), (0, 1, 0)),)
    # Rows 1 and 3 are looked at once, in vain, and are known before their next turn.
    counters = {"nodes": 1, "passes": 6, "rule 1.1": 2, "rule 1.5": 2, "rule 2.4": 2}
    assert found.counters == counters | ({"peak": 1} if method.startswith("bfs") else {})


def test_a_full_board_is_judged() -> None:
    """The rules make row 2 white by its columns; its own clue says otherwise."""
    found = traced(TOO_MANY, "dfs_RL")
    assert found.trace == (
        "row 1, rule 1.1: ##",
        "column 1, rule 1.5: #.",
        "column 1, rule 2.4: run 1 (1) in cells 1-1",
        "column 2, rule 1.5: #.",
        "column 2, rule 2.4: run 1 (1) in cells 1-1",
        "row 2 is impossible",
    )
    assert found.solutions == ()
    assert found.counters["dead ends"] == found.counters["nodes"] == 1


def test_contradictions_are_dead_ends() -> None:
    puzzle = Nonogram(rows=((2,), (2,)), cols=((1,), (1,)))
    found = traced(puzzle, "dfs_RL")
    # Row 1 and row 2 are painted, which makes both columns black twice.
    assert found.trace == ("row 1, rule 1.1: ##", "row 2, rule 1.1: ##", "column 1 is impossible")
    found = traced(Nonogram(rows=((3,), ()), cols=((1,), (1,))), "dfs_RL")
    assert found.trace == ("row 1: the rules find a contradiction",)
    assert found.counters == {"nodes": 1, "dead ends": 1}


def test_best_first_takes_the_board_with_the_fewest_unknown_cells() -> None:
    """Three diagonals: with r1c2 black nothing follows for row 2, nor with r1c1."""
    puzzle = Nonogram(rows=((1,),) * 3, cols=((1,),) * 3)
    found = traced(puzzle, "bfs_heuristic_RL")
    said = [line for line in found.trace if "next" in line]
    # A child knows row 1, and the column of its black cell: 4 cells of 9 are unknown.
    assert said == [f"the board with {n} unknown cells is next" for n in (9, 4, 4, 4)]
    assert len(found.solutions) == 6
    # The first child is taken apart before the others' children: its two solutions come first.
    assert {grid[0] for grid in found.solutions[:2]} == {(1, 0, 0)}


@cases(300)
@given(nonograms())
@pytest.mark.slow
def test_methods_agree_with_count(puzzle: Puzzle) -> None:
    count = decide.count(puzzle).count
    found = [search(puzzle, name) for name in methods("nonogram")]
    assert all(f.complete and len(f.solutions) == count for f in found)
    assert len({frozenset(f.solutions) for f in found}) == 1
    for f in found[:2]:  # these remember lines, but not for a trace
        assert f.counters == traced(puzzle, f.method).counters


@pytest.mark.parametrize("method", methods("nonogram"))
def test_givens_and_lines_of_any_length(method: str) -> None:
    """More cells than a machine word has, and a board of one row of some thousand boards."""
    puzzle = Nonogram(rows=((),) * 2 + ((70,),), cols=((1,),) * 70)
    found = search(puzzle, method, wanted=1, limit=5000)
    assert found.solutions or method == "brute"
    row = Nonogram(rows=((14,),), cols=((1,),) * 14 + ((),))
    assert search(row, method).solutions == (((1,) * 14 + (0,),),)
    given_cells = Nonogram(rows=((1,), (1,)), cols=((1,), (1,)), givens=("??", ".?"))
    assert search(given_cells, method).solutions == (FALLING,)


@pytest.mark.parametrize("method", methods("nonogram"))
def test_step_limit(method: str) -> None:
    first = search(DIAGONALS, method, wanted=1)
    assert not first.complete
    assert first.reason is None
    stopped = search(DIAGONALS, method, limit=first.steps - 1)
    assert (stopped.solutions, stopped.complete) == ((), False)
    assert stopped.reason == f"limit of {first.steps - 1} steps reached"
    assert search(DIAGONALS, method, wanted=1, limit=first.steps).solutions == first.solutions


def test_open_boards_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nonogram, "MOST_OPEN", 8)
    found = search(Nonogram(rows=((1,),) * 3, cols=((1,),) * 3), "bfs_heuristic_RL")
    assert found.reason == "limit of 8 cells of open boards reached"


def test_helpers_are_no_kinds() -> None:
    assert next(iter(methods("nonogram"))) == "dfs_RL"
    for name in ("nonogram_rules", "nonogram_lines", "steps", "no such kind"):
        assert methods(name) == {}
