"""Many puzzles: one JSON line out per puzzle, in input order, resumable.

Results that finish early wait until the lines before them are done. When a run is interrupted,
waiting results are written too, out of order; the next run with the same output file puts them in
their places and answers only what is missing.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

import msgspec

from uniclue.formats.source import Line
from uniclue.models.puzzle import PuzzleError, loaded_kind_files
from uniclue.solvers.pool import Lost, Pool
from uniclue.tasks import (
    Request,
    answer_line,
    answer_together,
    digest,
    is_batch,
    load_kinds,
    lost_line,
)

if TYPE_CHECKING:
    from uniclue.explainers.explain import Wanted

Task = TypeVar("Task")
Result = TypeVar("Result")


class Results:
    """Result lines, written in input order to a stream or a file.

    A file that holds results of an earlier run is continued. It is replaced only once the lines
    that come first stand in a new file; those of later lines wait in ``FILE.kept`` until the run
    ends, so that no result is lost whenever the process is killed.

    Args:
        out: A stream, or the path of a file.
        request: What is asked; results of another request are refused.

    Attributes:
        finished: Results of the earlier run that were not put in their places yet, by line.

    Raises:
        OSError: The file cannot be read or written.
        PuzzleError: It holds something else than results of this request.
    """

    def __init__(self, out: IO[bytes] | Path, request: Request) -> None:
        self.finished: dict[int, bytes] = {}
        self._order: deque[int] = deque()
        self._waiting: dict[int, bytes] = {}
        self._path = out if isinstance(out, Path) else None
        self._new: Path | None = None
        if isinstance(out, Path):
            self._kept = out.with_name(out.name + ".kept")
            for earlier in (self._kept, out):
                if earlier.exists():
                    self.finished |= _read_results(earlier, request)
                    self._new = out.with_name(out.name + ".new")
            self._out: IO[bytes] = (self._new or out).open("wb")
        else:
            self._out = out

    def expect(self, number: int) -> None:
        """Says that this line's result comes after all those expected before."""
        self._order.append(number)

    def put(self, number: int, text: bytes) -> None:
        """Takes a result, and writes those that are next in order."""
        self._waiting[number] = text
        while self._order and self._order[0] in self._waiting:
            self._out.write(self._waiting.pop(self._order.popleft()))
        self._out.flush()

    def settle(self) -> None:
        """Puts the new file in the old one's place; called when new results begin."""
        if self._path is not None and self._new is not None:
            self._out.close()
            if self.finished:
                self._kept.write_bytes(b"".join(self.finished.values()))
            os.replace(self._new, self._path)
            self._new = None
            self._out = self._path.open("ab")

    def leave(self) -> None:
        """Ends the run: also writes what still waits for earlier lines."""
        if self._new is not None:
            self._out.close()
            self._new.unlink()
            return
        for _, text in sorted((self.finished | self._waiting).items()):
            self._out.write(text)
        self._out.flush()
        if self._path is not None:
            self._out.close()
            self._kept.unlink(missing_ok=True)


def _read_results(path: Path, request: Request) -> dict[int, bytes]:
    """The result lines of a file, by line number.

    A torn last line is left out, and so is what stopped at a limit: it is tried again.
    """
    finished = {}
    for text in path.read_bytes().splitlines(keepends=True):
        if text.endswith(b"\n"):
            number = _line_number(text, request, path)
            if msgspec.json.decode(text, type=_Outcome).answers(request):
                finished[number] = text
    return finished


def _line_number(text: bytes, request: Request, path: Path) -> int:
    try:
        result = msgspec.json.decode(text)
        number, command, work = int(result["line"]), result["command"], result.get("work")
        encoders = [part["encoder"] for part in work or []]
        solvers = [part["solver"] for part in work or []]
        cardinality = work[0]["cardinality"] if work else None
        graders = [grade["grader"] for grade in result.get("grades", [])]
        blocks = ",".join(result.get("blocks", []))
        names = {result.get("method"), blocks, *graders} - {None, ""}
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise PuzzleError("$", "expected results of an earlier run; choose another file") from error
    how = request.method
    parts = how.parts()
    same = not work or (
        encoders == [part.encoder for part in parts]
        and all(name in part.answerers() for name, part in zip(solvers, parts, strict=True))
        and cardinality in (None, how.cardinality)
    )
    if request.name is not None and names:
        same = same and names == {request.name}
    if command not in (request.command, "error") or not same:
        raise PuzzleError("$", "expected results of this request; choose another file")
    return number


def run(
    source: Iterable[Line],
    request: Request,
    results: Results,
    jobs: int,
    progress: Callable[[int, str | None], None],
    ahead: int = 1,
) -> int:
    """Answers a request about every line.

    Args:
        source: The lines.
        request: What is asked.
        results: Where result lines go.
        jobs: Worker processes; with 1 and no time limit the work is done in this process.
        progress: Called after every line, with its number and its error, if it has one.
        ahead: How many lines may be read before the first is answered.

    Returns:
        The exit code: 0 if every line got an answer, else 70, 66, 65, 64 or 30, the first that
        applies.

    Raises:
        PuzzleError: An earlier result is of another puzzle.
        KeyboardInterrupt: Ctrl-C; finished results were written.
    """
    codes: set[int] = set()

    def done(number: int, text: bytes) -> None:
        results.put(number, text)
        outcome = msgspec.json.decode(text, type=_Outcome)
        codes.add(outcome.exit_code())
        progress(number, outcome.line_error())

    def todo() -> Iterator[Line]:
        for line in source:
            results.expect(line.number)
            if line.number in results.finished:
                text = results.finished.pop(line.number)
                _refuse_other_puzzle(text, line)
                done(line.number, text)
            else:
                results.settle()
                yield line
        results.settle()

    try:
        for line, text in _answers(_undecided(todo(), request, ahead, done), request, jobs):
            done(line.number, text)
    finally:
        results.leave()
    return next((code for code in (70, 66, 65, 64, 30) if code in codes), 0)


class _Why(msgspec.Struct):
    """The members of an explanation that say what was found out."""

    reason: str | None = None
    complete: bool = False
    conflicts: tuple[msgspec.Raw, ...] = ()
    repairs: tuple[msgspec.Raw, ...] = ()
    unrepaired: tuple[msgspec.Raw, ...] = ()

    def answers(self, status: str, wanted: Wanted) -> bool:
        """Whether it explains all that is wanted."""
        if self.reason is not None:
            return False
        if status == "none":
            return self.complete or len(self.conflicts) >= (wanted.conflicts or 1)
        return not wanted.repair or bool(self.repairs or self.unrepaired)


class _Rated(msgspec.Struct):
    """How far the solutions without a clue were counted."""

    solutions: int
    counted_all: bool


class _Outcome(msgspec.Struct):
    """The members of a result line that say how it went."""

    command: str
    status: str = ""
    code: int = 0
    path: str = "$"
    error: str = ""
    reason: str | None = None
    count: int = 0
    solutions: tuple[msgspec.Raw, ...] = ()
    complete: bool = True
    certificate: str = ""
    why: _Why | None = None
    clues: tuple[_Rated, ...] = ()

    def answers(self, request: Request) -> bool:
        """Whether it is all that the request asks for."""
        found = self.count if self.command == "count" else len(self.solutions)
        if request.certificate is not None and not self._is_certified():
            return False
        if request.why is not None and self.status in ("none", "several"):
            return self.why is not None and self.why.answers(self.status, request.why)
        counted = all(c.counted_all or c.solutions >= (request.limit or 0) for c in self.clues)
        return self.exit_code() != 30 and counted and (self.complete or found == request.limit)

    def _is_certified(self) -> bool:
        """Whether its certificate is there, if it is an answer."""
        is_there = bool(self.certificate) and Path(self.certificate).is_dir()
        return is_there or self.command == "error"

    def exit_code(self) -> int:
        """The exit code it stands for in a run over many."""
        if self.command == "error":
            return self.code
        is_open = self.status in ("", "unknown") or self.command == "clues"
        return 30 if self.reason and is_open else 0

    def line_error(self) -> str | None:
        """Its error in words, if it is one."""
        return f"{self.path}: {self.error}" if self.command == "error" else None


def _refuse_other_puzzle(text: bytes, line: Line) -> None:
    if msgspec.json.decode(text).get("digest") != digest(line.data):
        raise PuzzleError(
            "$", f"line {line.number} is not the puzzle whose result was kept; choose another file"
        )


def _undecided(
    source: Iterator[Line], request: Request, ahead: int, done: Callable[[int, bytes], None]
) -> Iterator[Line]:
    """The lines, without those that can be decided together: they are done when drawn."""
    if not is_batch(request) or ahead == 1:
        yield from source
        return
    while lines := list(islice(source, ahead)):
        texts = answer_together(lines)
        for line in lines:
            if line.number in texts:
                done(line.number, texts[line.number])
        yield from (line for line in lines if line.number not in texts)


def _answers(source: Iterator[Line], request: Request, jobs: int) -> Iterator[tuple[Line, bytes]]:
    work = partial(answer_line, request)
    if jobs == 1 and request.method.limits.seconds is None:
        return ((line, work(line)) for line in source)
    return in_workers(source, work, partial(lost_line, request), request, jobs)


def in_workers(
    tasks: Iterator[Task],
    work: Callable[[Task], Result],
    lost: Callable[[Task, Lost], Result],
    request: Request,
    jobs: int,
) -> Iterator[tuple[Task, Result]]:
    """Works on tasks in worker processes; yields (task, result) as they finish.

    Args:
        tasks: The tasks.
        work: What a worker does with a task.
        lost: The result for a task whose worker died or was stopped.
        request: What ``work`` does, for its limits.
        jobs: Number of workers.
    """
    limit, parts = request.method.limits.seconds, request.parts()
    pool = Pool(work, jobs, limit, parts, load_kinds, (loaded_kind_files(),))
    for task, result in pool.run(tasks):
        yield task, lost(task, result) if isinstance(result, Lost) else result
