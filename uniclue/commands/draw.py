"""Pictures of puzzles in files: draw."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import click

from uniclue.asking import exits
from uniclue.asking.every import every_answer
from uniclue.asking.options import FILES, KIND_FILE, LIMITS, SOLVERS, takes, value
from uniclue.asking.terminal import load_kind_files, patience
from uniclue.files.output import write_whole
from uniclue.files.printing import bytes_output
from uniclue.questions.show import VIEWS

MOST_PICTURES = 1000
"""The most puzzles on a sheet."""


@click.command(epilog=FILES)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@takes(
    value("--out", "FILE", "Where to: .svg, .png or .pdf; - is standard output, as SVG.", "-o"),
    *VIEWS,
    value(
        "--columns",
        "N",
        "Puzzles beside each other on a sheet.",
        type=click.IntRange(1, MOST_PICTURES),
    ),
    value("--scale", "X", "How large a PNG is.", type=click.FloatRange(0.1, 20.0), default=2.0),
    *SOLVERS,
    *LIMITS,
    KIND_FILE,
)
def draw(
    files: tuple[str, ...],
    out: str | None,
    columns: int | None,
    scale: float,
    kind_file: tuple[Path, ...],
    **options: Any,
) -> int:
    """Draw puzzles as SVG, PNG or PDF; many become one sheet.

    PNG and PDF need the extra 'pictures'.

    Exit code: 0 drawn; with --solution, --why or --steps also 10 several, 20 none, 30 unknown.
    """
    from uniclue.core.puzzle import ChoiceError
    from uniclue.drawing.paper import ENDINGS, page
    from uniclue.drawing.svg import svg
    from uniclue.explainers.shown import pictures_of
    from uniclue.questions.show import Show

    ending = "svg" if out == "-" else Path(out or "").suffix.lower().removeprefix(".")
    if out is None or ending not in ENDINGS:
        raise exits.Stop(exits.USAGE, "draw: expected -o FILE.svg, .png or .pdf, or -o -")
    question = Show.put(ascii=False, **options)
    load_kind_files(kind_file)
    exits.refuse_overwriting(out, *files)
    pictures, codes = [], set()
    with patience():
        for puzzle, answer in every_answer(question, files, MOST_PICTURES):
            codes.add(question.exit_code(answer))
            pictures += pictures_of(answer, puzzle)
    drawn = svg(pictures, columns or 0)
    try:
        data = drawn.encode() if ending == "svg" else page(drawn, ending, scale)
    except ChoiceError as error:
        raise exits.Stop(exits.USAGE, f"draw: {error}") from error
    if out == "-":
        stream = bytes_output()
        stream.write(data)
        stream.flush()
    else:
        with exits.puzzle_errors(out):
            write_whole(Path(out), data)
    return worst(codes)


def worst(codes: Collection[int]) -> int:
    """The exit code for several puzzles."""
    return next(c for c in (exits.NONE, exits.UNKNOWN, exits.SEVERAL, exits.OK) if c in codes)
