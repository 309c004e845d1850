"""The question of how hard a puzzle is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from uniclue.commands.engine.completing import GRADER
from uniclue.commands.engine.exits import puzzle_errors
from uniclue.commands.engine.options import PATH, value
from uniclue.commands.engine.question import Progress, Question
from uniclue.core import puzzle as puzzle_types
from uniclue.graders import grade as grade_types
from uniclue.graders import grading, together

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.graders import grade as ratings
    from uniclue.solvers.method import Method


class GradeQuestion(Question, frozen=True):
    """Rate the difficulty of a puzzle.

    With --fit no puzzle is rated: D is fitted to levels of your own, a table of counters or
    puzzles with a level each. With --batch puzzles are rated together, and binned among themselves.

    Exit code: 0 rated, 30 stopped by a limit on the work.
    """

    command = "grade"
    options = (
        value("--grader", "NAME", "One rating alone.  [default: all]", shell_complete=GRADER),
        value("--fit", "LEVELS", "Fit D to levels of your own (.csv, .jsonl).", type=PATH),
        value("--batch", "FILE", "Rate puzzles together, in four bins.", type=PATH),
    )
    solver_options = ()
    needs_file = False
    grader: str | None = None

    @classmethod
    def parse(cls, method: Method, **options: Any) -> Question:
        for name in ("fit", "batch"):
            if options.pop(name, None) is not None:
                raise cls.refusal(f"expected a FILE of puzzles or --{name}, got both")
        return cls(method=method, **options)

    @classmethod
    def without_file(cls, *, as_json: bool, **options: Any) -> bytes:
        given = {name: options[name] for name in ("fit", "batch") if options.get(name) is not None}
        if len(given) != 1:
            got = " and ".join(f"--{name}" for name in given) or "none"
            raise cls.refusal(f"expected a FILE of puzzles, --fit or --batch, got {got}")
        ((name, path),) = given.items()
        with puzzle_errors(str(path)):
            answer, text = cls._of_file(name, path, options["grader"])
        return msgspec.json.encode(answer) if as_json else text.encode()

    @classmethod
    def _of_file(cls, name: str, path: Path, grader: str | None) -> tuple[Any, str]:
        """The answer to ``--NAME FILE``, and its text."""
        rating = together.FILE_RATINGS.find(name)
        if rating is None:
            raise cls.refusal(f"--{name} needs the package uniclue.papers, which is not there")
        try:
            answer = rating.rate(path, grader)
        except puzzle_types.ChoiceError as error:
            raise cls.refusal(str(error)) from error
        return answer, rating.text(answer)

    def run(self, puzzle: Puzzle, progress: Progress) -> ratings.Grades:
        return grading.grade(puzzle, self.grader, self.method.limits)

    def unknown(self, reason: str, **who: Any) -> ratings.Grades:
        return grade_types.Grades(grades=(), reason=reason, **who)

    def is_of(self, answer: Any) -> bool:
        return super().is_of(answer) and all(self.grader in (None, g.grader) for g in answer.grades)

    def text(self, answer: ratings.Grades, puzzle: Puzzle) -> list[str]:
        return answer.paragraphs()
