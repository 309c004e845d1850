"""Puzzles that somebody started: their clues are kept, and they get one solution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers import OF_EACH_SORT, some_kinds
from making import puzzles
from msgspec.structs import replace

from uniclue.constraints.telling import Telling
from uniclue.core.fields import items
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.puzzle import ChoiceError
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.generators.attempts import find_recipe
from uniclue.generators.drawn import DrawnOptions, make
from uniclue.generators.finishing import is_kept, most_given
from uniclue.solvers.decide import unique

QUICK = (*OF_EACH_SORT, "chocona", "tennergrid")
"""Also one made otherwise than from clues, and one with sums beside printed numbers."""


def text_of(puzzle: Any, **more: Any) -> str:
    return dumps(replace(puzzle, extra={}, **more)).decode()


def started(kind: str) -> Any:
    """The example of a kind that has several solutions."""
    examples = find_kind(kind).examples
    return from_members(next(e.puzzle for e in examples if len(e.solutions) > 1))


@pytest.mark.parametrize("kind", some_kinds("starts", quick=QUICK, most=36))
def test_every_kind_finishes_what_somebody_started(kind: str) -> None:
    start = started(kind)
    [puzzle] = puzzles(kind, start=text_of(start))
    assert unique(puzzle).status == "unique"
    assert is_kept(start, puzzle)
    assert len(puzzle.given_cells()) <= len(start.given_cells()) + most_given(start)


def test_a_start_that_is_unique_stays_as_it_is() -> None:
    for kind in OF_EACH_SORT:
        start = from_members(find_kind(kind).examples[0].puzzle)
        assert unique(start).status == "unique"
        [puzzle] = puzzles(kind, level="hard", start=text_of(start))
        assert puzzle.members() == start.members()


@pytest.mark.parametrize("kind", ["animals", "nonogram", "sudoku"])
def test_a_start_without_a_solution_is_refused_at_once(kind: str) -> None:
    examples = find_kind(kind).examples
    start = from_members(next(e.puzzle for e in examples if not e.solutions))
    with pytest.raises(ChoiceError, match="expected a start that has a solution"):
        puzzles(kind, start=text_of(start))


def test_clues_of_a_start_are_kept_and_others_stand_in_the_pattern() -> None:
    rows = ["3.....", "......", "..33..", "......", "......", ".....3"]
    start = text_of(from_members({"kind": "slitherlink", "grid": rows}))
    pattern = "#.##.#/....../#....#/.####./#....#/######"
    options = DrawnOptions(size="6x6", rated=False, start=start, pattern=pattern)
    puzzle: Any = make("slitherlink", "hard", options, np.random.default_rng(1))
    assert unique(puzzle).status == "unique"
    for row, before, may in zip(puzzle.grid, rows, pattern.split("/"), strict=True):
        for word, first, mark in zip(row, before, may, strict=True):
            assert word == first if first != "." else word == "." or mark == "#"


def test_a_layout_of_a_kakuro_gets_sums_and_keeps_those_it_has() -> None:
    layout = "#######/#..#..#/#.....#/##...##/#.....#/#..#..#/#######"
    [puzzle] = puzzles("kakuro", pattern=layout)
    assert ["".join(".#"[cell is not None] for cell in row) for row in puzzle.grid] == (
        layout.split("/")
    )
    assert not puzzle.given_cells()
    assert unique(puzzle).status == "unique"
    sums = [[cell and replace(cell, down=None) for cell in row] for row in puzzle.grid]
    start = replace(puzzle, grid=tuple(map(tuple, sums)), extra={})
    [again] = puzzles("kakuro", seed=6, start=text_of(start))
    assert is_kept(start, again)
    assert unique(again).status == "unique"


def test_digits_of_a_sudoku_stand_in_the_pattern() -> None:
    pattern = "##../..##/#..#/.##."
    [puzzle] = puzzles("sudoku", pattern=pattern)
    marks = [mark for row in pattern.split("/") for mark in row]
    digits = [digit for row in puzzle.grid for digit in row]
    assert all(mark == "#" for mark, digit in zip(marks, digits, strict=True) if digit)
    assert unique(puzzle).status == "unique"


def test_a_pattern_is_refused_where_no_clue_can_be_added() -> None:
    options = DrawnOptions(rated=False, pattern="##.#/####/####/#.##")
    puzzle: Any = make("yajilinregions", "easy", options, np.random.default_rng(1))
    assert {*dict(items(puzzle.grid))}.isdisjoint({(0, 2), (3, 1)})
    with pytest.raises(ChoiceError, match="no clue can be added"):
        make("minesweeper", "easy", options, np.random.default_rng(1))
    for kind in ("animals", "garden", "lits", "nonogram", "starbattle"):
        with pytest.raises(ChoiceError, match=f"no pattern for {kind}: none of its clues"):
            puzzles(kind, pattern=options.pattern)


@pytest.mark.parametrize("pattern", ["#./#", "ab", "#/"])
def test_a_pattern_is_rows_of_one_length(pattern: str) -> None:
    with pytest.raises(ChoiceError, match="expected rows of"):
        DrawnOptions(pattern=pattern)


def test_the_general_recipe_is_chosen_by_a_start_or_by_its_name() -> None:
    for kind in builtin_kinds():
        by_start = find_recipe(kind, None, {"start": ""})
        assert by_start.name == ("layout" if kind == "kakuro" else "drawn")
        assert find_recipe(kind, "drawn").name == "drawn"
    assert find_recipe("sudoku", None, {"symmetry": "none"}).name == "dig"


def test_words_beside_the_board_are_not_taken_for_printed_ones() -> None:
    """A number in the first row hid that the sum of its column could be a clue."""
    example = find_kind("tennergrid").examples[0]
    puzzle: Any = from_members(example.puzzle)
    grid = puzzle.read_grid(example.solutions[0])
    clues = Telling(replace(puzzle, bottom="....."), grid).clues
    sums = {clue.at[1]: clue.word for clue in clues if clue.member == "bottom"}
    assert sums == {0: 13, 1: 8, 2: 12, 3: 7, 4: 10}
