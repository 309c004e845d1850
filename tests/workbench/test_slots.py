"""What is typed on a board, for every kind: read, written, blank boards and other sizes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from uniclue.core.kinds import find_kind, kind_names
from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.workbench.boards import View, blank, drawn, resized, shape_of
from uniclue.workbench.slots import Edit, edited, slots_of

NO_BLANK = ("animals", "garden", "dominosa")
"""Kinds without a blank board of every size."""


def example_of(kind: str) -> Puzzle:
    return from_members(find_kind(kind).examples[0].puzzle)


def members_of(puzzle: Puzzle) -> dict[str, Any]:
    members: dict[str, Any] = msgspec.json.decode(dumps(puzzle))
    return members


def all_typed(puzzle: Puzzle) -> list[Edit]:
    return [
        Edit(each.name, tuple(map(int, at.split(","))), (text,))
        for each in slots_of(puzzle)
        for at, text in each.texts.items()
    ]


@pytest.mark.parametrize("kind", kind_names())
def test_what_stands_there_can_be_typed(kind: str) -> None:
    puzzle = example_of(kind)
    if edits := all_typed(puzzle):
        again = edited(puzzle, members_of(puzzle), edits)
        assert slots_of(again) == slots_of(puzzle)


@pytest.mark.parametrize("kind", kind_names())
def test_every_kind_is_shown(kind: str) -> None:
    puzzle = example_of(kind)
    shown = drawn(puzzle, View())
    assert shown.svg.startswith("<svg")
    assert "<style>" not in shown.svg
    assert len(shown.asked.places) == len(shown.asked.entries) == len(puzzle.places)
    assert msgspec.json.decode(shown.puzzle) == members_of(puzzle)
    if kind != "animals":
        assert shown.slots


@pytest.mark.parametrize("kind", sorted({*kind_names()} - {*NO_BLANK}))
def test_blank_boards_and_other_sizes(kind: str) -> None:
    puzzle = blank(kind, (4, 4))
    assert shape_of(puzzle) == (4, 4)
    larger = resized(puzzle, (6, 6))
    assert shape_of(larger) == (6, 6)
    same = resized(example_of(kind), shape_of(example_of(kind)))
    assert len(all_typed(same)) >= len(all_typed(example_of(kind))) - 1


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


def test_sums_go_with_their_runs() -> None:
    puzzle = from_members(find_kind("kakuro").examples[0].puzzle)
    done = edited(puzzle, members_of(puzzle), [Edit("grid", (1, 1), ("#",))])
    assert members_of(done)["grid"][0][1]["down"] is None


def test_texts_of_areas_go_with_them() -> None:
    puzzle = from_members(find_kind("kenken").examples[0].puzzle)
    told = next(each for each in slots_of(puzzle) if each.name == "targets").texts
    at = tuple(map(int, next(iter(told)).split(",")))
    assert edited(puzzle, members_of(puzzle), [Edit("targets", at, ("9+",))]) != puzzle
