"""The question of what a puzzle looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uniclue.commands.engine.options import flag
from uniclue.commands.engine.question import Progress, Question
from uniclue.drawing import text as board_texts
from uniclue.explainers import shown as showing
from uniclue.files import printing

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.explainers.shown import Shown, View
    from uniclue.solvers.method import Method

VIEWS = (
    flag("--solution", "Fill in the solution; mark where two solutions differ."),
    flag("--candidates", "Pencil marks: the values that propagation leaves."),
    flag("--why", "Mark the clues in conflict, or the cells that stay open."),
    flag("--steps", "The steps to the solution, a picture each."),
)


class ShowQuestion(Question, frozen=True):
    """Show a puzzle as text.

    Exit code: 0; with --solution, --why or --steps also 10 several, 20 none, 30 unknown.
    """

    command = "show"
    is_text = True
    answered = "shown"
    options = (*VIEWS, flag("--ascii", "Draw with plain ASCII characters."))
    view: str = "puzzle"
    ascii: bool = False

    @classmethod
    def parse(cls, method: Method, **options: Any) -> Question:
        return cls(method=method, ascii=options["ascii"], view=view_of(cls, options))

    def run(self, puzzle: Puzzle, progress: Progress) -> Shown:
        answer = showing.show(puzzle, self.view, self.method)  # type: ignore[arg-type]
        return showing.with_text(answer, puzzle, ascii_only=self.ascii)

    def unknown(self, reason: str, **who: Any) -> showing.Shown:
        return showing.Shown(view=self.view, status="unknown", reason=reason, **who)  # type: ignore[arg-type]

    def text(self, answer: Shown, puzzle: Puzzle) -> list[str]:
        pictures, drawn = showing.pictures_of(answer, puzzle), "\n".join(answer.picture)
        if not printing.can_print(drawn):
            drawn = showing.drawn(pictures, ascii_only=True)
        picture = pictures[0]
        parts = (
            showing.words(answer),
            drawn,
            "\n".join(picture.lines),
            board_texts.legend(picture),
        )
        return [part for part in parts if part]


def view_of(question: type[Question], options: dict[str, Any]) -> View:
    """The view that the options choose; raises Stop if they choose two."""
    chosen: list[Any] = [v for v in ("solution", "candidates", "why", "steps") if options[v]]
    if len(chosen) > 1:
        raise question.refusal(f"expected one of {' and '.join(f'--{v}' for v in chosen)}")
    return chosen[0] if chosen else "puzzle"
