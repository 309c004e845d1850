"""What people see at once in several clues of a kind: a list, and how it is found."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.commands.engine.completing import KIND
from uniclue.commands.engine.exits import OK, USAGE, Stop
from uniclue.commands.engine.options import (
    JSON,
    KIND_FILE,
    PATH,
    flag,
    is_stdout,
    output_option,
    takes,
    value,
)
from uniclue.commands.engine.terminal import load_kind_files
from uniclue.core import kinds as known_kinds
from uniclue.core import puzzle as puzzle_types
from uniclue.core.words import aligned
from uniclue.explainers.techniques import library, mining
from uniclue.files.output import write_whole
from uniclue.files.printing import print_json, print_text
from uniclue.formats import puzzle_json
from uniclue.generators import attempts as attempting
from uniclue.generators import orders

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle


@click.command()
@click.argument("kind", metavar="KIND", shell_complete=KIND)
@takes(
    flag("--mine", "Find them again in new puzzles, and write the file of the kind."),
    value("--number", "N", "Puzzles to mine.", type=click.IntRange(1, 200), default=30),
    value("--size", "RxC", "Their rows and columns.", default="8x8"),
    value("--seed", "S", "The seed of everything random.", type=click.IntRange(0), default=1),
    output_option("FILE", "Where to write it.  [default: stdout]", type=PATH),
    JSON,
    KIND_FILE,
)
def techniques(
    kind: str,
    mine: bool,
    number: int,
    size: str,
    seed: int,
    out: Path | None,
    as_json: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """List the techniques that explanations of a kind use by name.

    A window is a few clues and corners in free space, proved by listing all that may stand in it.
    With --mine they are found anew: the same options write the same bytes.
    """
    import msgspec

    load_kind_files(kind_file)
    try:
        known_kinds.find_kind(kind)
        if mine:
            puzzles = _made(kind, number, size, seed)
            data = library.written(kind, mining.mined(puzzles))
            if out is None or is_stdout(out):
                print_text(data.decode().rstrip())
            else:
                write_whole(out, data)
            return OK
    except (puzzle_types.PuzzleError, puzzle_types.ChoiceError) as error:
        raise Stop(USAGE, f"techniques: {error}") from error
    if out is not None:
        raise Stop(USAGE, "techniques: --out goes with --mine")
    names = library.names_of(kind)
    if as_json:
        print_json(msgspec.json.encode({"schema_version": 1, "kind": kind, "techniques": names}))
        return OK
    rows = [(each.name, names.sources[each.source]) for each in names.technique]
    print_text(aligned([*dict.fromkeys(rows)], left=2) if rows else f"{kind}: none has a name")
    return OK


def _made(kind: str, number: int, size: str, seed: int) -> list[Puzzle]:
    """Hard puzzles of a kind.

    Raises:
        ChoiceError: The kind has none of that size.
    """
    recipe = attempting.find_recipe(kind)
    options = {"size": size}
    if recipe.options is not None and "rated" in recipe.options.__struct_fields__:
        options["rated"] = "false"
    level = "hard" if "hard" in recipe.levels else next(reversed(recipe.levels), None)
    lines = io.BytesIO()
    orders.make(kind, attempting.order(recipe, level, seed, options), number, lines)
    return [puzzle_json.loads(line) for line in lines.getvalue().splitlines()]
