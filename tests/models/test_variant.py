"""Sudoku variants."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import refused

from uniclue.formats.puzzle_json import from_members
from uniclue.models.sudoku import VARIANTS, Sudoku
from uniclue.models.variant import Variant
from uniclue.solvers import decide

BLANK = [[0] * 4] * 4


def test_a_sudoku_with_members_of_a_variant_is_one() -> None:
    assert {*VARIANTS} == {*Variant.members()} - {*Sudoku.members()}
    members: dict[str, Any] = {"kind": "sudoku", "box": [2, 2], "grid": BLANK}
    assert from_members(members | {"id": 1}).kind() == "sudoku"
    puzzle = from_members(members | {"diagonals": True, "id": 1})
    assert (puzzle.kind(), puzzle.extra) == ("variant", {"id": 1})
    with refused("$.thermometer", "'thermometers'"):
        from_members(members | {"thermometer": []})


@pytest.mark.parametrize("former", ["jigsaw", "killer", "evenodd"])
def test_former_names_are_read(former: str) -> None:
    grid = ["...E", "....", "..O.", "...."]
    puzzle = from_members({"kind": former, "grid": grid})
    assert puzzle == from_members({"kind": "variant", "grid": grid})
    assert decide.unique(puzzle).status == "several"


def test_variants_combine() -> None:
    """Mitchell Lee's miracle sudoku, and a cage on it that cannot be."""
    grid = [*["." * 9] * 4, "..1......", "......2..", *["." * 9] * 3]
    miracle = {"antiknight": True, "antiking": True, "nonconsecutive": True, "grid": grid}
    verdict = decide.unique(from_members({"kind": "variant"} | miracle))
    assert verdict.status == "unique"
    assert verdict.solutions[0][0] == (4, 8, 3, 7, 2, 6, 1, 5, 9)
    cages = ["aa" + "." * 7, *["." * 9] * 8]
    caged = {"kind": "variant", "cages": cages, "sums": {"a": 11}} | miracle
    assert decide.unique(from_members(caged)).status == "none"


@pytest.mark.parametrize(
    ("members", "path"),
    [
        ({}, "$"),
        ({"box": [5, 7]}, "$.box"),
        ({"grid": BLANK, "box": [2, 3]}, "$.box"),
        ({"grid": ["12", "3."]}, "$.grid[1][0]"),
        ({"grid": BLANK, "arrows": [[[0, 3], [0, 4]]]}, "$.arrows[0][1]"),
        ({"grid": BLANK, "whispers": [[[0, 0], [0, 0]]]}, "$.whispers[0][1]"),
        ({"grid": BLANK, "tens": [[[0, 0]]]}, "$.tens[0]"),
        ({"grid": BLANK, "between": [[[0, 0]]]}, "$.between[0]"),
        ({"grid": BLANK, "clones": [[[0, 0], [1, 1], [2, 2]]]}, "$.clones[0]"),
        ({"grid": BLANK, "sums": {"a": 3}}, "$.sums"),
        ({"grid": BLANK, "quadruples": [[[3, 3], [1]]]}, "$.quadruples[0][0]"),
        ({"grid": BLANK, "diagonal_sums": [[[-1, 0], "se", 9]]}, "$.diagonal_sums[0][0]"),
        ({"grid": BLANK, "sandwich_top": "..."}, "$.sandwich_top"),
        ({"regions": ["ab", "ab"], "windows": True}, "$.regions"),
    ],
)
def test_what_is_no_variant_is_refused(members: dict[str, Any], path: str) -> None:
    with refused(path):
        from_members({"kind": "variant"} | members)


def test_sums_of_more_than_nine_digits() -> None:
    grid, cages = ["." * 10] * 10, ["aa" + "." * 8, *["." * 10] * 9]
    killer = {"kind": "variant", "grid": grid, "cages": cages, "sums": {"a": 19}}
    (solution,) = decide.solve(from_members(killer)).solutions
    assert {*solution[0][:2]} == {9, 10}
