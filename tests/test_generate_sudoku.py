"""Sudokus by digging, by technique and by shifting; their canonical forms."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from conftest import slow
from making import puzzles

from uniclue.core.puzzle import ChoiceError
from uniclue.formats.puzzle_json import loads
from uniclue.generators import sudoku_digging as digging
from uniclue.generators.attempts import attempt, attempts, find_recipe, order
from uniclue.generators.recipe import Order
from uniclue.generators.sudoku_canonical import canonical
from uniclue.generators.sudoku_technique import RATINGS, hardest
from uniclue.graders import sudoku_planes, sudoku_technique
from uniclue.models.sudoku import Sudoku
from uniclue.papers.xue2009 import sudoku_dig_recipe as dig
from uniclue.papers.xue2009 import sudoku_level_grader as sudoku_level
from uniclue.search.sudoku_board import layout
from uniclue.solvers import decide
from uniclue.solvers.decide import Method
from uniclue.solvers.limits import Limits

LEVELS = ("I", "II", "III", "IV", "V")


def sudoku(cells: Any, box: tuple[int, int] = (3, 3)) -> Sudoku:
    n = box[0] * box[1]
    return Sudoku(box=box, grid=tuple(map(tuple, np.array(cells).reshape(n, n).tolist())))


def made(recipe: str, level: str = "", **options: Any) -> Iterator[Sudoku]:
    for done in attempts("sudoku", Order(recipe=recipe, level=level, seed=5, options=options)):
        if done.text is not None:
            puzzle = loads(done.text)
            assert isinstance(puzzle, Sudoku)
            yield puzzle


def assert_unique(puzzle: Sudoku) -> None:
    """By the 0/1 program, which the recipes do not use; and with the solution carried."""
    verdict = decide.unique(puzzle, Method("ilp", "highs"))
    assert (verdict.status, verdict.reason) == ("unique", None)
    assert [list(row) for row in verdict.solutions[0]] == puzzle.extra["solution"]


# -- recipe dig ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_dug_puzzles_are_unique_and_of_their_level(level: str) -> None:
    (_, most), floor = dig.scaled(level, 9)
    for puzzle in islice(made("dig", level), 2):
        assert_unique(puzzle)
        rating = sudoku_level.rate(puzzle, Limits())
        meta = puzzle.extra["meta"]
        assert rating.label == level == meta["grades"]["sudoku-level"]["label"]
        assert meta["rated_at_level"] is True
        givens = len(puzzle.printed())
        assert givens >= meta["target"]
        assert givens <= most
        assert sudoku_level.floor_of(puzzle) >= floor == dig.FLOORS[level]


def test_other_grades_are_rejected_unless_wanted() -> None:
    options = {"symmetry": "mirror"}
    asked = Order(recipe="dig", level="V", seed=1, options=options)
    assert attempt("sudoku", asked, 1).reason == "not rated at the level"
    asked = Order(recipe="dig", level="V", seed=1, options=options | {"any_grade": True})
    for number in itertools.count():
        done = attempt("sudoku", asked, number)
        assert done.text is not None
        meta = loads(done.text).extra["meta"]
        assert meta["rated_at_level"] is (meta["grades"]["sudoku-level"]["label"] == "V")
        if not meta["rated_at_level"]:
            break


def test_a_terminal_grid_is_full_and_right() -> None:
    for box in ((2, 2), (2, 3), (3, 3), (4, 4), (4, 5)):
        grid = digging.terminal_grid(box, np.random.default_rng(3))
        puzzle = sudoku(grid, box)
        assert 0 not in grid
        assert not puzzle.check(puzzle.grid)


def test_pruning_changes_the_questions_alone() -> None:
    options = [dig.DigOptions(pruning=pruning) for pruning in (True, False)]
    both = [dig.dug("V", one, np.random.default_rng(2)) for one in options]
    assert both[0].grid == both[1].grid
    asked = [puzzle.extra["meta"]["questions"] for puzzle in both]
    assert asked[0] <= 81 < asked[1]


def test_no_given_of_a_minimal_puzzle_can_go() -> None:
    puzzle = next(made("dig", "I", minimal=True))
    grid = np.array(puzzle.grid)
    for place in np.argwhere(grid).tolist():
        fewer = grid.copy()
        fewer[tuple(place)] = 0
        assert decide.unique(sudoku(fewer)).status == "several"


def test_a_cell_can_go_only_without_another_digit_there() -> None:
    solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    digger = digging.Digger((2, 2), solution)
    digger.remove((0, 1, 8))
    assert not digger.may_go((9,))  # 1 2 / 2 1 could then be exchanged
    assert digger.may_go((2,))
    assert not digger.may_go((2,), target=13)
    assert not digger.may_go((2,), floor=2)
    assert digger.questions == 2  # restrictions are looked at first
    digger.close()


@pytest.mark.parametrize("symmetry", ["rotational", "mirror"])
@pytest.mark.parametrize(("recipe", "level"), [("dig", "III"), ("technique", "pointing")])
def test_patterns_are_symmetric(recipe: str, level: str, symmetry: str) -> None:
    puzzle = next(made(recipe, level, symmetry=symmetry))
    holes = np.array(puzzle.grid) == 0
    assert (holes == (holes[::-1, ::-1] if symmetry == "rotational" else holes[:, ::-1])).all()
    assert_unique(puzzle)


def test_orders_of_digging() -> None:
    rng = np.random.default_rng(1)
    assert dig.in_order("rows", 3, rng) == list(range(9))
    assert dig.in_order("serpentine", 3, rng) == [0, 1, 2, 5, 4, 3, 6, 7, 8]
    assert dig.in_order("alternate", 3, rng) == [0, 2, 4, 6, 8, 1, 3, 5, 7]
    assert sorted(dig.in_order("random", 3, rng)) == list(range(9))
    assert digging.grouped(range(4), 2, "none") == [(0,), (1,), (2,), (3,)]
    assert digging.grouped(range(4), 2, "rotational") == [(0, 3), (1, 2)]
    assert digging.grouped(range(4), 2, "mirror") == [(0, 1), (2, 3)]


@pytest.mark.parametrize("box", ["2x2", "2x3", "4x4"])
def test_other_boxes(box: str) -> None:
    puzzle = next(made("dig", "III", box=box))
    assert puzzle.box == digging.box_of(box)
    assert decide.unique(puzzle).status == "unique"
    assert "rated_at_level" not in puzzle.extra["meta"]


@pytest.mark.slow
def test_a_large_box() -> None:
    """A grid that is mixed, not tried; hard questions are given up."""
    puzzle = next(made("dig", "II", box="5x5"))
    assert puzzle.side == 25
    assert decide.unique(puzzle).status == "unique"


@pytest.mark.parametrize(
    ("grade", "level", "low", "high"),
    [("4.1-4.7", "V", 4.1, 4.7), ("1.9", "II", 1.9, 1.9), ("2.6-3.4", "III", 2.6, 3.4)],
)
def test_a_grade_is_wanted(grade: str, level: str, low: float, high: float) -> None:
    puzzle = next(made("dig", level, grade=grade))
    assert order(find_recipe("sudoku"), None, 1, {"grade": grade}).level == level
    assert low <= (sudoku_level.rate(puzzle, Limits()).number or 0) <= high
    assert_unique(puzzle)
    with pytest.raises(ChoiceError, match=f"expected no level or {level} with these options"):
        order(find_recipe("sudoku"), "I", 1, {"grade": grade})


@pytest.mark.parametrize(("alias", "level"), [("1", "I"), ("骨灰级", "V"), ("Extremely-easy", "I")])
def test_names_of_the_levels(alias: str, level: str) -> None:
    assert order(find_recipe("sudoku"), alias, 1).level == level


# -- the other recipes -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "symmetry"),
    [
        *(("hidden-single-in-box", "none"), ("naked-single", "none"), ("claiming", "none")),
        *(("x-wing", "rotational"), ("above", "none")),
    ],
)
def test_the_technique_is_needed_and_suffices(level: str, symmetry: str) -> None:
    puzzle = next(made("technique", level, symmetry=symmetry))
    assert_unique(puzzle)
    label = sudoku_technique.rate(puzzle, Limits()).label or ""
    assert label.replace(" ", "-") == level
    digits = [digit for row in puzzle.grid for digit in row]
    below = max((r for r in RATINGS.values() if r < RATINGS[level]), default=0.0)
    assert hardest(digits, below) is None


@pytest.mark.parametrize(
    "level", ["x-wing", "hidden-triple", *map(slow, ("claiming", "naked-triple", "swordfish"))]
)
@pytest.mark.slow
def test_techniques_on_many_puzzles_at_once(level: str) -> None:
    rng = np.random.default_rng(1)
    grids = [digging.terminal_grid((3, 3), rng) for _ in range(8)]
    many = np.repeat(grids, 8, axis=0)
    for row in rng.permuted(np.tile(np.arange(81), (len(many), 1)), axis=1).T:
        holes = np.where(np.arange(81) == row[:, None], 0, many)
        done, _ = sudoku_planes.solved(holes, level)
        many = np.where(done[:, None], holes, many)
    rated = [hardest(digits, RATINGS[level]) for digits in many[::8].tolist()]
    too_many = np.where(rng.random(many.shape) < 0.03, 0, many)
    for digits in (many, too_many):
        done, needs = sudoku_planes.solved(digits, level)
        some = [*range(0, len(many), 8), *np.flatnonzero(needs)]
        rated = [hardest(digits[i].tolist(), RATINGS[level]) for i in some]
        assert done[some].tolist() == [rating is not None for rating in rated]
        assert needs[some].tolist() == [rating == RATINGS[level] for rating in rated]


def test_two_digits_change_places_in_a_chain() -> None:
    """So a puzzle without a given in it has another solution."""
    grid = digging.terminal_grid((3, 3), np.random.default_rng(1))
    board = layout((3, 3))
    for first in range(0, 81, 4):
        for other in {*range(1, 10)} - {grid[first]}:
            chain = digging.chain_of(grid, first, other, board)
            swapped = [grid[first] + other - d if i in chain else d for i, d in enumerate(grid)]
            assert swapped[first] == other
            assert all(len({swapped[cell] for cell in unit}) == 9 for unit in board.units)


def test_digging_can_need_a_technique() -> None:
    (puzzle,) = puzzles("sudoku", 1, needs="pointing", minimal=True)
    digits = [digit for row in puzzle.grid for digit in row]
    needed = hardest(digits, RATINGS["xy-wing"])
    assert needed is None or needed >= RATINGS["pointing"]
    for needs, box in (("guessing", "3x3"), ("pointing", "2x2")):
        with pytest.raises(ValueError, match="expected"):
            dig.DigOptions(needs=needs, box=box)


@pytest.mark.slow
def test_a_technique_on_another_size() -> None:
    puzzle = next(made("technique", "naked-single", box="2x3"))
    assert puzzle.box == (2, 3)
    assert_unique(puzzle)
    assert sudoku_technique.rate(puzzle, Limits()).label == "naked single"


def test_puzzles_of_easier_techniques_are_rejected() -> None:
    asked = Order(recipe="technique", level="xy-wing", seed=1)
    assert {done.reason for done in islice(attempts("sudoku", asked), 8)} == {
        "easier techniques solve it"
    }


def test_shifted_puzzles_are_unique() -> None:
    assert_unique(next(made("shift")))
    puzzle = next(made("shift", holes=30, direction="both", box="2x4"))
    assert len(puzzle.printed()) == 34
    assert_unique(puzzle)


# -- canonical forms -------------------------------------------------------------------------------


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3), (4, 4)])
def test_symmetric_puzzles_have_one_form_and_others_another(box: tuple[int, int]) -> None:
    rng = np.random.default_rng(4)
    n = box[0] * box[1]
    solution = np.array([digging.terminal_grid(box, rng)]).reshape(1, n, n)
    for holes in (n, n * n // 2):
        grids = solution.copy()
        grids.flat[rng.permutation(n * n)[:holes]] = 0
        form = canonical(sudoku(grids[0], box))
        assert form[0] == 1
        for _ in range(5):
            other = digging.transformed(grids, box, rng)[0]
            assert canonical(sudoku(other, box)) == form
            assert canonical(sudoku(other.T, box[::-1])) == form
        # One digit moved: the form tells, as it is a puzzle like any other.
        fewer = grids[0].copy()
        fewer[tuple(np.argwhere(fewer)[0])] = 0
        assert canonical(sudoku(fewer, box)) != form


def test_the_form_is_a_symmetric_puzzle() -> None:
    puzzle = next(made("technique", "naked-single"))
    form = canonical(puzzle)
    same = sudoku(list(form[3:]))
    assert canonical(same) == form
    assert len(same.printed()) == len(puzzle.printed())
    assert decide.unique(same).status == "unique"


def test_all_forms_of_small_patterns() -> None:
    """Two givens in a 4x4 grid: as many forms as there are orbits, counted by hand.

    The second lies in the same row and box, the same row alone, the same box alone, or apart from
    the first (in no row, column or box with it but in its band or not), with an equal digit or not.
    """
    forms = set()
    for cell in range(1, 16):
        for digit in (1, 2):
            grid = [0] * 16
            grid[0], grid[cell] = 1, digit
            forms.add(canonical(sudoku(grid, (2, 2))))
    # row and box; row alone; box alone; band alone; neither: five places, two digits each.
    assert len(forms) == 10


def test_beyond_the_limit_a_puzzle_stands_for_itself() -> None:
    puzzle = sudoku([0] * 16, (2, 2))
    assert canonical(puzzle)[0] == 1
    assert canonical(puzzle, nodes=3) == bytes([0, 2, 2]) + bytes(16)
