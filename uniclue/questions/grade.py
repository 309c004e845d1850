"""Rate the difficulty of a puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uniclue.asking.question import Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.graders.grade import Grade as Rated
    from uniclue.graders.grade import Grades


@dataclass(frozen=True, kw_only=True)
class Grade(Question):
    """How hard a puzzle is; ``name`` is a grader's, None is all that suit the kind."""

    command = "grade"
    asks_solver = False
    name: str | None = None

    def run(self, puzzle: Puzzle, progress: Progress) -> Grades:
        from uniclue.graders.grade import grade

        return grade(puzzle, self.name, self.method.limits)

    def unknown(self, reason: str, **who: Any) -> Grades:
        from uniclue.graders.grade import Grades

        return Grades(grades=(), reason=reason, **who)

    def is_of(self, answer: Grades) -> bool:
        names = {grade.grader for grade in answer.grades}
        return super().is_of(answer) and (not names or self.name is None or names == {self.name})

    def text(self, answer: Grades, puzzle: Puzzle) -> list[str]:
        return ["\n".join(_lines(g)) for g in answer.grades] or ["no grader rates this kind"]


def _lines(grade: Rated) -> list[str]:
    number = "not defined" if grade.number is None else f"{grade.number:g}"
    label = "" if grade.label is None else f" ({grade.label})"
    counted = ", ".join(f"{name} {_figure(value)}" for name, value in grade.counters.items())
    lines = [f"{grade.grader}: {number}{label}", f"  {counted}", f"  source: {grade.source}"]
    lines += [] if grade.note is None else [f"  note: {grade.note}"]
    return [line for line in lines if line.strip()]


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:g}"
