"""A puzzle that somebody started: its clues are kept, and others added until it has one solution.

What is added is, in this order: clues that are true of a solution, where the kind has clues that
can be added; changes of the kind's own that keep what was there; and cells of the solution that are
given, a quarter of the board at most. A pattern says where clues may stand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from uniclue.constraints.board import Board
from uniclue.constraints.telling import PROPOSED, FieldClue, Telling, key_of, with_words, words_of
from uniclue.core.fields import Beside, Digits, Tokens, fields_of
from uniclue.core.model import Place
from uniclue.core.puzzle import ChoiceError, Grid, PuzzleError
from uniclue.explainers.repair import ProposesClues
from uniclue.formats.puzzle_json import loads
from uniclue.generators.dropping import thinned
from uniclue.generators.mending import mended
from uniclue.generators.polishing import decided
from uniclue.generators.recipe import Rng, failed
from uniclue.generators.solutions import random_solution, with_sums

B = TypeVar("B", bound=Board)

GIVEN = 0.25
"""The largest share of cells that are given to finish a puzzle that somebody started."""


def start_of(cls: type[B], text: str) -> B | None:
    """The puzzle whose clues are kept; None without one.

    Raises:
        ChoiceError: It is none of that kind.
    """
    if not text:
        return None
    try:
        puzzle = loads(text.encode())
    except PuzzleError as error:
        raise ChoiceError(f"start: {error}") from error
    if not isinstance(puzzle, cls):
        raise ChoiceError(f"expected a {cls.kind()} to start from, got a {puzzle.kind()}")
    return replace(puzzle, extra={})


def pattern_of(text: str) -> frozenset[Place] | None:
    """The entries that may have a clue; None: all.

    Raises:
        ChoiceError: The text is no pattern.
    """
    if not text:
        return None
    rows = text.split("/")
    if {*text} - {*"#./"} or len({len(row) for row in rows}) != 1:
        raise ChoiceError(f"expected rows of # and . of one length, joined by /, got {text!r}")
    return frozenset((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "#")


def need_cells(cls: type[Board]) -> None:
    """Raises ChoiceError for a kind in which no clue stands in a cell, so that no pattern helps."""
    for sort in fields_of(cls).values():
        is_told = isinstance(sort, Tokens) and sort.is_told and not sort.filled
        if isinstance(sort, Digits) or (is_told and not isinstance(sort, Beside)):
            return
    raise ChoiceError(f"expected no pattern for {cls.kind()}: none of its clues stands in a cell")


def finished(
    start: Board,
    only: Collection[Place] | None,
    level: str,
    rng: Rng,
    symmetry: str = "none",
) -> tuple[Board | None, Grid]:
    """A start with more clues, so that it has one solution; and that solution.

    Args:
        start: The puzzle whose clues are kept.
        only: The entries that may get a clue; None: all. Then no cells are given.
        level: The level.
        rng: Draws.
        symmetry: That of the places of added clues.

    Returns:
        The puzzle, None if it could not be finished; and its solution.

    Raises:
        ChoiceError: The start has no solution, or there is a pattern but no clue can be added.
    """
    solution = random_solution(start, rng) if start.domain else None  # areas may be the values
    if solution is None:
        what = "expected a start that has a solution: clues that are added only rule some out"
        raise ChoiceError(what)
    every = telling_of(start, solution, only)
    if only is not None and not every.clues:
        what = f"expected no pattern for {start.kind()}: no clue can be added in a cell"
        raise ChoiceError(what)
    for telling in _ways(start, every, rng, is_free=only is None):
        puzzle = None if telling is None else thinned(telling, level, rng, symmetry)
        if telling is None:
            failed("with several solutions")
        elif puzzle is None:
            failed("too hard for the level")
        elif len(puzzle.given_cells()) - len(start.given_cells()) > most_given(start):
            failed("with more than a quarter of the cells to give")
        else:
            return puzzle, telling.solution
    return None, ()


def _ways(start: Board, every: Telling, rng: Rng, *, is_free: bool) -> Iterator[Telling | None]:
    """Clues that tell a solution alone: those that can be added, changes, given cells.

    Args:
        start: The puzzle whose clues are kept.
        every: Its true clues.
        rng: Draws.
        is_free: Whether clues may stand everywhere, so that the last two are tried.
    """
    yield decided(every, rng)
    if is_free:
        full = every.puzzle(every.clues)
        changed = mended(full, every.solution, "hard", rng, partial(is_kept, start))
        if changed is not None:
            yield Telling(*changed, full=changed[0])
        yield decided(telling_of(start, every.solution), rng, gives=True)


def most_given(start: Board) -> int:
    """How many cells may be given, at least one."""
    return max(1, int(GIVEN * len(start.places)))


def telling_of(start: Board, solution: Grid, only: Collection[Place] | None = None) -> Telling:
    """The clues that can be added to a start: those that it proposes, or words in its fields."""
    blank = with_sums(start, solution)
    if isinstance(start, ProposesClues) and only is None:
        return Proposals(blank, solution)
    return Telling(blank, solution, only=only)


class Proposals(Telling):
    """The clues that a puzzle proposes itself, where they are true of a solution.

    Args:
        blank: The puzzle.
        solution: Its solution.
    """

    def __init__(self, blank: Board, solution: Grid) -> None:
        super().__init__(blank, solution, full=blank)
        assert isinstance(blank, ProposesClues)
        self._start = blank
        self._proposed: dict[FieldClue, object] = {}
        own = {key_of(made) for made in blank.clue_constraints()}
        for clue in blank.possible_clues():
            with_it = blank.with_clues([clue])
            assert isinstance(with_it, Board)
            new = {key_of(made) for made in with_it.clue_constraints()} - own
            if new and not new & {*self._owners} and not with_it.broken(solution):
                known = FieldClue(PROPOSED, (0, len(self.clues)), "")
                self._proposed[known] = clue
                self._owners |= dict.fromkeys(new, known)
                self.clues.append(known)

    def of(self, solution: Grid) -> Telling:
        return Proposals(self.blank, solution)

    def puzzle(self, clues: Iterable[FieldClue]) -> Board:
        chosen = [*clues]
        own = [self._proposed[clue] for clue in chosen if clue in self._proposed]
        puzzle = self._start.with_clues(own)
        assert isinstance(puzzle, Board)
        given: Board = with_words(puzzle, [c for c in chosen if c not in self._proposed])
        return given


def is_kept(start: Board, other: Board) -> bool:
    """Whether a puzzle has all the words and all the clues of a start."""
    if start.size != other.size or not {*start.known_cells()} <= {*other.known_cells()}:
        return False
    for member, sort in fields_of(type(start)).items():
        if isinstance(sort, Tokens):
            there = {word for word in words_of(start, member) if word[2] is not None}
            if not there <= {*words_of(other, member)}:
                return False
    return {*start.clue_constraints()} <= {*other.clue_constraints()}
