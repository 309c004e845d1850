"""Certificates: written and verified."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Literal

from uniclue.api.arguments import Positive, expect, limits_of, method_of, path_of, puzzle_of
from uniclue.certificates import certify as certifying
from uniclue.certificates import verify as verifying
from uniclue.certificates.errors import CertificateError
from uniclue.constraints import free
from uniclue.core.puzzle import ChoiceError, Puzzle
from uniclue.solvers.limits import Clock
from uniclue.solvers.names import Encoder
from uniclue.solvers.verdict import Count, Verdict

if TYPE_CHECKING:
    from uniclue.certificates.verify import Checker, Verification
    from uniclue.encoders.cardinality import Cardinality


def certify(
    puzzle: Puzzle,
    folder: str | PathLike[str],
    question: Literal["unique", "count"] = "unique",
    *,
    limit: int | None = None,
    encoder: Encoder | None = None,
    solver: str | None = None,
    cardinality: Cardinality = "auto",
    time_limit: float | None = None,
    conflict_limit: int | None = None,
) -> Verdict | Count:
    """Answers a question and writes a certificate of the answer, which anybody can check.

    Args:
        puzzle: The puzzle.
        folder: Where to; replaced if it holds a certificate. Written whole or not at all.
        question: ``unique``, or ``count`` (up to 10,000 solutions, with 2,000,000 cells in all).
        limit: With ``count``: more solutions than that are not certified.
        encoder: How the verdict is found, as in :func:`unique`; the proof comes from a run of its
            own on the clauses.
        solver: As in :func:`unique`.
        cardinality: How counting rows are written as clauses, those of the proof too.
        time_limit: Seconds for verdict and proof.
        conflict_limit: Conflicts of the SAT solver, for the verdict and for the proof.

    Returns:
        The answer; ``certificate`` names the folder. If a limit stops the work, it is unknown (or a
        count that is not complete), and nothing was written.

    Raises:
        DisagreementError: As :func:`unique`, or the proof's solver contradicts the verdict.
        ChoiceError: As :func:`unique`.
        ValueError: The folder holds something else.
        OSError: The folder cannot be written.
    """
    expect(Literal["unique", "count"], question=question)
    expect(Positive | None, limit=limit)
    how = method_of(
        encoder=encoder,
        solver=solver,
        cardinality=cardinality,
        time_limit=time_limit,
        conflict_limit=conflict_limit,
    )
    if isinstance(puzzle_of(puzzle), free.FreeBoard):
        raise ChoiceError("a puzzle without a kind has no certificate: there is no reader for it")
    return certifying.certify(puzzle, path_of(folder=folder), question, how, limit).about(puzzle)


def verify(
    folder: str | PathLike[str],
    *,
    puzzle: Puzzle | None = None,
    checker: Checker = "auto",
    time_limit: float | None = None,
    other_pysat: bool = False,
) -> Verification:
    """Verifies a certificate, believing nothing that is in it.

    Args:
        folder: The certificate.
        puzzle: The puzzle it has to be about; None: the one it holds.
        checker: Who checks the proof: ``drat-trim``, ``cake_lpr``, ``built-in``, ``both`` (the
            first and the last), or ``auto`` (built-in, and each program that is on PATH).
        time_limit: Seconds, looked at while the proof is checked.
        other_pysat: Whether it may name another version of PySAT than the one here.

    Raises:
        CertificateError: The certificate is refused.
        LimitReachedError: The time is up.
        ChoiceError: No such checker, or a program is wanted and not there.
        OSError: There is no such folder, or a file cannot be read.
    """
    clock = Clock(limits_of(time_limit=time_limit))
    expect(bool, other_pysat=other_pysat)
    asked = None if puzzle is None else puzzle_of(puzzle)
    try:
        return verifying.verify(
            path_of(folder=folder), asked, checker, clock, other_pysat=other_pysat
        )
    except CertificateError:
        raise
    except ValueError as error:
        raise ChoiceError(str(error)) from error
