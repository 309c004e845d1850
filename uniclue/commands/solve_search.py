"""The question for solutions by one of the kind's own methods: ``solve --search``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from uniclue.commands import solve_search_text
from uniclue.commands.engine import exits
from uniclue.commands.engine.question import Progress, Question
from uniclue.search import steps
from uniclue.solvers import limits

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.search.steps import Searched
    from uniclue.solvers.method import Method

DEFAULT = "default"
"""The name that means the kind's first method."""
ALL = "all"
"""The name that means all methods, one after the other."""


class SearchQuestion(Question, frozen=True):
    """Find solutions by one of the kind's own methods."""

    command = "solve"
    limit: int = 1
    """How many solutions are shown; with ``first`` the search ends after as many."""
    name: str | None = None
    """The method's name; None is the kind's first."""
    steps: int | None = None
    trace: bool = False
    first: bool = False
    """Whether the search stops at the last solution to show."""
    order: tuple[str, ...] | None = None
    """The names of the pieces in the order in which they are placed."""

    @classmethod
    def parse(
        cls,
        method: Method,
        name: str = DEFAULT,
        order: str | None = None,
        **options: Any,
    ) -> Question:
        if not replace(method, limits=limits.Limits(conflicts=method.limits.conflicts)).is_free():
            raise cls.refusal("--search uses no solver; leave out options for solvers")
        names = None if order is None else tuple(word.strip() for word in order.split(","))
        if name != ALL:
            named = None if name == DEFAULT else name
            return cls(method=method, name=named, order=names, **options)
        if options.get("trace") or names is not None:
            raise cls.refusal("--trace and --order are for one search method, got all of them")
        return SearchAllQuestion(method=method, name=ALL, **options)

    def with_stages(self) -> Question:
        raise self.refusal("a search method takes no --stages")

    def how(self) -> dict[str, Any]:
        """The options of :func:`uniclue.search.steps.search`."""
        wanted = self.limit if self.first else None
        return {"wanted": wanted, "kept": self.limit, "limit": self.steps}

    def run(self, puzzle: Puzzle, progress: Progress) -> Searched:
        return steps.search(puzzle, self.name, order=self.order, traced=self.trace, **self.how())

    def unknown(self, reason: str, **who: Any) -> Searched:
        return steps.Searched(method=self.name or "", counters={}, steps=0, reason=reason, **who)

    def is_of(self, answer: Any) -> bool:
        asked = self.name or answer.method, self.order
        return super().is_of(answer) and asked == (answer.method, answer.order or None)

    def exit_code(self, answer: Any) -> int:
        return exits.of_solutions(answer)

    def suffices(self, answer: Any) -> bool:
        return super().suffices(answer) and self.is_done(answer)

    def is_done(self, answer: Searched) -> bool:
        """Whether the answer of one method has all that was requested."""
        wanted = min(self.limit, answer.count) if answer.complete else self.limit
        return len(answer.solutions) >= wanted and (answer.complete or self.first)

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        return solve_search_text.searched(answer, puzzle)


class SearchAllQuestion(SearchQuestion, frozen=True):
    """Find solutions by all of the kind's own methods."""

    def run(self, puzzle: Puzzle, progress: Progress) -> Any:
        return steps.search_by_all(puzzle, **self.how())

    def unknown(self, reason: str, **who: Any) -> Any:
        return steps.SearchedByAll(reason=reason, **who)

    def is_of(self, answer: Any) -> bool:
        return Question.is_of(self, answer)

    def suffices(self, answer: Any) -> bool:
        return Question.suffices(self, answer) and all(map(self.is_done, answer.methods))

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        return solve_search_text.searched_by_all(answer, puzzle)
