"""Positions to practise a technique on."""

from __future__ import annotations

from pathlib import Path

import click

from uniclue.commands.engine.completing import KIND
from uniclue.commands.engine.exits import OK, UNKNOWN, USAGE, Stop
from uniclue.commands.engine.options import KIND_FILE, PATH, is_stdout, output_option, takes, value
from uniclue.commands.engine.terminal import load_kind_files
from uniclue.core import puzzle as puzzle_types
from uniclue.core.words import number_of
from uniclue.files.output import write_whole
from uniclue.files.printing import print_json, say
from uniclue.formats import puzzle_json
from uniclue.generators import practice as practising


@click.command()
@click.argument("kind", metavar="KIND", shell_complete=KIND)
@click.argument("technique", metavar="TECHNIQUE")
@takes(
    click.option(
        "--number",
        "-n",
        type=click.IntRange(1, 200),
        default=10,
        show_default=True,
        help="How many.",
    ),
    value("--size", "RxC", "Rows and columns.", show_default="usual for the kind"),
    value("--seed", "S", "The seed of everything random.", type=click.IntRange(0), default=1),
    output_option("FILE", "A .jsonl file.  [default: stdout]", type=PATH),
    KIND_FILE,
)
def practice(
    kind: str,
    technique: str,
    number: int,
    size: str | None,
    seed: int,
    out: Path | None,
    kind_file: tuple[Path, ...],
) -> int:
    """Make positions in which a technique is the next step.

    TECHNIQUE is a name as 'uniclue techniques KIND' and explanations have it. A position is a
    puzzle with givens: 'uniclue book FILE' prints them, 'uniclue publish FILE' makes a page of
    them, and 'uniclue hint FILE' shows the step.

    Exit code: 0 all made, 30 fewer, as the technique is rare.
    """
    load_kind_files(kind_file)
    try:
        made = practising.positions(kind, technique, number, size, seed)
    except (puzzle_types.PuzzleError, puzzle_types.ChoiceError) as error:
        raise Stop(USAGE, f"practice: {error}") from error
    lines = [puzzle_json.dumps(puzzle) for puzzle in made]
    if out is None or is_stdout(out):
        for line in lines:
            print_json(line)
    else:
        write_whole(out, b"".join(line + b"\n" for line in lines))
    if len(made) < number:
        say(
            f"{number_of(len(made), 'position')} of {number} in {practising.TRIES * number} puzzles"
        )
        return UNKNOWN
    return OK
