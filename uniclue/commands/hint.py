"""The question of what the next step is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uniclue.commands.engine.question import Progress
from uniclue.commands.explain import EXACT_SECONDS, AboutSteps
from uniclue.explainers.steps import explain as explaining
from uniclue.explainers.steps import step as step_types
from uniclue.explainers.steps import text as step_texts
from uniclue.solvers import limits as solver_limits

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.explainers.steps.step import Hint as HintAnswer


class HintQuestion(AboutSteps, frozen=True):
    """Say the next step of a puzzle, and the reason for it.

    Of a grid that no solution extends it names the fewest cells that are wrong.

    Exit code: 0 a step, or solved; 10 nothing more is the same in all solutions, 20 no solution or
    a wrong grid, 30 unknown.
    """

    command = "hint"
    is_text = True

    def run(self, puzzle: Puzzle, progress: Progress) -> HintAnswer:
        exact = EXACT_SECONDS if self.exact else 0.0
        clock = solver_limits.Clock(self.method.limits)
        return explaining.hint(puzzle, clock, self.state_of(puzzle), exact=exact)

    def unknown(self, reason: str, **who: Any) -> HintAnswer:
        return step_types.Hint(status="unknown", reason=reason, **who)

    def text(self, answer: HintAnswer, puzzle: Puzzle) -> list[str]:
        return step_texts.of_hint(answer, puzzle)
