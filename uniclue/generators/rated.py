"""Puzzles that the rating by steps calls by a word: made again until one is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from msgspec.structs import replace

from uniclue.core.puzzle import Puzzle
from uniclue.generators.recipe import Rejected, failed
from uniclue.graders import steps
from uniclue.graders.levels import levels_of

P = TypeVar("P", bound=Puzzle)

TRIES = 12
"""The most puzzles that an attempt makes."""


def rated(word: str, make: Callable[[], P], conflicts: int | None = None) -> P:
    """The first of a few puzzles that the rating by steps calls by a word.

    Args:
        word: The word.
        make: Makes a puzzle, or raises :class:`Rejected`.
        conflicts: The most conflicts of the solver for a rating.

    Returns:
        The puzzle; its meta has the word, and in how many tries it was made.

    Raises:
        Rejected: There is none.
    """
    for tries in range(1, TRIES + 1):
        with suppress(Rejected):
            puzzle = make()
            found = steps.level(puzzle, conflicts, levels_of(puzzle.kind()).most(word))
            if found == word:
                meta = {**puzzle.extra.get("meta", {}), "rated": word, "tries": tries}
                return replace(puzzle, extra={**puzzle.extra, "meta": meta})
            failed(f"rated {found}" if found else "too laborious to rate")
    raise Rejected("no layout is rated so")
