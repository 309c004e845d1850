"""The question what a puzzle looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from uniclue.asking.options import flag
from uniclue.asking.question import Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.explainers.shown import Shown, View
    from uniclue.solvers.decide import Method

VIEWS = (
    flag("--solution", "Fill in the solution; mark where two solutions differ."),
    flag("--candidates", "Pencil marks: the values that propagation leaves."),
    flag("--why", "Mark the clues in conflict, or the cells that stay open."),
)


class Show(Question, frozen=True):
    """Show a puzzle as its author printed it.

    Exit code: 0; with --solution or --why also 10 several, 20 none, 30 unknown.
    """

    command = "show"
    options = (*VIEWS, flag("--ascii", "Draw with plain ASCII characters."))
    view: str = "puzzle"
    ascii: bool = False

    @classmethod
    def chosen(cls, method: Method, **options: Any) -> Question:
        return cls(method=method, ascii=options["ascii"], view=view_of(cls, options))

    def run(self, puzzle: Puzzle, progress: Progress) -> Shown:
        from uniclue.drawing.text import text
        from uniclue.explainers.shown import picture_of, show

        answer = show(puzzle, self.view, self.method)  # type: ignore[arg-type]
        picture = text(picture_of(answer, puzzle), ascii_only=self.ascii)
        return replace(answer, picture=tuple(picture.split("\n")))

    def unknown(self, reason: str, **who: Any) -> Shown:
        from uniclue.explainers.shown import Shown

        return Shown(view=self.view, status="unknown", reason=reason, **who)  # type: ignore[arg-type]

    def text(self, answer: Shown, puzzle: Puzzle) -> list[str]:
        from uniclue.drawing.text import legend, text
        from uniclue.explainers.shown import picture_of, words
        from uniclue.files.printing import can_print

        picture, drawn = picture_of(answer, puzzle), "\n".join(answer.picture)
        if not can_print(drawn):
            drawn = text(picture, ascii_only=True)
        parts = (words(answer), drawn, "\n".join(picture.lines), legend(picture))
        return [part for part in parts if part]


def view_of(question: type[Question], options: dict[str, Any]) -> View:
    """The view that options ask for; raises Stop if they ask for two."""
    chosen: list[Any] = [v for v in ("solution", "candidates", "why") if options[v]]
    if len(chosen) > 1:
        raise question.refusal(f"expected one of {' and '.join(f'--{v}' for v in chosen)}")
    return chosen[0] if chosen else "puzzle"
