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
from typing import IO, Any, TypeVar, Union

import msgspec

from uniclue.formats.source import Line
from uniclue.models.puzzle import PuzzleError, loaded_kind_files
from uniclue.solvers.pool import Lost, Pool
from uniclue.questions.question import WORST_FIRST, Question
from uniclue.solvers.verdict import Failure
from uniclue.tasks import (
    Done,
    answer_line,
    answer_together,
    digest,
    load_kinds,
    lost_line,
    outcome,
)

Task = TypeVar("Task")
Result = TypeVar("Result")


class Results:
    """Result lines, written in input order to a stream or a file.

    A file that holds results of an earlier run is continued. It is replaced only once the lines
    that come first stand in a new file; those of later lines wait in ``FILE.kept`` until the run
    ends, so that no result is lost whenever the process is killed.

    Args:
        out: A stream, or the path of a file.
        question: What is asked; results of another request are refused.

    Attributes:
        finished: Results of the earlier run that were not put in their places yet, by line.

    Raises:
        OSError: The file cannot be read or written.
        PuzzleError: It holds something else than results of this request.
    """

    def __init__(self, out: IO[bytes] | Path, question: Question) -> None:
        self.finished: dict[int, Done] = {}
        self._order: deque[int] = deque()
        self._waiting: dict[int, bytes] = {}
        self._path = out if isinstance(out, Path) else None
        self._new: Path | None = None
        if isinstance(out, Path):
            self._kept = out.with_name(out.name + ".kept")
            for earlier in (self._kept, out):
                if earlier.exists():
                    self.finished |= _read_results(earlier, question)
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
                self._kept.write_bytes(b"".join(done.text for done in self.finished.values()))
            os.replace(self._new, self._path)
            self._new = None
            self._out = self._path.open("ab")

    def leave(self) -> None:
        """Ends the run: also writes what still waits for earlier lines."""
        if self._new is not None:
            self._out.close()
            self._new.unlink()
            return
        finished = {number: done.text for number, done in self.finished.items()}
        for _, text in sorted((finished | self._waiting).items()):
            self._out.write(text)
        self._out.flush()
        if self._path is not None:
            self._out.close()
            self._kept.unlink(missing_ok=True)


def _read_results(path: Path, question: Question) -> dict[int, Done]:
    """The result lines of a file, by line number.

    A torn last line is left out, and so is what stopped at a limit: it is tried again.
    """
    finished = {}
    decode = msgspec.json.Decoder(answer_types(question)).decode
    for text in path.read_bytes().splitlines(keepends=True):
        if not text.endswith(b"\n"):
            continue
        try:
            answer = decode(text)
            number = int(answer.line)
        except (msgspec.DecodeError, TypeError, ValueError) as error:
            what = "expected results of an earlier run of this request; choose another file"
            raise PuzzleError("$", what) from error
        failed = isinstance(answer, Failure)
        if not failed and not question.is_of(answer):
            raise PuzzleError("$", "expected results of this request; choose another file")
        if failed or question.suffices(answer):
            finished[number] = Done(text, *outcome(question, answer))
    return finished


def answer_types(question: Question) -> Any:
    """What a line of results of a question can be."""
    return Union[type(question.unknown("", kind="")), Failure]


def run(
    source: Iterable[Line],
    question: Question,
    results: Results,
    jobs: int,
    progress: Callable[[int, str | None], None],
    ahead: int = 1,
) -> int:
    """Answers a request about every line.

    Args:
        source: The lines.
        question: What is asked.
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

    def done(number: int, result: Done) -> None:
        results.put(number, result.text)
        codes.add(result.code)
        progress(number, result.error)

    def todo() -> Iterator[Line]:
        for line in source:
            results.expect(line.number)
            if line.number in results.finished:
                result = results.finished.pop(line.number)
                _refuse_other_puzzle(result.text, line)
                done(line.number, result)
            else:
                results.settle()
                yield line
        results.settle()

    try:
        for line, result in _answers(_undecided(todo(), question, ahead, done), question, jobs):
            done(line.number, result)
    finally:
        results.leave()
    return next((code for code in WORST_FIRST if code in codes), 0)


def _refuse_other_puzzle(text: bytes, line: Line) -> None:
    if msgspec.json.decode(text).get("digest") != digest(line.data):
        raise PuzzleError(
            "$", f"line {line.number} is not the puzzle whose result was kept; choose another file"
        )


def _undecided(
    source: Iterator[Line], question: Question, ahead: int, done: Callable[[int, Done], None]
) -> Iterator[Line]:
    """The lines, without those that can be decided together: they are done when drawn."""
    if not question.goes_together() or ahead == 1:
        yield from source
        return
    while lines := list(islice(source, ahead)):
        texts = answer_together(question, lines)
        for line in lines:
            if line.number in texts:
                done(line.number, texts[line.number])
        yield from (line for line in lines if line.number not in texts)


def _answers(source: Iterator[Line], question: Question, jobs: int) -> Iterator[tuple[Line, Done]]:
    work = partial(answer_line, question)
    if jobs == 1 and question.method.limits.seconds is None:
        return ((line, work(line)) for line in source)
    return in_workers(source, work, partial(lost_line, question), question, jobs)


def in_workers(
    tasks: Iterator[Task],
    work: Callable[[Task], Result],
    lost: Callable[[Task, Lost], Result],
    question: Question,
    jobs: int,
) -> Iterator[tuple[Task, Result]]:
    """Works on tasks in worker processes; yields (task, result) as they finish.

    Args:
        tasks: The tasks.
        work: What a worker does with a task.
        lost: The result for a task whose worker died or was stopped.
        question: What ``work`` does, for its limits.
        jobs: Number of workers.
    """
    limit, parts = question.method.limits.seconds, question.parts()
    pool = Pool(work, jobs, limit, parts, load_kinds, (loaded_kind_files(),))
    for task, result in pool.run(tasks):
        yield task, lost(task, result) if isinstance(result, Lost) else result
