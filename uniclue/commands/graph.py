"""Constraint graphs of a puzzle: as files, as pictures, in words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.commands.shared import (
    BAD_PUZZLE,
    JSON,
    KIND_FILE,
    OK,
    UNKNOWN,
    USAGE,
    Stop,
    load_kind_files,
    print_out,
    puzzle_errors,
    takes,
    write_whole,
)

if TYPE_CHECKING:
    from uniclue.graphs.graph import AnyGraph


@click.command(epilog="FILE is a puzzle (.json), or - for stdin.")
@click.argument("file", metavar="FILE", required=False)
@click.option(
    "--which", metavar="NAME", default="related", show_default=True, help="Which graph; see --list."
)
@click.option(
    "--out",
    "-o",
    metavar="FILE",
    help="Write it here: .graphml, .dot, .json (node-link), .png or .svg.",
)
@click.option("--list", "listed", is_flag=True, help="List the graphs there are.")
@takes(JSON, KIND_FILE)
def graph(
    file: str | None,
    which: str,
    out: str | None,
    listed: bool,
    as_json: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """Show how a puzzle hangs together, as a graph.

    Without -o a summary is printed; with --json the whole graph, as node-link JSON.
    """
    from uniclue.graphs.files import node_link, summary, writer
    from uniclue.graphs.graph import graph_kinds
    from uniclue.models.puzzle import ChoiceError

    load_kind_files(kind_file)
    if listed:
        width = max(len(kind.name) for kind in graph_kinds())
        lines = [f"{kind.name.ljust(width)}  {kind.title}" for kind in graph_kinds()]
        print_out("\n".join(lines).encode())
        return OK
    if file is None:
        raise Stop(USAGE, "graph: expected a puzzle's FILE, or --list")
    if out is not None and file != "-" and Path(out).resolve() == Path(file).resolve():
        raise Stop(USAGE, f"{out} holds the puzzle; choose another file")
    try:
        write = None if out is None else writer(out)
        made = _graph_of(file, which)
        if write is None or out is None:
            print_out(node_link(made) if as_json else summary(made).encode())
            return OK
        data = write(made)
    except ChoiceError as error:
        raise Stop(USAGE, f"graph: {error}") from error
    with puzzle_errors(out):
        write_whole(Path(out), data)
    return OK


def _graph_of(file: str, which: str) -> AnyGraph:
    """The graph of the one puzzle that a file holds."""
    from uniclue.formats.source import open_source, read_text
    from uniclue.graphs.graph import build
    from uniclue.solvers.limits import LimitReachedError

    name = "standard input" if file == "-" else file
    with puzzle_errors(name):
        source = open_source(file, sys.stdin.buffer)
        if not isinstance(source, bytes):
            with source:
                raise Stop(BAD_PUZZLE, f"{name}: expected one puzzle, got many")
        try:
            return build(read_text(source), which)
        except LimitReachedError as error:
            raise Stop(UNKNOWN, f"{name}: {error}") from error
