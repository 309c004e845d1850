"""Clues that could be written into the fields of a puzzle, read off its solutions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

import msgspec

from uniclue.constraints.base import Stated, add
from uniclue.constraints.board import Board
from uniclue.constraints.telling import FieldClue, Telling, with_words
from uniclue.core.model import Model
from uniclue.core.puzzle import Grid, Puzzle

MOST_TOLD = 100
"""The most solutions to read clues from."""


class PossibleWord(NamedTuple):
    """A word that could be written into a field.

    Attributes:
        clue: The word and its place.
        made: The constraints that the word stands for.
    """

    clue: FieldClue
    made: tuple[Stated, ...]

    def add(self, puzzle: Puzzle, model: Model) -> None:
        """Adds it to a model of the puzzle, a group for each constraint."""
        add(model, "clue", self.made)


def written_clues(puzzle: Puzzle, solutions: Sequence[Grid]) -> list[PossibleWord]:
    """The clues that hold in at least one of the given solutions, entry by entry.

    None if words change the variables or the meaning of other clues, so that clues cannot be
    added one by one.
    """
    if not isinstance(puzzle, Board):
        return []
    found: dict[FieldClue, PossibleWord] = {}
    clues_of: Telling | None = None
    for solution in solutions[:MOST_TOLD]:
        clues_of = Telling(puzzle, solution, clues_of)
        for clue in clues_of.clues:
            if clue not in found and (made := clues_of.made(clue)):
                found[clue] = PossibleWord(clue, made)
    return sorted(found.values(), key=lambda each: (each.clue.member, each.clue.at))


def with_written(puzzle: Puzzle, clues: Iterable[PossibleWord]) -> Puzzle:
    """The puzzle with the given clues; the other members of its file are kept."""
    written: Puzzle = with_words(cast("Board", puzzle), [each.clue for each in clues])
    return msgspec.structs.replace(written, extra=puzzle.extra)
