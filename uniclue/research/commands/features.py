"""Features of puzzles: as text, as JSON lines, as tables."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from uniclue.asking.command import answer_file
from uniclue.asking.exits import OK, UNKNOWN, USAGE, Stop, puzzle_errors
from uniclue.asking.options import (
    DASK,
    FILES,
    JSON,
    KIND_FILE,
    LIMITS,
    OPTIONAL_FILE,
    jobs_option,
    takes,
)
from uniclue.asking.terminal import print_out
from uniclue.formats.output import write_whole

TABLES = (".csv", ".parquet")


@click.command(epilog=FILES)
@takes(
    OPTIONAL_FILE,
    click.option(
        "--blocks", metavar="A,B,...", show_default="all", help="Blocks of features; see --list."
    ),
    click.option(
        "--out",
        "-o",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Write here: a table (.parquet, .csv), else JSON lines; continues an interrupted run.",
    ),
    jobs_option("Worker processes, for many puzzles."),
    DASK,
    *LIMITS,
    JSON,
    KIND_FILE,
    click.option("--list", "listed", is_flag=True, help="List all features."),
)
def features(
    file: str | None,
    blocks: str | None,
    out: Path | None,
    listed: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Describe a puzzle in numbers, each with a name and a definition.

    The time limit is for each block. Exit code: 0 described, 30 stopped by a limit on the work.
    """
    # The matrices are small, and workers share the cores: one thread a process.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from uniclue.core.puzzle import ChoiceError
    from uniclue.research.features.feature import find_blocks

    try:
        chosen = find_blocks(None if blocks is None else blocks.split(","))
    except ChoiceError as error:
        raise Stop(USAGE, f"features: {error}") from error
    if listed:
        return _list(tuple(block.name for block in chosen), as_json)
    if file is None:
        raise Stop(USAGE, "features: expected a FILE of puzzles, or --list")
    from uniclue.research.questions.features import Features

    name = ",".join(block.name for block in chosen)
    options |= {"name": name, "as_json": as_json}
    if out is None or out.suffix.lower() not in TABLES:
        return answer_file(Features, file, out=out, **options)
    return _table(file, out, options)


def _table(file: str, out: Path, options: dict[str, Any]) -> int:
    """Describes puzzles in a table; until it is there, the results are in JSON lines beside it."""
    from uniclue.core.puzzle import ChoiceError
    from uniclue.research.features.table import read_results, writer
    from uniclue.research.questions.features import Features

    try:
        write = writer(out.suffix.lower())
    except ChoiceError as error:
        raise Stop(USAGE, f"features: {error}") from error
    results = out.with_name(out.name + ".jsonl")
    code = answer_file(Features, file, out=results, **options)
    with puzzle_errors(str(out)):
        write_whole(out, write(read_results(results)))
        if code == UNKNOWN:
            print(f"uniclue: {results} is kept: run again to continue", file=sys.stderr)
        else:
            results.unlink()
    return code


def _list(names: tuple[str, ...], as_json: bool) -> int:
    import msgspec

    from uniclue.research.features.feature import find_blocks

    for block in find_blocks(names):
        if not as_json:
            print(f"{block.name}: {block.title}")
        for feature in block.features:
            if as_json:
                print_out(msgspec.json.encode({"block": block.name} | msgspec.to_builtins(feature)))
            else:
                print(f"  {feature.name} [{feature.unit}]: {feature.meaning} ({feature.source})")
    return OK
