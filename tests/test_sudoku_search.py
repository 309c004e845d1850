"""The sudoku search methods, and puzzles by shifting and by Las Vegas trials."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest
from conftest import cases
from helpers import FULL, sudoku
from hypothesis import given
from singles import units_of
from strategies import sudokus

from uniclue import Puzzle, count, dumps, loads
from uniclue.core.model import Place
from uniclue.generators.sudoku_vegas import random_cells
from uniclue.models.sudoku import Sudoku
from uniclue.papers.course_report import sudoku_shift_recipe as shift
from uniclue.papers.xue2009.sudoku_search import count_tries
from uniclue.search.steps import methods, search
from uniclue.solvers import decide

ALL_THREE = sudoku([".234.5", "....3.", ".6.35.", ".15624", ".5..4.", "43.5.."], (2, 3))
TWO_ROWS = ["..34", "3412", "..43", "4321"]
TWO = sudoku(TWO_ROWS)
"""Any of 1 and 2 in its four blanks, which form a rectangle: two solutions."""
CLASH = sudoku(["1..1", "....", "....", "...."])


def test_report_uses_naked_then_hidden_singles_then_the_solution() -> None:
    done = search(ALL_THREE, "report-in-order", traced=True)
    assert done.trace == (
        "naked single: r2c2 = 4",  # column 2 holds 1 2 3 5 6
        "naked single: r3c1 = 2",  # row 3 holds 3 5 6, column 1 holds 4, the box 1
        "naked single: r3c3 = 4",
        "naked single: r3c6 = 1",
        "naked single: r4c1 = 3",
        "hidden single: r2c1 = 5, only there in row 2",  # now every blank has two candidates
        "hidden single: r5c6 = 3, only there in row 5",
        "advanced step: r1c1 = 1",  # 1 or 6 there; 6 leads to a second 1 in row 5
        "naked single: r1c5 = 6",
        "naked single: r2c3 = 6",
        "naked single: r2c6 = 2",
        "naked single: r2c4 = 1",
        "naked single: r5c1 = 6",
        "naked single: r5c4 = 2",
        "naked single: r5c3 = 1",
        "naked single: r6c3 = 2",
        "naked single: r6c5 = 1",
        "naked single: r6c6 = 6",
    )
    assert done.counters == {"N1": 15, "N2": 2, "N3": 1, "guesses": 2}
    assert done.complete
    assert ["".join(map(str, row)) for row in done.solutions[0]] == [
        "123465", "546132", "264351", "315624", "651243", "432516",
    ]  # fmt: skip


def test_random_advanced_steps_are_seeded() -> None:
    done = [search(ALL_THREE, "report", traced=True) for _ in range(2)]
    assert done[0].trace == done[1].trace
    assert done[0].trace[:7] == search(ALL_THREE, "report-in-order", traced=True).trace[:7]
    counters = done[0].counters
    assert counters["N1"] + counters["N2"] + counters["N3"] == 18


def test_report_with_several_solutions_and_with_none() -> None:
    done = search(TWO, "report-in-order", traced=True)
    assert done.trace == (
        "advanced step: r1c1 = 1",
        "naked single: r1c2 = 2",
        "naked single: r3c1 = 2",
        "naked single: r3c2 = 1",
        "another solution, from the own search",
    )
    assert done.counters == {"N1": 3, "N2": 0, "N3": 1, "guesses": 2}
    assert len(set(done.solutions)) == 2
    for none in (CLASH, sudoku(["12..", "..3.", "..4.", "...."])):
        done = search(none, "report", traced=True)
        assert not done.solutions
        assert done.complete
        assert done.trace == ("there is no solution to take advanced steps from",)
        assert not done.counters.get("N1")


def test_exhaustive_counts_legal_placements_only() -> None:
    done = search(TWO, "exhaustive", traced=True)
    # After the first solution nothing else is legal in r3c2, r3c1 and r1c2.
    tries = ["r1c1 = 1", "r1c2 = 2", "r3c1 = 2", "r3c2 = 1"]
    tries += ["r1c1 = 2", "r1c2 = 1", "r3c1 = 1", "r3c2 = 2"]
    assert list(done.trace) == [f"try {placement}" for placement in tries]
    assert done.counters == {"tries": 8}
    assert len(done.solutions) == 2


def test_exhaustive_leaves_dead_ends() -> None:
    # With r3c2 = 1 known, r1c1 = 2 is legal but leaves nothing for r1c2: 1 is in its column.
    done = search(sudoku(["..34", "3412", ".143", "4321"]), "exhaustive", traced=True)
    assert done.trace == ("try r1c1 = 1", "try r1c2 = 2", "try r3c1 = 2", "try r1c1 = 2")
    assert done.counters == {"tries": 4}
    assert search(CLASH, "exhaustive").counters == {"tries": 0}


def naive_tries(puzzle: Sudoku) -> int:
    """Legal placements tried, by recursion on a table of digits."""
    units = units_of(*puzzle.box)
    near = {cell: {o for unit in units if cell in unit for o in unit} for cell in puzzle.places}
    digits = dict(puzzle.printed())

    def tries(blanks: list[Place]) -> int:
        if not blanks:
            return 0
        cell, *others = blanks
        total = 0
        for digit in puzzle.domain:
            if all(digits.get(other) != digit for other in near[cell]):
                digits[cell] = digit
                total += 1 + tries(others)
                del digits[cell]
        return total

    return tries([cell for cell in puzzle.places if cell not in digits])


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2)])
def test_exhaustive_counts_as_recursion_does(box: tuple[int, int]) -> None:
    rng = np.random.default_rng(3)
    compared = 0
    while compared < 10:
        made = random_cells(box, 5 if box == (2, 2) else 16, rng)
        if made is not None:
            tries = naive_tries(made)
            assert search(made, "exhaustive").counters["tries"] == tries
            assert count_tries(made, tries) == (tries, count(made).count)
            assert count_tries(made, tries - 1) == (tries, None)
            compared += 1


@cases(300)
@given(sudokus())
@pytest.mark.slow
def test_methods_agree_with_count(puzzle: Puzzle) -> None:
    expected = set(decide.solve(puzzle, limit=1000).solutions)
    assert len(expected) == count(puzzle).count
    for name in methods("sudoku"):
        done = search(puzzle, name)
        assert done.complete
        assert len(done.solutions) == len(expected)
        assert set(done.solutions) == expected


def test_givens_count_as_known() -> None:
    for rows, digit, number in ((TWO_ROWS, "1", 1), (["1...", *["...."] * 3], "3", 0)):
        known = sudoku(rows, givens=((digit, None, None, None), *[(None,) * 4] * 3))
        for name in methods("sudoku"):
            assert len(search(known, name).solutions) == number


def test_step_limit_stops_both() -> None:
    empty = sudoku(["." * 9] * 9, (3, 3))
    for name in methods("sudoku"):
        done = search(empty, name, limit=1000)
        assert not done.complete
        assert done.reason == "limit of 1000 steps reached"
    full = search(sudoku(FULL), "report")
    assert (len(full.solutions), full.counters["N1"]) == (1, 0)


# -- puzzles by shifting ---------------------------------------------------------------------------

LEFT = (
    "123456789", "456789123", "789123456",
    "231564897", "564897231", "897231564",
    "312645978", "645978312", "978312645",
)  # fmt: skip
RIGHT = (
    "123456789", "789123456", "456789123",
    "312645978", "978312645", "645978312",
    "231564897", "897231564", "564897231",
)  # fmt: skip


def renamed(grid: Any) -> tuple[str, ...]:
    """The grid with the digits of its first row renamed to 1..9."""
    name = {digit: str(i + 1) for i, digit in enumerate(grid[0].tolist())}
    return tuple("".join(name[digit] for digit in row) for row in grid.tolist())


@pytest.mark.parametrize(("direction", "one"), [("left", LEFT), ("right", RIGHT)])
def test_one_direction_gives_one_grid_renamed(
    direction: shift.Direction, one: tuple[str, ...]
) -> None:
    grids = [shift.terminal_grid((3, 3), np.random.default_rng(i), direction) for i in range(20)]
    assert {renamed(grid) for grid in grids} == {one}
    assert len({grid.tobytes() for grid in grids}) == 20


def test_both_directions_give_four_grids() -> None:
    grids = [shift.terminal_grid((3, 3), np.random.default_rng(i), "both") for i in range(60)]
    found = {renamed(grid) for grid in grids}
    assert len(found) == 4
    assert {LEFT, RIGHT} < found


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (5, 5), (7, 7)])
@pytest.mark.parametrize("direction", ["left", "right", "both"])
def test_terminal_grids_are_right(box: tuple[int, int], direction: shift.Direction) -> None:
    grid = shift.terminal_grid(box, np.random.default_rng(4), direction).tolist()
    blank = Sudoku(box=box, grid=tuple((0,) * len(row) for row in grid))
    assert not blank.check(grid)


@pytest.mark.parametrize(
    "recipe",
    [
        shift.Shift(probability=0.45, seed=7),
        shift.Shift(holes=35, direction="both", seed=8),
        shift.Shift(box=(2, 3), holes=15, direction="right"),
    ],
)
def test_shifted_puzzles_are_unique_and_say_how_they_were_made(recipe: shift.Shift) -> None:
    made = list(islice(shift.puzzles(recipe), 6))
    for index, one in enumerate(made):
        assert decide.unique(one).status == "unique"
        meta = one.extra["meta"]
        assert meta["generator"] == "sudoku_shift"
        assert (meta["seed"], meta["index"]) == (recipe.seed, index)
        again = shift.Shift(**{k: meta[k] for k in shift.Shift.__dataclass_fields__})
        assert shift.puzzle(again, meta["index"]) == one
        assert loads(dumps(one)).extra["meta"]["tried"] == meta["tried"]
        if recipe.holes is not None:
            assert sum(digit == 0 for row in one.grid for digit in row) == recipe.holes
    assert len({one.grid for one in made}) == 6
    assert next(shift.puzzles(recipe, first=3)) == made[3]


def test_recipes_that_cannot_be() -> None:
    for wrong in (
        {},
        {"holes": 3, "probability": 0.5},
        {"holes": 82},
        {"probability": 1.5},
        {"probability": float("nan")},
        {"holes": 3, "box": (1, 9)},
        {"holes": 3, "direction": "up"},
        {"holes": 3, "seed": -1},
    ):
        with pytest.raises(ValueError, match="expected"):
            shift.Shift(**wrong)
    with pytest.raises(shift.NoPuzzleError, match="none of 5 puzzles"):
        shift.puzzle(shift.Shift(holes=81), tries=5)


# -- Las Vegas -------------------------------------------------------------------------------------


def test_random_cells_are_legal() -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        made = random_cells((3, 3), 11, rng)
        assert made is not None
        assert len(made.printed()) == 11
        assert not made.check(made.grid)
    none = [random_cells((2, 2), 16, rng) for _ in range(50)]
    assert None in none
