"""The question why a puzzle has no solution, or more than one: ``unique --why``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uniclue.asking.question import Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.explainers.reasons import Explained
    from uniclue.explainers.why import Wanted
    from uniclue.solvers.decide import Method


class Why(Question, frozen=True):
    """Say whether a puzzle has exactly one solution and, if not, why."""

    command = "unique"
    asks_both = True
    wanted: Wanted

    @classmethod
    def chosen(cls, method: Method, **options: Any) -> Question:
        if options["certificate"] is not None:
            raise cls.refusal("a certificate and --why are two questions; ask them in turn")
        return cls(method=method, **options)

    def run(self, puzzle: Puzzle, progress: Progress) -> Explained:
        from uniclue.explainers.why import explained

        return explained(puzzle, self.wanted, self.method)

    def unknown(self, reason: str, **who: Any) -> Explained:
        from uniclue.explainers.reasons import Explained

        return Explained(status="unknown", reason=reason, **who)

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        from uniclue.asking.text import verdict
        from uniclue.explainers.text import paragraphs

        return verdict(answer, puzzle) + paragraphs(answer.why, puzzle)

    def suffices(self, answer: Any) -> bool:
        if answer.status not in ("none", "several"):
            return super().suffices(answer)
        why = answer.why
        if not why or why.reason is not None:
            return False
        if answer.status == "none":
            return why.complete or len(why.conflicts) >= (self.wanted.conflicts or 1)
        return not self.wanted.repair or bool(why.repairs or why.unrepaired)
