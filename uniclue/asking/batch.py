"""Many puzzles: one JSON line out per puzzle, in input order, continued where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any, Union

import msgspec

from uniclue.asking.question import WORST_FIRST, Question
from uniclue.asking.task import (
    Done,
    answer_line,
    answer_together,
    digest,
    load_kinds,
    lost_line,
    outcome,
)
from uniclue.core.kinds import loaded_kind_files
from uniclue.core.puzzle import PuzzleError
from uniclue.formats.source import Line
from uniclue.jobs.engine import carry_out
from uniclue.jobs.executors import Executor, Here, Processes
from uniclue.jobs.journal import Journal
from uniclue.solvers.verdict import Failure


def journal_of(out: IO[bytes] | Path, question: Question) -> Journal[Done]:
    """Where the results of a question go; those of another question are refused."""
    types: Any = Union[type(question.unknown("", kind="")), Failure]
    decode = msgspec.json.Decoder(types).decode

    def read(text: bytes) -> tuple[int, Done] | None:
        try:
            answer = decode(text)
            number = int(answer.line)
        except (msgspec.DecodeError, TypeError, ValueError) as error:
            what = "expected results of an earlier run of this request; choose another file"
            raise PuzzleError("$", what) from error
        failed = isinstance(answer, Failure)
        if not failed and not question.is_of(answer):
            raise PuzzleError("$", "expected results of this request; choose another file")
        if not failed and not question.suffices(answer):
            return None
        return number, Done(text, *outcome(question, answer))

    return Journal(out, read)


def run(
    source: Iterable[Line],
    question: Question,
    results: Journal[Done],
    jobs: int,
    progress: Callable[[int, str | None], None],
    ahead: int = 1,
) -> int:
    """Asks a question about every line.

    Args:
        source: The lines.
        question: The question.
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
    work, lost = partial(answer_line, question), partial(lost_line, question)
    together = partial(_together, question, ahead) if question.goes_together() else iter
    found = carry_out(source, work, lost, executor(question, jobs), results, _is_same, together)
    for line, result in found:
        codes.add(result.code)
        progress(line.number, result.error)
    return next((code for code in WORST_FIRST if code in codes), 0)


def executor(question: Question, jobs: int) -> Executor:
    """Where a question is answered; with a time limit in processes that can be stopped."""
    if jobs == 1 and question.method.limits.seconds is None:
        return Here()
    seconds, parts = question.method.limits.seconds, question.parts()
    return Processes(jobs, seconds, parts, load_kinds, (loaded_kind_files(),))


def _is_same(result: Done, line: Line) -> bool:
    if msgspec.json.decode(result.text).get("digest") != digest(line.data):
        raise PuzzleError(
            "$", f"line {line.number} is not the puzzle whose result was kept; choose another file"
        )
    return True


def _together(
    question: Question, ahead: int, source: Iterator[Line]
) -> Iterator[Line | tuple[Line, Done]]:
    """The lines, and with their results those that can be decided together."""
    if ahead == 1:
        yield from source
        return
    while lines := list(islice(source, ahead)):
        found = answer_together(question, lines)
        for line in lines:
            yield (line, found[line.number]) if line.number in found else line
