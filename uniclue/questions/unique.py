"""Say whether a puzzle has exactly one solution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uniclue.asking.question import NONE, SEVERAL, UNKNOWN, Progress, Question, UsageError

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.explainers.explain import Wanted
    from uniclue.solvers.questions import Method
    from uniclue.solvers.verdict import Verdict


@dataclass(frozen=True, kw_only=True)
class Unique(Question):
    """Whether a puzzle has exactly one solution; ``why`` is what to explain, if anything."""

    command = "unique"
    codes = {"several": SEVERAL, "none": NONE, "unknown": UNKNOWN}  # noqa: RUF012
    why: Wanted | None = None

    @classmethod
    def put(
        cls,
        method: Method,
        *,
        why: bool = False,
        all_conflicts: int | None = None,
        repair: bool = False,
        **options: Any,
    ) -> Question:
        wanted = None
        if why or repair or all_conflicts is not None:
            from uniclue.explainers.explain import Wanted

            wanted = Wanted(all_conflicts, repair)
            if options.get("certificate"):
                raise UsageError("a certificate and --why are two questions; ask them in turn")
        return super().put(method, why=wanted, **options)

    def run(self, puzzle: Puzzle, progress: Progress) -> Verdict:
        if self.certificate is not None:
            from uniclue.certificates.certify import certify

            return certify(puzzle, self.certificate, "unique", self.method, None, progress)
        if self.why is not None:
            from uniclue.explainers.explain import explain

            return explain(puzzle, self.why, self.method)
        from uniclue.solvers.questions import unique

        return unique(puzzle, self.method)

    def unknown(self, reason: str, **who: Any) -> Verdict:
        from uniclue.solvers.verdict import Verdict

        return Verdict(status="unknown", reason=reason, **who)

    def text(self, answer: Verdict, puzzle: Puzzle) -> list[str]:
        from uniclue.asking.text import _verdict, _why

        return _verdict(answer, puzzle) + _why(answer, puzzle)

    def suffices(self, answer: Verdict) -> bool:
        if self.why is not None and answer.status in ("none", "several"):
            return bool(answer.why) and self._explains(answer)
        return super().suffices(answer)

    def _explains(self, answer: Verdict) -> bool:
        from uniclue.solvers.verdict import WhyNone, WhySeveral

        match answer.why:
            case WhyNone(reason=None) as why:
                return why.complete or len(why.conflicts) >= (self.why.conflicts or 1)
            case WhySeveral(reason=None) as why:
                return not self.why.repair or bool(why.repairs or why.unrepaired)
        return False

    def may_race(self) -> bool:
        how = self.method
        is_free = how.encoder == "cnf" and how.solver is None and how.limits.conflicts is None
        return (
            is_free
            and self.certificate is None
            and self.why is None
            and how.cardinality != "native"
        )

    def goes_together(self) -> bool:
        return self.certificate is None and self.why is None and self.method.is_free()
