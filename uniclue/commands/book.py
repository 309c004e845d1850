"""Booklets of puzzles as PDF: book."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from uniclue.asking import exits
from uniclue.asking.every import every_answer
from uniclue.asking.options import FILES, KIND_FILE, LIMITS, PATH, SOLVERS, takes, value
from uniclue.asking.terminal import load_kind_files, patience
from uniclue.commands.draw import worst
from uniclue.files.output import write_whole

MOST_PUZZLES = 1000
"""The most puzzles of a booklet."""


@click.command(epilog=FILES)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@takes(
    value("--out", "FILE", "Where to: a .pdf file.", "-o", type=PATH, required=True),
    value("--title", "TEXT", "What is on the first page.", default="Puzzles"),
    value("--on-a-page", "N", "Puzzles on a page.", type=click.IntRange(1, 12), default=4),
    value("--paper", "NAME", "a4 or letter.", type=click.Choice(["a4", "letter"]), default="a4"),
    *SOLVERS,
    *LIMITS,
    KIND_FILE,
)
def book(
    files: tuple[str, ...],
    out: Path,
    title: str,
    on_a_page: int,
    paper: str,
    kind_file: tuple[Path, ...],
    **options: Any,
) -> int:
    """Make a booklet: rules, puzzles, and their solutions at the end.

    Needs the extra 'pictures'.

    Exit code: 0 all unique; 10 one has several solutions, 20 none, 30 unknown.
    """
    from uniclue.core.puzzle import ChoiceError, Puzzle
    from uniclue.core.words import shown
    from uniclue.drawing.booklet import Booklet, Page
    from uniclue.drawing.picture import picture
    from uniclue.drawing.svg import svg
    from uniclue.explainers.shown import pictures_of
    from uniclue.questions.show import Show

    if out.suffix.lower() != ".pdf":
        raise exits.Stop(exits.USAGE, "book: expected -o FILE.pdf")
    exits.refuse_overwriting(str(out), *files)
    asked: dict[str, Any] = {"solution": True, "candidates": False, "why": False}
    question = Show.put(ascii=False, **asked, **options)
    load_kind_files(kind_file)
    pages, codes, kinds = list[Page](), set[int](), dict[type[Puzzle], None]()
    with patience():
        for puzzle, answer in every_answer(question, files, MOST_PUZZLES):
            codes.add(question.exit_code(answer))
            kinds[type(puzzle)] = None
            drawn = picture(puzzle)
            pages.append(Page(drawn.title, svg([drawn]), svg(pictures_of(answer, puzzle))))
    rules = [(kind.title, [*kind.codes.values()]) for kind in kinds]
    size: Any = {"a4": "a4", "letter": "us-letter"}[paper]
    booklet = Booklet(
        title=shown(title, 200), kinds=rules, puzzles=pages, on_a_page=on_a_page, paper=size
    )
    try:
        data = booklet.pdf()
    except ChoiceError as error:
        raise exits.Stop(exits.USAGE, f"book: {error}") from error
    with exits.puzzle_errors(str(out)):
        write_whole(out, data)
    return worst(codes)
