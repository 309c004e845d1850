"""The question for solutions by one of the kind's own methods: ``solve --search``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from uniclue.asking import exits
from uniclue.asking.question import Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.search.steps import Searched, SearchedByAll
    from uniclue.solvers.decide import Method

DEFAULT = "default"
"""Stands for the kind's first method."""
ALL = "all"
"""Stands for all of them, one after the other."""
COLUMNS = ("method", "nodes", "solutions", "seconds", "")


class Search(Question, frozen=True):
    """Find solutions by one of the kind's own methods."""

    command = "solve"
    limit: int = 1
    """How many solutions are shown, and after how many the search ends if ``first``."""
    name: str | None = None
    """The method's name; None is the kind's first."""
    steps: int | None = None
    traced: bool = False
    first: bool = False
    """Whether the search ends before its end, with the last solution that is shown."""
    order: tuple[str, ...] | None = None
    """The names of the pieces in the order in which they come."""

    @classmethod
    def chosen(
        cls,
        method: Method,
        name: str = DEFAULT,
        order: str | None = None,
        trace: bool = False,
        **options: Any,
    ) -> Question:
        from uniclue.solvers.limits import Limits

        if not replace(method, limits=Limits(conflicts=method.limits.conflicts)).is_free():
            raise cls.refusal("--search asks no solver; leave out what is for solvers")
        names = None if order is None else tuple(word.strip() for word in order.split(","))
        if name != ALL:
            named = None if name == DEFAULT else name
            return cls(method=method, name=named, order=names, traced=trace, **options)
        if trace or names is not None:
            raise cls.refusal("--trace and --order are for one search method, got all of them")
        return SearchAll(method=method, name=ALL, **options)

    def how(self) -> dict[str, Any]:
        """How to search, for :func:`uniclue.search.steps.search`."""
        wanted = self.limit if self.first else None
        return {"wanted": wanted, "kept": self.limit, "limit": self.steps}

    def run(self, puzzle: Puzzle, progress: Progress) -> Searched:
        from uniclue.search.steps import search

        return search(puzzle, self.name, order=self.order, traced=self.traced, **self.how())

    def unknown(self, reason: str, **who: Any) -> Searched:
        from uniclue.search.steps import Searched

        return Searched(method=self.name or "", counters={}, steps=0, reason=reason, **who)

    def is_of(self, answer: Any) -> bool:
        is_same = self.name in (None, answer.method) and self.order == (answer.order or None)
        return super().is_of(answer) and is_same

    def exit_code(self, answer: Any) -> int:
        return exits.of_solutions(answer)

    def suffices(self, answer: Any) -> bool:
        return super().suffices(answer) and self.is_done(answer)

    def is_done(self, answer: Searched) -> bool:
        """Whether the answer of one method holds all that is asked for."""
        shown = len(answer.solutions)
        if answer.complete:
            return shown >= min(self.limit, answer.count)
        return self.first and shown == self.limit

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        counted = [f"{name} {value:,}" for name, value in answer.counters.items()]
        steps = f"{answer.method}: {answer.steps:,} steps"
        work = "; ".join(filter(None, [steps, ", ".join(counted), f"{answer.seconds:.3f} s"]))
        trace = ["\n".join(answer.trace)] if answer.trace else []
        return [*trace, *_solutions(answer, answer.count, puzzle), work]


class SearchAll(Search, frozen=True):
    """Find solutions by all of the kind's own methods."""

    def run(self, puzzle: Puzzle, progress: Progress) -> Any:
        from uniclue.search.steps import search_by_all

        return search_by_all(puzzle, **self.how())

    def unknown(self, reason: str, **who: Any) -> Any:
        from uniclue.search.steps import SearchedByAll

        return SearchedByAll(reason=reason, **who)

    def is_of(self, answer: Any) -> bool:
        return Question.is_of(self, answer)

    def suffices(self, answer: Any) -> bool:
        return Question.suffices(self, answer) and all(map(self.is_done, answer.methods))

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        count = max((one.count for one in answer.methods), default=0)
        return [*_solutions(answer, count, puzzle), table(answer)]


def _solutions(answer: Searched | SearchedByAll, count: int, puzzle: Puzzle) -> list[str]:
    """How many solutions there are, and those that are shown."""
    from uniclue.asking.text import solutions

    head, *drawn = solutions(answer.solutions, answer.complete, answer.reason, puzzle)
    if count > len(drawn):
        first = "the first is shown" if len(drawn) == 1 else f"the first {len(drawn)} are shown"
        end = "there is no other" if answer.complete else (answer.reason or "there may be more")
        head = f"{count:,} solutions; {end}; {first}"
    return [head, *drawn]


def table(answer: SearchedByAll) -> str:
    """The methods, one a line: nodes, solutions, seconds, and why one did not run to its end."""
    rows = [COLUMNS]
    for one in answer.methods:
        nodes = one.counters.get("nodes", one.steps)
        end = "" if one.complete else one.reason or "not to the end"
        rows.append((one.method, f"{nodes:,}", f"{one.count:,}", f"{one.seconds:.3f}", end))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:4], widths[1:4]), row[4]])
        for row in rows
    )
    return "\n".join(map(str.rstrip, lines))
