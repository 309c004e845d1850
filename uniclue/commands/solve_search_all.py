"""The question for solutions by all of the kind's own methods: ``solve --search all``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uniclue.commands.engine.question import Progress, Question
from uniclue.commands.solve_search import Search

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle


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
        from uniclue.commands.engine.searches import searched_by_all

        return searched_by_all(answer, puzzle)
