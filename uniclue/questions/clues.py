"""Rate the clues of a puzzle with one solution: needed or redundant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uniclue.asking.question import NONE, SEVERAL, UNKNOWN, Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Clues as Rated


@dataclass(frozen=True, kw_only=True)
class Clues(Question):
    """Which clues are needed; without one, solutions are counted up to ``limit``."""

    command = "clues"
    codes = {"several": SEVERAL, "none": NONE, "unknown": UNKNOWN}  # noqa: RUF012
    limit: int = 10

    def run(self, puzzle: Puzzle, progress: Progress) -> Rated:
        from uniclue.explainers.redundant import clues

        return clues(puzzle, self.limit, self.method)

    def unknown(self, reason: str, **who: Any) -> Rated:
        from uniclue.solvers.verdict import Clues

        return Clues(status="unknown", reason=reason, **who)

    def was_cut_short(self, answer: Rated) -> bool:
        return bool(answer.reason)

    def suffices(self, answer: Rated) -> bool:
        counted = all(c.counted_all or c.solutions >= self.limit for c in answer.clues)
        return super().suffices(answer) and counted

    def text(self, answer: Rated, puzzle: Puzzle) -> list[str]:
        from uniclue.asking.text import _clues

        return _clues(answer, puzzle)
