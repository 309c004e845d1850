"""The source documents' tables, run again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.asking.exits import OK, USAGE, Stop, puzzle_errors
from uniclue.asking.options import JSON, PATH, takes, value
from uniclue.files.output import write_whole
from uniclue.files.printing import console, is_watched, print_json, print_text

if TYPE_CHECKING:
    from uniclue.research.reproduce.tables import Report, Task


SCALE = "Share of the document's number of puzzles, and of the step limits, to run."
OUT = "Write NAME.md and NAME.json here; what is there already is not run again."


@click.command()
@takes(
    click.argument("names", metavar="[NAME]...", nargs=-1),
    value("--seed", "INTEGER", "For all that is random.", type=int, default=12345),
    value("--scale", "X", SCALE, type=click.FloatRange(0, 10, min_open=True), default=1.0),
    value("-o", "DIR", OUT, "--out", "folder", type=PATH),
    JSON,
)
def reproduce(
    names: tuple[str, ...], seed: int, scale: float, folder: Path | None, as_json: bool
) -> int:
    """Run the source documents' tables again: theirs beside ours.

    NAME is one or more of animals, kakuro, nonogram, sudoku-levels, sudoku-score; all without one.
    """
    from uniclue.research.reproduce.tables import Task, reproductions, run

    every = reproductions()
    for name in names:
        if name not in every:
            raise Stop(USAGE, f"reproduce: expected one of {', '.join(every)}, got {name!r}")
    for name in names or every:
        with puzzle_errors(str(folder or "reproduce")), _progress(name) as progress:
            task = Task(seed, scale, progress)
            if folder is not None and _is_there(folder / f"{name}.json", task):
                continue
            report = run(name, task)
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                for ending in (".md", ".json"):
                    write_whole(folder / (name + ending), _text(report, ending == ".json") + b"\n")
        if folder is None:
            text = _text(report, as_json)
            print_json(text) if as_json else print_text(text.decode())
    return OK


def _text(report: Report, as_json: bool) -> bytes:
    import msgspec

    from uniclue.research.reproduce.tables import markdown

    return msgspec.json.encode(report) if as_json else markdown(report).rstrip("\n").encode()


def _is_there(file: Path, task: Task) -> bool:
    """Whether an earlier run with the same seed and scale has written its report."""
    import msgspec

    from uniclue.core.puzzle import PuzzleError
    from uniclue.files.input import read_input
    from uniclue.formats.puzzle_json import MAX_BYTES, read_json
    from uniclue.research.reproduce.tables import Report

    with suppress(FileNotFoundError, msgspec.ValidationError, PuzzleError):
        report = msgspec.convert(read_json(read_input(file, MAX_BYTES)), Report)
        return (report.seed, report.scale) == (task.seed, task.scale)
    return False


@contextmanager
def _progress(name: str) -> Iterator[Callable[[str, float], None]]:
    """What to call with a sentence and the share done; shown on standard error on a terminal."""
    if not is_watched():
        yield lambda sentence, done: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(), transient=True) as bar:
        shown = bar.add_task(name, total=1.0)
        yield lambda sentence, done: bar.update(
            shown, description=f"{name}: {sentence}", completed=done
        )
