"""What a picture shows besides the puzzle: the solution, candidates, conflicts or steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

from msgspec.structs import replace

from uniclue.core.arrays import np
from uniclue.core.model import Place
from uniclue.core.puzzle import Grid, Puzzle, growth
from uniclue.core.words import number_of
from uniclue.drawing import text as board_texts
from uniclue.drawing.picture import Picture, picture
from uniclue.explainers import why as reasoning
from uniclue.explainers.reasons import OpenCell, WhyNone, WhySeveral
from uniclue.explainers.steps import explain as explaining
from uniclue.explainers.steps.step import Step
from uniclue.explainers.telling import scenes as telling
from uniclue.propagation.candidates import candidates
from uniclue.propagation.counts import ContradictionError
from uniclue.solvers import decide
from uniclue.solvers.decide import Method
from uniclue.solvers.limits import Clock
from uniclue.solvers.verdict import Answer, Verdict

View = Literal["puzzle", "solution", "candidates", "why", "steps"]
VIEWS: tuple[View, ...] = get_args(View)


class Shown(Answer, frozen=True, kw_only=True, tag="show"):
    """A puzzle and what a view shows of it.

    Attributes:
        view: ``puzzle``, ``solution``, ``candidates``, ``why`` or ``steps``.
        status: The verdict, where the view needs one.
        solutions: One solution, or two that differ.
        candidates: The values that propagation leaves in every cell; with ``why`` the values that
            open cells have in solutions.
        marked: The cells of the clues in conflict.
        sentences: The clues in conflict, in words.
        steps: The steps to the solution.
        picture: The picture as text, line by line.
        reason: For ``unknown``: the limit that was hit.
    """

    view: View
    status: str = ""
    solutions: tuple[Grid, ...] = ()
    candidates: tuple[OpenCell, ...] = ()
    marked: tuple[Place, ...] = ()
    sentences: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    picture: tuple[str, ...] = ()
    reason: str | None = None

    def __str__(self) -> str:
        return "\n".join(self.picture)


def show(puzzle: Puzzle, view: View, how: Method | None = None) -> Shown:
    """Computes what a view of a puzzle shows.

    Args:
        puzzle: The puzzle.
        view: ``solution``, ``why`` and ``steps`` need a solver, ``candidates`` only propagation.
        how: The method of the solver.

    Raises:
        DisagreementError: A solver's solution breaks a rule, or solvers disagree.
        LimitReachedError: The model would take more memory than the limit.
    """
    if view == "solution":
        return _of_verdict(decide.unique(puzzle, how), view)
    if view == "why":
        return _why(puzzle, how)
    if view == "steps":
        return _steps(puzzle, how)
    shown = Shown(view=view, kind=puzzle.kind(), id=puzzle.extra.get("id"))
    if view == "puzzle":
        return shown
    try:
        can = candidates(puzzle).tolist()
    except ContradictionError:
        return replace(shown, status="none")
    values = puzzle.domain
    left = ([v for v, is_left in zip(values, row, strict=True) if is_left] for row in can)
    cells = (OpenCell(at, tuple(some)) for at, some in zip(puzzle.places, left, strict=True))
    return replace(shown, candidates=tuple(cells))


def _of_verdict(verdict: Verdict, view: View) -> Shown:
    members = {name: getattr(verdict, name) for name in Answer.__struct_fields__}
    found = {name: getattr(verdict, name) for name in ("status", "solutions", "reason")}
    return Shown(view=view, **members, **found)


def _why(puzzle: Puzzle, how: Method | None) -> Shown:
    verdict = reasoning.explained(puzzle, reasoning.Wanted(), how)
    shown = _of_verdict(verdict, "why")
    match verdict.why:
        case WhyNone(conflicts=[first, *_]):
            cells = {cell for clue in first.clues for cell in clue.cells}
            sentences = tuple(clue.sentence for clue in first.clues)
            return replace(shown, marked=tuple(sorted(cells)), sentences=sentences)
        case WhySeveral(candidates=cells):
            return replace(shown, candidates=cells)
    return shown


def _steps(puzzle: Puzzle, how: Method | None) -> Shown:
    answer = explaining.explain(puzzle, Clock((how or Method()).limits))
    who: dict[str, Any] = {name: getattr(answer, name) for name in Answer.__struct_fields__}
    status = "none" if answer.status == "wrong" else answer.status
    return Shown(view="steps", status=status, steps=answer.steps, reason=answer.reason, **who)


def words(shown: Shown) -> str:
    """What a view shows, in words."""
    if shown.view == "candidates":
        if shown.status == "none":
            return "none: propagation shows that there is no solution"
        return "candidates that propagation leaves; more of them may be struck out by a search"
    if shown.view == "steps" and shown.status in ("unique", "several"):
        return f"{shown.status}: {number_of(len(shown.steps), 'step')}"
    match shown.status:
        case "unique":
            return "unique: exactly one solution"
        case "several":
            return "several: at least two solutions; the cells where they differ are marked"
        case "none":
            return "\n".join(["none: no solution", *(f"  {line}" for line in shown.sentences)])
    return f"unknown: {shown.reason}" if shown.reason else ""


def pictures_of(shown: Shown, puzzle: Puzzle) -> list[Picture]:
    """The pictures of a view: a single one, the stages of a growing solution, or the steps."""
    if shown.view == "solution" and shown.status == "unique":
        stages = growth(puzzle, puzzle.read_grid(shown.solutions[0]))
        if stages:
            titles = ["solution", *(f"round {number}" for number in range(1, len(stages)))]
            named = zip(stages, titles, strict=True)
            return [picture(puzzle, stage, title=title) for stage, title in named]
    if shown.steps:
        return [scene.titled() for scene in telling.scenes(puzzle, shown.steps)]
    return [picture_of(shown, puzzle)]


def with_text(shown: Shown, puzzle: Puzzle, *, ascii_only: bool = False) -> Shown:
    """A view with its pictures as text, with titles from the second on."""
    pictures = pictures_of(shown, puzzle)
    return replace(shown, picture=tuple(drawn(pictures, ascii_only=ascii_only).split("\n")))


def drawn(pictures: Sequence[Picture], *, ascii_only: bool) -> str:
    """Pictures as text, with titles from the second on."""
    first, *others = (board_texts.text(picture, ascii_only=ascii_only) for picture in pictures)
    titled = zip((picture.title for picture in pictures[1:]), others, strict=True)
    return "\n\n".join([first, *(f"{title}:\n{drawn}" for title, drawn in titled)])


def picture_of(shown: Shown, puzzle: Puzzle) -> Picture:
    """The picture of a view of a puzzle."""
    title = {"puzzle": "", "why": "why"}.get(shown.view, shown.view)
    if shown.view == "candidates" and shown.candidates:
        can = [[value in cell.values for value in puzzle.domain] for cell in shown.candidates]
        return picture(puzzle, puzzle.grid_of({}), can=np.array(can, np.bool_), title=title)
    grids = [puzzle.read_grid(grid) for grid in shown.solutions]
    grid, other = (*grids, None, None)[:2]
    marked = [*shown.marked, *(cell.cell for cell in shown.candidates)]
    return picture(puzzle, grid, other=other, tinted=marked, title=title)
