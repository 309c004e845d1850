"""A cache of what was computed for the current puzzle."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, TypeVar

from uniclue.core.puzzle import chosen_form

if TYPE_CHECKING:
    from uniclue.core.model import Model
    from uniclue.core.puzzle import Puzzle

P = TypeVar("P", bound="Puzzle")
Result = TypeVar("Result")


def once_a_puzzle(
    compute: Callable[Concatenate[P, ...], Result],
) -> Callable[Concatenate[P, ...], Result]:
    """A function of a puzzle that caches its results until it is called with another puzzle.

    Nobody may change a result.

    Args:
        compute: Takes a puzzle and, if need be, hashable arguments by position.
    """
    latest: tuple[P | None, dict[Hashable, Result]] = None, {}

    @wraps(compute)
    def remembered(puzzle: P, *more: Hashable) -> Result:
        nonlocal latest
        subject, results = latest
        if subject is not puzzle:
            latest = subject, results = puzzle, {}
        if more not in results:
            results[more] = compute(puzzle, *more)
        return results[more]

    return remembered


def model_of(puzzle: Puzzle, form: str | None = None) -> Model:
    """The model of the puzzle at hand, which nobody may change; see :meth:`Puzzle.model`."""
    return _model_of(puzzle, chosen_form(type(puzzle), form))


@once_a_puzzle
def _model_of(puzzle: Puzzle, form: str) -> Model:
    return puzzle.model(form or None)
