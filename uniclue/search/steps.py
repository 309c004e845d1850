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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec

from uniclue.core.plugins import Plugin, Registry
from uniclue.core.puzzle import ChoiceError, Grid, Puzzle
from uniclue.solvers.decide import DisagreementError, refuse_wrong
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

    def peak(self, number: int) -> None:
        """Notes how much is kept at this moment, as the counter ``peak`` if it is the most."""
        self.counters["peak"] = max(self.counters["peak"], number)

    def note(self, sentence: Callable[[], str]) -> None:
        """Adds a sentence to the trace; it is built only if there is one."""
        if self.traced:
            self.trace.append(sentence())


SearchMethod = Callable[..., Iterator[Grid]]
"""Takes a puzzle and a log; yields the puzzle's solutions, each once."""


@dataclass(frozen=True, slots=True)
class Searcher(Plugin):
    """A search method of a kind.

    Attributes:
        name: Its name on the command line.
        kind: The kind of puzzle it solves.
        search: The method itself.
        takes_order: Whether it also takes ``order``, the names of the pieces as they come.
    """

    name: str
    kind: str
    search: SearchMethod
    takes_order: bool = False


SEARCHERS: Registry[Searcher] = Registry(
    Searcher,
    "uniclue.searches",
    "uniclue.search",
    ending="search",
    key=lambda searcher: (searcher.kind, searcher.name),
)


class Searched(Answer, frozen=True, kw_only=True, tag="search"):
    """The answer of a search method, with the work it took.

    Attributes:
        method: The method's name.
        solutions: The first solutions, at most as many as were to be kept.
        count: How many solutions it reached.
        counters: The method's counters.
        steps: The number of steps.
        trace: The steps in words, if requested.
        complete: Whether the search ran to its end, so that there are no other solutions.
        reason: The step limit, if it was reached.
        order: The order of the pieces, where one was chosen.
    """

    method: str
    solutions: tuple[Grid, ...] = ()
    count: int = 0
    counters: dict[str, int]
    steps: int
    trace: tuple[str, ...] = ()
    complete: bool = False
    reason: str | None = None
    order: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class SearchedByAll(Answer, frozen=True, kw_only=True, tag="searches"):
    """The answers of all search methods of a kind.

    Attributes:
        methods: The answer of each, the kind's first method first.
        solutions: The first solutions, at most as many as were to be kept.
        complete: Whether one of the methods ran to its end.
        reason: The step limit, if all of them reached it.
    """

    methods: tuple[Searched, ...] = ()
    solutions: tuple[Grid, ...] = ()
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
    kept: int | None = None,
    order: Sequence[str] | None = None,
    limit: int | None = STEPS,
    traced: bool = False,
) -> Searched:
    """Solves a puzzle by one of its kind's search methods.

    Args:
        puzzle: The puzzle.
        method: The method's name; None for the kind's first.
        wanted: After how many solutions it ends; None for the search's own end.
        kept: How many solutions the answer holds at most; None for all.
        order: The names of the pieces in the order in which they come, for methods that take one.
        limit: The greatest number of steps; None for no limit.
        traced: Whether to write the trace.

    Returns:
        The answer; each solution has been judged by the rules.

    Raises:
        ChoiceError: The kind has no such method, or the method takes no such order.
        DisagreementError: The method returned a grid that breaks a rule: a defect in Uniclue.
    """
    searcher = _find(puzzle.kind(), method)
    chosen: dict[str, Any] = {}
    if order is not None:
        if not searcher.takes_order:
            raise ChoiceError(f"the search {searcher.name} of {puzzle.kind()} takes no order")
        chosen = {"order": tuple(order)}
    steps, started = StepLog(limit, traced), time.perf_counter()
    solutions: list[Grid] = []
    number, complete, reason = 0, False, None
    try:
        for grid in islice(searcher.search(puzzle, steps, **chosen), wanted):
            refuse_wrong(puzzle, grid, searcher.name)
            number += 1
            if kept is None or number <= kept:
                solutions.append(grid)
        complete = wanted is None or number < wanted
    except StepLimitError as error:
        reason = str(error)
    return Searched(
        kind=puzzle.kind(),
        id=puzzle.extra.get("id"),
        solver=searcher.name,
        seconds=round(time.perf_counter() - started, 6),
        method=searcher.name,
        solutions=tuple(solutions),
        count=number,
        counters=dict(steps.counters),
        steps=steps.taken,
        trace=tuple(steps.trace),
        complete=complete,
        reason=reason,
        **chosen,
    )


def search_by_all(puzzle: Puzzle, **how: Any) -> SearchedByAll:
    """Solves a puzzle by every search method of its kind; ``how`` is as for :func:`search`.

    Raises:
        ChoiceError: The kind has none.
        DisagreementError: Two methods that ran to their ends count different solutions, or one
            returned a grid that breaks a rule: a defect in Uniclue.
    """
    names = list(methods(puzzle.kind())) or [_find(puzzle.kind(), None).name]
    answers = tuple(search(puzzle, name, **how) for name in names)
    counts = {answer.method: answer.count for answer in answers if answer.complete}
    if len(set(counts.values())) > 1:
        each = ", ".join(f"{name} {number}" for name, number in counts.items())
        raise DisagreementError(f"expected as many solutions by every method, got {each}")
    best = max(answers, key=lambda answer: len(answer.solutions))
    return SearchedByAll(
        kind=puzzle.kind(),
        id=puzzle.extra.get("id"),
        seconds=round(sum(answer.seconds for answer in answers), 6),
        methods=answers,
        solutions=best.solutions,
        complete=bool(counts),
        reason=None if counts else best.reason,
    )


def _find(kind: str, name: str | None) -> Searcher:
    """The search method of that name, or the kind's first."""
    by_name = {s.name: s for s in SEARCHERS.of(kind) if s.kind == kind}
    name = name or next(iter(by_name), "")
    if name not in by_name:
        got = f", got {name!r}" if by_name else ": it has none"
        names = ", ".join(by_name) or "no search method"
        raise ChoiceError(f"expected {names} for {kind}{got}")
    return by_name[name]
