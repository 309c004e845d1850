"""One puzzle's work as a task: text in, an answer out. Runs here or in a worker process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from uniclue.formats.source import Line, read_text
from uniclue.models.puzzle import ChoiceError, Puzzle, PuzzleError, load_kind_file
from uniclue.solvers import questions
from uniclue.solvers.questions import DisagreementError, Method
from uniclue.solvers.verdict import Answer, Clues, Count, Failure, Judgement, Solutions, Verdict

if TYPE_CHECKING:
    from uniclue.explainers.explain import Wanted
    from uniclue.solvers.pool import Lost

USAGE = 64
BAD_PUZZLE = 65
NO_FILE = 66
INTERNAL = 70


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of every puzzle.

    Attributes:
        command: ``unique``, ``solve``, ``count``, ``check``, ``clues``, ``encodings``, ``grade``,
            ``features``, or ``search``, which is ``solve`` by a method of the kind's own.
        method: How to answer.
        limit: Solutions wanted (``solve``), or counted at most (by the others).
        certificate: Where to write a certificate of the answer, if one is wanted.
        why: What to explain (``unique``); None is nothing.
        name: The search method (``search``) or the grader (``grade``), None is the default; or the
            blocks (``features``), as ``size,cnf``.
        steps: Steps a search may take.
        traced: Whether a search keeps its trace.
    """

    command: str
    method: Method
    limit: int | None = None
    certificate: Path | None = None
    why: Wanted | None = None
    name: str | None = None
    steps: int | None = None
    traced: bool = False

    def names(self) -> list[str]:
        """The names in ``name``."""
        return (self.name or "").split(",")

    def parts(self) -> int:
        """How many pieces of work the time limit is for."""
        return len(self.names() if self.command == "features" else self.method.parts())


def answer(
    puzzle: Puzzle, request: Request, progress: Callable[[int], None] = lambda found: None
) -> Answer:
    """Answers a request about a puzzle; ``count`` tells its progress.

    Raises:
        PuzzleError: ``check``, and the puzzle carries no ``solution`` or an unreadable one.
        DisagreementError: See :mod:`uniclue.solvers.questions`.
        ChoiceError: The kind has no such search method or grader, or a certificate may not be
            written where it is wanted.
        OSError: It cannot be written.
    """
    if request.certificate is not None:
        return _certified(puzzle, request, request.certificate, progress)
    asked: dict[str, Callable[[], Answer]] = {
        "unique": lambda: _unique(puzzle, request),
        "clues": lambda: _clues(puzzle, request),
        "solve": lambda: questions.solve(puzzle, request.limit or 1, request.method),
        "count": lambda: questions.count(puzzle, request.limit, request.method, progress),
        "check": lambda: _check_carried(puzzle, request),
        "encodings": lambda: _compare(puzzle, request),
        "search": lambda: _searched(puzzle, request),
        "grade": lambda: _graded(puzzle, request),
        "features": lambda: _described(puzzle, request),
    }
    return asked[request.command]()


def _compare(puzzle: Puzzle, request: Request) -> Answer:
    from uniclue.solvers.encodings import compare

    return compare(puzzle, request.limit, request.method)


def _searched(puzzle: Puzzle, request: Request) -> Answer:
    from uniclue.search.steps import search

    return search(
        puzzle, request.name, wanted=request.limit, limit=request.steps, traced=request.traced
    )


def _graded(puzzle: Puzzle, request: Request) -> Answer:
    from uniclue.graders.grade import grade

    return grade(puzzle, request.name, request.method.limits)


def _described(puzzle: Puzzle, request: Request) -> Answer:
    from uniclue.features.feature import describe

    return describe(puzzle, request.names(), request.method.limits)


def _certified(
    puzzle: Puzzle, request: Request, folder: Path, progress: Callable[[int], None]
) -> Answer:
    from uniclue.certificates.certify import certify

    asked: Literal["unique", "count"] = "count" if request.command == "count" else "unique"
    return certify(puzzle, folder, asked, request.method, request.limit, progress)


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
    except ChoiceError as error:
        return Failure(error=str(error), code=USAGE)
    except OSError as error:
        return Failure(error=f"{error.filename}: {error.strerror or error}", code=NO_FILE)


def answer_line(request: Request, line: Line) -> bytes:
    """Answers a request about one line of many; returns the result line."""
    if request.certificate is not None:
        request = replace(request, certificate=request.certificate / str(line.number))
    return _result_line(answer_text(request, line.data), line)


def is_batch(request: Request) -> bool:
    """Whether puzzles are decided together where that is quicker."""
    is_plain = request.certificate is None and request.why is None
    return request.command == "unique" and is_plain and request.method.is_free()


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
    if request.command == "encodings":
        from uniclue.solvers.encodings import Encodings

        limit = request.limit or 0
        return Encodings(
            kind=kind, id=name, encodings=(), counted=limit, parity="unknown", reason=lost.reason
        )
    if request.command == "search":
        from uniclue.search.steps import Searched

        method = request.name or ""
        return Searched(kind=kind, id=name, method=method, counters={}, steps=0, reason=lost.reason)
    if request.command == "grade":
        from uniclue.graders.grade import Grades

        return Grades(kind=kind, id=name, grades=(), reason=lost.reason)
    if request.command == "features":
        from uniclue.features.feature import Features

        return Features(kind=kind, id=name, blocks=tuple(request.names()), reason=lost.reason)
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
