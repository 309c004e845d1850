"""The document's p and level, and the figures beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import kakuro
from hypothesis import given
from strategies import KINDS

from uniclue import load
from uniclue.core.puzzle import Puzzle
from uniclue.graders.grading import grade
from uniclue.models.kakuro import Kakuro
from uniclue.papers.zhou_tong.kakuro_grader import LEVELS, level, rank_of_sums, rate
from uniclue.papers.zhou_tong.kakuro_search import crossing_runs
from uniclue.papers.zhou_tong.kakuro_tables import own
from uniclue.solvers import decide


def block(across: list[int], down: list[int]) -> Kakuro:
    """A block of white cells with these sums."""
    first = [{}, *({"down": total} for total in down)]
    rows = [[{"across": total}, *[None] * len(down)] for total in across]
    return kakuro([first, *rows])


def test_p_by_hand() -> None:
    # 3x3: 9 cells, 6 runs, 9/6 = 1.5. 15 in three cells has eight sets: nothing is taken off.
    plain = rate(block([15] * 3, [15] * 3))
    assert (plain.number, plain.label) == (1.5, "below")
    assert plain.counters == {
        "n": 9,
        "m": 6,
        "n/m": 1.5,
        "single sets": 0,
        "meeting cells": 0,
        "rank": 5,  # six sums, of which one follows: across and down add up alike
        "n - rank": 4,
    }
    # 4x4: 16/8 = 2; 10 and 30 in four cells have a single set each, and meet in no digit.
    single = rate(block([10, 30, 20, 20], [20] * 4))
    assert single.number == 1.95
    assert single.counters["single sets"] == 2
    # 24 = 7+8+9 meets 8 in three cells (1+2+5, 1+3+4) nowhere, 10 in 7 (1+2+7): nine cells, 1.5.
    both = rate(block([24, 12, 9], [10, 17, 18]))
    assert both.counters["single sets"] == 1
    assert both.counters["meeting cells"] == 1
    assert both.number == 1.35  # each once


def test_levels() -> None:
    last = {"below": 150, "easy": 157, "normal": 162, "hard": 169}
    for p in range(20, 300):
        assert level(p) == next((name for name, most in last.items() if p <= most), "above")


def test_halves_are_rounded_up() -> None:
    # 2 cells in one run across and two down are 0.666...: 0.67.
    assert rate(kakuro([[{}, None, None]])).counters["n/m"] == 0.67
    # 13 cells in 8 runs are 1.625: 1.63.
    white = ["....", "....", "....", "#.##"]
    grid: list[list[Any]] = [[None if c == "." else {} for c in row] for row in white]
    puzzle = kakuro(grid)
    assert (len(puzzle.places), len(puzzle.runs)) == (13, 8)
    assert rate(puzzle).counters["n/m"] == 1.63


@given(KINDS["kakuro"])
def test_the_rank_is_that_of_the_matrix(puzzle: Puzzle) -> None:
    assert isinstance(puzzle, Kakuro)
    matrix = puzzle.model().incidence().astype(float)
    rank = int(np.linalg.matrix_rank(matrix)) if len(matrix) else 0
    assert rank_of_sums(crossing_runs(puzzle)) == rank


@pytest.mark.parametrize("name", ["easy", "normal", "hard"])
def test_our_own_board_of_each_level(name: str) -> None:
    puzzle = own()[name]
    assert puzzle.shape == (8, 10)
    assert 40 < len(puzzle.places) < 60
    assert decide.unique(puzzle).status == "unique"
    (graded,) = grade(puzzle, "kakuro-p").grades
    assert graded.label == name
    assert graded.number is not None
    matrix = puzzle.model().incidence().astype(float)
    assert graded.counters["rank"] == np.linalg.matrix_rank(matrix) < len(puzzle.places)


@pytest.mark.slow
def test_the_examples_are_in_order_by_p_and_by_effort() -> None:
    folder = Path(__file__).parent.parent / "examples" / "kakuro"
    boards = [load(folder / f"{name}.json") for name in ("easy", "normal", "hard")]
    assert [rate(board).label for board in boards if isinstance(board, Kakuro)] == [*LEVELS]
    for grader in ("ladder", "effort"):
        numbers = [grade(board, grader).grades[0].number or 0 for board in boards]
        assert numbers[0] < numbers[1] < numbers[2]
