"""Search methods: their registry, the log of their steps, and the answer of a search.

A search method is a generator of solutions. It uses no model and no solver, and reports each of its
steps to a :class:`StepLog`, which counts them, enforces the step limit and writes the trace. A
module of this folder named after a kind, or starting with its name (``sudoku_dancing``), may hold
methods for the kind: module variables that are a :class:`Searcher`, or a tuple of them (see
:mod:`uniclue.core.plugins`).
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
"""The default step limit."""


class StepLimitError(Exception):
    """A search reached its step limit; the message names the limit."""


@dataclass(slots=True)
class StepLog:
    """The steps of one search so far, counted, limited and, on request, put into words.

    Attributes:
        limit: The greatest number of steps; None for no limit.
        traced: Whether to write the trace.
        taken: Steps so far.
        counters: Counts by name; each method documents its own.
        trace: The steps in words.
    """

    limit: int | None = STEPS
    traced: bool = False
    taken: int = 0
    counters: Counter[str] = field(default_factory=Counter)
    trace: list[str] = field(default_factory=list)

    def take(self, name: str, number: int = 1) -> None:
        """Counts steps.

        Raises:
            StepLimitError: The limit is exceeded.
        """
        self.counters[name] += number
        self.taken += number
        if self.limit is not None and self.taken > self.limit:
            raise StepLimitError(f"limit of {self.limit} steps reached")

    def count(self, name: str, number: int = 1) -> None:
        """Counts something that is not a step."""
        self.counters[name] += number

    def note(self, sentence: Callable[[], str]) -> None:
        """Adds a sentence to the trace; it is built only if there is one."""
        if self.traced:
            self.trace.append(sentence())


SearchMethod = Callable[[Any, StepLog], Iterator[Grid]]
"""Takes a puzzle and a log; yields the puzzle's solutions, each once."""


@dataclass(frozen=True, slots=True)
class Searcher(Plugin):
    """A search method of a kind.

    Attributes:
        name: Its name on the command line.
        kind: The kind of puzzle it solves.
        search: The method itself.
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
    """The answer of a search method, with the work it took.

    Attributes:
        method: The method's name.
        solutions: The solutions, at most as many as were wanted.
        counters: The method's counters.
        steps: The number of steps.
        trace: The steps in words, if asked for.
        complete: Whether the search ran to its end, so that these are all solutions.
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
    """Solves a puzzle by one of its kind's search methods.

    Args:
        puzzle: The puzzle.
        method: The method's name; None for the kind's first.
        wanted: How many solutions to look for; None for all.
        limit: The greatest number of steps; None for no limit.
        traced: Whether to write the trace.

    Returns:
        The answer; each of its solutions has been judged by the rules.

    Raises:
        ChoiceError: The kind has no such method.
        DisagreementError: The method returned a grid that breaks a rule: a defect in Uniclue.
    """
    by_name = methods(puzzle.kind())
    name = method or next(iter(by_name), "")
    if name not in by_name:
        names = ", ".join(by_name) or "no search method"
        raise ChoiceError(f"expected {names} for {puzzle.kind()}, got {name!r}")
    steps, started = StepLog(limit, traced), time.perf_counter()
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
