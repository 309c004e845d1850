"""Constraint graphs of a puzzle: as files, as pictures, in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from uniclue.commands.engine import options as opt
from uniclue.commands.engine.exits import (
    BAD_PUZZLE,
    NO_FILE,
    OK,
    UNKNOWN,
    USAGE,
    Stop,
    puzzle_errors,
    refuse_overwriting,
)
from uniclue.commands.engine.puzzles import LINE, Puzzles, every_line
from uniclue.commands.engine.terminal import load_kind_files
from uniclue.core.puzzle import ChoiceError, PuzzleError
from uniclue.files.input import STDIN, name_of
from uniclue.files.output import write_whole
from uniclue.files.printing import print_json, print_text
from uniclue.formats.source import read_text
from uniclue.solvers.limits import LimitReachedError
from uniclue.study.graphs.files import node_link, summary, writer
from uniclue.study.graphs.graph import build, graph_kinds

OUT = (
    "Write .graphml, .dot, .json (node-link), .png or .svg; - is node-link JSON on stdout, "
    "{line} a line's number."
)


@click.command(epilog=opt.FILES)
@opt.takes(
    opt.files_argument(required=False),
    opt.value(
        "--which",
        "NAME",
        "Which graph; see --list.",
        show_default="related, or cells where that has no edges",
    ),
    opt.output_option("FILE", OUT),
    opt.flag("--list", "List the graphs.", "listed"),
    opt.MEMORY_LIMIT,
    opt.JSON,
    opt.KIND_FILE,
)
def graph(
    files: tuple[str, ...],
    out: str | None,
    listed: bool,
    kind_file: tuple[Path, ...],
    **options: Any,
) -> int:
    """Show the structure of a puzzle as a graph.

    Without -o a summary is printed; with --json the whole graph, as node-link JSON.
    """
    load_kind_files(kind_file)
    if listed:
        kinds = graph_kinds()
        width = max(len(kind.name) for kind in kinds)
        print_text("\n".join(f"{kind.name:{width}}  {kind.title}" for kind in kinds))
        return OK
    if not files:
        raise Stop(USAGE, "graph: expected a puzzle's FILE, or --list")
    if out == STDIN:
        out, options["as_json"] = None, True
    for file in files:
        refuse_overwriting(file, out)
    give: Callable[..., None] = partial(_give, out=out, **options)
    with Puzzles(files) as puzzles, puzzle_errors("graph"):
        if puzzles.alone is not None:
            give(puzzles.alone, name_of(files[0]))
            return OK
        if out is not None and LINE not in out:
            raise Stop(USAGE, f"graph: many puzzles need {LINE} in the name of -o")
        return every_line(puzzles, give, (NO_FILE, BAD_PUZZLE, UNKNOWN))


def _give(
    data: bytes, name: str, line: int = 0, *, which: str | None, out: str | None, as_json: bool
) -> None:
    """Writes a puzzle's graph to a file, or describes it on standard output.

    Args:
        data: The puzzle.
        name: Its name in messages.
        line: Its line, among many puzzles.
        which: The graph's name; None: the usual one.
        out: The file's name; None for standard output.
        as_json: Whether standard output gets the whole graph, as JSON.

    Raises:
        Stop: The graph cannot be built or written.
    """
    try:
        write = None if out is None else writer(out)
        built = build(read_text(data), which)
        content = b"" if write is None else write(built)
    except PuzzleError as error:
        raise Stop(BAD_PUZZLE, f"{name}: {error}") from error
    except ChoiceError as error:
        raise Stop(USAGE, f"graph: {error}") from error
    except LimitReachedError as error:
        raise Stop(UNKNOWN, f"{name}: {error}") from error
    if out is None:
        if as_json:
            print_json(node_link(built))
        else:
            print_text(f"{name}:\n{summary(built)}\n" if line else summary(built))
        return
    path = out.replace(LINE, str(line)) if line else out
    with puzzle_errors(path):
        write_whole(Path(path), content)
