"""Making a certificate: the verdict, the proof, and a folder written whole or not at all."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from uniclue.certificates import cuts
from uniclue.certificates import folder as contents
from uniclue.certificates.errors import FolderError
from uniclue.certificates.folder import MANIFEST, MAX_MANIFEST, Claim, Evidence, Manifest
from uniclue.core.lazy import Cut
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.files.output import folder_whole
from uniclue.formats.puzzle_json import puzzle_digest
from uniclue.solvers import decide, proof
from uniclue.solvers.decide import DisagreementError, Method
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.verdict import Count, Verdict, differences
from uniclue.version import VERSION


def certify(
    puzzle: Puzzle,
    folder: Path,
    question: Literal["unique", "count"] = "unique",
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
        question: ``unique``, or ``count`` (up to ``most_solutions``).
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
    if question == "count":
        answer, solutions = _counted(puzzle, how, limit, progress)
        claim: Claim = "count"
        if not answer.complete:
            return answer
    else:
        answer = decide.unique(puzzle, how)
        if answer.status == "unknown":
            return answer
        claim, solutions = answer.status, contents.in_order(answer.solutions)
        if claim == "several":
            answer = replace(answer, solutions=solutions, differs=differences(*solutions))
    blocked = solutions if contents.has_proof(claim) else ()
    cnf, names, model = contents.formula(puzzle, "", how.cardinality, blocked, VERSION)
    listed: tuple[Cut, ...] = ()
    lemmas = None
    try:
        if contents.has_proof(claim):
            if model.lazy:
                listed = cuts.in_order(proof.refuting_cuts(cnf, model, clock))
                cnf = cuts.added(cnf, listed)
            lemmas = io.BytesIO(proof.refutation(cnf, clock))
            clock.check()
    except LimitReachedError as error:
        return _unproved(answer, f"{error} before the proof was complete")
    except proof.FoundModelError as error:
        conflict = f"{answer.solver} reports that there is no other solution, but {error}"
        if how.encoder != "both" and how.is_outside():  # which may say what it likes
            return _unproved(answer, conflict)
        raise DisagreementError(f"{conflict}; please report this") from error
    pysat, file = contents.pysat_version(), contents.kind_file(puzzle)
    evidence = Evidence(puzzle, claim, solutions, cnf, names, pysat, listed, lemmas, kind_file=file)
    with folder_whole(folder, lambda: refuse_other(folder)) as part:
        write_members(part, evidence)
    # The proof is of a run of ours, so nothing rests on an outside program's word any more.
    return replace(answer, certificate=str(folder), verified=msgspec.UNSET)


def _counted(
    puzzle: Puzzle, how: Method, limit: int | None, progress: Callable[[int], None]
) -> tuple[Count, tuple[Grid, ...]]:
    """A count and the solutions, sorted, so that the order does not depend on the solver."""
    most = min(contents.most_solutions(puzzle), limit or contents.MAX_SOLUTIONS)
    solutions: list[Grid] = []
    answer = decide.count(puzzle, most, how, progress, solutions.append)
    if not answer.complete:
        reason = answer.reason or f"more than {most:,} solutions; a certificate lists them all"
        return replace(answer, reason=reason), ()
    return answer, contents.in_order(solutions)


def _unproved(answer: Verdict | Count, reason: str) -> Verdict | Count:
    if isinstance(answer, Count):
        return replace(answer, complete=False, reason=reason)
    return replace(answer, status="unknown", reason=reason)


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
        with (folder / MANIFEST).open("rb") as file:
            manifest = msgspec.json.decode(file.read(MAX_MANIFEST), type=Manifest)
    except (OSError, ValueError, RecursionError):  # what msgspec and UTF-8 raise are ValueErrors
        return False
    return manifest.puzzle == puzzle_digest(puzzle)


def _is_certificate(folder: Path) -> bool:
    with (folder / MANIFEST).open("rb") as file:
        return b'"uniclue-certificate"' in file.read(200)


def write_members(folder: Path, evidence: Evidence) -> None:
    """Writes all members of a certificate into an empty folder."""
    files = {}
    for member in evidence.members:
        with (folder / member.name).open("w+b") as file:
            member.write(evidence, file)
            files[member.name] = contents.file_of(file)
    (folder / MANIFEST).write_bytes(evidence.manifest(files).to_bytes())
