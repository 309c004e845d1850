"""What a search method counts and returns, and how it is found.

A search method is a generator of solutions: it uses no model and no solver, and reports each of its
steps to :class:`Steps`, which counts, keeps the limit and writes the trace. A module of this folder
whose name is a kind's, or starts with it (``sudoku_dancing``), may hold methods for the kind: names
for a :class:`Searcher`, or for a tuple of them (see :mod:`uniclue.core.plugins`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from uniclue.core.plugins import Plugin, Registry
from uniclue.core.puzzle import ChoiceError, Grid, Puzzle
from uniclue.solvers.decide import refuse_wrong
from uniclue.solvers.verdict import Answer

STEPS = 10_000_000
"""The step limit, if none is given."""


class StepLimitError(Exception):
    """A search took as many steps as it may; the message says which limit it reached."""


@dataclass(slots=True)
class Steps:
    """What a search did so far.

    Attributes:
        limit: The most steps it may take; None is no limit.
        traced: Whether to keep the trace.
        taken: Steps so far.
        counters: Counts by name; the method says what they mean.
        trace: What was done, in words, step by step.
    """

    limit: int | None = STEPS
    traced: bool = False
    taken: int = 0
    counters: Counter[str] = field(default_factory=Counter)
    trace: list[str] = field(default_factory=list)

    def take(self, name: str, number: int = 1) -> None:
        """Counts steps.

        Raises:
            StepLimitError: That was one too many.
        """
        self.counters[name] += number
        self.taken += number
        if self.limit is not None and self.taken > self.limit:
            raise StepLimitError(f"limit of {self.limit} steps reached")

    def count(self, name: str, number: int = 1) -> None:
        """Counts something that is no step of its own."""
        self.counters[name] += number

    def note(self, sentence: Callable[[], str]) -> None:
        """Adds a sentence to the trace, made only if the trace is kept."""
        if self.traced:
            self.trace.append(sentence())


SearchMethod = Callable[[Any, Steps], Iterator[Grid]]
"""Takes a puzzle of its kind; yields its solutions, each once."""


@dataclass(frozen=True, slots=True)
class Searcher(Plugin):
    """A search method of a kind.

    Attributes:
        name: What users call it.
        kind: The kind of puzzle that it searches.
        search: Searches a puzzle.
    """

    name: str
    kind: str
    search: SearchMethod


SEARCHERS: Registry[Searcher] = Registry(
    Searcher,
    "uniclue.searches",
    "uniclue.search",
    key=lambda searcher: (searcher.kind, searcher.name),
)


class Searched(Answer, frozen=True, kw_only=True, tag="search"):
    """The answer of a search method, and the work it took.

    Attributes:
        method: The method's name.
        solutions: The solutions found, as many as were wanted.
        counters: What the method counted.
        steps: Steps taken.
        trace: The steps in words, if asked for.
        complete: Whether the search went to its end, so that these are all solutions.
        reason: The step limit, if it was reached.
    """

    method: str
    solutions: tuple[Grid, ...] = ()
    counters: dict[str, int]
    steps: int
    trace: tuple[str, ...] = ()
    complete: bool = False
    reason: str | None = None


def methods(kind: str) -> dict[str, SearchMethod]:
    """The search methods of a kind, by name, the default first; none for kinds without any."""
    return {s.name: s.search for s in SEARCHERS.of(kind) if s.kind == kind}


def search(
    puzzle: Puzzle,
    method: str | None = None,
    *,
    wanted: int | None = None,
    limit: int | None = STEPS,
    traced: bool = False,
) -> Searched:
    """Searches a puzzle by one of its kind's methods.

    Args:
        puzzle: The puzzle.
        method: The method's name; None is the kind's first.
        wanted: Solutions wanted; None is all.
        limit: Steps it may take; None is no limit.
        traced: Keep the trace.

    Returns:
        What was found; each solution was judged by the rules.

    Raises:
        ChoiceError: The kind has no such method.
        DisagreementError: The method returned a grid that breaks a rule: a defect of ours.
    """
    by_name = methods(puzzle.kind())
    name = method or next(iter(by_name), "")
    if name not in by_name:
        names = ", ".join(by_name) or "no search method"
        raise ChoiceError(f"expected {names} for {puzzle.kind()}, got {name!r}")
    steps, started = Steps(limit, traced), time.perf_counter()
    solutions: list[Grid] = []
    complete, reason = False, None
    try:
        for grid in islice(by_name[name](puzzle, steps), wanted):
            refuse_wrong(puzzle, grid, name)
            solutions.append(grid)
        complete = wanted is None or len(solutions) < wanted
    except StepLimitError as error:
        reason = str(error)
    return Searched(
        kind=puzzle.kind(),
        id=puzzle.extra.get("id"),
        solver=name,
        seconds=round(time.perf_counter() - started, 6),
        method=name,
        solutions=tuple(solutions),
        counters=dict(steps.counters),
        steps=steps.taken,
        trace=tuple(steps.trace),
        complete=complete,
        reason=reason,
    )
