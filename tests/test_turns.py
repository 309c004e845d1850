"""Turned and mirrored boards: the same verdicts, and the turned solutions."""

from __future__ import annotations

from typing import cast

import pytest
from helpers import of_each

from uniclue.constraints.board import Board
from uniclue.core.fields import entries
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.turns import TURNS, Turn
from uniclue.formats.puzzle_json import from_members
from uniclue.generators.drawn import canonical
from uniclue.generators.recipe import RECIPES
from uniclue.generators.turning import turned, turned_grid, turns_of
from uniclue.solvers.decide import unique

KINDS = [kind for kind in builtin_kinds() if not RECIPES.of(kind)]
EXCHANGED = {"row": "column", "column": "row"}
"""Rules about rows and about columns, where they have names of their own."""


def test_a_turn_moves_places_as_grids() -> None:
    grid = [[(r, c) for c in range(3)] for r in range(2)]
    for turn in TURNS:
        turned = turn.grid(grid)
        assert (len(turned), len(turned[0])) == turn.shape((2, 3))
        for row in grid:
            for at in row:
                r, c = map(int, turn.point(at, (2, 3)))
                assert turned[r][c] == at


def test_arrows_and_sides_turn_alike() -> None:
    quarter = Turn(exchanged=True, down=False, across=True)
    assert [quarter.arrow(word) for word in ("n", "2e", "nw", "3sx", "?")] == [
        *("e", "2s", "ne", "3wx", "?")
    ]
    assert [quarter.side(side) for side in ("top", "right")] == ["right", "bottom"]


@pytest.mark.parametrize("kind", KINDS)
def test_turned_examples_have_the_same_verdict_and_the_turned_solutions(kind: str) -> None:
    cls = find_kind(kind)
    assert issubclass(cls, Board)
    examples = cls.examples[: of_each(256, 2)]
    for number, example in enumerate(examples):
        puzzle = from_members(example.puzzle)
        assert isinstance(puzzle, Board)
        solutions = [puzzle.read_grid(solution) for solution in example.solutions]
        forms = set()
        for turn in turns_of(puzzle):
            image = turned(puzzle, turn)
            forms.add(canonical(image))
            for solution in solutions:
                assert not image.broken(turned_grid(puzzle, solution, turn)), (turn, example.name)
        assert len(forms) == 1 or not solutions
        last = [*turns_of(puzzle)][-1 - number % 2 :][0]
        verdict = unique(turned(puzzle, last))
        assert verdict.status == ("none", "unique", "several")[min(2, len(solutions))]


@pytest.mark.parametrize("kind", KINDS)
def test_turned_wrong_boards_break_the_rule_named(kind: str) -> None:
    """A rule that is stated in some directions alone would show in these alone."""
    for example in find_kind(kind).examples:
        puzzle = from_members(example.puzzle)
        assert isinstance(puzzle, Board)
        for code, rows in example.wrong.items():
            grid = puzzle.read_grid(rows)
            for turn in turns_of(puzzle):
                image = turned(puzzle, turn)
                named = EXCHANGED.get(code, code) if turn.exchanged else code
                found = {each.code for each in image.broken(turned_grid(puzzle, grid, turn))}
                assert named in found, (turn, example.name)


def test_numbers_beside_the_board_turn_as_text_and_as_words() -> None:
    members = find_kind("sternenhimmel").examples[0].puzzle
    listed = members | {side: [*entries(members[side])] for side in ("top", "left")}
    one, other = (cast(Board, from_members(puzzle)) for puzzle in (members, listed))
    assert canonical(one) == canonical(other)
