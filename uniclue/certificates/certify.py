"""Making a certificate: the verdict, the proof, and a folder written whole or not at all."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace as with_members

from uniclue.certificates import FolderError
from uniclue.certificates import folder as contents
from uniclue.certificates.folder import FORMULA, MANIFEST, MAP, PROOF, PUZZLE, Claim, Manifest
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.encoders import dimacs
from uniclue.encoders.cnf import Cnf
from uniclue.encoders.names import VariableMap
from uniclue.files.output import folder_whole
from uniclue.formats.puzzle_json import dumps, puzzle_digest
from uniclue.solvers import decide
from uniclue.solvers.decide import DisagreementError, Method
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.verdict import Count, Verdict
from uniclue.version import VERSION


def certify(
    puzzle: Puzzle,
    folder: Path,
    asked: Literal["unique", "count"] = "unique",
    how: Method | None = None,
    limit: int | None = None,
    progress: Callable[[int], None] = lambda count: None,
) -> Verdict | Count:
    """Answers a question and, if it is decided, writes a certificate of the answer.

    The proof comes from a run of its own on the whole formula, whatever found the verdict. The
    folder is written whole or not at all, and the same puzzle gives the same bytes.

    Args:
        puzzle: The puzzle.
        folder: Where to; replaced if it holds a certificate.
        asked: ``unique``, or ``count`` (up to ``most_solutions``).
        how: How to find the verdict. Its time limit is for verdict and proof together, its
            conflict limit for each.
        limit: With ``count``: more solutions than that are not certified.
        progress: Called with the number of solutions counted so far.

    Returns:
        The answer, with the member ``certificate`` if it was written. If a limit stops the proof,
        the answer is unknown (or a count that is not complete) and nothing is written.

    Raises:
        FolderError: The folder holds something else.
        ValueError: The method's cardinality encoding is not clauses alone.
        DisagreementError: The proof's solver contradicts the verdict; or as for the question.
        OSError: The folder cannot be written.
    """
    how = replace(how or Method(), alone=True)
    if how.cardinality == "native":
        raise ValueError("a certificate consists of clauses; choose another cardinality encoding")
    refuse_other(folder)
    # Each encoder has the time limit for itself.
    seconds = None if how.limits.seconds is None else how.limits.seconds * len(how.parts())
    clock = Clock(Limits(seconds, how.limits.conflicts))
    answer: Verdict | Count
    if asked == "count":
        answer, solutions = _counted(puzzle, how, limit, progress)
        claim: Claim = "count"
        if not answer.complete:
            return answer
    else:
        answer = decide.unique(puzzle, how)
        if answer.status == "unknown":
            return answer
        claim, solutions = answer.status, answer.solutions
    blocked = solutions if contents.has_proof(claim) else ()
    cnf, names = contents.formula(puzzle, "", how.cardinality, blocked, VERSION)
    from uniclue.solvers.proof import FoundModelError, refutation

    proof = None
    try:
        if contents.has_proof(claim):
            proof = refutation(cnf, clock)
            clock.check()
    except LimitReachedError as error:
        return _unproved(answer, f"{error} before the proof was complete")
    except FoundModelError as error:
        conflict = f"{answer.solver} says that there is no other solution, but {error}"
        if how.encoder != "both" and how.is_outside():  # which may say what it likes
            return _unproved(answer, conflict)
        raise DisagreementError(f"{conflict}; please report this") from error
    _write(folder, puzzle, claim, solutions, cnf, names, proof)
    return with_members(answer, certificate=str(folder))


def _counted(
    puzzle: Puzzle, how: Method, limit: int | None, progress: Callable[[int], None]
) -> tuple[Count, tuple[Grid, ...]]:
    """A count and the solutions, sorted, so that the order does not depend on the solver."""
    most = min(contents.most_solutions(puzzle), limit or contents.MAX_SOLUTIONS)
    solutions: list[Grid] = []
    answer = decide.count(puzzle, most, how, progress, solutions.append)
    if not answer.complete:
        reason = answer.reason or f"more than {most:,} solutions; a certificate lists them all"
        return with_members(answer, reason=reason), ()
    return answer, tuple(sorted(solutions, key=contents.solution_line))


def _unproved(answer: Verdict | Count, reason: str) -> Verdict | Count:
    if isinstance(answer, Count):
        return with_members(answer, complete=False, reason=reason)
    return with_members(answer, status="unknown", reason=reason)


# -- the folder ------------------------------------------------------------------------------------


def refuse_other(folder: Path) -> None:
    """Raises FolderError unless a certificate may be written here.

    That is if there is nothing, an empty folder, or a certificate and nothing besides.
    """
    if folder.name in ("", ".."):
        raise FolderError(f"{folder}: expected the name of a folder")
    if not os.path.lexists(folder):
        return
    if folder.is_symlink() or not folder.is_dir():
        raise FolderError(f"{folder}: expected a folder, got something else")
    names = {path.name for path in folder.iterdir()}
    if names and not (MANIFEST in names and names <= contents.FILES and _is_certificate(folder)):
        raise FolderError(f"{folder}: expected an empty folder or a certificate to replace")


def certifies(folder: Path, puzzle: Puzzle) -> bool:
    """Whether there is a certificate of a puzzle, of whatever claim."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError):
        return False
    return manifest.puzzle == puzzle_digest(puzzle)


def _is_certificate(folder: Path) -> bool:
    with (folder / MANIFEST).open("rb") as file:
        return b'"uniclue-certificate"' in file.read(200)


def _write(
    folder: Path,
    puzzle: Puzzle,
    claim: Claim,
    solutions: Sequence[Grid],
    cnf: Cnf,
    names: VariableMap,
    proof: bytes | None,
) -> None:
    """Writes the folder beside its place, then moves it there."""
    with folder_whole(folder, lambda: refuse_other(folder)) as part:
        (part / PUZZLE).write_bytes(msgspec.json.format(dumps(puzzle)) + b"\n")
        with (part / FORMULA).open("wb") as file:
            dimacs.write(cnf, file, names.comments())
        (part / MAP).write_bytes(names.to_json())
        if (listed := contents.solutions_name(claim)) is not None:
            lines = b"".join(contents.solution_line(grid) + b"\n" for grid in solutions)
            (part / listed).write_bytes(lines)
        if proof is not None:
            (part / PROOF).write_bytes(proof)
        manifest = _manifest(part, claim, len(solutions), names, proof is not None)
        (part / MANIFEST).write_bytes(manifest.to_bytes())


def _manifest(
    part: Path, claim: Claim, solutions: int, names: VariableMap, is_proved: bool
) -> Manifest:
    from importlib.metadata import version

    from uniclue.solvers.proof import PROOF_SOLVER

    manifest = Manifest(
        claim=claim,
        solutions=solutions,
        kind=names.kind,
        puzzle=names.puzzle,
        form=names.form,
        cardinality=names.cardinality or "",
        encoding=names.encoding,
        uniclue=names.uniclue,
        pysat=version("python-sat"),
        prover=PROOF_SOLVER if is_proved else None,
        files={name: file_of(part / name) for name in contents.file_names(claim)},
        commands=contents.commands(claim),
    )
    return with_members(manifest, sha256=manifest.digest())


def file_of(path: Path) -> contents.File:
    """Size and digest of a file."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return contents.File(file.tell(), f"sha256:{digest}")
