"""Many puzzles: writes a line of JSON per puzzle, in input order; resumes an earlier run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

import msgspec

from uniclue.commands.engine import task
from uniclue.commands.engine.exits import VERDICTS_FIRST, worst
from uniclue.commands.engine.question import Question
from uniclue.commands.engine.task import Failure, ResultLine
from uniclue.core.kinds import load_kind_files, loaded_kind_files
from uniclue.core.puzzle import PuzzleError
from uniclue.files.input import InputLine
from uniclue.jobs.engine import carry_out
from uniclue.jobs.executors import Dask, Executor, Here, Processes, Watched
from uniclue.jobs.journal import Journal


def journal_of(
    out: IO[bytes] | Path,
    question: Question,
    headline: Callable[[ResultLine], str] | None = None,
) -> Journal[ResultLine]:
    """The journal for the results of a question; a file with those of another is refused.

    Args:
        out: A stream, or a file that is continued.
        question: The question.
        headline: Makes the line for people from a result; None for its line of JSON.
    """
    types: Any = type(question.unknown("", kind="")) | Failure
    decode = msgspec.json.Decoder(types).decode

    def read(text: bytes) -> tuple[int, ResultLine] | None:
        try:
            answer = decode(text)
            number = int(answer.line)
        except (msgspec.DecodeError, TypeError, ValueError) as error:
            what = "expected results of an earlier run of this request; choose another file"
            raise PuzzleError("$", what) from error
        if not isinstance(answer, Failure):
            if not question.is_of(answer):
                raise PuzzleError("$", "expected results of this request; choose another file")
            if not question.suffices(answer):
                return None
        return number, task.line_of(question, answer, text)

    return Journal(
        out, read, in_turn=headline and (lambda result: f"{headline(result)}\n".encode())
    )


def run(
    source: Iterable[InputLine],
    question: Question,
    results: Journal[ResultLine],
    where: Executor,
    progress: Callable[[InputLine, ResultLine], None],
    ahead: int = 1,
) -> int:
    """Asks a question about every line.

    Args:
        source: The lines.
        question: The question.
        results: The journal of result lines.
        where: The executor.
        progress: Called after every line, with its result.
        ahead: How many lines may be read before the first is answered.

    Returns:
        The exit code: that of the worst line.

    Raises:
        PuzzleError: An earlier result belongs to another puzzle.
        ClusterError: The requested cluster cannot be used.
        KeyboardInterrupt: Ctrl-C; finished results were written.
    """
    codes: set[int] = set()
    work = partial(task.answer_line, question)
    asks = isinstance(where, Here | Watched)
    together = partial(_together, question, ahead, asks) if question.goes_together() else iter
    lost = partial(task.lost_line, question)

    def goes_on(line: InputLine, result: ResultLine) -> bool:
        codes.add(result.code)
        progress(line, result)
        return True

    carry_out(source, work, lost, where, results, goes_on, _is_same, together)
    return worst(codes, VERDICTS_FIRST)


def executor(
    question: Question, jobs: int, dask: str | None = None, *, of_lines: bool = True
) -> Executor:
    """The executor for a question; with a time limit it uses processes that can be stopped.

    Args:
        question: The question.
        jobs: Worker processes; with 1 and no time limit the work is done in this process.
        dask: The address of a Dask scheduler, whose workers do the work.
        of_lines: Whether each task is a line, which has the time limit; not so of shards, inside
            which it is kept.
    """
    how, is_limited = processes(question, jobs), question.method.limits.seconds is not None
    if not of_lines:
        how = msgspec.structs.replace(how, seconds=None)
    if dask is not None:
        return Dask(dask, how)
    return how if jobs > 1 or is_limited else Here()


def processes(question: Question, jobs: int) -> Processes:
    """Worker processes for a question."""
    seconds = question.method.limits.seconds
    kind_files = (tuple(loaded_kind_files()),)
    return Processes(jobs, seconds, question.parts(), load_kind_files, kind_files)


def _is_same(result: ResultLine, line: InputLine) -> bool:
    if result.digest != task.digest(line.data):
        raise PuzzleError(
            "$", f"line {line.number} is not the puzzle whose result was kept; choose another file"
        )
    return True


def _together(
    question: Question, ahead: int, asks: bool, source: Iterator[InputLine]
) -> Iterator[InputLine | tuple[InputLine, ResultLine]]:
    """The lines; those that can be decided together come with their results."""
    if ahead == 1:
        yield from source
        return
    while lines := list(islice(source, ahead)):
        yield from task.answer_together(question, lines, asks=asks)
