"""One puzzle's work as a task: text in, an answer out. Runs here or in a worker process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from uniclue.formats.source import Line, read_text
from uniclue.models.puzzle import Puzzle, PuzzleError, load_kind_file
from uniclue.solvers import questions
from uniclue.solvers.questions import DisagreementError, Method
from uniclue.solvers.verdict import Answer, Clues, Count, Failure, Judgement, Solutions, Verdict

if TYPE_CHECKING:
    from uniclue.explainers.explain import Wanted
    from uniclue.solvers.pool import Lost

BAD_PUZZLE = 65
INTERNAL = 70


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of every puzzle.

    Attributes:
        command: ``unique``, ``solve``, ``count``, ``check`` or ``clues``.
        method: How to answer.
        limit: Solutions wanted (``solve``), or counted at most (``count``, ``clues``).
        why: What to explain (``unique``); None is nothing.
    """

    command: str
    method: Method
    limit: int | None = None
    why: Wanted | None = None


def answer(
    puzzle: Puzzle, request: Request, progress: Callable[[int], None] = lambda found: None
) -> Answer:
    """Answers a request about a puzzle; ``count`` tells its progress.

    Raises:
        PuzzleError: ``check``, and the puzzle carries no ``solution`` or an unreadable one.
        DisagreementError: See :mod:`uniclue.solvers.questions`.
    """
    asked: dict[str, Callable[[], Answer]] = {
        "unique": lambda: _unique(puzzle, request),
        "clues": lambda: _clues(puzzle, request),
        "solve": lambda: questions.solve(puzzle, request.limit or 1, request.method),
        "count": lambda: questions.count(puzzle, request.limit, request.method, progress),
        "check": lambda: _check_carried(puzzle, request),
    }
    return asked[request.command]()


def _unique(puzzle: Puzzle, request: Request) -> Verdict:
    if request.why is None:
        return questions.unique(puzzle, request.method)
    from uniclue.explainers.explain import explain

    return explain(puzzle, request.why, request.method)


def _clues(puzzle: Puzzle, request: Request) -> Clues:
    from uniclue.explainers.redundant import LIMIT, clues

    return clues(puzzle, request.limit or LIMIT, request.method)


def _check_carried(puzzle: Puzzle, request: Request) -> Judgement:
    if "solution" not in puzzle.extra:
        raise PuzzleError("$.solution", "expected the grid to check, got none")
    try:
        return questions.check(puzzle, puzzle.extra["solution"], request.method)
    except PuzzleError as error:
        raise PuzzleError(f"$.solution{error.path[1:]}", error.expected) from error


def answer_text(request: Request, data: bytes) -> Answer:
    """Answers a request about a puzzle's text; what goes wrong becomes a ``Failure``."""
    try:
        return answer(read_text(data), request)
    except PuzzleError as error:
        return Failure(path=error.path, error=error.expected, code=BAD_PUZZLE)
    except DisagreementError as error:
        return Failure(error=str(error), code=INTERNAL)


def answer_line(request: Request, line: Line) -> bytes:
    """Answers a request about one line of many; returns the result line."""
    return _result_line(answer_text(request, line.data), line)


def is_batch(request: Request) -> bool:
    """Whether puzzles are decided together where that is quicker."""
    is_free = request.method.is_free() and request.why is None
    return request.command == "unique" and is_free


def answer_together(lines: Sequence[Line]) -> dict[int, bytes]:
    """The result lines of those lines that are decided together, by number."""
    from uniclue.solvers import together

    read: list[tuple[Line, Puzzle]] = []
    for line in lines:
        with suppress(PuzzleError):
            read.append((line, read_text(line.data)))
    try:
        verdicts = together.decide([puzzle for _, puzzle in read])
    except DisagreementError:
        return {}  # it is found again, and told, when the lines are answered one by one
    return {
        line.number: _result_line(verdict, line)
        for (line, _), verdict in zip(read, verdicts, strict=True)
        if verdict is not None
    }


def lost_text(request: Request, data: bytes, lost: Lost) -> Answer:
    """The answer "unknown" for a puzzle whose worker died or was stopped."""
    try:
        puzzle = read_text(data)
    except PuzzleError as error:
        return Failure(path=error.path, error=error.expected, code=BAD_PUZZLE)
    kind, name = puzzle.kind(), puzzle.extra.get("id")
    unknown: dict[str, Callable[[], Answer]] = {
        "unique": lambda: Verdict(kind=kind, id=name, status="unknown", reason=lost.reason),
        "clues": lambda: Clues(kind=kind, id=name, status="unknown", reason=lost.reason),
        "solve": lambda: Solutions(kind=kind, id=name, reason=lost.reason),
        "count": lambda: Count(kind=kind, id=name, count=0, reason=lost.reason),
        "check": lambda: Judgement(kind=kind, id=name, status="unknown", reason=lost.reason),
    }
    return unknown[request.command]()


def lost_line(request: Request, line: Line, lost: Lost) -> bytes:
    """The result line "unknown" of a line whose worker died or was stopped."""
    return _result_line(lost_text(request, line.data, lost), line)


def digest(data: bytes) -> str:
    """Names a line's text: the first 16 hex digits of its SHA-256."""
    import hashlib  # its OpenSSL part takes time to load, and one puzzle needs no digest

    return hashlib.sha256(data).hexdigest()[:16]


def _result_line(answer: Answer, line: Line) -> bytes:
    stamped = msgspec.structs.replace(answer, line=line.number, digest=digest(line.data))
    return stamped.to_json() + b"\n"


def load_kinds(paths: list[str]) -> None:
    """Makes the kinds of these files known; called once in every worker."""
    for path in paths:
        load_kind_file(path)
