"""The source documents' tables, run again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.asking.exits import OK, USAGE, Stop, puzzle_errors
from uniclue.asking.options import JSON, PATH, takes
from uniclue.asking.terminal import print_out
from uniclue.formats.output import write_whole

if TYPE_CHECKING:
    from uniclue.research.reproduce.tables import Report, Task


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--seed", type=int, default=12345, show_default=True, help="For all that is random.")
@click.option(
    "--scale",
    metavar="X",
    type=click.FloatRange(0, 10, min_open=True),
    default=1.0,
    show_default=True,
    help="Share of the document's number of puzzles, and of the step limits, to run.",
)
@click.option(
    "-o",
    "--out",
    "folder",
    metavar="DIR",
    type=PATH,
    help="Write NAME.md and NAME.json here; what is there already is not run again.",
)
@takes(JSON)
def reproduce(
    names: tuple[str, ...], seed: int, scale: float, folder: Path | None, as_json: bool
) -> int:
    """Run the source documents' tables again: theirs beside ours.

    NAME is one or more of animals, kakuro, nonogram, sudoku-levels, sudoku-score; all without one.
    """
    from uniclue.research.reproduce.tables import Task, reproductions

    known = reproductions()
    for name in names:
        if name not in known:
            raise Stop(USAGE, f"reproduce: expected one of {', '.join(known)}, got {name!r}")
    for name in names or known:
        with puzzle_errors(str(folder or "reproduce")), _progress(name) as progress:
            report = _kept(folder, name, seed, scale)
            if report is None:
                report = _run(name, Task(seed, scale, progress))
                if folder is not None:
                    _write(folder, report)
        if folder is None:
            print_out(_text(report, as_json))
    return OK


def _run(name: str, task: Task) -> Report:
    from uniclue.research.reproduce.tables import Report, reproductions

    reproduction = reproductions()[name]
    tables = reproduction.run(task)
    return Report(
        name=name, source=reproduction.source, seed=task.seed, scale=task.scale, tables=tables
    )


def _text(report: Report, as_json: bool) -> bytes:
    import msgspec

    from uniclue.research.reproduce.tables import markdown

    return msgspec.json.encode(report) if as_json else markdown(report).rstrip("\n").encode()


def _write(folder: Path, report: Report) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for ending, as_json in ((".md", False), (".json", True)):
        write_whole(folder / (report.name + ending), _text(report, as_json) + b"\n")


def _kept(folder: Path | None, name: str, seed: int, scale: float) -> Report | None:
    """The report of an earlier run with the same seed and scale, if it is there."""
    import msgspec

    from uniclue.research.reproduce.tables import Report

    if folder is None or not (folder / f"{name}.json").is_file():
        return None
    try:
        found = msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Report)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found if (found.seed, found.scale) == (seed, scale) else None


@contextmanager
def _progress(name: str) -> Iterator[Callable[[str, float], None]]:
    """What to call with a sentence and the share done; shown on standard error on a terminal."""
    if not sys.stderr.isatty():
        yield lambda sentence, done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task(name, total=1.0)
        yield lambda sentence, done: bar.update(
            shown, description=f"{name}: {sentence}", completed=done
        )
