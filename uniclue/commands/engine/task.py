"""The work on one puzzle as a task, from text to answer, in this process or a worker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from uniclue.commands.engine import text as texts
from uniclue.commands.engine.exits import BAD_PUZZLE, INTERNAL, NO_FILE, USAGE, file_error
from uniclue.commands.engine.question import Progress, Question
from uniclue.core.memory import LimitReachedError, memory_limit
from uniclue.core.plugins import author_line
from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError, with_growth
from uniclue.files.input import InputLine
from uniclue.formats.source import read_text
from uniclue.solvers import bulk
from uniclue.solvers.decide import DisagreementError
from uniclue.solvers.verdict import Answer

if TYPE_CHECKING:
    from uniclue.jobs.pool import Lost
    from uniclue.solvers.verdict import Verdict


class Failure(Answer, frozen=True, kw_only=True, tag="error"):
    """A line that is not readable as a puzzle, or on which the encoders disagree.

    Attributes:
        path: JSON path of the offending member.
        error: What was expected there.
        code: The exit code for a single puzzle.
    """

    kind: str = ""
    path: str = "$"
    error: str
    code: int


class ResultLine(msgspec.Struct, frozen=True):
    """A result line.

    Attributes:
        text: Its JSON.
        code: Its exit code in a run over many.
        error: Its error, if any.
        digest: The digest of its puzzle.
        outcome: The answer in a word.
        headline: The answer in a line for people.
    """

    text: bytes
    code: int
    error: str | None
    digest: str
    outcome: str
    headline: str


def answer_puzzle(question: Question, puzzle: Puzzle, progress: Progress) -> Answer:
    """Answers a question about a puzzle; an error becomes a ``Failure``."""
    try:
        with memory_limit(question.method.limits.memory):
            return with_growth(question.shown(question.run(puzzle, progress)), puzzle)
    except LimitReachedError as error:
        return question.unknown(str(error), kind=puzzle.kind(), id=puzzle.extra.get("id"))
    except PuzzleError as error:
        return Failure(path=error.path, error=error.expected, code=BAD_PUZZLE)
    except DisagreementError as error:
        return Failure(error=str(error), code=INTERNAL)
    except ChoiceError as error:
        return Failure(error=str(error), code=USAGE)
    except OSError as error:
        return Failure(error=file_error(error, puzzle.kind()), code=NO_FILE)
    except Exception as error:
        if (line := author_line(error)) is None:
            raise
        return Failure(path="$.kind", error=line, code=BAD_PUZZLE)


def answer_text(question: Question, data: bytes) -> Answer:
    """Answers a question about a puzzle's text; an error becomes a ``Failure``."""
    puzzle = _read(data)
    if isinstance(puzzle, Failure):
        return puzzle
    return answer_puzzle(question, puzzle, lambda count: None)


def _read(data: bytes) -> Puzzle | Failure:
    try:
        return read_text(data)
    except PuzzleError as error:
        return Failure(path=error.path, error=error.expected, code=BAD_PUZZLE)


def answer_line(question: Question, line: InputLine) -> ResultLine:
    """Answers a question about one line of many."""
    question = question.for_line(line.number)
    if line.puzzle is None:
        answer = answer_text(question, line.data)
    else:
        answer = answer_puzzle(question, line.puzzle, lambda count: None)
    result = stamped_line(question, answer, line)
    if not question.in_full or isinstance(answer, Failure):
        return result

    text = texts.finished(question.text(answer, read_text(line.data)), answer)
    return replace(result, headline=f"{line.name}:\n{text}\n")


def answer_together(
    question: Question, lines: Sequence[InputLine], *, asks: bool
) -> Iterator[InputLine | tuple[InputLine, ResultLine]]:
    """The lines; those decided together come with their result lines.

    Args:
        question: The question.
        lines: The lines.
        asks: Whether a solver decides here those that stay open, each in its turn.
    """
    read: dict[int, Puzzle] = {}
    failed: dict[int, Failure] = {}
    for line in lines:
        puzzle = _read(line.data)
        if isinstance(puzzle, Failure):
            failed[line.number] = puzzle
        else:
            read[line.number] = puzzle
    decided: Sequence[Verdict | bulk.Ask | None] = ()
    with suppress(DisagreementError):  # reported when the lines are answered one by one
        decided = bulk.decide([*read.values()])
    answers = dict(zip(read, decided, strict=False))
    for line in lines:
        if (failure := failed.get(line.number)) is not None:
            yield line, stamped_line(question.for_line(line.number), failure, line)
            continue
        answer, puzzle = answers.get(line.number), read.pop(line.number)
        if asks and callable(answer):
            with suppress(DisagreementError):
                answer = answer()
        if answer is None or callable(answer):
            yield replace(line, puzzle=puzzle) if asks else line
        else:
            yield line, stamped_line(question, question.shown(answer), line)


def lost_text(question: Question, data: bytes, lost: Lost) -> Answer:
    """The answer "unknown" for a puzzle whose worker died or was stopped."""
    puzzle = _read(data)
    if isinstance(puzzle, Failure):
        return puzzle
    return question.unknown(lost.reason, kind=puzzle.kind(), id=puzzle.extra.get("id"))


def lost_line(question: Question, line: InputLine, lost: Lost) -> ResultLine:
    """The result line "unknown" of a line whose worker died or was stopped."""
    return stamped_line(question, lost_text(question, line.data, lost), line)


def digest(data: bytes) -> str:
    """The digest of a line's text: the first 16 hex digits of its SHA-256."""
    import hashlib  # loading OpenSSL takes time, and a single puzzle needs no digest

    return hashlib.sha256(data).hexdigest()[:16]


def stamped_line(question: Question, answer: Answer, line: InputLine) -> ResultLine:
    """The result line of an answer."""
    members: dict[str, Any] = {} if line.file is None else {"file": line.file}
    stamped = msgspec.structs.replace(answer, **members, line=line.number, digest=digest(line.data))
    return line_of(question, stamped, stamped.to_json() + b"\n", line.name)


def line_of(question: Question, answer: Answer, text: bytes, name: str = "") -> ResultLine:
    """A result line, with the parts of its answer that a run over many needs."""
    if isinstance(answer, Failure):
        error, outcome, code = f"{answer.path}: {answer.error}", "error", answer.code
        headline = f"{name}: error: {error}"
    else:
        error, outcome, code = None, question.outcome(answer), question.code_of_many(answer)
        headline = f"{name}: {question.headline(answer)}"
    return ResultLine(text, code, error, str(answer.digest), outcome, headline)
