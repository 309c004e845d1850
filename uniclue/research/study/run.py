"""Running a study: its puzzles into its table, chunk by chunk, to be continued at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from uniclue.core.puzzle import PuzzleError
from uniclue.formats.output import written_whole
from uniclue.research.features.feature import find_blocks
from uniclue.research.study.corpus import Failure, Item, digest, make_corpus, read_corpus
from uniclue.research.study.describe import Described, Reason, Work
from uniclue.research.study.plan import Plan
from uniclue.research.study.shards import Columns, read_failures, shard_path, write_shard
from uniclue.research.study.spread import Numbered, spread
from uniclue.version import VERSION

CHUNK = 32
"""Puzzles in a shard: what a kill may cost, for each worker."""
SECONDS = 60.0
"""The usual time limit of each part of the work on a puzzle."""

Entry = Item | Failure


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in ``study.json``: all that a study's table depends on.

    Attributes:
        schema_version: Of this form.
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
    """How far a study is.

    Attributes:
        doing: What is being done: ``puzzles``, or the making of a corpus.
        done: How many are done, those of earlier runs included.
        total: How many there are.
        failures: How many of them failed.
    """

    doing: str
    done: int
    total: int
    failures: int = 0


Shown = Callable[[Progress], None]


def read_study(folder: Path) -> Study:
    """Reads what the study in a folder is.

    Raises:
        OSError: There is none.
        PuzzleError: It is unreadable.
    """
    try:
        return msgspec.json.decode((folder / "study.json").read_bytes(), type=Study)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PuzzleError(str(folder / "study.json"), f"expected a study: {error}") from error


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
    """Runs a study, or goes on with it; its table does not depend on jobs and cluster.

    Args:
        plan: What it is about.
        paths: The files of its corpora, by name.
        folder: Where it is kept.
        blocks: Names of blocks of features; None is all.
        chunk: Puzzles in a shard.
        time_limit: Seconds for each block, and for the proof of uniqueness.
        jobs: Worker processes on this machine.
        cluster: The address of a Dask scheduler, whose workers are used instead.
        shown: Told whenever something is done.

    Returns:
        How it ended.

    Raises:
        ChoiceError: There is no such block.
        ClusterError: The cluster cannot be used.
        OSError: A file cannot be read or written.
        PuzzleError: A corpus is unreadable, or the folder holds something else.
    """
    columns = _columns(plan, blocks)
    study = Study(plan=plan, columns=columns, time_limit=time_limit, chunk=chunk)
    _refuse_other(folder, study)
    entries: list[Entry] = []
    for name, path in _made(plan, paths, folder, jobs, shown).items():
        corpus = next(corpus for corpus in plan.corpus if corpus.name == name)
        with _told_of(path):
            found = read_corpus(corpus, path)
        study.digests[name], study.lines[name] = digest(path), len(found)
        entries += found
    _refuse_other(folder, study)
    (folder / "shards").mkdir(parents=True, exist_ok=True)
    with written_whole(folder / "study.json") as part:
        part.write_bytes(msgspec.json.format(msgspec.json.encode(study)) + b"\n")

    table = _Table(folder, columns, entries, chunk)
    work = Work(blocks=columns.blocks, time_limit=time_limit)
    shown(table.progress())
    try:
        for number, outcome in spread(work, table.todo(), jobs, cluster):
            table.put(number, outcome)
            shown(table.progress())
    finally:
        table.write_failures()
    return table.progress()


def _columns(plan: Plan, names: Sequence[str] | None) -> Columns:
    blocks = find_blocks(names)
    return Columns(
        labels=tuple(plan.labels()),
        weights=tuple(plan.weighted()),
        features=tuple(f"{block.name}.{f.name}" for block in blocks for f in block.features),
        blocks=tuple(block.name for block in blocks),
    )


def _made(
    plan: Plan, paths: Mapping[str, Path], folder: Path, jobs: int, shown: Shown
) -> dict[str, Path]:
    """The files of all corpora, in the plan's order; those to be made are made."""
    found = {}
    for corpus in plan.corpus:
        if corpus.generate is None:
            found[corpus.name] = paths[corpus.name]
            continue
        found[corpus.name] = folder / "corpora" / f"{corpus.name}.jsonl"

        def note(done: int, total: int, name: str = corpus.name) -> None:
            shown(Progress(f"making {name}", done, total))

        with _told_of(found[corpus.name]):
            make_corpus(corpus.generate, found[corpus.name], jobs, note)
    return found


@contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """Has errors about a file say which it is."""
    try:
        yield
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {error.path}", error.expected) from error


def _refuse_other(folder: Path, study: Study) -> None:
    """Raises PuzzleError if a folder holds something else than this study."""
    if not (folder / "study.json").exists():
        if folder.exists() and any(path.name != "corpora" for path in folder.iterdir()):
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
            raise PuzzleError(
                str(folder), f"holds a study with another {what}; choose another folder"
            )


class _Table:
    """The table of a study, as it grows.

    Args:
        folder: The study's folder.
        columns: The table's columns.
        entries: All puzzles and unreadable lines.
        size: Puzzles in a chunk.
    """

    def __init__(self, folder: Path, columns: Columns, entries: list[Entry], size: int) -> None:
        self._folder, self._columns, self._size = folder, columns, size
        self._entries = entries
        self._found: dict[int, dict[int, Described | Reason]] = {}
        self._failures: dict[int, list[Failure]] = {}
        self._done = self._failed = 0
        for chunk in range(-(-len(entries) // size)):
            numbers = self._numbers(chunk)
            if (path := shard_path(folder, chunk)).exists():
                self._failures[chunk] = read_failures(path)
                self._count(len(numbers), len(self._failures[chunk]))
            else:
                unreadable = sum(isinstance(entries[n], Failure) for n in numbers)
                self._count(unreadable, unreadable)
                self._found[chunk] = {}
                self._write_if_done(chunk)

    def todo(self) -> list[list[Numbered]]:
        """The puzzles still to be described, chunk by chunk."""
        return [
            [(n, e) for n in self._numbers(chunk) if isinstance(e := self._entries[n], Item)]
            for chunk in self._found
        ]

    def put(self, number: int, outcome: Described | Reason) -> None:
        """Takes what was found about a puzzle; the last of its chunk has the shard written."""
        chunk = number // self._size
        self._found[chunk][number] = outcome
        self._count(1, int(isinstance(outcome, Reason)))
        self._write_if_done(chunk)

    def _count(self, done: int, failed: int) -> None:
        self._done += done
        self._failed += failed

    def _numbers(self, chunk: int) -> range:
        return range(len(self._entries))[chunk * self._size : (chunk + 1) * self._size]

    def _write_if_done(self, chunk: int) -> None:
        found = self._found[chunk]
        entries = {n: self._entries[n] for n in self._numbers(chunk)}
        if any(isinstance(entry, Item) and n not in found for n, entry in entries.items()):
            return
        rows, failures = [], []
        for n, entry in entries.items():
            outcome = found.get(n)
            if isinstance(entry, Failure):
                failures.append(entry)
            elif isinstance(outcome, Described):
                rows.append((entry, outcome))
            else:
                failures.append(Failure(entry.corpus, entry.line, entry.id, str(outcome)))
        write_shard(shard_path(self._folder, chunk), self._columns, rows, failures)
        self._failures[chunk] = failures
        del self._found[chunk]

    def progress(self) -> Progress:
        """How far the table is."""
        return Progress("puzzles", self._done, len(self._entries), self._failed)

    def write_failures(self) -> None:
        """Lists the failures of all chunks that are done."""
        failures = [failure for _, some in sorted(self._failures.items()) for failure in some]
        with written_whole(self._folder / "failures.jsonl") as part:
            part.write_bytes(b"".join(msgspec.json.encode(f) + b"\n" for f in failures))
