"""Clues that could be written into the fields of a puzzle, as solutions of it tell them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

import msgspec

from uniclue.constraints.base import Constraint, add
from uniclue.constraints.board import Board
from uniclue.constraints.telling import FieldClue, Telling, with_words
from uniclue.core.model import Model
from uniclue.core.puzzle import Grid, Puzzle

MOST_TOLD = 100
"""Of so many solutions the clues are told."""


class PossibleWord(NamedTuple):
    """A word that could be written into a field.

    Attributes:
        clue: The word, and where.
        made: The constraints that it makes.
    """

    clue: FieldClue
    made: tuple[Constraint, ...]

    def add(self, puzzle: Puzzle, model: Model) -> None:
        """Adds it to a model of the puzzle, a group for each constraint."""
        add(model, "clue", self.made)


def written_clues(puzzle: Puzzle, solutions: Sequence[Grid]) -> list[PossibleWord]:
    """The clues that hold in one of some solutions at least, entry by entry.

    None, if words change what is asked or what other clues say: there clues are not written one by
    one.
    """
    if not isinstance(puzzle, Board):
        return []
    found: dict[FieldClue, PossibleWord] = {}
    told: Telling | None = None
    for solution in solutions[:MOST_TOLD]:
        told = Telling(puzzle, solution, told)
        for clue in told.clues:
            if clue not in found and (made := told.made(clue)):
                found[clue] = PossibleWord(clue, made)
    return sorted(found.values(), key=lambda each: (each.clue.member, each.clue.at))


def with_written(puzzle: Puzzle, clues: Iterable[PossibleWord]) -> Puzzle:
    """The puzzle with some of them; what else its file holds is carried along."""
    written: Puzzle = with_words(cast("Board", puzzle), [each.clue for each in clues])
    return msgspec.structs.replace(written, extra=puzzle.extra)
