"""Verifying a certificate: everything is derived again or judged anew, nothing in it is believed.

The folder is untrusted. Links are not followed, sizes are bounded before anything is read, and what
is large is read a block at a time. Every member but the proof has to be, byte for byte, what
``certify`` writes (:mod:`uniclue.certificates.folder`); the proof is checked, and its hints are
only where the built-in checker looks first: one that is wrong shows nothing.
"""

from __future__ import annotations

import io
import math
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import IO, Literal, NamedTuple, cast

import msgspec

from uniclue.certificates import cuts
from uniclue.certificates import folder as contents
from uniclue.certificates.errors import CertificateError
from uniclue.certificates.folder import (
    CUTS,
    FORMULA,
    LRAT,
    MANIFEST,
    MAX_MANIFEST,
    PROOF,
    PUZZLE,
    Claim,
    Evidence,
    Manifest,
    Member,
)
from uniclue.core.kinds import find_kind, kind_file_of
from uniclue.core.lazy import Cut
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError, filled, is_complete
from uniclue.encoders import dimacs
from uniclue.encoders.cnf import Cnf
from uniclue.encoders.names import ENCODING_VERSION
from uniclue.formats import puzzle_json
from uniclue.solvers import drat, lrat, programs
from uniclue.solvers.limits import Clock
from uniclue.solvers.refereed import opinion
from uniclue.version import VERSION

Checker = Literal["auto", "drat-trim", "cake_lpr", "built-in", "both"]
CHECKERS: tuple[Checker, ...] = ("auto", "drat-trim", "cake_lpr", "built-in", "both")

BUILT_IN = "the built-in checker"


class ProofChecker(NamedTuple):
    """A program on PATH that checks proofs.

    Attributes:
        name: Its name.
        proof: The member that it reads, after the formula.
        accepts: The line that it prints if it accepts a proof; other results begin with ``s``, too.
        timeout: The option that gives it seconds, if it would stop by itself otherwise.
    """

    name: str
    proof: str
    accepts: str
    timeout: str = ""


DRAT_TRIM = ProofChecker("drat-trim", PROOF, "s VERIFIED", timeout="-t")
CAKE_LPR = ProofChecker("cake_lpr", LRAT, "s VERIFIED UNSAT")
PROGRAMS = (DRAT_TRIM, CAKE_LPR)

_ANSWER_BYTES, _OUTPUT_BYTES = 2**16, 2**26
"""What is read of the end of a program's output, and the most it may write."""
_STEPS = re.compile(rb"((d )?(-?[1-9][0-9]{0,9} )*+0\n)*+")
"""Lines of a proof as we write it."""
_BLOCK = 2**20
"""Bytes of a proof that are compared with that at a time."""

FIRST = "0.1.0"
"""The first version of Uniclue that wrote certificates."""
_VERSION = re.compile(r"(0|[1-9][0-9]{0,3})(\.(0|[1-9][0-9]{0,3})){2}")

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
    other_pysat: bool = False,
) -> Verification:
    """Verifies a certificate.

    Args:
        folder: The certificate.
        puzzle: The puzzle it has to be about; None: the one it holds.
        checker: ``drat-trim``, ``cake_lpr``, ``built-in``, ``both`` (drat-trim and built-in), or
            ``auto``: built-in, and each of the programs that is on PATH.
        clock: Watches a time limit while the proof is checked.
        on_step: Called after every step.
        other_pysat: Whether the manifest may name another version of PySAT than the one here.

    Raises:
        CertificateError: The certificate is refused.
        ValueError: A program is wanted and not on PATH, or there is no such checker.
        LimitReachedError: The time is up.
        OSError: There is no such folder, or a file cannot be read.
    """
    clock = clock or Clock()
    checkers = _checkers(checker)
    steps: list[tuple[str, str]] = []

    def note(title: str, result: str) -> None:
        steps.append((title, result))
        on_step(title, result)

    with ExitStack() as stack:
        manifest, files = _open(folder, stack, other_pysat)
        claim, is_proved = manifest.claim, contents.has_proof(manifest.claim)
        note("manifest", f"{len(manifest.files)} files have their sizes and digests")
        _refuse_other_kind(manifest)
        own = _read_puzzle(files[PUZZLE], manifest)
        if puzzle is not None and puzzle_json.puzzle_digest(puzzle) != manifest.puzzle:
            raise CertificateError(PUZZLE, "is not the puzzle given with --puzzle")
        same = "" if puzzle is None else ", the one given"
        note("puzzle", f"{manifest.kind} {manifest.puzzle}{same}")
        solutions = _read_solutions(files, manifest, own)
        if solutions:
            number = _number(len(solutions), "solution")
            judges = _judges(own, solutions, clock)
            note("solutions", f"{number}, complete, every rule kept; judged by {judges}")
        cnf, listed = _rederive(files, manifest, own, solutions, clock)
        if listed is not None:
            note("cuts", f"{_number(len(listed), 'cut')}, proved by the lazy constraints they name")
        sizes = f"{cnf.n_vars:,} variables and {len(cnf):,} clauses, derived again from the puzzle"
        note("formula", f"{sizes}{' and the cuts' if listed else ''}, byte for byte; so is the map")
        if not is_proved:
            checkers = ()
        elif checker == "auto":  # certificates of version 1 have no hints
            checkers = tuple(c for c in checkers if c.program is None or c.program.proof in files)
        for each in checkers:
            note("proof", _check_proof(files, cnf, each, clock))
    return Verification(
        claim=claim,
        kind=manifest.kind,
        puzzle=manifest.puzzle,
        solutions=solutions,
        checkers=tuple(each.name for each in checkers),
        steps=tuple(steps),
    )


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


class _Found(NamedTuple):
    """A checker that is there: a program and its absolute path, or the built-in one."""

    program: ProofChecker | None = None
    path: str = ""

    @property
    def name(self) -> str:
        return BUILT_IN if self.program is None else self.program.name


def _checkers(wanted: str) -> tuple[_Found, ...]:
    """The checkers wanted."""
    if wanted not in CHECKERS:
        raise ValueError(f"expected the checker to be one of {', '.join(CHECKERS)}")
    names = {"auto": ("drat-trim", "cake_lpr"), "both": ("drat-trim",)}.get(wanted, (wanted,))
    found = []
    for program in PROGRAMS:
        path = programs.find(program.name) if program.name in names else None
        if path is not None:
            found.append(_Found(program, path))
        elif program.name in names and wanted != "auto":
            reason = f"{program.name} is not on PATH"
            raise ValueError(f"{reason}; --checker built-in needs no other program")
    if wanted in ("auto", "both", "built-in"):
        found.append(_Found())
    return tuple(found)


# -- files -----------------------------------------------------------------------------------------

Files = dict[str, IO[bytes]]
"""The members of a certificate but for the manifest, by name."""


def _open(folder: Path, stack: ExitStack, other_pysat: bool) -> tuple[Manifest, Files]:
    """Reads the manifest, and opens the files it names, if there are those and no others."""
    if not folder.is_dir():
        folder.stat()  # raises if there is nothing
        raise NotADirectoryError(20, "expected a folder with a certificate", str(folder))
    manifest = _read_manifest(stack.enter_context(_opened(folder, MANIFEST, MAX_MANIFEST)))
    here = contents.pysat_version()
    if manifest.pysat != here and not other_pysat:
        reason = f"made with PySAT {manifest.pysat}, this is {here}; --other-pysat accepts that"
        raise CertificateError(MANIFEST, f"$.pysat: {reason}")
    members = contents.members(
        manifest.claim, has_cuts=CUTS in manifest.files, has_hints=manifest.version > 1
    )
    _refuse_others(folder, {MANIFEST, *(member.name for member in members)}, manifest.claim)
    files = {}
    for member in members:
        file = stack.enter_context(_opened(folder, member.name, member.max_bytes))
        actual, wanted = contents.file_of(file), manifest.files[member.name]
        if actual != wanted:
            what = "size" if actual.bytes != wanted.bytes else "digest"
            raise CertificateError(member.name, f"its {what} is not the one in the manifest")
        files[member.name] = file
    return manifest, files


@contextmanager
def _opened(folder: Path, name: str, most: int) -> Iterator[IO[bytes]]:
    """Reads a file of the folder, if it is a plain file within the limit of bytes."""
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
        if status.st_size > most:
            raise CertificateError(name, f"expected at most {most:,} bytes, got more")
        yield file


def _refuse_others(folder: Path, names: set[str], claim: Claim) -> None:
    with os.scandir(folder) as entries:
        other = next((entry.name for entry in entries if entry.name not in names), None)
    if other is not None:
        raise CertificateError(other, f"expected no such file in a certificate of {claim!r}")


def _read_manifest(file: IO[bytes]) -> Manifest:
    text = file.read(MAX_MANIFEST)
    try:
        manifest = msgspec.json.decode(text, type=Manifest)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise CertificateError(MANIFEST, f"expected a manifest: {error}") from error
    if manifest.to_bytes() != text:
        raise CertificateError(MANIFEST, "is not written as a manifest is")
    if manifest.digest() != manifest.sha256:
        raise CertificateError(MANIFEST, "its digest is not the one it names")
    _refuse_odd(manifest)
    return manifest


def _refuse_odd(manifest: Manifest) -> None:
    """Refuses a manifest that no version up to this one writes."""
    claim = manifest.claim
    if manifest.encoding != ENCODING_VERSION:
        raise CertificateError(
            MANIFEST,
            f"expected encoding version {ENCODING_VERSION}, got {manifest.encoding}: "
            f"it was written by Uniclue {manifest.uniclue}, this is {VERSION}",
        )
    if not _key(FIRST) <= _key(manifest.uniclue) <= _key(VERSION):
        reason = f"made with Uniclue {manifest.uniclue}, expected {FIRST} to {VERSION}"
        raise CertificateError(MANIFEST, f"$.uniclue: {reason}")
    bounds = {"unique": (1, 1), "several": (2, 2), "none": (0, 0)}
    least, most = bounds.get(claim, (0, contents.MAX_SOLUTIONS))
    expected: dict[str, tuple[object, object]] = {
        "files": (
            tuple(manifest.files),
            contents.file_names(
                claim, has_cuts=CUTS in manifest.files, has_hints=manifest.version > 1
            ),
        ),
        "solutions": (least <= manifest.solutions <= most, True),
    }
    for member, (is_there, wanted) in expected.items():
        if is_there != wanted:
            raise CertificateError(MANIFEST, f"$.{member}: does not fit the claim {claim!r}")


def _key(version: str) -> tuple[float, ...]:
    """What versions are ordered by; what is none comes after all others."""
    return tuple(map(int, version.split("."))) if _VERSION.fullmatch(version) else (math.inf,)


def _refuse_other_kind(manifest: Manifest) -> None:
    """Refuses a certificate of a kind that another file defines than the one loaded, or none."""
    needed = manifest.kind_file
    if isinstance(needed, contents.KindFileDigest):
        what = f"the kind {manifest.kind!r} is that of a file {needed.name} with {needed.sha256}"
        loaded = None
        with suppress(PuzzleError):
            loaded = kind_file_of(find_kind(manifest.kind))
        if loaded is None:
            raise CertificateError(MANIFEST, f"$.kind_file: {what}; name it with --kind-file")
        if loaded.sha256 != needed.sha256:
            reason = f"{what}, got {loaded.path.name} with {loaded.sha256}"
            raise CertificateError(MANIFEST, f"$.kind_file: {reason}")


def _read_puzzle(file: IO[bytes], manifest: Manifest) -> Puzzle:
    file.seek(0)
    try:
        puzzle = puzzle_json.loads(file.read(puzzle_json.MAX_BYTES))
    except PuzzleError as error:
        raise CertificateError(PUZZLE, str(error)) from error
    if puzzle.kind() != manifest.kind:
        raise CertificateError(PUZZLE, f"expected kind {manifest.kind!r}, got {puzzle.kind()!r}")
    if puzzle_json.puzzle_digest(puzzle) != manifest.puzzle:
        raise CertificateError(PUZZLE, "is another puzzle than the one the manifest names")
    return puzzle


def _read_solutions(files: Files, manifest: Manifest, puzzle: Puzzle) -> tuple[Grid, ...]:
    """The solutions, as a certificate lists them: complete, right by the rules, and different."""
    name = contents.solutions_name(manifest.claim)
    if name is None:
        return ()
    files[name].seek(0)
    most = contents.most_solutions(puzzle) if manifest.claim == "count" else manifest.solutions
    seen: dict[Grid, int] = {}
    for number, line in enumerate(files[name], 1):
        if number > min(most, manifest.solutions):
            break
        try:
            grid = _read_solution(puzzle, line)
        except PuzzleError as error:
            raise CertificateError(name, f"line {number}: {error}") from error
        if seen.setdefault(grid, number) != number:
            raise CertificateError(name, f"line {number}: is that of line {seen[grid]}")
    if len(seen) != manifest.solutions:
        wanted = _number(manifest.solutions, "solution")
        raise CertificateError(name, f"expected {wanted}, got another number")
    is_old = manifest.claim == "several" and manifest.version == 1
    return tuple(seen) if is_old else contents.in_order(seen)


def _read_solution(puzzle: Puzzle, line: bytes) -> Grid:
    """A solution from its line. Raises PuzzleError if it is none."""
    grid = puzzle.read_grid(puzzle_json.read_json(line))
    if not is_complete(puzzle, grid):
        raise PuzzleError("$", "expected a complete grid, got one with empty cells")
    for violation in puzzle.broken(grid):
        raise PuzzleError("$", f"is no solution: {violation.sentence}")
    values = dict(filled(grid))
    return puzzle.grid_of({place: values[place] for place in puzzle.places})


def _judges(puzzle: Puzzle, solutions: Iterable[Grid], clock: Clock) -> str:
    """The judges that find the solutions right: the kind, and its referee if it has one.

    Raises:
        CertificateError: The referee calls one of them wrong.
    """
    opinions = set()
    for grid in solutions:
        clock.check()
        opinions.add(opinion(puzzle, grid))
        if "wrong" in opinions:
            reason = "the kind calls this puzzle's solution right, its referee wrong"
            raise CertificateError(PUZZLE, f"{reason}; please report the puzzle")
    return "the kind, which has no referee" if "none" in opinions else "the kind and by its referee"


# -- what follows from puzzle and solutions --------------------------------------------------------


def _rederive(
    files: Files, manifest: Manifest, puzzle: Puzzle, solutions: tuple[Grid, ...], clock: Clock
) -> tuple[Cnf, tuple[Cut, ...] | None]:
    """The formula that belongs to the puzzle, if the certificate is what that and they give.

    Returns:
        The formula with its cuts, and these; None where a certificate has none.
    """
    claim = manifest.claim
    blocked = solutions if contents.has_proof(claim) else ()
    try:
        cnf, names, model = contents.formula(
            puzzle, "", manifest.cardinality, blocked, manifest.uniclue
        )
    except ValueError as error:
        raise CertificateError(MANIFEST, str(error)) from error
    has_cuts = bool(model.lazy) and contents.has_proof(claim)
    if (CUTS in manifest.files) != has_cuts:
        reason = f"expected {'a' if has_cuts else 'no'} file {CUTS} of this puzzle"
        raise CertificateError(MANIFEST, f"$.files: {reason}")
    listed = tuple(cuts.read(files[CUTS], model, clock)) if has_cuts else ()
    cnf = cuts.added(cnf, listed)
    evidence = Evidence(
        puzzle,
        claim,
        solutions,
        cnf,
        names,
        manifest.pysat,
        listed,
        files.get(LRAT),
        version=manifest.version,
        kind_file=manifest.kind_file,
    )
    for member in evidence.members:
        if member.name == PROOF and manifest.version == 1:
            _refuse_odd_lines(files[PROOF])
        elif member.name == LRAT:
            continue  # read when the next member is written again from it
        elif (line := _differs(files[member.name], evidence, member)) is not None:
            here = contents.pysat_version()
            other = "" if here == manifest.pysat else f" (made with PySAT {manifest.pysat})"
            reason = f"line {line} is not what belongs there{other}"
            raise CertificateError(member.name, reason)
    expected = evidence.manifest(manifest.files)
    for name in Manifest.__struct_fields__:
        if getattr(manifest, name) != getattr(expected, name):
            raise CertificateError(MANIFEST, f"$.{name}: is not what belongs there")
    return cnf, listed if has_cuts else None


def _differs(file: IO[bytes], evidence: Evidence, member: Member) -> int | None:
    """The first line, from 1, in which a file differs from the text expected; None: no line."""
    file.seek(0)
    same = _Same(file)
    try:
        member.write(evidence, cast("IO[bytes]", same))
    except drat.ProofError as error:
        raise CertificateError(LRAT, str(error)) from error
    if same.differs is None and file.read(1):
        return same.line
    return same.differs


def _refuse_odd_lines(file: IO[bytes]) -> None:
    """Refuses a proof that has other lines than lemmas and deletions, as we write them."""
    file.seek(0)
    number, rest = 1, b""
    while block := file.read(_BLOCK):
        text = rest + block
        match = _STEPS.match(text)
        end = match.end() if match else 0
        number, rest = number + text.count(b"\n", 0, end), text[end:]
        if b"\n" in rest or len(rest) > drat.MAX_LINE:
            break
    if rest:
        reason = f"line {number}: expected literals and a 0 at the end, perhaps after d"
        raise CertificateError(PROOF, reason)


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


def _check_proof(files: Files, cnf: Cnf, checker: _Found, clock: Clock) -> str:
    """Has a checker check the proof; returns its result in words.

    Whoever checks: a proof counts only if it is readable and ends in the empty clause.

    Args:
        files: The proof, with hints or without, or both.
        cnf: The formula.
        checker: Who checks. The built-in checker takes the proof with hints if it is there.
        clock: Watches a time limit.
    """
    program = checker.program
    own = LRAT if LRAT in files else PROOF
    name = own if program is None else program.proof
    if name not in files:
        raise CertificateError(MANIFEST, f"has no {name}, which {checker.name} needs")
    file = files[name]
    file.seek(0)
    try:
        if program is not None:
            if name == PROOF:  # the other one was read when this one was written from it
                drat.read_form(file, cnf.n_vars)
            return _ask(program, checker.path, file, cnf, clock)
        check = lrat.check if name == LRAT else drat.check
        checked = check(drat.ClauseFormula(cnf.n_vars, cnf.iter_clauses()), file, clock)
    except drat.ProofError as error:
        raise CertificateError(name, str(error)) from error
    rat = f", {checked.rat:,} of them RAT" if checked.rat else ""
    hints = " by their hints" if name == LRAT else ""
    return f"{_number(checked.lemmas, 'lemma')} follow{hints}{rat}; refuted, by {BUILT_IN}"


def _ask(program: ProofChecker, path: str, file: IO[bytes], cnf: Cnf, clock: Clock) -> str:
    """Asks a program about the formula that was derived and a copy of the proof."""
    clock.check()
    remaining = clock.seconds_left()
    most = 10**6 if remaining is None else remaining
    with programs.private_folder() as folder:
        formula, lemmas = (os.path.join(folder, name) for name in (FORMULA, program.proof))
        with open(formula, "wb") as out:
            dimacs.write(cnf, out)
        file.seek(0)
        with open(lemmas, "wb") as out:
            shutil.copyfileobj(file, out)
        limit = [program.timeout, str(int(most) + 1)] if program.timeout else []
        command = [path, formula, lemmas, *limit]
        ended = programs.run(program.name, command, folder, {"": _OUTPUT_BYTES}, clock)
        with ended.printed.open("rb") as printed:
            printed.seek(max(0, printed.seek(0, io.SEEK_END) - _ANSWER_BYTES))
            lines = printed.read(_ANSWER_BYTES).decode("ascii", "replace").splitlines()
    results = [line for line in lines if line.startswith("s ")]
    # drat-trim exits with 1 if the formula holds the empty clause; below 0 it was a signal.
    if results == [program.accepts] and ended.code >= 0:
        return f"refuted, by {program.name}"
    result = next(iter(results), f"exit {ended.code}")
    raise CertificateError(program.proof, f"{program.name} does not accept it: {result:.60}")
