"""Find a solution, or several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uniclue.asking.question import NONE, OK, UNKNOWN, Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Solutions


@dataclass(frozen=True, kw_only=True)
class Solve(Question):
    """Up to ``limit`` solutions."""

    command = "solve"
    limit: int = 1

    def run(self, puzzle: Puzzle, progress: Progress) -> Solutions:
        from uniclue.solvers.questions import solve

        return solve(puzzle, self.limit, self.method)

    def unknown(self, reason: str, **who: Any) -> Solutions:
        from uniclue.solvers.verdict import Solutions

        return Solutions(reason=reason, **who)

    def exit_code(self, answer: Any) -> int:
        return OK if answer.solutions else NONE if answer.complete else UNKNOWN

    def suffices(self, answer: Any) -> bool:
        return super().suffices(answer) and (answer.complete or len(answer.solutions) == self.limit)

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        from uniclue.asking.text import _solutions

        return _solutions(answer, puzzle)

    def may_race(self) -> bool:
        how = self.method
        is_free = how.encoder == "cnf" and how.solver is None and how.limits.conflicts is None
        return is_free and how.cardinality != "native"
