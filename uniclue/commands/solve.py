"""The question for solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from uniclue.commands import solve_search
from uniclue.commands.engine import exits
from uniclue.commands.engine import text as texts
from uniclue.commands.engine.options import LAW, STAGES, flag, limit_option, value
from uniclue.commands.engine.question import Progress, Question
from uniclue.solvers import decide
from uniclue.solvers import verdict as verdicts

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.method import Method
    from uniclue.solvers.verdict import Answer


class SolveQuestion(Question, frozen=True):
    """Find a solution, or several.

    Exit code: 0 found, 20 none, 30 unknown.
    """

    command = "solve"
    options = (
        limit_option("Solutions wanted (with --search: shown).", default=1),
        value(
            "--search",
            "NAME",
            "Search by one of the kind's own methods ('default', 'all'), not by a solver.",
        ),
        value(
            "--steps",
            "N",
            "With --search: steps it may take.",
            type=click.IntRange(1),
            default=10_000_000,
        ),
        flag("--trace", "With --search: print every step."),
        flag("--first", "With --search: end with the last solution that is shown."),
        value("--order", "NAMES", "With --search: the species as they come, as lion,monkey."),
        LAW,
        STAGES,
    )
    limit: int = 1

    @classmethod
    def parse(cls, method: Method, **options: Any) -> Question:
        limit, search = options.pop("limit"), options.pop("search")
        if search is not None and method.law is not None:
            raise cls.refusal("a search method takes no --law")
        if search is not None:
            return solve_search.SearchQuestion.parse(method, name=search, limit=limit, **options)
        del options["steps"]
        if given := next((name for name, value in options.items() if value), None):
            raise cls.refusal(f"--{given} is for a search method; choose one with --search")
        return cls(method=method, limit=limit)

    def run(self, puzzle: Puzzle, progress: Progress) -> Answer:
        return decide.solve(puzzle, self.limit, self.method)

    def unknown(self, reason: str, **who: Any) -> Answer:
        return verdicts.Solutions(reason=reason, **who)

    def exit_code(self, answer: Any) -> int:
        return exits.of_solutions(answer)

    def suffices(self, answer: Any) -> bool:
        return super().suffices(answer) and (answer.complete or len(answer.solutions) == self.limit)

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        return texts.solutions(answer.solutions, answer.complete, answer.reason, puzzle)

    def may_race(self) -> bool:
        return self.leaves_solver_open()
