"""Find solutions by one of the kind's own methods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uniclue.asking.question import Progress
from uniclue.questions.solve import Solve

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.search.steps import Searched


@dataclass(frozen=True, kw_only=True)
class Search(Solve):
    """Up to ``limit`` solutions, by the method ``name`` (None: the default)."""

    command = "search"
    asks_solver = False
    name: str | None = None
    steps: int | None = None
    traced: bool = False

    def run(self, puzzle: Puzzle, progress: Progress) -> Searched:
        from uniclue.search.steps import search

        return search(puzzle, self.name, wanted=self.limit, limit=self.steps, traced=self.traced)

    def unknown(self, reason: str, **who: Any) -> Searched:
        from uniclue.search.steps import Searched

        return Searched(method=self.name or "", counters={}, steps=0, reason=reason, **who)

    def is_of(self, answer: Searched) -> bool:
        return super().is_of(answer) and self.name in (None, answer.method)

    def text(self, answer: Searched, puzzle: Puzzle) -> list[str]:
        from uniclue.asking.text import _searched

        return _searched(answer, puzzle)

    def may_race(self) -> bool:
        return False
