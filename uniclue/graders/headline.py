"""A puzzle's difficulty in one word and a sentence, from its most informative rating.

The words are easy, medium, hard, expert and extreme. The rating by steps goes before those of other
sorts, which speak where it has nothing to say; one that notes that it is not meaningful says
nothing. Where no labels of the kind are there, the sentence says that the word is not calibrated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from uniclue.core.words import number_of
from uniclue.graders import human_time, steps
from uniclue.graders.grade import ABOVE, Grade
from uniclue.graders.ladder import SEARCH

FEW_CONFLICTS, MANY_CONFLICTS = 10, 1000
"""A solver's dead ends up to which a puzzle that takes search is medium, and hard."""

Grades = Mapping[str, Grade]


class Headline(NamedTuple):
    """How hard a puzzle is.

    Attributes:
        level: One of :data:`uniclue.graders.levels.LEVELS`.
        because: Why, in a sentence.
    """

    level: str
    because: str


def headline(grades: Grades, kind: str) -> Headline | None:
    """The headline of some ratings, by the names of their graders; None if none has a level.

    Args:
        grades: The ratings.
        kind: The kind of the puzzle.
    """
    meaningful = {
        name: grade
        for name, grade in grades.items()
        if grade.note is None or grade.label == ABOVE or name == steps.NAME
    }
    line = next(filter(None, (read(meaningful, kind) for read in READERS)), None)
    more = filter(None, (_minutes(grades), _calibration(grades)))
    return line and line._replace(because="; ".join([line.because, *more]))


def _minutes(grades: Grades) -> str:
    """How long people take, in words; empty if there is no estimate."""
    grade = grades.get(human_time.NAME)
    if grade is None or grade.number is None or grade.note is not None:
        return ""
    low, high = (grade.counters[end] for end in ("low", "high"))
    return f"people take about {grade.number:.0f} minutes ({low:.0f} to {high:.0f})"


def _calibration(grades: Grades) -> str:
    """A note that there are no labels for the kind; empty if there are some."""
    grade = grades.get(steps.NAME)
    is_rough = grade is not None and steps.UNCALIBRATED in (grade.note or "")
    return "not calibrated for this kind" if is_rough else ""


def _by_steps(grades: Grades, kind: str) -> Headline | None:
    """The difficulty by the hardest step and all steps; None without figures."""
    grade = grades.get(steps.NAME)
    level = None if grade is None else steps.level_of(grade.counters, kind)
    if grade is None or level is None:
        return None
    figures = grade.counters
    hardest = grade.label or "without a name"
    number = number_of(round(figures["steps"]), "step")
    several = round(figures["of several facts"])
    if several:
        facts = f"{number_of(round(figures['depth']), 'fact')} at once"
        because = f"the hardest step ({hardest}) takes {facts}; {several} of {number} take several"
    else:
        because = f"{number}, each from one fact (the hardest: {hardest})"
    is_least = (grade.note or "").startswith(steps.AT_LEAST)
    return Headline(level, f"at least, for a limit was hit; {because}" if is_least else because)


def _by_technique(grades: Grades, _: str) -> Headline | None:
    grade = grades.get("sudoku-technique")
    if grade is None:
        return None
    if grade.label == ABOVE:
        return Headline("expert", "it takes more than the techniques up to XY-wing")
    bounds = {"easy": 2.3, "medium": 3.0}  # naked singles, naked pairs
    number = grade.number or 0.0
    level = next((word for word, most in bounds.items() if number <= most), "hard")
    return Headline(level, f"the hardest technique that it takes is the {grade.label}")


def _by_lines(grades: Grades, _: str) -> Headline | None:
    levels = {
        "rules": Headline("easy", "the simple rules for a line solve it"),
        "lines": Headline("medium", "looking at one line at a time solves it"),
        "search": Headline("hard", "it takes more than looking at one line at a time"),
    }
    grade = grades.get("nonogram-rules")
    return None if grade is None else levels.get(grade.label or "")


def _by_search(grades: Grades, _: str) -> Headline | None:
    """By what unit propagation leaves open, and what that costs a solver."""
    ladder, effort = grades.get("ladder"), grades.get("effort")
    if ladder is not None and ladder.number == 1:
        return Headline("easy", "one conclusion after the other solves it")
    if ladder is not None and ladder.label != SEARCH:
        return Headline("medium", f"conclusions of the stronger form '{ladder.label}' solve it")
    if effort is None or effort.number is None:
        return None
    conflicts = round(effort.number)
    bounds = {"medium": FEW_CONFLICTS, "hard": MANY_CONFLICTS}
    level = next((word for word, most in bounds.items() if conflicts <= most), "expert")
    ends = number_of(conflicts, "dead end")
    return Headline(level, f"plain conclusions leave it open; a solver meets {ends}")


READERS: tuple[Callable[[Grades, str], Headline | None], ...] = (
    _by_steps,
    _by_technique,
    _by_lines,
    _by_search,
)
"""The ratings that a headline is taken from, the best first."""
