"""Clues from a drawing: of nearly every kind, and true of what was drawn."""

from __future__ import annotations

import pytest
from test_publish import only_puzzle

import uniclue
from uniclue.core.kinds import builtin_kinds
from uniclue.workbench.from_drawing import from_drawing

NOT_TOLD = {"kurotto", "norinori", "numbersnake"}
"""Kinds whose generators write their clues in another way: this set only shrinks."""


@pytest.mark.parametrize("kind", builtin_kinds())
def test_clues_are_true_of_the_drawing(kind: str) -> None:
    puzzle = only_puzzle(kind)
    (grid,) = uniclue.solve(puzzle).solutions
    rows = [list(row) for row in grid]
    if kind in NOT_TOLD:
        with pytest.raises(uniclue.ChoiceError, match="cannot be derived"):
            from_drawing(puzzle, rows)
        return
    told = from_drawing(puzzle, rows)
    assert not told.broken(grid)
    assert uniclue.unique(told).status in ("unique", "several")


def test_what_is_not_drawn_is_empty() -> None:
    puzzle = uniclue.from_members({"kind": "nonogram", "rows": [[], []], "cols": [[], []]})
    told = from_drawing(puzzle, [[1, None], [None, None]])
    assert told == uniclue.from_members({"kind": "nonogram", "rows": [[1], []], "cols": [[1], []]})


def test_a_drawing_against_the_rules_is_refused() -> None:
    puzzle = uniclue.from_members({"kind": "slitherlink", "grid": ["..", ".."]})
    side = puzzle.grid_of({place: int(i == 0) for i, place in enumerate(puzzle.places)})
    with pytest.raises(uniclue.ChoiceError, match="breaks a rule"):
        from_drawing(puzzle, side)
    digits = uniclue.from_members({"kind": "futoshiki", "grid": ["..", ".."]})
    with pytest.raises(uniclue.ChoiceError, match="every cell"):
        from_drawing(digits, [[None] * 2] * 2)
