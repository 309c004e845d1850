"""Graders: their class, their registry, and the ratings they return.

Every other module of this folder may hold graders: module variables that are a :class:`Grader`, or
a tuple of them (see :mod:`uniclue.core.plugins`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from uniclue.core.latest import once_a_puzzle
from uniclue.core.model import Place, Value
from uniclue.core.plugins import Plugin, Registry
from uniclue.core.puzzle import ChoiceError, Grid, Puzzle
from uniclue.solvers import decide
from uniclue.solvers.limits import LimitReachedError, Limits
from uniclue.solvers.verdict import Answer

ABOVE = "above"
"""The label of a rating that ends below the puzzle, which its note then says."""


class Rating(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rating of a puzzle.

    Attributes:
        number: The rating; None where it is not defined.
        label: The level in words, if the rating has levels.
        counters: The figures behind it.
        techniques: How often each technique is needed, where the rating knows.
        note: Why the rating is not meaningful, if it is not.
    """

    number: float | None = None
    label: str | None = None
    counters: dict[str, float] = {}
    techniques: dict[str, int] = {}
    note: str | None = None


class StoppedError(LimitReachedError):
    """A limit stopped a rating; a lower bound is known.

    Attributes:
        rating: The rating so far.
    """

    def __init__(self, message: str, rating: Rating) -> None:
        super().__init__(message)
        self.rating = rating


class Grade(msgspec.Struct, frozen=True, kw_only=True):
    """A rating together with its grader.

    Attributes:
        grader: The grader's name.
        number: The rating, rounded to 4 decimals; None where it is not defined.
        label: The level in words, if the rating has levels.
        counters: The figures behind it.
        source: Where the rating comes from.
        techniques: How often each technique is needed, where the rating knows.
        note: Why the rating is not meaningful, or that it stopped at a limit.
    """

    grader: str
    number: float | None
    label: str | None
    counters: dict[str, float]
    source: str
    techniques: dict[str, int] = {}
    note: str | None = None

    def text(self) -> str:
        """The rating in words, a line for each part of it."""
        number = "not defined" if self.number is None else f"{self.number:g}"
        label = "" if self.label is None else f" ({self.label})"
        counted = ", ".join(f"{name} {_figure(value)}" for name, value in self.counters.items())
        lines = [f"{self.grader}: {number}{label}", f"  {counted}"]
        if self.techniques:
            by_number = sorted(self.techniques.items(), key=lambda each: -each[1])
            lines.append(f"  techniques: {', '.join(f'{n} {name}' for name, n in by_number)}")
        lines.append(f"  source: {self.source}")
        lines += [] if self.note is None else [f"  note: {self.note}"]
        return "\n".join(line for line in lines if line.strip())


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:g}"


class Grades(Answer, frozen=True, kw_only=True, tag="grade"):
    """The ratings of one puzzle.

    Attributes:
        level: The difficulty in a word: easy, medium, hard, expert or extreme; None if no rating
            gives it, or only one was requested.
        because: Why, in a sentence.
        grades: One for each grader.
        reason: The limit that stopped a grader, if any.
    """

    level: str | None = None
    because: str = ""
    grades: tuple[Grade, ...]
    reason: str | None = None

    def headline(self) -> str:
        """The level and why, or why there is none; of one rating its first line."""
        if self.level is not None:
            return f"{self.level}: {self.because}"
        match self.grades:
            case ():
                return "no grader rates this kind"
            case (grade,):
                return grade.text().partition("\n")[0]
        return self.reason or "no level: its ratings are figures alone"

    def paragraphs(self) -> list[str]:
        """The level and every rating; of one rating itself alone."""
        head = [self.headline()] if len(self.grades) != 1 else []
        return head + [grade.text() for grade in self.grades]


Candidate = tuple[Place, Value]


class PartlySolved(NamedTuple):
    """A partly solved puzzle.

    Attributes:
        filled: The values of filled cells.
        candidates: The possible values of each blank cell.
    """

    filled: Mapping[Place, Value]
    candidates: Mapping[Place, Collection[Value]]


class Finding(NamedTuple):
    """A step on a grader's way through a puzzle.

    Attributes:
        technique: The name of its technique.
        because: The pattern, in words.
        strikes: The candidates that it strikes.
        rests: The candidates whose absence it relies on.
    """

    technique: str
    because: str
    strikes: tuple[Candidate, ...]
    rests: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Grader(Plugin):
    """A rating of difficulty.

    Attributes:
        name: Its name on the command line.
        source: Paper and section, or formula.
        rate: Rates a puzzle within limits; may raise :class:`LimitReachedError`.
        kinds: The kinds it rates; empty for all.
        slow: Whether it is used only if requested by name.
        find: Finds its next step, if it has steps other than propagation and refutations.
    """

    name: str
    source: str
    rate: Callable[[Any, Limits], Rating]
    kinds: tuple[str, ...] = ()
    slow: bool = False
    find: Callable[[Any, PartlySolved], Finding | None] | None = None

    def rates(self, kind: str) -> bool:
        """Whether it rates puzzles of a kind."""
        return not self.kinds or kind in self.kinds


GRADERS: Registry[Grader] = Registry(Grader, "uniclue.graders", "uniclue.graders", ending="grader")


def graders() -> tuple[Grader, ...]:
    """All graders, by name."""
    return tuple(sorted(GRADERS.all(), key=lambda grader: grader.name))


def find_graders(kind: str, name: str | None = None) -> tuple[Grader, ...]:
    """The grader of that name, or all for a kind that need not be requested by name.

    Raises:
        ChoiceError: No grader of that name rates them.
    """
    suitable = [g for g in graders() if g.rates(kind)]
    if name is None:
        return tuple(g for g in suitable if not g.slow)
    if name not in (g.name for g in suitable):
        raise ChoiceError(f"expected one of {', '.join(g.name for g in suitable)}, got {name!r}")
    return tuple(g for g in suitable if g.name == name)


@once_a_puzzle
def solved(puzzle: Puzzle, limits: Limits) -> tuple[Grid | None, str | None]:
    """A puzzle's solution, for ratings that measure the way to it.

    Returns:
        The solution and None; otherwise one of several, or None without any, with a note for the
        rating.

    Raises:
        LimitReachedError: The puzzle was not decided within the limits.
    """
    verdict = decide.unique(puzzle, decide.method(limits=limits))
    if verdict.status == "unknown":
        raise LimitReachedError(verdict.reason or "not decided")
    note = {
        "several": "not meaningful: the puzzle has several solutions",
        "none": "not meaningful: the puzzle has no solution",
    }
    return next(iter(verdict.solutions), None), note.get(verdict.status)
