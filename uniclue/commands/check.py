"""The question whether a grid keeps the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from uniclue.commands.engine.exits import NONE, UNKNOWN, puzzle_errors
from uniclue.commands.engine.options import ENCODER, PROVE, SOLVER, STAGES
from uniclue.commands.engine.question import Progress, Question
from uniclue.core import puzzle as puzzle_types
from uniclue.explainers.steps import check as checking
from uniclue.explainers.steps import text as step_texts
from uniclue.files import input
from uniclue.formats import files
from uniclue.solvers import verdict as verdicts

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Judgement


class CheckQuestion(Question, frozen=True):
    """Judge a grid, complete or partly filled, by the rules.

    If a partly filled one is wrong, the fewest cells are named that have to be cleared.

    GRID is the grid to judge (.json, rows of text, or what 'solve' printed); without it, the
    puzzle's 'solution'.

    Exit code: 0 right, 20 wrong, 30 partly filled and nothing wrong so far.
    """

    command = "check"
    options = (click.argument("grid", metavar="[GRID]", required=False), STAGES)
    solver_options = (ENCODER, SOLVER, PROVE)
    takes_many = False  # the second argument is GRID
    codes = {"wrong": NONE, "open": UNKNOWN}  # noqa: RUF012
    grid: str | None = None
    """The file with the grid; None: the puzzle carries it."""

    def prepare(self, puzzle: Puzzle) -> Puzzle:
        if self.grid is None:
            return puzzle

        with puzzle_errors(input.name_of(self.grid)):
            cells = files.read_grid_file(self.grid, puzzle)
        return replace(puzzle, extra=puzzle.extra | {"solution": cells})

    def check_many(self) -> None:
        if self.grid is not None:
            raise self.refusal("a grid goes with one puzzle; many carry their 'solution'")

    def run(self, puzzle: Puzzle, progress: Progress) -> Judgement:
        if "solution" not in puzzle.extra:
            raise puzzle_types.PuzzleError("$.solution", "expected the grid to check, got none")
        try:
            return checking.check(puzzle, puzzle.extra["solution"], self.method)
        except puzzle_types.PuzzleError as error:
            raise puzzle_types.PuzzleError(f"$.solution{error.path[1:]}", error.expected) from error

    def unknown(self, reason: str, **who: Any) -> verdicts.Judgement:
        return verdicts.Judgement(status="unknown", reason=reason, **who)

    def headline(self, answer: Judgement) -> str:
        return answer.headline()

    def text(self, answer: Judgement, puzzle: Puzzle) -> list[str]:
        broken = (f"  {v.code}: {v.sentence}" for v in answer.violations)
        text = ["\n".join([self.headline(answer), *broken])]
        if answer.referee == "agrees":
            text.append("judged by the kind and by its referee")
        if wrong := getattr(answer, "wrong", None):
            text.append(step_texts.wrong_words(wrong, puzzle))
        return text
