"""A puzzle rated by all graders, or by one, with the headline that follows."""

from __future__ import annotations

import time

from msgspec.structs import asdict

from uniclue.core.puzzle import Puzzle
from uniclue.graders.grade import Grade, Grader, Grades, Rating, StoppedError, find_graders
from uniclue.graders.headline import headline
from uniclue.solvers.limits import LimitReachedError, Limits


def grade(puzzle: Puzzle, name: str | None = None, limits: Limits | None = None) -> Grades:
    """Rates a puzzle.

    Args:
        puzzle: The puzzle.
        name: A grader's name; None for all that suit the kind, except slow ones.
        limits: Limits on the work of each grader.

    Raises:
        ChoiceError: No grader of that name rates puzzles of this kind.
    """
    started = time.perf_counter()
    graded = [_graded(g, puzzle, limits or Limits()) for g in find_graders(puzzle.kind(), name)]
    rated = {grade.grader: grade for grade, _ in graded} if name is None else {}
    level, because = headline(rated, puzzle.kind()) or (None, "")
    return Grades(
        level=level,
        because=because,
        kind=puzzle.kind(),
        id=puzzle.extra.get("id"),
        seconds=round(time.perf_counter() - started, 6),
        grades=tuple(grade for grade, _ in graded),
        reason=next((reason for _, reason in graded if reason), None),
    )


def _graded(grader: Grader, puzzle: Puzzle, limits: Limits) -> tuple[Grade, str | None]:
    reason = None
    try:
        rating = grader.rate(puzzle, limits)
    except LimitReachedError as error:
        reason = str(error)
        rating = Rating(note=f"stopped: {reason}")
        if isinstance(error, StoppedError):
            rating = error.rating
    number = None if rating.number is None else round(rating.number, 4)
    counters = {name: round(value, 4) for name, value in rating.counters.items()}
    figures = asdict(rating) | {"number": number, "counters": counters}
    return Grade(grader=grader.name, source=grader.source, **figures), reason
