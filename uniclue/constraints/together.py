"""Many puzzles that share rules: the candidates of each, and whether its grid is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uniclue.constraints.board import Board
from uniclue.core.arrays import NDArray, np
from uniclue.core.fields import Digits, fields_of
from uniclue.core.model import Bools
from uniclue.core.puzzle import Puzzle


def all_candidates(puzzles: Sequence[Puzzle]) -> Bools:
    """The candidates of every place, by the known cells of each puzzle alone.

    Returns:
        Shape (puzzles, places, values).
    """
    printed = _digits(puzzles)
    if printed is None:
        return np.stack([puzzle.candidates() for puzzle in puzzles])
    blank_or = (printed == 0)[:, :, None]
    can: Bools = blank_or | (printed[:, :, None] == np.array(puzzles[0].domain))
    return can


def all_right(puzzles: Sequence[Puzzle], values: NDArray[Any]) -> Bools:
    """Judges a complete grid of each puzzle by the rules alone, without the model.

    Args:
        puzzles: The puzzles.
        values: Shape (puzzles, places). The values of the cells, in the order of ``places``.

    Returns:
        Shape (puzzles,). Whether the grid breaks no rule, clue or given.
    """
    first, printed = puzzles[0], _digits(puzzles)
    if printed is not None and isinstance(first, Board) and first.only_known_cells:
        rules = first._rules
        if rules.judge_many:
            right: Bools = ((printed == 0) | (printed == values)).all(axis=1)
            for kind, constraints, at in rules.blocks:
                right &= kind.all_kept(constraints, values[:, at])
            return right
    grids = (p.grid_of_values(row) for p, row in zip(puzzles, values.tolist(), strict=True))
    return np.array([not p.broken(g) for p, g in zip(puzzles, grids, strict=True)], np.bool_)


def _digits(puzzles: Sequence[Puzzle]) -> NDArray[np.uint8] | None:
    """The printed digits of many puzzles, 0 for none; None if they know cells otherwise."""
    if not isinstance(puzzles[0], Board) or any(p.givens is not None for p in puzzles):
        return None
    sorts = fields_of(type(puzzles[0])).items()
    names = [name for name, sort in sorts if isinstance(sort, Digits)]
    return Digits.together([getattr(p, names[0]) for p in puzzles]) if len(names) == 1 else None
