"""The source documents' tables, run again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.commands.engine.exits import INTERNAL, OK, USAGE, Stop, puzzle_errors
from uniclue.commands.engine.options import (
    JSON,
    PATH,
    flag,
    is_stdout,
    jobs_option,
    output_option,
    takes,
    value,
)
from uniclue.core import puzzle as puzzle_types
from uniclue.files import input
from uniclue.files.output import write_whole
from uniclue.files.printing import console, is_watched, print_json, print_text
from uniclue.formats import puzzle_json
from uniclue.jobs import pool
from uniclue.papers import tables
from uniclue.papers.claims import claim as claims
from uniclue.papers.claims import judging
from uniclue.papers.claims import page as pages

if TYPE_CHECKING:
    from uniclue.papers.claims.judging import Ledger
    from uniclue.papers.tables import Report, TableTask


SCALE = "Share of the document's number of puzzles, and of the step limits, to run."
OUT = "Write NAME.md and NAME.json here; what is there already is not run again."
CLAIMS = "Judge the documents' sentences instead: each with its verdict and the evidence."
ONLY = "Judge this claim only; may be repeated."


@click.command()
@takes(
    click.argument("names", metavar="[NAME|FILE]...", nargs=-1),
    value("--seed", "INTEGER", "The seed of everything random.", type=int, default=12345),
    value("--scale", "X", SCALE, type=click.FloatRange(0, 10, min_open=True), default=1.0),
    output_option("DIR", OUT, type=PATH),
    flag("--claims", CLAIMS, "is_ledger"),
    value("--only", "NAME", ONLY, multiple=True),
    jobs_option("Worker processes, for --claims."),
    JSON,
)
def reproduce(
    names: tuple[str, ...],
    seed: int,
    scale: float,
    out: Path | None,
    is_ledger: bool,
    only: tuple[str, ...],
    jobs: int,
    as_json: bool,
) -> int:
    """Recompute the source documents' tables: theirs beside ours.

    NAME is one or more of animals, kakuro, nonogram, sudoku-levels, sudoku-score; all without one.
    --claims prints the ledger of claims: every checkable sentence with its verdict, and NAME is
    then a document. A FILE.toml holds claims of any other paper, which are judged likewise.
    """
    folder = None if is_stdout(out) else out
    files = [name for name in names if name.endswith(".toml")]
    if files:
        if len(names) > 1:
            raise Stop(USAGE, "reproduce: expected names, or one FILE.toml")
        _judge_file(Path(files[0]), only, seed, scale, folder, as_json)
        return OK
    if not is_ledger and (only or jobs > 1):
        raise Stop(USAGE, "reproduce: --only and --jobs are for --claims")
    every = tables.reproductions()
    for name in names:
        if name not in every:
            raise Stop(USAGE, f"reproduce: expected one of {', '.join(every)}, got {name!r}")
    if is_ledger:
        _judge(names, only, seed, scale, folder, jobs, as_json)
        return OK
    for name in names or every:
        with puzzle_errors(str(folder or "reproduce")), _progress(name) as progress:
            task = tables.TableTask(seed, scale, progress)
            if folder is not None and _is_there(folder / f"{name}.json", task):
                continue
            report = tables.run(name, task)
            if folder is not None:
                _write(report, folder, name)
        if folder is None:
            _print(report, as_json)
    return OK


def _judge(
    names: tuple[str, ...],
    only: tuple[str, ...],
    seed: int,
    scale: float,
    folder: Path | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Judges the source documents' claims, all without names, and prints or writes the ledger."""
    of = {name: claims.own()[room].document.name for name, room, _ in claims.named(claims.own())}
    chosen = _chosen(only, [name for name in of if not names or of[name] in names], [*of])
    with puzzle_errors(str(folder or "reproduce")), _progress("claims") as progress:
        try:
            task = tables.TableTask(seed, scale, progress)
            ledger = judging.run(claims.own(), chosen, task, jobs)
        except pool.WorkersError as error:
            raise Stop(INTERNAL, f"reproduce: {error}") from error
        if folder is not None:
            _write(ledger, folder, "claims")
    if folder is None:
        _print(ledger, as_json)


def _judge_file(
    file: Path,
    only: tuple[str, ...],
    seed: int,
    scale: float,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Judges the claims of a file, whose commands run beside it."""
    with puzzle_errors(str(file)), _progress(file.stem) as progress:
        every = {"": claims.read_file(file)}
        names = [name for name, _, _ in claims.named(every)]
        task = tables.TableTask(seed, scale, progress)
        ledger = judging.run(every, _chosen(only, names, names), task, folder=file.parent)
        if folder is not None:
            _write(ledger, folder, file.stem)
    if folder is None:
        _print(ledger, as_json)


def _chosen(only: tuple[str, ...], otherwise: list[str], every: list[str]) -> list[str]:
    for name in only:
        if name not in every:
            raise Stop(USAGE, f"reproduce: expected the name of a claim, got {name!r}")
    return [*only] or otherwise


def _write(report: Report | Ledger, folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for ending in (".md", ".json"):
        write_whole(folder / (name + ending), _text(report, ending == ".json") + b"\n")


def _print(report: Report | Ledger, as_json: bool) -> None:
    text = _text(report, as_json)
    print_json(text) if as_json else print_text(text.decode())


def _text(report: Report | Ledger, as_json: bool) -> bytes:
    import msgspec

    if as_json:
        return msgspec.json.encode(report)
    if isinstance(report, judging.Ledger):
        is_own = {one.title for one in report.documents} <= {
            one.document.title for one in claims.own().values()
        }
        text = pages.page(report) if is_own else pages.page(report, "")
    else:
        text = tables.markdown(report)
    return text.rstrip("\n").encode()


def _is_there(file: Path, task: TableTask) -> bool:
    """Whether an earlier run with the same seed and scale has written its report."""
    import msgspec

    with suppress(FileNotFoundError, msgspec.ValidationError, puzzle_types.PuzzleError):
        report = msgspec.convert(
            puzzle_json.read_json(input.read_input(file, puzzle_json.MAX_BYTES)), tables.Report
        )
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
