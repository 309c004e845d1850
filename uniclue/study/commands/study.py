"""Studies of difficulty: tables of features, reports, predictions."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.commands.engine.exits import (
    BAD_PUZZLE,
    INTERRUPTED,
    NO_FILE,
    OK,
    USAGE,
    Stop,
    puzzle_errors,
)
from uniclue.commands.engine.groups import LateGroup
from uniclue.commands.engine.options import KIND_FILE, PATH, Decorator, output_option, takes, value
from uniclue.commands.engine.terminal import load_kind_files, progress_bar
from uniclue.core import puzzle as puzzle_types
from uniclue.core.words import shown
from uniclue.files.printing import MAX_LINE, print_text
from uniclue.jobs import pool
from uniclue.study.studies import plan as planning
from uniclue.study.studies import run as running

if TYPE_CHECKING:
    from uniclue.study.studies.plan import Plan
    from uniclue.study.studies.run import Progress, Shown

_PARTS = {
    "run": "uniclue.study.commands.study",
    "report": "uniclue.study.commands.study_report",
    "fit": "uniclue.study.commands.study_report",
    "predict": "uniclue.study.commands.study_report",
    "people": "uniclue.study.commands.study_report",
    "order": "uniclue.study.commands.study_order",
}
"""The subcommands of ``study``, and their modules."""


def time_limit(meaning: str) -> Decorator:
    """The option ``--time-limit``."""
    seconds = click.FloatRange(0, 1e6, min_open=True)
    return value("--time-limit", "S", meaning, type=seconds, default=60.0)


@click.group(cls=LateGroup, modules=_PARTS)
def study() -> None:
    """Study how the shape of puzzles predicts difficulty."""


@click.command()
@takes(
    click.argument("corpora", metavar="CORPUS...", nargs=-1, required=True),
    output_option("DIR", "Its folder; continued.", type=PATH, required=True),
    value("--jobs", "N", "Worker processes.  [default: 1]", type=click.IntRange(1, 256)),
    value("--dask", "ADDRESS", "A Dask scheduler, as tcp://host:port."),
    value("--data", "DIR", "Where the plan's files are.  [default: beside it]", type=PATH),
    value("--label", "NAME=COLUMN", "Of plain files.", "labels", multiple=True),
    value("--blocks", "A,B", "Blocks of features.  [default: all]"),
    value("--chunk", "N", "Puzzles in a shard.", type=click.IntRange(1, 100_000), default=32),
    time_limit("Seconds for each block of a puzzle."),
    KIND_FILE,
)
def run(
    corpora: tuple[str, ...],
    out: Path,
    jobs: int | None,
    dask: str | None,
    data: Path | None,
    labels: tuple[str, ...],
    blocks: str | None,
    chunk: int,
    time_limit: float,
    kind_file: tuple[Path, ...],
) -> int:
    """Compute the features of labelled puzzles, into DIR.

    CORPUS is a plan (.toml), or puzzles (.jsonl, .csv, lines of text). The same command goes on
    with a study that was interrupted. Exit code: 0 all done, failures listed in
    DIR/failures.jsonl.
    """
    if dask is not None and jobs is not None:
        raise Stop(USAGE, "study run: expected --jobs or --dask, got both")
    for module, extra in (("polars", "study"), *[("distributed", "dask")][: dask is not None]):
        if importlib.util.find_spec(module) is None:
            raise Stop(USAGE, f"study run needs {module}: pip install 'uniclue[{extra}]'")

    load_kind_files(kind_file)
    plan, paths = _read_plans(corpora, data, _label_columns(labels))
    try:
        with progress_bar() as show:
            end = running.run(
                plan,
                paths,
                out,
                blocks=None if blocks is None else blocks.split(","),
                chunk=chunk,
                time_limit=time_limit,
                jobs=jobs or 1,
                cluster=dask,
                shown=_shown_in(show),
            )
    except puzzle_types.ChoiceError as error:
        raise Stop(USAGE, f"study run: {error}") from error
    except puzzle_types.PuzzleError as error:
        raise Stop(BAD_PUZZLE, str(error)) from error
    except pool.WorkersError as error:
        raise Stop(NO_FILE, f"study run: {error}; finished shards are in {out}") from error
    except OSError as error:
        raise Stop(NO_FILE, f"{error.filename or out}: {error.strerror or error}") from error
    except KeyboardInterrupt:
        what = f"interrupted; finished shards are in {out}, and the same command goes on"
        raise Stop(INTERRUPTED, what) from None
    rows = end.total - end.failures
    failures = shown(str(out / "failures.jsonl"), MAX_LINE)
    print_text(f"{rows} of {end.total} puzzles in the table, {end.failures} in {failures}")
    return OK


def _label_columns(labels: Sequence[str]) -> dict[str, str]:
    columns = {}
    for label in labels:
        name, equals, column = label.partition("=")
        if not (name and equals and column):
            raise Stop(USAGE, f"study run: expected NAME=COLUMN, got {label!r}")
        columns[name] = column
    return columns


def _read_plans(
    corpora: Sequence[str], data: Path | None, labels: dict[str, str]
) -> tuple[Plan, dict[str, Path]]:
    """One plan of all that was named, and where the files of its corpora are."""
    plans: list[Plan] = []
    paths: dict[str, Path] = {}
    for name in corpora:
        path = Path(name)
        with puzzle_errors(name):
            if path.suffix.lower() == ".toml":
                plan, folder = planning.read_plan(path), data or path.parent
            else:
                columns = {label: {"column": column} for label, column in labels.items()}
                corpus = {"name": path.stem, "file": path.name, "labels": columns}
                plan, folder = planning.convert_plan({"corpus": [corpus]}), path.parent
        plans.append(plan)
        paths |= {c.name: folder / c.file for c in plan.corpus if c.file is not None}
    with puzzle_errors("study run"):
        return planning.merge(plans), paths


def _shown_in(show: Callable[[str, int, int | None, str], None]) -> Shown:
    """Shows the progress of a study in a bar, with its pace."""
    started: dict[str, tuple[float, int]] = {}

    def note(now: Progress) -> None:
        since, before = started.setdefault(now.doing, (time.monotonic(), now.done))
        rate = (now.done - before) / max(time.monotonic() - since, 1e-3)
        failed = f"  {now.failures} failed" if now.failures else ""
        show(now.doing, now.done, now.total, f"{rate:.2g}/s{failed}")

    return note
