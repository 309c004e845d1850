"""The question how many solutions there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uniclue.certificates import certify as certifying
from uniclue.commands.engine.options import CERTIFICATE, LAW, STAGES, limit_option
from uniclue.commands.engine.question import Progress, Question
from uniclue.core.words import number_of
from uniclue.solvers import decide
from uniclue.solvers import verdict as verdicts

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Answer


class CountQuestion(Question, frozen=True):
    """Count the solutions.

    Exit code: 0 counted (or the --limit was reached), 30 stopped by a limit on the work.
    """

    command = "count"
    answered = "counted"
    options = (limit_option("Count up to this.", default=None), CERTIFICATE, LAW, STAGES)
    limit: int | None = None

    def run(self, puzzle: Puzzle, progress: Progress) -> Answer:
        if self.certificate is not None:
            return certifying.certify(
                puzzle, self.certificate, "count", self.method, self.limit, progress
            )

        return decide.count(puzzle, self.limit, self.method, progress)

    def unknown(self, reason: str, **who: Any) -> Answer:
        return verdicts.Count(count=0, reason=reason, **who)

    def headline(self, answer: Any) -> str:

        least = "" if answer.complete else "at least "
        why = f" ({answer.reason})" if answer.reason else ""
        return f"{least}{number_of(answer.count, 'solution')}{why}"

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        return [self.headline(answer)]

    def suffices(self, answer: Any) -> bool:
        return super().suffices(answer) and (answer.complete or answer.count == self.limit)
