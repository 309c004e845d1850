"""Judging the grids that solvers return, and what to raise where one of ours is wrong."""

from __future__ import annotations

from uniclue.core import plugins
from uniclue.core.kinds import file_of_user
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError, is_complete
from uniclue.solvers import names
from uniclue.solvers.limits import LimitReachedError


class DisagreementError(Exception):
    """CNF and ILP verdicts differ, or a solver's solution breaks a rule: a defect of ours."""


def refuse_wrong(puzzle: Puzzle, grid: Grid, solver: str) -> None:
    """Judges a grid that a solver returned.

    Raises:
        DisagreementError: It breaks a rule.
        LimitReachedError: It breaks a rule and comes from an outside program, which may say what
            it likes: that is no defect of ours, and no verdict either.
    """
    broken = puzzle.broken(grid)
    if broken or not is_complete(puzzle, grid):
        rule = broken[0].sentence if broken else "a cell is empty"
        message = f"{solver} returned a grid that breaks a rule: {rule}"
        if solver.startswith(names.OUTSIDE):
            raise LimitReachedError(message)
        raise disagreement(puzzle, message)


def disagreement(puzzle: Puzzle | None, message: str) -> Exception:
    """What to raise where rows and judge of a kind differ: that is wrong in whoever wrote it."""
    file = None if puzzle is None else file_of_user(type(puzzle))
    if file is None:
        return DisagreementError(f"{message}; please report this")
    name = plugins.near_name(str(file))
    return PuzzleError("$.kind", f"{name} is wrong: {message}; see 'uniclue kinds --check {name}'")
