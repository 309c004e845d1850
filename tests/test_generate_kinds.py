"""The recipe of every kind: small puzzles quickly, levels, the same bytes for the same seed."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from conftest import slow
from helpers import OF_EACH_SORT, some_kinds
from making import asked, made, puzzles
from msgspec.structs import replace

from benchmarks.tables import rows_but, table, write_section
from uniclue.constraints.board import Board, values_by_place
from uniclue.constraints.changes import own_moves
from uniclue.constraints.telling import FieldClue, Telling
from uniclue.core.fields import areas, items
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.layouts import beside, covering_walks, filling_paths, is_whole
from uniclue.core.packing import packed
from uniclue.core.places import around, blocks, cells
from uniclue.core.puzzle import ChoiceError
from uniclue.encoders.cnf import guarded
from uniclue.generators.attempts import find_recipe
from uniclue.generators.cutting import Live
from uniclue.generators.drawn import (
    BELOW,
    DrawnOptions,
    blank_of,
    drawn,
    is_solved,
    make,
    size_of,
    with_solution,
)
from uniclue.generators.dropping import Thinning, dropped_by
from uniclue.generators.mending import mended, other_solutions
from uniclue.generators.placing import other_ways
from uniclue.generators.polishing import Clued
from uniclue.generators.recipe import RECIPES, Rejected
from uniclue.generators.solutions import random_solution
from uniclue.graders import steps
from uniclue.graders.grade import StoppedError
from uniclue.models.numberlink import Numberlink
from uniclue.solvers.decide import unique
from uniclue.solvers.limits import Limits
from uniclue.solvers.sat import IncrementalSolver
from uniclue.solvers.selectors import SOLVER

NOT_MADE = {"curvingroad"}
"""Kinds whose small boards rarely have one solution: this set only shrinks."""
KINDS = [kind for kind in builtin_kinds() if not RECIPES.of(kind) and kind not in NOT_MADE]


def small(kind: str, level: str = "easy") -> Any:
    """The first small puzzle of a kind that an attempt gives."""
    for seed in range(4):
        for size in ("4x4", "5x5", "4x5", "6x6", "8x8"):
            with suppress(Rejected, ChoiceError):
                return make(kind, level, DrawnOptions(size=size), np.random.default_rng(seed))
    raise AssertionError(f"no {kind} was made")


@pytest.mark.parametrize("kind", some_kinds("small puzzles", KINDS, quick=OF_EACH_SORT, most=40))
def test_every_kind_makes_a_small_puzzle(kind: str) -> None:
    puzzle = small(kind)
    verdict = unique(puzzle)
    assert verdict.solutions == (puzzle.extra["solution"],)
    assert not puzzle.broken(puzzle.extra["solution"])
    if "lookahead" in puzzle.generation.redrawn_for:
        assert is_solved(puzzle, puzzle.extra["solution"])


@pytest.mark.parametrize("kind", ["slitherlink", "fillomino", "tapa", "kuromasu"])
def test_clues_are_where_authors_put_them(kind: str) -> None:
    """In cells that half a turn takes to each other, unless another symmetry is asked for."""
    options = find_recipe(kind).options
    assert options is not None
    for seed in range(8):
        with suppress(Rejected):
            chosen: Any = options(size="6x6")
            puzzle: Any = make(kind, "hard", chosen, np.random.default_rng(seed))
            there = {*dict(items(puzzle.grid))}
            assert {(5 - r, 5 - c) for r, c in there} == there
            return
    raise AssertionError(f"no {kind} was made")


def test_numberlinks_have_few_pairs_that_cover_the_board() -> None:
    for seed in range(3):
        blank: Any = blank_of(Numberlink, (10, 10), np.random.default_rng(seed))
        assert 3 <= len(areas(blank.grid)) <= 9
        solution = random_solution(blank, np.random.default_rng(1))
        assert solution is not None
        lines = [at for at, value in values_by_place(blank, solution).items() if value == 1]
        joined = {end for at in lines for end in around(at, 0.5)}
        assert joined >= {*cells((10, 10))}


def test_nurikabes_have_few_lone_islands_and_a_large_one() -> None:
    sizes = Counter(int(n) for _, n in items(small("nurikabe", "hard").grid))
    assert sizes[1] <= 3
    assert max(sizes) >= 5


@pytest.mark.parametrize("kind", ["hidoku", "kenken"])
def test_counts_left_to_the_solver_tell_the_same_by_propagation(kind: str) -> None:
    puzzle, rng = small(kind), np.random.default_rng(1)
    model = puzzle.model()
    told = []
    for solver, rules in ((SOLVER, None), ("minicard", "native")):
        formula = guarded(model, rules=rules, rows_alone=True)
        assert bool(formula.cnf.atmosts) == (rules == "native")
        told.append(IncrementalSolver(formula.cnf, solver).implied)
    right = model.literals_in(puzzle.extra["solution"])
    for size in (1, 2, 3, 4, 5) * 3:
        assumed = (rng.choice(right, size) * rng.choice([1, 1, -1], size)).tolist()
        ours, theirs = (
            literals and {lit for lit in literals if abs(lit) <= model.n_vars}
            for literals in (implied(assumed) for implied in told)
        )
        assert ours == theirs


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_clues_dropped_many_at_once_are_those_dropped_one_by_one(share: float) -> None:
    rng = np.random.default_rng(7)
    clues = [FieldClue("grid", (0, i), 1) for i in range(60)]
    for _ in range(20):
        needed = {clue for clue in clues if rng.random() < share}
        assert dropped_by(needed.issubset, clues) == [c for c in clues if c in needed]


def test_levels_hold_and_are_told() -> None:
    for level in ("easy", "medium", "hard"):
        [puzzle] = puzzles("slitherlink", 1, None, level, size="6x6")
        lookahead = puzzle.extra["meta"]["lookahead"]
        assert lookahead == is_solved(puzzle, unique(puzzle).solutions[0])
        assert lookahead or level == "hard"


def test_clues_are_symmetric() -> None:
    [puzzle] = puzzles("slitherlink", 1, size="5x5", symmetry="half-turn")
    is_clue = [[word != "." for word in row] for row in puzzle.grid]
    assert is_clue == [row[::-1] for row in is_clue[::-1]]


def test_the_same_bytes_for_the_same_seed() -> None:
    order = asked("akari", size="6x6")
    assert made("akari", order, 3) == made("akari", order, 3)


def test_no_clue_of_a_hard_puzzle_can_be_left_out() -> None:
    [puzzle] = puzzles("creek", 1, None, "hard", size="4x4")
    for r, row in enumerate(puzzle.grid):
        for c, word in enumerate(row):
            if word != ".":
                rows = [*puzzle.grid]
                rows[r] = row[:c] + "." + row[c + 1 :]
                assert unique(type(puzzle)(grid=tuple(rows))).status == "several"


@pytest.mark.parametrize(
    ("kind", "size"), [("akari", "10x10"), ("dominosa", "9x10"), ("kakurasu", "6x6")]
)
def test_a_kind_has_a_usual_size(kind: str, size: str) -> None:
    options: Any = find_recipe(kind).options
    assert options().size == size


@pytest.mark.parametrize("text", ["10", "x", "0x5", "10x999"])
def test_sizes_are_checked(text: str) -> None:
    with pytest.raises(ChoiceError, match="expected a size such as 10x10"):
        size_of(text)


def variant(rules: str) -> Any:
    [puzzle] = puzzles("variant", 1, None, "easy", size="4x4", rules=rules)
    return puzzle


@pytest.mark.parametrize("rules", ["killer", "jigsaw,killer", "diagonal,killer"])
def test_rules_of_variants_combine(rules: str) -> None:
    puzzle = variant(rules)
    assert unique(puzzle).status == "unique"
    for name in rules.split(","):
        assert getattr(puzzle, type(puzzle).generation.optional_rules[name])


@pytest.mark.parametrize("rules", ["magic", "killer,"])
def test_unknown_rules_of_variants_are_told(rules: str) -> None:
    with pytest.raises(ChoiceError, match="expected rules of diagonal"):
        variant(rules)


@pytest.mark.parametrize("kind", ["aqre", "starbattle"])
def test_no_area_of_a_cut_board_is_left_over(kind: str) -> None:
    puzzle = small(kind, "hard")
    for name, places in areas(puzzle.regions).items():
        assert is_whole(places), name


@pytest.mark.parametrize("seed", range(3))
def test_paths_that_fill_a_board_never_touch_themselves(seed: int) -> None:
    paths = filling_paths((8, 8), np.random.default_rng(seed), 4)
    assert sorted(cell for path in paths for cell in path) == [*cells((8, 8))]
    for path in paths:
        assert len(path) >= 4
        for i, cell in enumerate(path):
            assert {*beside(cell)} & {*path} == {*path[max(i - 1, 0) : i], *path[i + 1 : i + 2]}


@pytest.mark.parametrize("shape", [(1, 3), (4, 4), (8, 9)])
def test_packed_pieces_keep_the_rules(shape: tuple[int, int]) -> None:
    forms: dict[str, Any] = {"I": [[(0, i) for i in range(4)]], "O": [[(0, 0), (1, 0), (1, 1)]]}
    pieces = packed(shape, np.random.default_rng(0), forms)
    name = {cell: piece.name for piece in pieces for cell in piece.cells}
    assert len(name) == sum(len(piece.cells) for piece in pieces) > shape[0] * shape[1] / 3 - 2
    assert is_whole(name)
    assert not any(name.keys() >= {*four} for four in blocks(shape))
    for piece in pieces:
        near = {at for cell in piece.cells for at in beside(cell)} - {*piece.cells}
        assert piece.name not in {name.get(at) for at in near}


@pytest.mark.parametrize("seed", range(3))
def test_walks_cover_a_board(seed: int) -> None:
    paths = covering_walks((8, 8), np.random.default_rng(seed), 2, 7)
    assert sorted(cell for path in paths for cell in path) == [*cells((8, 8))]
    for path in paths:
        assert 2 <= len(path) <= 7
        assert all(near in beside(cell) for cell, near in pairwise(path))


def test_paths_of_a_numberlink_are_cut_where_another_solution_has_no_link() -> None:
    rng = np.random.default_rng(1)
    puzzle = Numberlink(grid=("1....", *["....."] * 3, "....1"))
    solution, wrong = (random_solution(puzzle, rng) for _ in range(2))
    assert solution is not None
    assert wrong not in (None, solution)
    changes: list[Any] = [*own_moves(puzzle, solution, wrong, rng)]
    assert changes
    for changed, own in changes:
        assert len(areas(changed.grid)) == 2
        assert not changed.broken(own)
        assert changed.broken(wrong)


def test_a_number_is_printed_where_dots_alone_tell_several_solutions() -> None:
    cls, rng = cast("type[Board]", find_kind("kropki")), np.random.default_rng(24)
    solved = with_solution(blank_of(cls, (5, 5), rng), rng)
    assert solved is not None
    first = cls.generation.first(cls, *solved, rng)
    assert first is not None
    assert other_solutions(*first, 1)
    done = mended(*first, "hard", rng)
    assert done is not None
    assert done[0].known_cells()
    assert not other_solutions(*done, 1)


@pytest.mark.parametrize("kind", [slow("simpleloop"), "nurikabe", slow("nurimisaki"), "numberlink"])
@pytest.mark.slow
def test_kinds_designed_along_a_solution_are_made(kind: str) -> None:
    puzzle = make(kind, "medium", DrawnOptions(size="7x7"), np.random.default_rng(100))
    if "lookahead" in puzzle.generation.redrawn_for:
        assert is_solved(puzzle, puzzle.extra["solution"])


def test_constraints_added_to_live_solvers_count_as_those_of_a_new_model() -> None:
    puzzle = small("aqre", "hard")
    solution, told = puzzle.extra["solution"], [*puzzle.clue_constraints()]
    live = Live(puzzle, solution)
    assert live.other(told) is None
    assert live.solves(told) == is_solved(puzzle, solution)
    for one in told:
        rest = [other for other in told if other != one]
        other = live.other(rest)
        assert other is not None
        held = {(r, c): other[r][c] for r, c in puzzle.places}
        assert all(each.is_kept([held[at] for at in each.places]) for each in rest)
        assert not one.is_kept([held[at] for at in one.places])
    live.close()


@pytest.mark.parametrize("kind", ["masyu", "thermometers", "shimaguni"])
def test_a_live_solver_leaves_the_same_cells_open_as_a_new_one(kind: str) -> None:
    rng, cls = np.random.default_rng(1), cast("type[Board]", find_kind(kind))
    blank = blank_of(cls, (6, 6), rng)
    clued, open_ = Clued(blank), 0
    for _ in range(6):
        solution = random_solution(blank, rng)
        assert solution is not None
        telling = Telling(blank, solution)
        others = clued.others(telling, most=1000)
        assert others == Thinning(telling, rng).others()
        open_ += len(others)
    assert open_
    clued.close()


def test_other_ways_to_cut_a_board_into_rectangles_are_its_other_solutions() -> None:
    """Whether symbols tell the rectangles alone, as the model of the puzzle says."""
    puzzle = small("tatamibari")
    solution, places = puzzle.extra["solution"], puzzle.places
    areas = [tuple(p for p in places if solution[p[0]][p[1]] == i) for i in puzzle.domain]
    assert not other_ways(puzzle, areas)
    alike = replace(puzzle, grid=tuple(re.sub("[shv]", "?", row) for row in puzzle.grid))
    others = other_ways(alike, areas)
    assert bool(others) == bool(other_solutions(alike, solution, 1))
    for other in others:
        named = {cell: i for i, area in enumerate(other, 1) for cell in area}
        assert not alike.broken(alike.grid_of(named))


@pytest.mark.slow
def test_what_the_level_below_solves_is_drawn_again() -> None:
    """It says whether that helped; a first layout that is of the level stays what it was."""
    ratings = set()
    for seed in range(8):
        first, again = (
            make(
                "akari",
                "medium",
                DrawnOptions(size="5x5", rated=rated),
                np.random.default_rng(seed),
            )
            for rated in (False, "above")
        )
        is_harder = [steps.is_harder(puzzle, BELOW["medium"]) for puzzle in (first, again)]
        assert again.extra["meta"]["rated"] == is_harder[1]
        assert "rated" not in first.extra["meta"]
        if is_harder[0]:
            assert again.extra["solution"] == first.extra["solution"]
        ratings.add(tuple(is_harder))
    assert (False, True) in ratings
    assert (True, False) not in ratings


def test_a_kind_says_for_what_other_layouts_are_drawn() -> None:
    """A hidoku for nothing, though lookahead solves it; neither is rated, small as they are."""
    options, seed = DrawnOptions(size="4x4"), 1
    puzzle = make("hidoku", "hard", options, np.random.default_rng(seed))
    _, solution = drawn(type(puzzle), "hard", options, np.random.default_rng(seed))
    assert puzzle.extra["solution"] == solution
    assert puzzle.extra["meta"] == {"lookahead": True}
    assert "rated" not in small("fillomino", "hard").extra["meta"]


def test_a_rating_of_too_many_conflicts_is_given_up() -> None:
    [puzzle] = puzzles("cave", 1, None, "medium", size="6x6")
    assert not steps.is_harder(puzzle, "medium")
    assert steps.is_harder(puzzle, "medium", 1)
    with pytest.raises(StoppedError, match="limit of 1 conflict reached"):
        steps.rate(puzzle, Limits(conflicts=1))


def test_fillominos_have_no_larger_areas() -> None:
    puzzle = small("fillomino")
    assert not any("+" in row for row in puzzle.grid)


def test_puzzles_are_of_their_level() -> None:
    """The rating of what is made for a level is that level, and it says in how many tries."""
    for level in ("easy", "medium", "expert"):
        options = DrawnOptions(size="6x6", rated=True)
        for seed in range(4):
            with suppress(Rejected):
                puzzle = make("akari", level, options, np.random.default_rng(seed))
                assert steps.level(puzzle) == level
                assert puzzle.extra["meta"]["tries"] >= 1
                break
        else:
            assert level == "expert"


def test_a_level_that_a_board_cannot_reach_is_told() -> None:
    options = DrawnOptions(size="2x2", rated=True)
    with pytest.raises(Rejected, match="no layout is rated so"):
        make("akari", "extreme", options, np.random.default_rng(1))


def test_a_table_of_puzzles_keeps_the_lines_of_other_kinds(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    write_section(page, "One", table(("kind", "made"), [("x", "1 of 1"), ("y", "2")]))
    write_section(page, "Two", table(("kind",), [("z",)]))
    assert rows_but(page, "One", {"x"}) == [["y", "2"]]
    assert rows_but(page, "Two", ()) == [["z"]]
    assert rows_but(page, "Three", ()) == []
