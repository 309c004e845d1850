"""What is typed on a board, for every kind: read, written, blank boards and other sizes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from uniclue.core.kinds import find_kind, kind_names
from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.workbench.boards import BoardView, blank, drawn, resized
from uniclue.workbench.slots import Edit, edited, edits_of, shape_of, slots_of

NO_BLANK = ("dominosa",)
"""Kinds without a blank board of every size."""
SIZES = {
    **dict.fromkeys(("trinairo", "tripletts"), ((6, 6), (9, 9))),
    "patchwork": ((4, 4), (8, 8)),
}
"""Of kinds whose sides, or regions, come in threes or fours."""
VARIANT = {"kind": "variant", "grid": ["...."] * 4}


def example_of(kind: str) -> Puzzle:
    return from_members(find_kind(kind).examples[0].puzzle)


def members_of(puzzle: Puzzle) -> dict[str, Any]:
    members: dict[str, Any] = msgspec.json.decode(dumps(puzzle))
    return members


def typed(puzzle: Puzzle, *edits: Edit) -> Puzzle:
    return edited(puzzle, members_of(puzzle), edits)


@pytest.mark.parametrize("kind", kind_names())
def test_what_stands_there_can_be_typed(kind: str) -> None:
    puzzle = example_of(kind)
    if edits := [edit for edit in edits_of(puzzle) if not edit.cells]:
        assert slots_of(typed(puzzle, *edits)) == slots_of(puzzle)


@pytest.mark.parametrize("kind", kind_names())
def test_every_kind_is_shown(kind: str) -> None:
    puzzle = example_of(kind)
    shown = drawn(puzzle, BoardView())
    assert shown.layers.lines or shown.layers.signs
    assert "<svg" not in shown.layers.ground
    assert len(shown.asked.places) == len(shown.asked.entries) == len(puzzle.places)
    assert msgspec.json.decode(shown.puzzle) == members_of(puzzle)
    assert shown.slots
    assert "json" not in str(shown.forms)


@pytest.mark.parametrize("kind", sorted({*kind_names()} - {*NO_BLANK}))
def test_blank_boards_and_other_sizes(kind: str) -> None:
    small, large = SIZES.get(kind, ((4, 4), (6, 6)))
    puzzle = blank(kind, small)
    assert shape_of(puzzle) == small
    assert not any(value is True for value in members_of(puzzle).values())
    larger = resized(puzzle, large)
    assert shape_of(larger) == large
    same = resized(example_of(kind), shape_of(example_of(kind)))
    assert len(edits_of(same)) >= len(edits_of(example_of(kind))) - 1


@pytest.mark.parametrize("kind", NO_BLANK)
def test_kinds_without_a_blank_board(kind: str) -> None:
    with pytest.raises(ChoiceError, match="has no blank board"):
        blank(kind, (6, 6))


@pytest.mark.parametrize(
    ("kind", "edit", "error"),
    [
        ("slitherlink", Edit("grid", (0, 0), ("9",)), "expected 0 to 4"),
        ("slitherlink", Edit("grid", (99, 0), ("1",)), "expected a place on the board"),
        ("slitherlink", Edit("grid", (0,), ("1",)), "expected a place on the board"),
        ("slitherlink", Edit("grid", (-1, -1), ("1",)), "expected a place on the board"),
        ("slitherlink", Edit("size", (0, 0), ("1",)), "no such member"),
        ("nonogram", Edit("rows", (0,), ("x",)), "expected a number"),
        ("sudoku", Edit("grid", (0, 0), ("5",)), "expected 0 to 4"),
        ("hitori", Edit("grid", (0, 0), ("a b",)), "expected a word without blanks"),
        ("kenken", Edit("targets", (9, 9), ("3+",)), "expected a cell of an area"),
        ("variant", Edit("arrows", (0, 0), ("3",)), "drawn, from cell to cell"),
        ("variant", Edit("arrows", cells=((0, 9),)), "expected a cell of the board"),
        ("variant", Edit("grid", cells=((0, 0),)), "expected a member that is drawn"),
        ("variant", Edit("diagonal_sums", (-1, 0), ("9",)), "such as 12se"),
        ("variant", Edit("diagonal_sums", (-2, 0), ("9se",)), "expected a place on the board"),
        ("animals", Edit("heights", (0, 0), ("x",)), "expected a number"),
        ("animals", Edit("conditions", (0, 0), ("x",)), "no such member"),
    ],
)
def test_what_cannot_be_typed(kind: str, edit: Edit, error: str) -> None:
    puzzle = example_of(kind)
    with pytest.raises(PuzzleError, match=error):
        edited(puzzle, members_of(puzzle), [edit])


def test_the_likeliest_meaning_that_fits() -> None:
    puzzle = blank("slitherlink", (2, 2))
    done = edited(puzzle, members_of(puzzle), [Edit("grid", (0, 1), ("12", "2"))])
    assert members_of(done)["grid"] == [".2", ".."]


@pytest.mark.parametrize(
    ("member", "cells", "value"),
    [
        ("thermometers", ((0, 0), (1, 1), (0, 2)), [[[0, 0], [1, 1], [0, 2]]]),
        ("between", ((0, 0), (0, 1)), [[[0, 0], [0, 1]]]),
        ("white_dots", ((2, 1), (2, 2)), [[[2, 1], [2, 2]]]),
    ],
)
def test_lines_are_drawn_and_taken_away(member: str, cells: Any, value: Any) -> None:
    puzzle = from_members(VARIANT)
    drawn = typed(puzzle, Edit(member, cells=cells))
    assert members_of(drawn)[member] == value
    assert typed(drawn, Edit(member, cells=cells)) == puzzle
    assert typed(drawn, Edit(member, cells[-1])) == puzzle
    turned = typed(drawn, Edit(member, cells=cells[::-1]))
    assert members_of(turned)[member] == [value[0][::-1]]


@pytest.mark.parametrize(
    ("edit", "value"),
    [
        (Edit("quadruples", (1, 2), ("134",)), [[[1, 2], [1, 3, 4]]]),
        (Edit("diagonal_sums", (-1, 0), ("9se",)), [[[0, 1], "se", 9]]),
        (Edit("diagonal_sums", (-1, -1), ("12se",)), [[[0, 0], "se", 12]]),
        (Edit("sandwich_top", (1,), ("5",)), ".5.."),
        (Edit("cages", (1, 1), ("A",)), ["....", ".A..", "....", "...."]),
        (Edit("pencilmarks", (0, 0), ("13",)), ["13 . . .", "....", "....", "...."]),
    ],
)
def test_clues_of_variants_are_typed(edit: Edit, value: Any) -> None:
    done = typed(from_members(VARIANT), edit)
    assert members_of(done)[edit.name] == value
    assert next(each for each in slots_of(done) if each.name == edit.name).texts


def test_regions_begin_as_boxes() -> None:
    with pytest.raises(PuzzleError, match="expected 4 cells in region"):
        typed(from_members(VARIANT), Edit("regions", (0, 2), ("A",)))
    exchanged = [Edit("regions", (0, 2), ("A",)), Edit("regions", (1, 1), ("B",))]
    done = typed(from_members(VARIANT), *exchanged)
    assert members_of(done)["regions"] == ["AAAB", "ABBB", "CCDD", "CCDD"]


def test_lines_move_to_other_sizes() -> None:
    puzzle = typed(from_members(VARIANT), Edit("renban", cells=((0, 0), (0, 1))))
    assert members_of(resized(puzzle, (9, 9)))["renban"] == [[[0, 0], [0, 1]]]


@pytest.mark.parametrize(
    ("kind", "edit", "member", "value"),
    [
        ("animals", Edit("heights", (0, 1), ("7",)), "heights", [1, 7, 3]),
        ("animals", Edit("rows", (2,), ("kiwi fruit",)), "rows", "kiwi fruit"),
        ("garden", Edit("humidity", (0, 1), ("60-70",)), "humidity", [[50, 60], [60, 70]]),
        ("garden", Edit("target", (1, 1), (".",)), "target", ["rose", "rose"]),
    ],
)
def test_maps_are_typed(kind: str, edit: Edit, member: str, value: Any) -> None:
    rows = members_of(typed(example_of(kind), edit))[member]
    assert rows[2 if member == "rows" else 0] == value


def test_sums_go_with_their_runs() -> None:
    puzzle = from_members(find_kind("kakuro").examples[0].puzzle)
    done = edited(puzzle, members_of(puzzle), [Edit("grid", (1, 1), ("#",))])
    assert members_of(done)["grid"][0][1]["down"] is None


def test_texts_of_areas_go_with_them() -> None:
    puzzle = from_members(find_kind("kenken").examples[0].puzzle)
    told = next(each for each in slots_of(puzzle) if each.name == "targets").texts
    at = tuple(map(int, next(iter(told)).split(",")))
    assert edited(puzzle, members_of(puzzle), [Edit("targets", at, ("9+",))]) != puzzle
