"""The question of how a puzzle is solved, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from uniclue.commands.engine.exits import NONE, SEVERAL, UNKNOWN, puzzle_errors
from uniclue.commands.engine.options import Decorator, flag, value
from uniclue.commands.engine.question import Progress, Question
from uniclue.explainers.steps import explain as explaining
from uniclue.explainers.steps import step as step_types
from uniclue.explainers.steps import text as step_texts
from uniclue.files import input
from uniclue.formats import files
from uniclue.solvers import limits as solver_limits
from uniclue.workbench import walking

if TYPE_CHECKING:
    from uniclue.core.puzzle import Grid, Puzzle
    from uniclue.explainers.steps.step import Explanation

STEPS = (
    value("--state", "GRID", "The grid filled in so far (.json, or text rows)."),
    flag("--exact", "Show that no reason is smaller, where a few seconds suffice."),
)
"""Options of questions about steps."""
EXACT_SECONDS = 3.0
"""Seconds for one step with ``--exact``."""


class AboutSteps(Question, frozen=True, kw_only=True):
    """A question about steps from a puzzle, or from a grid that is partly filled."""

    options: ClassVar[tuple[Decorator, ...]] = STEPS
    solver_options = ()
    codes = {"several": SEVERAL, "none": NONE, "wrong": NONE, "unknown": UNKNOWN}  # noqa: RUF012
    state: str | None = None
    """The file with the grid; None: the puzzle's member ``state``, if it has one."""
    exact: bool = False

    def prepare(self, puzzle: Puzzle) -> Puzzle:
        if self.state is None:
            return puzzle

        with puzzle_errors(input.name_of(self.state)):
            cells = files.read_grid_file(self.state, puzzle)
        return replace(puzzle, extra=puzzle.extra | {"state": cells})

    def check_many(self) -> None:
        if self.state is not None:
            raise self.refusal("a grid goes with one puzzle; many carry their 'state'")

    def state_of(self, puzzle: Puzzle) -> Grid | None:
        """The values filled in; raises PuzzleError if they do not form a grid of the puzzle."""
        state = puzzle.extra.get("state")
        return None if state is None else puzzle.read_grid(state, "$.state")


class ExplainQuestion(AboutSteps, frozen=True):
    """Lead from a puzzle to its solution, step by step, with reasons.

    A step is what follows from the fewest facts. With several solutions the steps go as far as all
    of them agree. Of one puzzle, --out FILE.html and FILE.pdf are a walkthrough.

    Exit code: 0 explained, 10 several solutions, 20 none or a wrong state, 30 unknown.
    """

    command = "explain"
    is_text = True
    options = (
        *STEPS,
        flag("--every", "Show routine steps one by one."),
        flag("--brief", "Only what follows and by which technique, without reasons."),
    )
    endings = (".html", ".pdf")
    every: bool = False
    brief: bool = False

    def run(self, puzzle: Puzzle, progress: Progress) -> Explanation:
        exact = EXACT_SECONDS if self.exact else 0.0
        clock = solver_limits.Clock(self.method.limits)
        return explaining.explain(puzzle, clock, self.state_of(puzzle), exact=exact)

    def unknown(self, reason: str, **who: Any) -> step_types.Explanation:
        return step_types.Explanation(status="unknown", reason=reason, **who)

    def text(self, answer: Explanation, puzzle: Puzzle) -> list[str]:
        return step_texts.paragraphs(answer, puzzle, every=self.every, brief=self.brief)

    def written(self, answer: Explanation, puzzle: Puzzle, ending: str) -> bytes:
        state = self.state_of(puzzle)
        return walking.written(puzzle, answer, state, ending, every=self.every, brief=self.brief)
