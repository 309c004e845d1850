"""The question for solutions by one of the kind's own methods: ``solve --search``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from uniclue.asking import exits
from uniclue.asking.question import Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.search.steps import Searched
    from uniclue.solvers.decide import Method

DEFAULT = "default"
"""Stands for the kind's first method."""


class Search(Question, frozen=True):
    """Find solutions by one of the kind's own methods."""

    command = "solve"
    limit: int = 1
    name: str | None = None
    """The method's name; None is the kind's first."""
    steps: int | None = None
    traced: bool = False

    @classmethod
    def chosen(cls, method: Method, name: str = DEFAULT, **options: Any) -> Question:
        from uniclue.solvers.limits import Limits

        if not replace(method, limits=Limits(conflicts=method.limits.conflicts)).is_free():
            raise cls.refusal("--search asks no solver; leave out what is for solvers")
        return cls(method=method, name=None if name == DEFAULT else name, **options)

    def run(self, puzzle: Puzzle, progress: Progress) -> Searched:
        from uniclue.search.steps import search

        limit, traced = self.steps, self.traced
        return search(puzzle, self.name, wanted=self.limit, limit=limit, traced=traced)

    def unknown(self, reason: str, **who: Any) -> Searched:
        from uniclue.search.steps import Searched

        return Searched(method=self.name or "", counters={}, steps=0, reason=reason, **who)

    def is_of(self, answer: Any) -> bool:
        return super().is_of(answer) and self.name in (None, answer.method)

    def exit_code(self, answer: Any) -> int:
        return exits.of_solutions(answer)

    def suffices(self, answer: Any) -> bool:
        return super().suffices(answer) and (answer.complete or len(answer.solutions) == self.limit)

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        from uniclue.asking.text import solutions

        counted = [f"{name} {value:,}" for name, value in answer.counters.items()]
        steps = f"{answer.method}: {answer.steps:,} steps"
        work = "; ".join(filter(None, [steps, ", ".join(counted), f"{answer.seconds:.3f} s"]))
        trace = ["\n".join(answer.trace)] if answer.trace else []
        found = solutions(answer.solutions, answer.complete, answer.reason, puzzle)
        return [*trace, *found, work]
