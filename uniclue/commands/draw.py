"""Draws puzzles to files: draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from uniclue.commands.engine import exits
from uniclue.commands.engine.every import every_answer
from uniclue.commands.engine.options import (
    FILES,
    KIND_FILE,
    LIMITS,
    PATH,
    SOLVERS,
    files_argument,
    is_stdout,
    output_option,
    takes,
    value,
)
from uniclue.commands.engine.terminal import give_out, load_kind_files, patience
from uniclue.commands.show import VIEWS, ShowQuestion
from uniclue.core import puzzle as puzzle_types
from uniclue.drawing import paper as sheets
from uniclue.drawing import svg as vectors
from uniclue.explainers import shown as showing

MOST_PICTURES = 1000
"""The most puzzles on a sheet."""


@click.command(epilog=FILES)
@takes(
    files_argument(),
    output_option("FILE", "Where to: .svg, .png or .pdf; - is SVG on stdout.", type=PATH),
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
    out: Path | None,
    columns: int | None,
    scale: float,
    kind_file: tuple[Path, ...],
    **options: Any,
) -> int:
    """Draw puzzles as SVG, PNG or PDF; many become one sheet.

    PNG and PDF need the extra 'pictures'.

    Exit code: 0 drawn; with --solution, --why or --steps also 10 several, 20 none, 30 unknown.
    """
    ending = "svg" if is_stdout(out) else Path(out or "").suffix.lower().removeprefix(".")
    if out is None or ending not in sheets.ENDINGS:
        raise exits.Stop(exits.USAGE, "draw: expected -o FILE.svg, .png or .pdf, or -o -")
    question = ShowQuestion.from_options(ascii=False, **options)
    load_kind_files(kind_file)
    exits.refuse_overwriting(str(out), *files)
    pictures, codes = [], set()
    with patience():
        for puzzle, answer in every_answer(question, files, MOST_PICTURES):
            codes.add(question.exit_code(answer))
            pictures += showing.pictures_of(answer, puzzle)
    drawn = vectors.svg(pictures, columns or 0)
    try:
        data = drawn.encode() if ending == "svg" else sheets.page(drawn, ending, scale)
    except puzzle_types.ChoiceError as error:
        raise exits.Stop(exits.USAGE, f"draw: {error}") from error
    give_out(out, data)
    return exits.worst(codes, exits.VERDICTS_FIRST)
