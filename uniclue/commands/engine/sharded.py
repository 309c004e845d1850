"""Very many puzzles: files cut into shards, each answered by one worker into a part of its own.

Who asks reads the files only to find the ends of lines, and hands out shards; workers read the
lines and write the parts, so both have to see the same folders. A shard in work is an ordinary run
over many puzzles, with a journal in ``unfinished``. In the folder of the parts ``shards.jsonl``
lists the finished shards, ``plan.json`` holds the question and the files, and
``progress.json`` how far the work is. A run with the same plan goes on where an earlier one ended.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from uniclue.commands.engine import batch, parts
from uniclue.commands.engine.exits import NO_FILE, USAGE, VERDICTS_FIRST, Stop, file_error, worst
from uniclue.commands.engine.options import SHARD, FilePart
from uniclue.commands.engine.question import Question
from uniclue.commands.engine.summary import Tally
from uniclue.core.puzzle import PuzzleError
from uniclue.files import repeats
from uniclue.files.lock import BusyError
from uniclue.files.output import write_whole
from uniclue.files.shards import Shard, cut
from uniclue.formats.source import LINK, open_source
from uniclue.jobs.engine import carry_out
from uniclue.jobs.executors import Executor, Watched
from uniclue.jobs.journal import Journal

if TYPE_CHECKING:
    from uniclue.commands.engine.task import ResultLine
    from uniclue.files.input import InputLine
    from uniclue.jobs.pool import Lost

LINES = 10_000
"""Lines of a shard."""
LINES_AHEAD = 4096
"""Lines that a worker reads before it answers the first, so that they can be batched. A worker with
1,024 takes 50 MB less, and an eighth longer for 17-clue sudokus."""
PATIENCE_SECONDS, BUSY_SECONDS = 600.0, 0.5
"""How long a shard waits for one who still has it, and how often it looks."""
PROGRESS_SECONDS = 5.0
"""How often ``progress.json`` is written."""

Show = Callable[[str, int, int | None, str], None]


class Sharding(msgspec.Struct, frozen=True, kw_only=True):
    """A question that is answered shard by shard; it is pickled for workers.

    Attributes:
        question: The question.
        files: Files of many puzzles, one a line.
        parts: The name of a part, with ``{shard}`` for its number.
        fields: The members of answers that are kept; None: all.
        lines: Lines of a shard.
        distinct: Whether a line that occurred before is left out.
        part: Which shards are answered; None: all.
    """

    question: Question
    files: tuple[str, ...]
    parts: Path
    fields: tuple[str, ...] | None = None
    lines: int = LINES
    distinct: bool = False
    part: FilePart | None = None

    @property
    def unfinished(self) -> Path:
        """The folder of what is needed only until the end."""
        return self.parts.parent / "unfinished"

    @property
    def repeats(self) -> Path:
        """The lines that occurred before, if they are left out."""
        return self.parts.parent / "repeats.npy"

    def shards(self) -> Iterator[Shard]:
        """The shards to be answered."""
        first, step = self.part or (1, 1)
        return (s for s in cut(self.files, self.lines) if s.number % step == first % step)

    def path(self, shard: Shard) -> Path:
        """The part of a shard."""
        return self.parts.with_name(self.parts.name.replace(SHARD, f"{shard.number:06}"))

    def beside(self, shard: Shard, ending: str) -> Path:
        """A file of a shard that is needed only until the end."""
        return self.unfinished / f"{shard.number:06}{ending}"

    def puzzles(self, shard: Shard) -> Iterator[InputLine]:
        """The lines to be answered."""
        puzzles = shard.puzzles(several=len(self.files) > 1)
        if not self.distinct:
            return puzzles
        first = shard.first()
        left_out = repeats.read_repeats(self.repeats, first, first + shard.lines - 1)
        return (line for line in puzzles if line.number not in left_out)

    def plan(self) -> dict[str, Any]:
        """What a run has to have in common with the earlier one that it continues."""
        return {
            "command": self.question.command,
            "question": msgspec.to_builtins(self.question, enc_hook=str),
            "files": [{"file": file, "bytes": os.stat(file).st_size} for file in self.files],
            "parts": self.parts.name,
            "fields": self.fields,
            "lines": self.lines,
            "distinct": self.distinct,
            "part": self.part,
        }


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """A shard's line in ``shards.jsonl``.

    Attributes:
        shard: The shard.
        part: The name of its part.
        puzzles: How many puzzles it holds.
        counts: How many of them had each outcome.
        codes: The exit codes of its puzzles.
        seconds: Wall-clock seconds.
        error: Why the shard is not answered.
    """

    shard: Shard
    part: str
    puzzles: int = 0
    counts: dict[str, int] = {}
    codes: tuple[int, ...] = ()
    seconds: float = 0.0
    error: str | None = None

    @property
    def text(self) -> bytes:
        """Its line."""
        return msgspec.json.encode(self) + b"\n"


def answer(sharding: Sharding, jobs: int, dask: str | None, show: Show) -> tuple[int, str]:
    """Answers all shards, and goes on where an earlier run ended.

    Args:
        sharding: The question and how it is divided.
        jobs: Worker processes.
        dask: The address of a Dask scheduler, whose workers do the work.
        show: Shows how far the work is.

    Returns:
        The exit code, that of the worst line, and the counts in words.

    Raises:
        PuzzleError: The folder holds the parts of something else.
        Stop: A file cannot be sharded, read or written.
        WorkersError: Workers or a cluster cannot be used.
    """
    _need_lines(sharding.files)
    sharding.parts.parent.mkdir(parents=True, exist_ok=True)
    executor = batch.executor(sharding.question, jobs, dask, of_lines=False)
    earlier: set[int] = set()

    def read(line: bytes) -> tuple[int, Answered] | None:
        try:
            found = msgspec.json.decode(line, type=Answered)
        except msgspec.DecodeError as error:
            raise PuzzleError("$", f"expected shards of an earlier run; {ANOTHER}") from error
        if found.error is not None:
            return None
        earlier.add(found.shard.number)
        return found.shard.number, found

    journal = Journal(sharding.parts.with_name("shards.jsonl"), read)
    try:
        _keep_plan(sharding)
        sharding.unfinished.mkdir(exist_ok=True)
        if sharding.distinct:
            _find_repeats(sharding, executor)
    except BaseException:
        journal.close()
        raise
    progress = _Progress(sharding, earlier, show)
    work, lost = partial(answer_shard, sharding), partial(_answer_lost, sharding)
    carry_out(sharding.shards(), work, lost, executor, journal, progress.add, _is_same)
    progress.write()
    if progress.error is not None:
        raise Stop(NO_FILE, progress.error)
    _clear(sharding)
    return worst(progress.codes, VERDICTS_FIRST), progress.tally.text()


ANOTHER = "choose another folder"


def _need_lines(files: Sequence[str]) -> None:
    """Raises Stop for what is no file with a puzzle on each line."""
    for file in files:
        what = f"{file}: expected a file of many puzzles, one a line, for {SHARD}"
        if LINK in file or not Path(file).is_file():
            raise Stop(USAGE, what)
        source = open_source(file)
        if isinstance(source, bytes):
            raise Stop(USAGE, what)
        with source as stream:
            if not stream.seekable():
                raise Stop(USAGE, f"{what}; convert it first")


def _keep_plan(sharding: Sharding) -> None:
    """Writes the plan.

    Raises:
        PuzzleError: An earlier run had another one.
    """
    path = sharding.parts.with_name("plan.json")
    plan = msgspec.json.encode(sharding.plan())
    if path.exists():
        if _decoded(path.read_bytes()) == msgspec.json.decode(plan):
            return
        raise PuzzleError("$", f"expected the plan of the earlier run in {path}; {ANOTHER}")
    write_whole(path, msgspec.json.format(plan) + b"\n")


def _decoded(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None


def _is_same(done: Answered, shard: Shard) -> bool:
    if done.shard != shard:
        what = f"shard {shard.number} of {shard.file} has changed since it was answered"
        raise PuzzleError("$", f"{what}; {ANOTHER}")
    return True


def _clear(sharding: Sharding) -> None:
    """Removes what is needed only until the end."""
    for path in sharding.unfinished.iterdir():
        path.unlink()
    sharding.unfinished.rmdir()


# -- in a worker -----------------------------------------------------------------------------------


def answer_shard(sharding: Sharding, shard: Shard, where: Executor | None = None) -> Answered:
    """Answers the puzzles of a shard and writes its part; what is there already is kept.

    Args:
        sharding: The question and how it is divided.
        shard: The shard.
        where: Answers the lines; None: this process.
    """
    question, path = sharding.question, sharding.path(shard)
    where = where or Watched(batch.processes(question, 1).limit())
    counts: Counter[str] = Counter()
    codes: set[int] = set()
    started = time.monotonic()

    def count(line: InputLine, result: ResultLine) -> None:
        counts[result.outcome] += 1
        codes.add(result.code)

    try:
        kept = sharding.beside(shard, ".jsonl")
        journal = _when_free(partial(batch.journal_of, kept, question))
        batch.run(sharding.puzzles(shard), question, journal, where, count, LINES_AHEAD)
        with kept.open("rb") as lines:
            parts.write_part(path, lines, question, sharding.fields)
        kept.unlink()
    except OSError as error:
        return Answered(shard=shard, part=path.name, error=file_error(error, path.name))
    return Answered(
        shard=shard,
        part=path.name,
        puzzles=counts.total(),
        counts=dict(counts),
        codes=tuple(sorted(codes)),
        seconds=round(time.monotonic() - started, 3),
    )


def _when_free(journal: Callable[[], Journal[ResultLine]]) -> Journal[ResultLine]:
    """A journal, as soon as nobody else has it.

    A cluster's worker finishes its shard even if the process that wanted it was killed, and the
    shard is handed out again meanwhile.
    """
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return journal()
        except BusyError:
            if time.monotonic() > end:
                raise
            time.sleep(BUSY_SECONDS)


def _answer_lost(sharding: Sharding, shard: Shard, lost: Lost) -> Answered:
    """Answers what is left of a shard whose worker died, line by line, so that one is lost."""
    return answer_shard(sharding, shard, batch.processes(sharding.question, 1))


# -- lines that occur more than once ---------------------------------------------------------------


def _find_repeats(sharding: Sharding, executor: Executor) -> None:
    """Writes the numbers of lines that occurred before, unless an earlier run did."""
    if sharding.repeats.exists():
        return
    digests: list[Path] = []

    class Files:
        """The digests of shards, which are files; those of an earlier run are kept."""

        def earlier(self, number: int) -> None:
            pass

        def put(self, number: int, path: Path) -> None:
            digests.append(path)

        def close(self) -> None:
            pass

    work = partial(_digest_shard, sharding)
    carry_out(sharding.shards(), work, lambda shard, lost: work(shard), executor, Files())
    repeats.write_repeats(sharding.repeats, digests)
    for path in digests:
        path.unlink()


def _digest_shard(sharding: Sharding, shard: Shard) -> Path:
    path = sharding.beside(shard, ".npy")
    if not path.exists():
        repeats.write_digests(path, shard.puzzles(several=False))
    return path


# -- progress --------------------------------------------------------------------------------------


class _Progress:
    """How far the work is: counts, rate and remaining time, in ``progress.json``.

    Args:
        sharding: The question and how it is divided.
        earlier: The shards of earlier runs, which say nothing about the rate.
        show: Shows it as well.

    Attributes:
        codes: The exit codes of puzzles so far.
        tally: Their counts.
        error: Why the work ended early.
    """

    def __init__(self, sharding: Sharding, earlier: set[int], show: Show) -> None:
        self.codes: set[int] = set()
        self.tally = Tally()
        self.error: str | None = None
        self._earlier, self._show = earlier, show
        self._place = sharding.parts.with_name("progress.json")
        of = 1 if sharding.part is None else sharding.part.of
        self._all = max(1, sum(os.stat(file).st_size for file in sharding.files) // of)
        self._bytes = self._new_bytes = self._new_puzzles = self._shards = 0
        self._started = self._written = time.monotonic()

    def add(self, shard: Shard, done: Answered) -> bool:
        """Counts a shard; returns whether the work goes on."""
        self.error = done.error
        if done.error is not None:
            return False
        size = shard.end - shard.begin
        self._shards += 1
        self._bytes += size
        self.tally.counts.update(done.counts)
        self.codes.update(done.codes)
        if shard.number not in self._earlier:
            self._new_bytes += size
            self._new_puzzles += done.puzzles
        note = f"{self.tally.counts.total():,} puzzles, {self._rate():,.0f}/s"
        self._show("percent", min(100, 100 * self._bytes // self._all), 100, note)
        if time.monotonic() - self._written > PROGRESS_SECONDS:
            self.write()
        return True

    def _rate(self) -> float:
        return self._new_puzzles / max(1e-6, time.monotonic() - self._started)

    def write(self) -> None:
        """Writes ``progress.json``."""
        seconds = time.monotonic() - self._started
        left = max(0, self._all - self._bytes)
        progress = {
            "puzzles": self.tally.counts.total(),
            "counts": dict(self.tally.counts.most_common()),
            "shards": self._shards,
            "bytes": [self._bytes, self._all],
            "seconds": round(seconds, 1),
            "puzzles_per_second": round(self._rate(), 1),
            "seconds_left": round(left * seconds / self._new_bytes) if self._new_bytes else None,
        }
        write_whole(self._place, msgspec.json.format(msgspec.json.encode(progress)) + b"\n")
        self._written = time.monotonic()
