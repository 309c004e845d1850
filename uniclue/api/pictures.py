"""Puzzles to look at: as text, as pictures, as a booklet."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, Annotated, Literal, Unpack

import msgspec

from uniclue.api import making
from uniclue.api.arguments import Positive, expect, method_of, path_of, puzzle_of, puzzles_of
from uniclue.core.puzzle import ChoiceError, Puzzle
from uniclue.drawing import booklet as booklets
from uniclue.drawing import paper as sheets
from uniclue.drawing import svg as vectors
from uniclue.drawing.picture import picture
from uniclue.explainers.shown import Shown, View, pictures_of, with_text
from uniclue.explainers.shown import show as shown
from uniclue.files.output import write_whole
from uniclue.solvers.options import VerdictArguments

if TYPE_CHECKING:
    pass

PaperName = Literal["a4", "letter"]
Scale = Annotated[float, msgspec.Meta(ge=0.1, le=20.0)]


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """A picture of a puzzle, or a sheet of several.

    Attributes:
        svg: The picture as SVG.
        statuses: The verdict on each puzzle, empty where the view needs none.
    """

    svg: str
    statuses: tuple[str, ...]

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from uniclue.notebook import framed

        return framed(self.svg, "a drawing")

    def data(self, ending: sheets.Ending = "svg", scale: float = 2.0) -> bytes:
        """The picture as a file's content.

        Args:
            ending: ``svg``, ``png`` or ``pdf``; the last two need the extra ``pictures``.
            scale: Pixels of a PNG for a pixel of the SVG, 0.1 to 20.

        Raises:
            ChoiceError: typst is not installed, the PNG would be too large, or there is no such
                ending or scale.
        """
        expect(sheets.Ending, ending=ending)
        expect(Scale, scale=scale)
        return self.svg.encode() if ending == "svg" else sheets.page(self.svg, ending, scale)

    def save(self, path: str | PathLike[str], scale: float = 2.0) -> None:
        """Writes the picture to a file, as its ending says: .svg, .png or .pdf.

        Raises:
            ChoiceError: As :meth:`data`.
            OSError: The file cannot be written.
        """
        file = path_of(path=path)
        ending = file.suffix.lower().removeprefix(".")
        write_whole(file, self.data(ending, scale))  # type: ignore[arg-type]  # it looks


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """A booklet of puzzles.

    Attributes:
        pdf: It as PDF.
        puzzles: Its puzzles.
        statuses: The verdict on each of them.
    """

    pdf: bytes
    puzzles: tuple[Puzzle, ...]
    statuses: tuple[str, ...]

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to a file; raises OSError if it cannot be written."""
        write_whole(path_of(path=path), self.pdf)


def show(
    puzzle: Puzzle,
    view: View = "puzzle",
    *,
    ascii: bool = False,
    **options: Unpack[VerdictArguments],
) -> Shown:
    """A puzzle as its author printed it, as text.

    Args:
        puzzle: The puzzle.
        view: What is shown beside the puzzle: ``solution`` (where two differ, both), ``candidates``
            (the values that propagation leaves), ``why`` (the clues in conflict, or the cells that
            stay open), ``steps`` (a picture each), or nothing.
        ascii: Whether to draw with plain ASCII characters.
        **options: As in :func:`unique`, where the view needs a verdict.

    Returns:
        What the view found; its text is ``str(answer)``.

    Raises:
        ChoiceError: There is no such view; as in :func:`unique`.
        LimitReachedError: The model would take more memory than the limit.
    """
    expect(View, view=view)
    expect(bool, ascii=ascii)
    answer = shown(puzzle_of(puzzle), view, method_of(**options))
    return with_text(answer, puzzle, ascii_only=ascii).about(puzzle)


def draw(
    puzzles: Puzzle | Iterable[Puzzle],
    out: str | PathLike[str] | None = None,
    *,
    view: View = "puzzle",
    columns: int | None = None,
    scale: float = 2.0,
    **options: Unpack[VerdictArguments],
) -> Drawing:
    """A picture of a puzzle, or a sheet of several.

    Args:
        puzzles: A puzzle or several.
        out: Where to write it, too: a file .svg, .png or .pdf; the last two need the extra
            ``pictures``.
        view: As of :func:`show`.
        columns: Puzzles beside each other on a sheet; None: as nearly a square as can be.
        scale: How large a PNG is.
        **options: As in :func:`unique`, where the view needs a verdict.

    Raises:
        ChoiceError: There is no such view or ending, or what writes it is not installed.
        OSError: The file cannot be written.
        LimitReachedError: A model would take more memory than the limit.
    """
    if out is not None:
        path_of(out=out)
    expect(View, view=view)
    expect(Positive | None, columns=columns)
    expect(Scale, scale=scale)
    how, pictures, statuses = method_of(**options), [], []
    for puzzle in puzzles_of(puzzles):
        answer = shown(puzzle, view, how)
        pictures += pictures_of(answer, puzzle)
        statuses.append(answer.status)
    drawing = Drawing(svg=vectors.svg(pictures, columns or 0), statuses=tuple(statuses))
    if out is not None:
        drawing.save(out, scale)
    return drawing


def book(
    puzzles: Puzzle | Iterable[Puzzle] | str,
    out: str | PathLike[str] | None = None,
    *,
    title: str = "Puzzles",
    on_a_page: int | None = None,
    paper: PaperName = "a4",
    levels: int | None = None,
    seed: int | None = None,
    **options: Unpack[VerdictArguments],
) -> Book:
    """A booklet as PDF: rules, puzzles, and their solutions at the end.

    Args:
        puzzles: The puzzles; with ``levels`` the name of a kind, of which puzzles are made.
        out: Where to write it, too: a file .pdf.
        title: What is on the first page.
        on_a_page: Puzzles on a page, 1 to 12; None: two if one of them is large, otherwise four.
        paper: ``a4`` or ``letter``.
        levels: How many puzzles of the kind to make, ever harder, 2 to 50.
        seed: For all random things, if puzzles are made.
        **options: As in :func:`unique`, for the verdicts.

    Raises:
        ChoiceError: The extra ``pictures`` is not installed, or an argument is none of these.
        OSError: The file cannot be written.
        LimitReachedError: A model would take more memory than the limit.
    """
    if out is not None:
        path_of(out=out)
    expect(str, title=title)
    expect(Annotated[int, msgspec.Meta(ge=1, le=12)] | None, on_a_page=on_a_page)
    expect(PaperName, paper=paper)
    how = method_of(**options)
    if levels is not None:
        if not isinstance(puzzles, str):
            raise ChoiceError("expected the name of a kind with levels")
        puzzles = making.generate(puzzles, levels=levels, seed=seed).puzzles
    pages, statuses = [], []
    several = puzzles_of(puzzles)
    for puzzle in several:
        answer = shown(puzzle, "solution", how)
        pages.append((picture(puzzle), vectors.svg(pictures_of(answer, puzzle))))
        statuses.append(answer.status)
    pdf = booklets.booklet(title, several, pages, on_a_page, paper)
    made = Book(pdf=pdf, puzzles=tuple(several), statuses=tuple(statuses))
    if out is not None:
        made.save(out)
    return made
