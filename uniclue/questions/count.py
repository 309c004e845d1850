"""Count the solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uniclue.asking.question import Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Count as Counted


@dataclass(frozen=True, kw_only=True)
class Count(Question):
    """How many solutions a puzzle has, counted up to ``limit``."""

    command = "count"
    limit: int | None = None

    def run(self, puzzle: Puzzle, progress: Progress) -> Counted:
        if self.certificate is not None:
            from uniclue.certificates.certify import certify

            return certify(puzzle, self.certificate, "count", self.method, self.limit, progress)
        from uniclue.solvers.questions import count

        return count(puzzle, self.limit, self.method, progress)

    def unknown(self, reason: str, **who: Any) -> Counted:
        from uniclue.solvers.verdict import Count

        return Count(count=0, reason=reason, **who)

    def text(self, answer: Counted, puzzle: Puzzle) -> list[str]:
        least = "" if answer.complete else "at least "
        why = f" ({answer.reason})" if answer.reason else ""
        return [f"{least}{answer.count} solution{'' if answer.count == 1 else 's'}{why}"]

    def suffices(self, answer: Counted) -> bool:
        return super().suffices(answer) and (answer.complete or answer.count == self.limit)
