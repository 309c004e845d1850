"""The question whether a puzzle has exactly one solution and, if not, why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from uniclue.certificates import certify as certifying
from uniclue.commands.engine import text as texts
from uniclue.commands.engine.options import CERTIFICATE, LAW, STAGES, flag, value
from uniclue.commands.engine.question import Progress, Question
from uniclue.explainers import reasons
from uniclue.explainers import text as why_texts
from uniclue.explainers import why as reasoning
from uniclue.solvers import decide
from uniclue.solvers import verdict as verdicts

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.explainers.reasons import Explained
    from uniclue.explainers.why import Wanted
    from uniclue.solvers.method import Method
    from uniclue.solvers.verdict import Answer, Verdict


class UniqueQuestion(Question, frozen=True):
    """Decide whether a puzzle has exactly one solution.

    Exit code: 0 unique, 10 several, 20 none, 30 unknown.
    """

    command = "unique"
    options = (
        flag("--why", "Explain: clues in conflict, or cells that stay open."),
        value(
            "--all-conflicts",
            "K",
            "As --why; up to K conflicts, and whether these are all.",
            type=click.IntRange(1, 10_000),
        ),
        flag("--repair", "Like --why; also changes, and the fewest clues, that make it unique."),
        CERTIFICATE,
        LAW,
        STAGES,
    )
    asks_both = True

    @classmethod
    def parse(cls, method: Method, **options: Any) -> Question:
        why = {name: options.pop(name, None) for name in ("why", "all_conflicts", "repair")}
        if not any(why.values()):
            return cls(method=method, **options)
        if method.law is not None:
            raise cls.refusal("explanations use cuts; leave out --law")

        wanted = reasoning.Wanted(why["all_conflicts"], bool(why["repair"]))
        return WhyQuestion.parse(method, wanted=wanted, **options)

    def run(self, puzzle: Puzzle, progress: Progress) -> Answer:
        if self.certificate is not None:
            return certifying.certify(
                puzzle, self.certificate, "unique", self.method, None, progress
            )

        return decide.unique(puzzle, self.method)

    def unknown(self, reason: str, **who: Any) -> verdicts.Verdict:
        return verdicts.Verdict(status="unknown", reason=reason, **who)

    def text(self, answer: Verdict, puzzle: Puzzle) -> list[str]:
        return texts.verdict(answer, puzzle)

    def may_race(self) -> bool:
        return self.certificate is None and self.leaves_solver_open()

    def goes_together(self) -> bool:
        return self.certificate is None and self.method.is_free()


class AfterVerdict(Question, frozen=True, kw_only=True):
    """A question that begins with the verdict, which is printed at once.

    Attributes:
        verdict: The verdict, if it is known and printed already.
    """

    verdict: Verdict | None = None

    def beginning(self) -> Question:
        return UniqueQuestion(method=self.method, stages=self.stages)

    def begun(self, answer: Any, puzzle: Puzzle) -> list[str]:
        return texts.verdict(answer, puzzle)

    def continued(self, answer: Any) -> Question:
        return replace(self, verdict=answer)

    def is_told(self, answer: Any) -> bool:
        """Whether an answer's verdict is printed already."""
        return self.verdict is not None and self.verdict.status == answer.status


class WhyQuestion(AfterVerdict, frozen=True):
    """Say whether a puzzle has exactly one solution and, if not, why."""

    command = "unique"
    asks_both = True
    wanted: Wanted

    @classmethod
    def parse(cls, method: Method, **options: Any) -> Question:
        if options["certificate"] is not None:
            raise cls.refusal("a certificate and --why are two questions; ask them in turn")
        return cls(method=method, **options)

    def run(self, puzzle: Puzzle, progress: Progress) -> Explained:
        return reasoning.explained(puzzle, self.wanted, self.method, self.verdict)

    def unknown(self, reason: str, **who: Any) -> reasons.Explained:
        return reasons.Explained(status="unknown", reason=reason, **who)

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        first = [] if self.is_told(answer) else self.begun(answer, puzzle)
        return first + why_texts.paragraphs(answer.why, puzzle)

    def suffices(self, answer: Any) -> bool:
        if answer.status not in ("none", "several"):
            return super().suffices(answer)
        why = answer.why
        if not why or why.reason is not None:
            return False
        if answer.status == "none":
            return why.complete or len(why.conflicts) >= (self.wanted.conflicts or 1)
        return not self.wanted.repair or bool(why.repairs or why.unrepaired)
