"""The question whether a puzzle has exactly one solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from uniclue.commands.engine.options import CERTIFICATE, LAW, STAGES, flag, value
from uniclue.commands.engine.question import Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.decide import Method
    from uniclue.solvers.verdict import Answer, Verdict


class Unique(Question, frozen=True):
    """Say whether a puzzle has exactly one solution.

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
        flag("--repair", "As --why; the fewest clues that make it unique."),
        CERTIFICATE,
        LAW,
        STAGES,
    )
    asks_both = True

    @classmethod
    def chosen(cls, method: Method, **options: Any) -> Question:
        why = {name: options.pop(name, None) for name in ("why", "all_conflicts", "repair")}
        if not any(why.values()):
            return cls(method=method, **options)
        if method.law is not None:
            raise cls.refusal("explanations use cuts; leave out --law")
        from uniclue.commands.unique_why import Why
        from uniclue.explainers.why import Wanted

        wanted = Wanted(why["all_conflicts"], bool(why["repair"]))
        return Why.chosen(method, wanted=wanted, **options)

    def run(self, puzzle: Puzzle, progress: Progress) -> Answer:
        if self.certificate is not None:
            from uniclue.certificates.certify import certify

            return certify(puzzle, self.certificate, "unique", self.method, None, progress)
        from uniclue.solvers.decide import unique

        return unique(puzzle, self.method)

    def unknown(self, reason: str, **who: Any) -> Verdict:
        from uniclue.solvers.verdict import Verdict

        return Verdict(status="unknown", reason=reason, **who)

    def text(self, answer: Verdict, puzzle: Puzzle) -> list[str]:
        from uniclue.commands.engine.text import verdict

        return verdict(answer, puzzle)

    def may_race(self) -> bool:
        return self.certificate is None and self.leaves_solver_open()

    def goes_together(self) -> bool:
        return self.certificate is None and self.method.is_free()
