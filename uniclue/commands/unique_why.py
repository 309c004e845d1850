"""The question why a puzzle has no solution, or more than one: ``unique --why``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from uniclue.commands.engine.question import Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.explainers.reasons import Explained
    from uniclue.explainers.why import Wanted
    from uniclue.solvers.decide import Method
    from uniclue.solvers.verdict import Verdict


class AfterVerdict(Question, frozen=True, kw_only=True):
    """A question that begins with the verdict, which is told at once.

    Attributes:
        verdict: The verdict, if it is there already and told.
    """

    verdict: Verdict | None = None

    def beginning(self) -> Question:
        from uniclue.commands.unique import Unique

        return Unique(method=self.method, stages=self.stages)

    def begun(self, answer: Any, puzzle: Puzzle) -> list[str]:
        from uniclue.commands.engine.text import verdict

        return verdict(answer, puzzle)

    def continued(self, answer: Any) -> Question:
        return replace(self, verdict=answer)

    def is_told(self, answer: Any) -> bool:
        """Whether an answer's verdict is told."""
        return self.verdict is not None and self.verdict.status == answer.status


class Why(AfterVerdict, frozen=True):
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

        return explained(puzzle, self.wanted, self.method, self.verdict)

    def unknown(self, reason: str, **who: Any) -> Explained:
        from uniclue.explainers.reasons import Explained

        return Explained(status="unknown", reason=reason, **who)

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        from uniclue.explainers.text import paragraphs

        first = [] if self.is_told(answer) else self.begun(answer, puzzle)
        return first + paragraphs(answer.why, puzzle)

    def suffices(self, answer: Any) -> bool:
        if answer.status not in ("none", "several"):
            return super().suffices(answer)
        why = answer.why
        if not why or why.reason is not None:
            return False
        if answer.status == "none":
            return why.complete or len(why.conflicts) >= (self.wanted.conflicts or 1)
        return not self.wanted.repair or bool(why.repairs or why.unrepaired)
