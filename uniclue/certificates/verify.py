"""Verifying a certificate: everything is derived again or judged anew, nothing in it is believed.

The folder is untrusted. Links are not followed, sizes are bounded before anything is read, and what
is large is read a block at a time.
"""

from __future__ import annotations

import io
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import IO, Literal, cast

import msgspec

from uniclue.certificates import CertificateError
from uniclue.certificates import folder as contents
from uniclue.certificates.certify import file_of
from uniclue.certificates.folder import FORMULA, MANIFEST, MAP, PROOF, PUZZLE, Claim, Manifest
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError, filled
from uniclue.encoders import dimacs
from uniclue.encoders.cnf import Cnf
from uniclue.encoders.names import ENCODING_VERSION
from uniclue.formats import puzzle_json
from uniclue.solvers import drat, proof
from uniclue.solvers.limits import Clock
from uniclue.solvers.programs import end_group
from uniclue.version import VERSION

Checker = Literal["auto", "drat-trim", "built-in", "both"]
CHECKERS: tuple[Checker, ...] = ("auto", "drat-trim", "built-in", "both")

DRAT_TRIM = "drat-trim"
BUILT_IN = "the built-in checker"

MAX_BYTES = {
    MANIFEST: 2**16,
    PUZZLE: puzzle_json.MAX_BYTES,
    FORMULA: 2**33,
    MAP: 2**30,
    contents.SOLUTION: puzzle_json.MAX_BYTES,
    contents.SOLUTIONS: 2**28,
    PROOF: proof.MAX_BYTES,
}
"""Larger files are refused unread."""

_ANSWER_BYTES = 2**16

StepListener = Callable[[str, str], None]
"""Takes the title of a check and what it showed."""


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """What was verified.

    Attributes:
        claim: ``unique``, ``several``, ``none`` or ``count``.
        kind: The puzzle's kind.
        puzzle: Its digest.
        solutions: The solutions: for ``several`` two, else all there are.
        checkers: Who checked the proof.
        steps: What was checked, in order: a title and its result.
    """

    claim: Claim
    kind: str
    puzzle: str
    solutions: tuple[Grid, ...]
    checkers: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]

    @property
    def sentence(self) -> str:
        """The claim in words."""
        return {
            "unique": "exactly one solution",
            "several": "at least two solutions",
            "none": "no solution",
            "count": f"exactly {_number(len(self.solutions), 'solution')}",
        }[self.claim]


def verify(
    folder: Path,
    puzzle: Puzzle | None = None,
    checker: Checker = "auto",
    clock: Clock | None = None,
    on_step: StepListener = lambda title, result: None,
) -> Verification:
    """Verifies a certificate.

    Args:
        folder: The certificate.
        puzzle: The puzzle it has to be about; None: the one it holds.
        checker: ``drat-trim``, ``built-in``, ``both``, or ``auto``: built-in, and drat-trim
            too if it is on PATH.
        clock: Watches a time limit while the proof is checked.
        on_step: Called after every step.

    Raises:
        CertificateError: The certificate is refused.
        ValueError: drat-trim is wanted and not on PATH, or there is no such checker.
        LimitReachedError: The time is up.
        OSError: There is no such folder, or a file cannot be read.
    """
    clock = clock or Clock()
    checkers = _checkers(checker)
    steps: list[tuple[str, str]] = []

    def note(title: str, result: str) -> None:
        steps.append((title, result))
        on_step(title, result)

    manifest = _read_manifest(folder)
    claim, is_proved = manifest.claim, contents.has_proof(manifest.claim)
    note("manifest", f"{len(manifest.files)} files have their sizes and digests")
    own = _read_puzzle(folder, manifest)
    if puzzle is not None and puzzle_json.puzzle_digest(puzzle) != manifest.puzzle:
        raise CertificateError(PUZZLE, "is another puzzle than the one asked about")
    same = "" if puzzle is None else ", the one asked about"
    note("puzzle", f"{manifest.kind} {manifest.puzzle}{same}")
    solutions = _read_solutions(folder, manifest, own)
    if solutions:
        note("solutions", f"{_number(len(solutions), 'solution')}, complete, every rule kept")
    cnf = _rederive(folder, manifest, own, solutions if is_proved else ())
    sizes = f"{cnf.n_vars:,} variables and {len(cnf):,} clauses, derived again from the puzzle"
    note("formula", f"{sizes}, byte for byte; so is the map")
    checkers = checkers if is_proved else ()
    for name in checkers:
        note("proof", _check_proof(folder, cnf, name, clock))
    return Verification(
        claim=claim,
        kind=manifest.kind,
        puzzle=manifest.puzzle,
        solutions=solutions,
        checkers=checkers,
        steps=tuple(steps),
    )


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _checkers(wanted: str) -> tuple[str, ...]:
    if wanted not in CHECKERS:
        raise ValueError(f"expected the checker to be one of {', '.join(CHECKERS)}")
    is_there = shutil.which(DRAT_TRIM) is not None
    if wanted in ("drat-trim", "both") and not is_there:
        raise ValueError(f"{DRAT_TRIM} is not on PATH; --checker built-in needs no other program")
    outside = (DRAT_TRIM,) if is_there and wanted != "built-in" else ()
    return outside if wanted == "drat-trim" else (*outside, BUILT_IN)


# -- files -----------------------------------------------------------------------------------------


@contextmanager
def _opened(folder: Path, name: str) -> Iterator[IO[bytes]]:
    """A file of the folder, if it is a plain file of an allowed size."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    path = folder / name
    if path.is_symlink():
        raise CertificateError(name, "expected a plain file, got a link")
    try:
        file = os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb")
    except FileNotFoundError:
        raise CertificateError(name, "expected a file, got none") from None
    except IsADirectoryError:
        raise CertificateError(name, "expected a plain file, got a folder") from None
    with file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise CertificateError(name, "expected a plain file, got something else")
        if status.st_size > MAX_BYTES[name]:
            raise CertificateError(name, f"expected at most {MAX_BYTES[name]:,} bytes, got more")
        yield file


def _read_manifest(folder: Path) -> Manifest:
    """Reads the manifest, and compares it with the files."""
    if not folder.is_dir():
        folder.stat()  # raises if there is nothing
        raise NotADirectoryError(20, "expected a folder with a certificate", str(folder))
    with _opened(folder, MANIFEST) as file:
        text = file.read(MAX_BYTES[MANIFEST])
    try:
        manifest = msgspec.json.decode(text, type=Manifest)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise CertificateError(MANIFEST, f"expected a manifest: {error}") from error
    if manifest.to_bytes() != text:
        raise CertificateError(MANIFEST, "is not written as a manifest is")
    if manifest.digest() != manifest.sha256:
        raise CertificateError(MANIFEST, "its digest is not the one it names")
    _refuse_odd(manifest)
    for name, wanted in manifest.files.items():
        with _opened(folder, name):
            pass
        actual = file_of(folder / name)
        if actual != wanted:
            what = "size" if actual.bytes != wanted.bytes else "digest"
            raise CertificateError(name, f"its {what} is not the one in the manifest")
    return manifest


def _refuse_odd(manifest: Manifest) -> None:
    """Refuses a manifest whose members do not go together."""
    claim = manifest.claim
    bounds = {"unique": (1, 1), "several": (2, 2), "none": (0, 0)}
    least, most = bounds.get(claim, (0, contents.MAX_SOLUTIONS))
    expected: dict[str, tuple[object, object]] = {
        "files": (tuple(manifest.files), contents.file_names(claim)),
        "commands": (manifest.commands, contents.commands(claim)),
        "prover": (manifest.prover is not None, contents.has_proof(claim)),
        "solutions": (least <= manifest.solutions <= most, True),
    }
    for member, (got, wanted) in expected.items():
        if got != wanted:
            raise CertificateError(MANIFEST, f"$.{member}: does not fit the claim {claim!r}")


def _read_puzzle(folder: Path, manifest: Manifest) -> Puzzle:
    with _opened(folder, PUZZLE) as file:
        data = file.read(MAX_BYTES[PUZZLE])
    try:
        puzzle = puzzle_json.loads(data)
    except PuzzleError as error:
        raise CertificateError(PUZZLE, str(error)) from error
    if puzzle.kind() != manifest.kind:
        raise CertificateError(PUZZLE, f"expected kind {manifest.kind!r}, got {puzzle.kind()!r}")
    if puzzle_json.puzzle_digest(puzzle) != manifest.puzzle:
        raise CertificateError(PUZZLE, "is another puzzle than the one the manifest names")
    return puzzle


def _read_solutions(folder: Path, manifest: Manifest, puzzle: Puzzle) -> tuple[Grid, ...]:
    """The solutions: complete, right by the rules, and different."""
    name = contents.solutions_name(manifest.claim)
    if name is None:
        return ()
    most = contents.most_solutions(puzzle) if manifest.claim == "count" else manifest.solutions
    seen: dict[Grid, int] = {}
    with _opened(folder, name) as file:
        for number, line in enumerate(file, 1):
            if number > min(most, manifest.solutions):
                break
            try:
                grid = _read_solution(puzzle, line)
            except PuzzleError as error:
                raise CertificateError(name, f"line {number}: {error}") from error
            if seen.setdefault(grid, number) != number:
                raise CertificateError(name, f"line {number}: is that of line {seen[grid]}")
        if len(seen) != manifest.solutions or file.read(1):
            wanted = _number(manifest.solutions, "solution")
            raise CertificateError(name, f"expected {wanted}, got another number")
    return tuple(seen)


def _read_solution(puzzle: Puzzle, line: bytes) -> Grid:
    """A solution from its line. Raises PuzzleError if it is none."""
    grid = puzzle.read_grid(puzzle_json.read_json(line))
    if not puzzle.is_complete(grid):
        raise PuzzleError("$", "expected a complete grid, got one with empty cells")
    values = dict(filled(grid))
    canonical = puzzle.grid_of({place: values[place] for place in puzzle.places})
    if contents.solution_line(canonical) != line.removesuffix(b"\n"):
        raise PuzzleError("$", "is not written as a solution is")
    for violation in puzzle.broken(grid):
        raise PuzzleError("$", f"is no solution: {violation.sentence}")
    return grid


# -- the formula -----------------------------------------------------------------------------------


def _rederive(folder: Path, manifest: Manifest, puzzle: Puzzle, blocked: tuple[Grid, ...]) -> Cnf:
    """The formula that belongs to the puzzle, if the certificate has exactly that and its map."""
    try:
        cnf, names = contents.formula(
            puzzle, manifest.form, manifest.cardinality, blocked, manifest.uniclue
        )
    except ValueError as error:
        raise CertificateError(MANIFEST, str(error)) from error
    if manifest.encoding != ENCODING_VERSION:
        raise CertificateError(
            MANIFEST,
            f"expected encoding version {ENCODING_VERSION}, got {manifest.encoding}: "
            f"it was written by Uniclue {manifest.uniclue}, this is {VERSION}",
        )
    line = _differs(folder, FORMULA, lambda out: dimacs.write(cnf, out, names.comments()))
    if line is not None:
        reason = f"line {line} is not what the puzzle gives{_other_pysat(manifest)}"
        raise CertificateError(FORMULA, reason)
    if _differs(folder, MAP, lambda out: out.write(names.to_json())) is not None:
        raise CertificateError(MAP, "is not the map of the formula's variables")
    return cnf


def _differs(folder: Path, name: str, write: Callable[[IO[bytes]], object]) -> int | None:
    """The first line, from 1, in which a file is not what ``write`` writes; None if none is."""
    with _opened(folder, name) as file:
        same = _Same(file)
        write(cast("IO[bytes]", same))
        if same.differs is None and file.read(1):
            return same.line
    return same.differs


def _other_pysat(manifest: Manifest) -> str:
    from importlib.metadata import version

    here = version("python-sat")
    if here == manifest.pysat:
        return ""
    return f" (made with PySAT {manifest.pysat}, whose encodings may differ from those of {here})"


class _Same:
    """Takes what a file should hold, and compares.

    Attributes:
        differs: The first line that differs, from 1; None if none does.
        line: The line that has been reached.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.differs: int | None = None
        self.line = 1
        self._file = file

    def write(self, data: bytes) -> int:
        if self.differs is None:
            read = self._file.read(len(data))
            if read != data:
                lines = zip_longest(read.split(b"\n"), data.split(b"\n"))
                self.differs = next(i for i, (a, b) in enumerate(lines, self.line) if a != b)
            self.line += data.count(b"\n")
        return len(data)

    def writelines(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            self.write(line)


# -- the proof -------------------------------------------------------------------------------------


def _check_proof(folder: Path, cnf: Cnf, checker: str, clock: Clock) -> str:
    """Has a checker check the proof; returns its result in words.

    Whoever checks: a proof counts only if it is readable and ends in the empty clause.
    """
    with _opened(folder, PROOF) as file:
        try:
            if checker == DRAT_TRIM:
                drat.read_form(file, cnf.n_vars)
                return _drat_trim(folder, clock)
            formula = drat.Formula(cnf.n_vars, cnf.iter_clauses())
            checked = drat.check(formula, file, clock)
        except drat.ProofError as error:
            raise CertificateError(PROOF, str(error)) from error
    rat = f", {checked.rat:,} of them RAT" if checked.rat else ""
    return f"{_number(checked.lemmas, 'lemma')} follow{rat}; refuted, by {BUILT_IN}"


def _drat_trim(folder: Path, clock: Clock) -> str:
    """Asks drat-trim."""
    clock.check()
    remaining = clock.seconds_left()
    most = 10**6 if remaining is None else remaining
    command = [DRAT_TRIM, FORMULA, PROOF, "-t", str(int(most) + 1)]
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            process.wait(most)
        except subprocess.TimeoutExpired:
            raise clock.time_is_up() from None
        finally:
            if process.poll() is None:
                end_group(process)
        out.seek(max(0, out.seek(0, io.SEEK_END) - _ANSWER_BYTES))
        lines = out.read(_ANSWER_BYTES).decode("ascii", "replace").splitlines()
    results = [line for line in lines if line.startswith("s ")]
    if results == ["s VERIFIED"]:  # its exit code is 1 if the formula holds the empty clause
        return f"refuted, by {DRAT_TRIM}"
    result = next(iter(results), f"exit {process.returncode}")
    raise CertificateError(PROOF, f"{DRAT_TRIM} does not accept it: {result:.60}")
