"""Runs a study: computes its table chunk by chunk, to be continued at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from uniclue.core.kinds import loaded_kind_files
from uniclue.core.puzzle import PuzzleError
from uniclue.files.input import read_input
from uniclue.files.lock import locked
from uniclue.files.output import is_ours, remove_all_parts, write_whole
from uniclue.formats.puzzle_json import read_json
from uniclue.jobs.engine import carry_out
from uniclue.jobs.executors import Dask, Processes
from uniclue.jobs.pool import Lost
from uniclue.study.features.feature import find_blocks
from uniclue.study.studies.corpus import FailedLine, Item, digest, make_corpus, read_corpus
from uniclue.study.studies.describe import DescribeTask, describe, failed, load_blocks
from uniclue.study.studies.plan import Plan
from uniclue.study.studies.shards import Columns, Shards
from uniclue.version import VERSION

MAX_STUDY = 64 * 2**20
"""A larger ``study.json`` is refused unread."""
CHUNK = 32
"""Puzzles in a shard: a kill costs at most these, for each worker."""
SECONDS = 60.0
"""The default time limit of each part of the work on a puzzle."""


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """The content of ``study.json``: everything that a study's table depends on.

    Attributes:
        schema_version: The version of this format.
        uniclue: The version that makes the table.
        plan: The plan. The table does not depend on its title, seed and tests.
        digests: SHA-256 of the file of each corpus.
        lines: Puzzles and unreadable lines of each corpus.
        columns: The table's columns.
        time_limit: Seconds for each block, and for the proof of uniqueness.
        chunk: Puzzles in a shard.
    """

    schema_version: int = 1
    uniclue: str = VERSION
    plan: Plan
    digests: dict[str, str] = {}
    lines: dict[str, int] = {}
    columns: Columns
    time_limit: float = SECONDS
    chunk: int = CHUNK


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a study.

    Attributes:
        doing: The current work: ``puzzles``, or the generation of a corpus.
        done: How many puzzles are done, including those of earlier runs.
        total: How many there are.
        failures: How many of them failed.
    """

    doing: str
    done: int
    total: int
    failures: int = 0


Shown = Callable[[Progress], None]


def read_study(folder: Path) -> Study:
    """Reads the description of the study in a folder.

    Raises:
        OSError: There is no study.
        PuzzleError: The description is unreadable.
    """
    path = folder / "study.json"
    try:
        return msgspec.convert(read_json(read_input(path, MAX_STUDY), MAX_STUDY, "a study"), Study)
    except (msgspec.ValidationError, PuzzleError) as error:
        raise PuzzleError(str(path), f"expected a study: {error}") from error


def run(
    plan: Plan,
    paths: Mapping[str, Path],
    folder: Path,
    *,
    blocks: Sequence[str] | None = None,
    chunk: int = CHUNK,
    time_limit: float = SECONDS,
    jobs: int = 1,
    cluster: str | None = None,
    shown: Shown = lambda progress: None,
) -> Progress:
    """Runs a study, or continues it; its table does not depend on jobs and cluster.

    Args:
        plan: Its plan.
        paths: The files of its corpora, by name.
        folder: Its folder.
        blocks: Names of blocks of features; None for all.
        chunk: Puzzles in a shard.
        time_limit: Seconds for each block, and for the proof of uniqueness.
        jobs: Worker processes on this machine.
        cluster: The address of a Dask scheduler, whose workers are used instead.
        shown: Called with the progress whenever it changes.

    Returns:
        The progress at the end.

    Raises:
        ChoiceError: There is no such block.
        OSError: A file cannot be read or written, or another run is writing there.
        PuzzleError: A corpus is unreadable, or the folder holds something else.
        WorkersError: No worker can be started, or the cluster cannot be used.
    """
    columns = _columns(plan, blocks)
    study = Study(plan=plan, columns=columns, time_limit=time_limit, chunk=chunk)
    _refuse_other(folder, study)
    with _kept_to_us(folder):
        _refuse_other(folder, study)
        entries: list[Item | FailedLine] = []
        for corpus in plan.corpus:
            path = paths.get(corpus.name, folder / "corpora" / f"{corpus.name}.jsonl")
            with _errors_of(path):
                if corpus.generate is not None:
                    shown_as = partial(_show_making, shown, corpus.name)
                    make_corpus(corpus.generate, path, jobs, shown_as)
                in_corpus = read_corpus(corpus, path)
            study.digests[corpus.name], study.lines[corpus.name] = digest(path), len(in_corpus)
            entries += in_corpus
        _refuse_other(folder, study)
        about = msgspec.json.format(msgspec.json.encode(study)) + b"\n"
        write_whole(folder / "study.json", about, is_locked=True)
        shards = Shards(folder, columns, entries, chunk)

        def progress() -> Progress:
            return Progress("puzzles", shards.done, len(entries), shards.failed)

        shown(progress())
        work = partial(describe, columns.blocks, time_limit)
        # A process even for one job: it can be stopped.
        parts = len(columns.blocks) + 1
        needed = columns.blocks, tuple(loaded_kind_files())
        processes = Processes(jobs, time_limit, parts, load_blocks, needed)
        executor = processes if cluster is None else Dask(cluster, processes)

        def goes_on(*_: object) -> bool:
            shown(progress())
            return True

        carry_out(shards.todo(), work, _lost, executor, shards, goes_on)
        return progress()


@contextmanager
def _kept_to_us(folder: Path) -> Iterator[None]:
    """Keeps other runs out of a folder, which is made, and goes again if it stays empty."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with locked(folder / "study", folder):
            for place in (folder, folder / "shards"):
                remove_all_parts(place)
            yield
    finally:
        with suppress(OSError):
            folder.rmdir()


def _lost(task: DescribeTask, lost: Lost) -> FailedLine:
    return failed(task, f"worker lost: {lost.reason}")


def _columns(plan: Plan, names: Sequence[str] | None) -> Columns:
    blocks = find_blocks(names)
    return Columns(
        labels=tuple(plan.labels()),
        weights=tuple(plan.weighted()),
        features=tuple(f"{block.name}.{f.name}" for block in blocks for f in block.features),
        blocks=tuple(block.name for block in blocks),
    )


def _show_making(shown: Shown, name: str, done: int, total: int) -> None:
    shown(Progress(f"making {name}", done, total))


@contextmanager
def _errors_of(path: Path) -> Iterator[None]:
    """Adds the file's name to errors about it."""
    try:
        yield
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {error.path}", error.expected) from error


def _refuse_other(folder: Path, study: Study) -> None:
    """Raises PuzzleError if a folder holds anything but this study."""
    if not (folder / "study.json").exists():
        if folder.exists() and any(
            path.name != "corpora" and not is_ours(path) for path in folder.iterdir()
        ):
            raise PuzzleError(str(folder), "expected a study or an empty folder")
        return
    earlier = read_study(folder)
    checked = {
        "version of uniclue": (earlier.uniclue, study.uniclue),
        "corpora": (earlier.plan.corpus, study.plan.corpus),
        "blocks": (earlier.columns.blocks, study.columns.blocks),
        "features": (earlier.columns.features, study.columns.features),
        "time limit": (earlier.time_limit, study.time_limit),
        "chunk size": (earlier.chunk, study.chunk),
        "content of the corpora": (earlier.digests, study.digests or earlier.digests),
    }
    for what, (before, now) in checked.items():
        if before != now:
            reason = f"holds a study with another {what}; choose another folder"
            raise PuzzleError(str(folder), reason)
