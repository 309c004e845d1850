"""The question of how the encodings of a puzzle compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uniclue.commands.engine.options import SOLVER, limit_option
from uniclue.commands.engine.question import Progress, Question
from uniclue.solvers import encodings as comparing

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.encodings import Encodings as Compared
    from uniclue.solvers.method import Method


class EncodingsQuestion(Question, frozen=True):
    """Compare all forms, cardinality encodings and forms of lazy constraints of a puzzle.

    Exit code: 0 all have the same solutions, 30 stopped by a limit on the work.
    """

    command = "encodings"
    is_text = True
    answered = "compared"
    options = (limit_option("Count solutions up to this.", default=100),)
    solver_options = (SOLVER,)
    limit: int = 100

    @classmethod
    def parse(cls, method: Method, **options: Any) -> Question:
        if method.encoder == "ilp" or method.is_outside():
            raise cls.refusal(f"expected a SAT solver of PySAT, got {method.solver!r}")
        return cls(method=method, **options)

    def run(self, puzzle: Puzzle, progress: Progress) -> Compared:
        return comparing.compare(puzzle, self.limit, self.method)

    def unknown(self, reason: str, **who: Any) -> Compared:
        return comparing.Encodings(
            encodings=(), counted=self.limit, parity="unknown", reason=reason, **who
        )

    def text(self, answer: Compared, puzzle: Puzzle) -> list[str]:
        return [comparing.table(answer)]
