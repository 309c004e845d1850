"""Judge a grid, complete or partly filled, by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uniclue.asking.question import NONE, UNKNOWN, Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Judgement


@dataclass(frozen=True, kw_only=True)
class Check(Question):
    """What the rules say of the grid that a puzzle carries as its ``solution``."""

    command = "check"
    codes = {"wrong": NONE, "open": UNKNOWN, "unknown": UNKNOWN}  # noqa: RUF012

    def run(self, puzzle: Puzzle, progress: Progress) -> Judgement:
        from uniclue.core.puzzle import PuzzleError
        from uniclue.solvers.questions import check

        if "solution" not in puzzle.extra:
            raise PuzzleError("$.solution", "expected the grid to check, got none")
        try:
            return check(puzzle, puzzle.extra["solution"], self.method)
        except PuzzleError as error:
            raise PuzzleError(f"$.solution{error.path[1:]}", error.expected) from error

    def unknown(self, reason: str, **who: Any) -> Judgement:
        from uniclue.solvers.verdict import Judgement

        return Judgement(status="unknown", reason=reason, **who)

    def text(self, answer: Judgement, puzzle: Puzzle) -> list[str]:
        from uniclue.asking.text import _judgement

        return _judgement(answer)
