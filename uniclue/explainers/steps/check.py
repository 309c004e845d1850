"""The judgement on a grid; only one that is wrong and partly filled loads what explains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from uniclue.core.puzzle import Puzzle, is_complete
from uniclue.explainers.steps import explain as explaining
from uniclue.solvers import decide
from uniclue.solvers.decide import Method
from uniclue.solvers.verdict import Judgement


def check(puzzle: Puzzle, rows: Iterable[Sequence[Any]], how: Method | None = None) -> Judgement:
    """Judges a grid by the rules; if it is partly filled and wrong, names the wrong cells.

    Raises:
        PuzzleError: The grid has another shape, or contains something that is not a value.
        DisagreementError: A solver's solution breaks a rule.
    """
    grid = puzzle.read_grid(rows)
    judgement = decide.check(puzzle, grid, how)
    if judgement.status != "wrong" or is_complete(puzzle, grid):
        return judgement
    return explaining.judged(judgement, puzzle, grid, how or Method())
