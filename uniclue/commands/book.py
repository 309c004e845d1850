"""Booklets of puzzles as PDF: book."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import click

from uniclue.commands import show
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
from uniclue.commands.generate import SEED, with_seed
from uniclue.core import puzzle as puzzle_types
from uniclue.drawing import booklet as booklets
from uniclue.drawing import picture as picturing
from uniclue.drawing import svg as vectors
from uniclue.explainers import shown as showing
from uniclue.generators import attempts as attempting
from uniclue.generators import orders

MOST_PUZZLES = 1000
"""The most puzzles of a booklet."""


@click.command(epilog=FILES)
@takes(
    files_argument(),
    output_option("FILE", "Where to: a .pdf file; - is stdout.", type=PATH, required=True),
    value("--title", "TEXT", "The title on the first page.", default="Puzzles"),
    value(
        "--on-a-page",
        "N",
        "Puzzles on a page.",
        type=click.IntRange(1, 12),
        show_default="4, or 2 if one is large",
    ),
    value("--paper", "NAME", "a4 or letter.", type=click.Choice(["a4", "letter"]), default="a4"),
    value(
        "--levels", "N", "Make N puzzles of a KIND, from easy to hard.", type=click.IntRange(2, 50)
    ),
    SEED,
    *SOLVERS,
    *LIMITS,
    KIND_FILE,
)
def book(
    files: tuple[str, ...],
    out: Path,
    title: str,
    on_a_page: int | None,
    paper: Literal["a4", "letter"],
    levels: int | None,
    seed: int | None,
    kind_file: tuple[Path, ...],
    **options: Any,
) -> int:
    """Make a booklet: rules, puzzles, and their solutions at the end.

    With --levels FILE is a kind, of which puzzles are made. Needs the extra 'pictures'.

    Exit code: 0 all unique; 10 one has several solutions, 20 none, 30 unknown.
    """
    if not is_stdout(out) and out.suffix.lower() != ".pdf":
        raise exits.Stop(exits.USAGE, "book: expected -o FILE.pdf, or -o -")
    exits.refuse_overwriting(str(out), *files)
    choices: dict[str, Any] = {"solution": True, "candidates": False, "why": False, "steps": False}
    question = show.ShowQuestion.from_options(ascii=False, **choices, **options)
    load_kind_files(kind_file)
    puzzles, pages, codes = [], [], set()
    with patience(), TemporaryDirectory() as folder:
        if levels is not None:
            files = (_made(files, levels, seed, Path(folder)),)
        for puzzle, answer in every_answer(question, files, MOST_PUZZLES):
            codes.add(question.exit_code(answer))
            puzzles.append(puzzle)
            pages.append(
                (picturing.picture(puzzle), vectors.svg(showing.pictures_of(answer, puzzle)))
            )
    try:
        data = booklets.booklet(title, puzzles, pages, on_a_page, paper)
    except puzzle_types.ChoiceError as error:
        raise exits.Stop(exits.USAGE, f"book: {error}") from error
    give_out(out, data)
    return exits.worst(codes, exits.VERDICTS_FIRST)


def _made(kinds: Sequence[str], levels: int, seed: int | None, folder: Path) -> str:
    """Writes a file with a series of puzzles of a kind, from easy to hard in equal steps."""
    if len(kinds) != 1:
        raise exits.Stop(exits.USAGE, "book: expected one KIND with --levels")
    out = folder / "levels.jsonl"
    try:
        recipe = attempting.find_recipe(kinds[0])
        order = with_seed(seed, lambda drawn: attempting.order(recipe, None, drawn, levels=levels))
    except puzzle_types.ChoiceError as error:
        raise exits.Stop(exits.USAGE, f"book: {error}") from error
    if orders.make(kinds[0], order, levels, out).puzzles < levels:
        raise exits.Stop(
            exits.UNKNOWN, f"book: some levels gave no puzzle with the seed {order.seed}"
        )
    return str(out)
